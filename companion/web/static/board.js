// The letter board: a shown word is tapped letter by letter, and a typed one is checked by the server. Nothing is searched for here.
const SIDE = 24;
let cells = [];

export function wireBoard() {
  document.addEventListener("click", event => {
    const letter = event.target.closest("[data-hot='1'] .wb [data-cell]");
    if (letter) tap(letter);
  });
  document.addEventListener("input", event => { if (event.target.matches("[data-word]")) { cells = []; mark(); } });
  document.addEventListener("submit", event => {
    if (!event.target.matches("[data-check]")) return;
    event.preventDefault();
    check(event.target);
  });
  document.addEventListener("table-changed", () => { if (!document.querySelector("[data-hot='1']")) cells = []; mark(); });
}

function tap(letter) {
  const cell = letter.dataset.cell, at = cells.indexOf(cell);
  cells = at >= 0 ? cells.slice(0, at) : [...cells, cell];
  mark();
  const input = document.querySelector("[data-word]");
  if (input) input.value = cells.map(each => document.querySelector(`.wb [data-cell="${each}"]`).textContent).join("");
}

function mark() {
  document.querySelectorAll(".wb .at").forEach(ring => ring.remove());
  for (const letter of document.querySelectorAll(".wb [data-cell]")) {
    const at = cells.indexOf(letter.dataset.cell);
    letter.classList.toggle("tapped", at >= 0);
    if (at < 0) continue;
    const ring = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    for (const [name, value] of Object.entries({ class: "at", cx: letter.getAttribute("x"), cy: Number(letter.getAttribute("y")) - 5.5, r: SIDE / 2 - 1 })) ring.setAttribute(name, value);
    letter.after(ring);
  }
}

async function check(form) {
  const asked = new URLSearchParams(new FormData(form));
  if (cells.length) asked.set("path", cells.join(","));
  const answer = await fetch(`/check?${asked}`, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.querySelector("[data-answer]").replaceChildren(...(page.getElementById("answer") ?? page.querySelector("main")).childNodes);
}
