// What can be tapped and is smaller than `least` px, with its size; a hit area drawn by ::after counts.
least => [...document.querySelectorAll("button, a[href], input, summary")]
  .filter(e => e.offsetParent && !e.closest(".vh") && !e.matches(".skip, [type=hidden]"))
  .map(e => {
    const box = e.getBoundingClientRect(), after = getComputedStyle(e, "::after"), label = e.closest("label");
    if (after.position === "absolute" && after.content !== "none") return [e, parseFloat(after.width) || box.width, parseFloat(after.height) || box.height];
    return label ? [e, label.offsetWidth, label.offsetHeight] : [e, box.width, box.height];
  })
  .filter(([, width, height]) => width < least - 4.5 || height < least - 0.5)
  .map(([e, width, height]) => `${e.outerHTML.slice(0, 90)} ${width} x ${height}`)
