// The letter board: a shown word is tapped letter by letter, and a typed one is checked by the server. Nothing is searched for here.
const SIDE = 24;
let cells = [], way = [];

export function wireBoard() {
  document.addEventListener("click", event => {
    const letter = event.target.closest("[data-hot='1'] .wb [data-cell]");
    if (letter) tap(letter);
  });
  document.addEventListener("input", event => { if (event.target.matches("[data-word]")) { cells = []; forget(); } });
  document.addEventListener("submit", event => {
    if (!event.target.matches("[data-check]")) return;
    event.preventDefault();
    check(event.target);
  });
  document.addEventListener("table-changed", () => { if (!document.querySelector("[data-hot='1']")) cells = way = []; mark(); });
}

function tap(letter) {
  const cell = letter.dataset.cell, at = cells.indexOf(cell);
  cells = at >= 0 ? cells.slice(0, at) : [...cells, cell];
  forget();
  const input = document.querySelector("[data-word]");
  if (input) input.value = cells.map(each => document.querySelector(`.wb [data-cell="${each}"]`).textContent).join("");
}

// Another word: what was said of the one before is gone, and its way.
function forget() {
  way = [];
  document.querySelector("[data-answer]")?.replaceChildren();
  mark();
}

// What was tapped, else the way on which the checked word lies: rings, and a line from the first letter to the last.
function mark() {
  document.querySelectorAll(".wb .at").forEach(drawn => drawn.remove());
  const shown = cells.length ? cells : way, places = [];
  for (const letter of document.querySelectorAll(".wb [data-cell]")) {
    const at = shown.indexOf(letter.dataset.cell);
    letter.classList.toggle("tapped", at >= 0);
    if (at < 0) continue;
    const [x, y] = places[at] = [letter.getAttribute("x"), Number(letter.getAttribute("y")) - 5.5];
    letter.after(drawn("circle", { class: at ? "at" : "at first", cx: x, cy: y, r: SIDE / 2 - 1 }));
  }
  const board = document.querySelector(".wb .glass");
  if (board && places.length > 1) board.after(drawn("polyline", { class: "at", points: places.join(" ") }));
}

function drawn(name, values) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(values)) made.setAttribute(key, value);
  return made;
}

async function check(form) {
  const asked = new URLSearchParams(new FormData(form));
  if (cells.length) asked.set("path", cells.join(","));
  const answer = await fetch(`/check?${asked}`, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.querySelector("[data-answer]").replaceChildren(...(page.getElementById("answer") ?? page.querySelector("main")).childNodes);
  way = document.querySelector("[data-answer] [data-way]")?.dataset.way.split(",") ?? [];
  mark();
}
