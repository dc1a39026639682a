// Zones on the live picture: dragged by mouse, finger or arrow keys; their millimetres stand in the form, which works without this.
import { make } from "./setup.js";

const STEP_MM = 10, FINE_MM = 1, AROUND = 40, SEAT_MM = 30, EDGE_PX = 6;
const form = document.querySelector("[data-zones]"), frame = document.querySelector("[data-camera]");
if (form && frame) zones();

function zones() {
  const image = frame.querySelector("img"), width = Number(image.getAttribute("width")), height = Number(image.getAttribute("height"));
  const toPx = form.dataset.zones.split(" ").map(Number), toMm = inverse(toPx), [far, near] = form.dataset.corner.split(",");
  const svg = make("svg", { class: "over zoned", viewBox: `0 0 ${width} ${height}` }), handle = Math.max(width, height) / 40;
  const mat = form.querySelector("[data-has-mat]"), by = form.querySelector("[data-by-dragged]");
  const drawn = [...form.querySelectorAll("[data-zone]")].reverse().map(zone);
  frame.append(svg);
  form.addEventListener("input", draw);
  draw();

  function zone(fields) {
    const parts = Object.fromEntries([...fields.querySelectorAll("[data-part]")].map(input => [input.dataset.part, input]));
    const isBox = "left" in parts, { label: called, reach, parts: rows } = fields.dataset, isSquare = "square" in fields.dataset;
    const group = make("g", { class: fields.dataset.zone === "mat" ? "zone mat" : "zone" });
    const name = make("text", { "text-anchor": "middle", "font-size": Math.max(width, height) / 38 });
    const body = grip(make("polygon", {}), called, (dx, dy) => shift(dx, dy));
    const lines = make("path", { class: "zone-lines" });
    name.textContent = called;
    group.append(body, lines, name);
    const corners = isBox ? [[far, "left", "far"], [near, "right", "near"]].map(([said, x, y]) => {
      const dot = grip(make("circle", { r: handle }), `${called}: ${said}`, (dx, dy) => { add(x, dx); add(y, dy); });
      group.append(dot);
      return [dot, x, y];
    }) : [];
    svg.append(group);
    return { group, draw: show, free: "free" in fields.dataset, isMat: fields.dataset.zone === "mat" };

    function value(part) { return Number(parts[part].value) || 0; }
    function add(part, by) { parts[part].value = Math.round(value(part) + by); }
    function shift(dx, dy) { for (const part of Object.keys(parts)) add(part, part === "left" || part === "right" || part === "x" ? dx : dy); }
    function show() {
      if (isSquare) parts.near.value = Math.round(value("far") - value("right") + value("left"));
      const around = isBox ? box() : ring(), points = around.map(px);
      body.setAttribute("points", points.map(point => point.map(n => n.toFixed(1)).join(",")).join(" "));
      const middle = px(isBox ? [(value("left") + value("right")) / 2, (value("near") + value("far")) / 2] : [value("x"), value("y")]);
      label(...middle);
      for (const [dot, x, y] of corners) dot.setAttribute("transform", `translate(${px([value(x), value(y)]).join(" ")})`);
      lines.setAttribute("d", isBox && rows > 1 ? divided() : "");
    }
    // A name that would reach beyond the picture stands at its edge, so that a place out of sight is found.
    function label(x, y) {
      const half = name.getComputedTextLength() / 2 + EDGE_PX;
      name.setAttribute("x", Math.min(Math.max(x, half), width - half));
      name.setAttribute("y", Math.min(Math.max(y, handle), height - EDGE_PX));
    }
    function box() {
      return [["left", "far"], ["right", "far"], ["right", "near"], ["left", "near"]].map(([x, y]) => [value(x), value(y)]);
    }
    function ring() {
      const far = Number(reach) || SEAT_MM;
      return Array.from({ length: AROUND }, (_, n) => n * 2 * Math.PI / AROUND).map(a => [value("x") + far * Math.cos(a), value("y") + far * Math.sin(a)]);
    }
    function divided() {
      const at = (a, b, n) => a + (b - a) * n / rows, [l, r, n, f] = ["left", "right", "near", "far"].map(value), out = [];
      for (let k = 1; k < rows; k++) {
        out.push([[l, at(n, f, k)], [r, at(n, f, k)]]);
        if (isSquare) out.push([[at(l, r, k), n], [at(l, r, k), f]]);
      }
      return out.map(ends => `M${ends.map(end => px(end).map(v => v.toFixed(1)).join(" ")).join("L")}`).join("");
    }
  }

  // Makes a shape a button that moves by millimetres.
  function grip(shape, label, move) {
    let from = null;
    for (const [name, said] of [["tabindex", 0], ["role", "button"], ["aria-label", label]]) shape.setAttribute(name, said);
    const moved = (dx, dy) => { if (by) by.checked = true; move(dx, dy); draw(); };
    shape.addEventListener("keydown", event => {
      const step = event.shiftKey ? FINE_MM : STEP_MM;
      const way = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[event.key];
      if (way) { event.preventDefault(); moved(...way); }
    });
    shape.addEventListener("pointerdown", event => { event.preventDefault(); shape.focus(); shape.setPointerCapture(event.pointerId); from = place(event); });
    shape.addEventListener("pointermove", event => {
      if (!from || !shape.hasPointerCapture(event.pointerId)) return;
      const to = place(event), dx = Math.round(to[0] - from[0]), dy = Math.round(to[1] - from[1]);
      if (dx || dy) { from = [from[0] + dx, from[1] + dy]; moved(dx, dy); }
    });
    shape.addEventListener("pointerup", () => { from = null; });
    return shape;
  }
  function place(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return through(toMm, [point.x, point.y]);
  }
  function px(point) { return through(toPx, point); }
  function draw() {
    for (const each of drawn) {
      each.draw();
      const hidden = each.isMat ? !mat.checked : each.free && by && !by.checked;
      each.group.style.display = hidden ? "none" : "";
    }
  }
}

function through(m, [x, y]) {
  const w = m[6] * x + m[7] * y + m[8];
  return [(m[0] * x + m[1] * y + m[2]) / w, (m[3] * x + m[4] * y + m[5]) / w];
}

function inverse([a, b, c, d, e, f, g, h, i]) {
  return [e * i - f * h, c * h - b * i, b * f - c * e, f * g - d * i, a * i - c * g, c * d - a * f, d * h - e * g, b * g - a * h, a * e - b * d];
}
