// The first evening's pages: the live picture, measurements that follow it, four corners to drag, a trial reading.
const PICTURE_MS = 700, PART_MS = 1200, FAR = 10;
const SVG = "http://www.w3.org/2000/svg";

for (const picture of document.querySelectorAll("[data-live-picture]")) {
  const at = new URL(picture.src);
  setInterval(() => { if (!document.hidden) { at.searchParams.set("now", Date.now()); picture.src = at; } }, PICTURE_MS);
}

const part = document.querySelector("[data-part]");
if (part) setInterval(async () => {
  if (document.hidden) return;
  const html = await fetch(part.dataset.part).then(answer => answer.ok ? answer.text() : "").catch(() => "");
  if (html) show(part, html);
}, Number(part.dataset.ms) || PART_MS);

document.addEventListener("submit", async event => {
  if (event.target.dataset.ask && !confirm(event.target.dataset.ask)) return event.preventDefault();
  const into = event.target.dataset.into && document.querySelector(event.target.dataset.into);
  if (!into) return;
  event.preventDefault();
  const button = event.target.querySelector("button");
  const said = new FormData(event.target);
  said.append("part", "1");
  button.setAttribute("aria-busy", "true");
  await sent(into, event.target.action, said);
  button.removeAttribute("aria-busy");
});

// Photographs go one by one, so that the first is named while the others are on their way.
const photos = document.querySelector("[data-photos]");
if (photos) photos.addEventListener("submit", async event => {
  event.preventDefault();
  const input = photos.querySelector("[type=file]"), told = photos.querySelector("[data-sent]"), files = [...input.files];
  for (const [n, file] of files.entries()) {
    told.textContent = photos.dataset.sending.replace("{n}", n + 1).replace("{all}", files.length);
    const said = new FormData();
    said.append("photo", file);
    said.append("part", "1");
    await sent(part, photos.action, said);
  }
  told.textContent = "";
  input.value = "";
});

async function sent(into, where, said) {
  const answer = await fetch(where, { method: "POST", body: said }).catch(() => null);
  if (answer) show(into, await answer.text(), answer.ok);
}

// What is typed in a part that comes again unchanged is not lost, and neither is what was wrong with it; a part that asks for a name
// is ready to be typed into.
function show(place, html, isRight = true) {
  if (!html || html === place.dataset.last) return;
  if (isRight) place.dataset.last = html;
  const unfolded = new Set([...place.querySelectorAll("details[open]")].map(title));
  place.innerHTML = html;
  for (const details of place.querySelectorAll("details")) details.open ||= unfolded.has(title(details));
  place.querySelector("[data-focus]")?.select();
  over(place.querySelector("svg.seen"));
}

function title(details) { return details.querySelector("summary").textContent; }

const kept = document.querySelector("[data-corners]"), frame = document.querySelector("[data-camera]");
if (kept && frame) corners();

function corners() {
  const image = frame.querySelector("img"), width = Number(image.getAttribute("width")), height = Number(image.getAttribute("height"));
  const names = kept.dataset.labels.split(","), numbers = kept.value ? kept.value.split(",").map(Number) : [];
  const at = numbers.length === 8 ? [0, 2, 4, 6].map(n => [numbers[n], numbers[n + 1]])
    : [[.15, .15], [.85, .15], [.85, .85], [.15, .85]].map(([x, y]) => [x * width, y * height]);
  const svg = make("svg", { class: "over", viewBox: `0 0 ${width} ${height}` }), lines = make("polygon", { class: "corner-lines" });
  svg.append(lines);
  const handles = at.map((_, n) => {
    const handle = make("g", { class: "corner", tabindex: 0, role: "button", "aria-label": names[n] });
    handle.append(make("circle", { r: Math.max(width, height) / 26 }));
    handle.addEventListener("keydown", event => step(event, n));
    handle.addEventListener("pointerdown", event => { handle.setPointerCapture(event.pointerId); byCorners(); });
    handle.addEventListener("pointermove", event => { if (handle.hasPointerCapture(event.pointerId)) move(n, ...place(event)); });
    svg.append(handle);
    return handle;
  });
  frame.append(svg);
  draw();

  function place(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }
  function step(event, n) {
    const by = event.shiftKey ? FAR : 1, way = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, -by], ArrowDown: [0, by] }[event.key];
    if (!way) return;
    event.preventDefault();
    byCorners();
    move(n, at[n][0] + way[0], at[n][1] + way[1]);
  }
  function move(n, x, y) {
    at[n] = [Math.min(Math.max(x, 0), width), Math.min(Math.max(y, 0), height)];
    draw();
  }
  function draw() {
    kept.value = at.flat().map(value => value.toFixed(1)).join(",");
    lines.setAttribute("points", at.map(point => point.join(",")).join(" "));
    handles.forEach((handle, n) => handle.setAttribute("transform", `translate(${at[n].join(" ")})`));
  }
}

// What a trial reading found is drawn where it was found.
function over(drawn) {
  const shown = document.querySelector("[data-camera]");
  shown?.querySelector("svg.seen")?.remove();
  if (shown && drawn) shown.append(drawn);
}

function byCorners() { document.querySelector("[data-by-corners]").checked = true; }

export function make(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
