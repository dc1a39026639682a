// Text whose contrast with its ground is below 4.5 : 1 (WCAG 2), with the ratio.
() => {
  const channel = x => x / 255 <= 0.03928 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4;
  const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const parse = text => { const numbers = text.match(/[\d.]+/g).map(Number); return numbers.length < 4 ? [...numbers, 1] : numbers; };
  const ground = e => {
    for (; e; e = e.parentElement) { const colour = parse(getComputedStyle(e).backgroundColor); if (colour[3] > 0.8) return colour; }
    return [255, 255, 255, 1];
  };
  const hasText = e => [...e.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
  return [...document.querySelectorAll("main *, header *, dialog[open] *")]
    .filter(e => e.checkVisibility() && !e.closest("svg, .vh, .photo") && hasText(e))
    .map(e => {
      const text = luminance(parse(getComputedStyle(e).color)), behind = luminance(ground(e));
      return [(Math.max(text, behind) + 0.05) / (Math.min(text, behind) + 0.05), e.outerHTML.slice(0, 100)];
    })
    .filter(([ratio]) => ratio < 4.5);
}
