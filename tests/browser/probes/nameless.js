// Controls, pictures and sheets that a screen reader could not name.
() => [...document.querySelectorAll("button, a[href], input, [role=img], img, dialog")]
  .filter(e => e.checkVisibility() || e.matches("dialog"))
  .filter(e => !(e.getAttribute("aria-label") || e.getAttribute("aria-labelledby") || e.textContent.trim() || e.alt || e.alt === "" || e.labels?.length))
  .map(e => e.outerHTML.slice(0, 120))
