// Keeps an overlay as its moment is. It stays invisible until it has its state, so that a reload shows no blank or half-drawn frame.
import { tickClocks } from "./overlay-clocks.js";

const EVERY_MS = 400, SLOW_MS = 2000, RESTS_MS = 8000, body = document.body;
const url = `${location.pathname.replace(/\/$/, "")}/parts${location.search}`;
let tag = "", ahead = 0, failing = 0;

document.documentElement.style.setProperty("--scale", body.dataset.scale);

async function look() {
  try {
    const answer = await fetch(url, { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store" });
    if (answer.status === 200) { tag = answer.headers.get("ETag") ?? ""; show(await answer.json()); }
    failing = answer.ok || answer.status === 304 ? 0 : failing + 1;
  } catch { failing += 1; }
  // A table that cannot be reached any more is as old as a picture that does not come.
  if (failing * EVERY_MS > 6000) stale(true);
  rest();
  setTimeout(look, document.hidden ? SLOW_MS : EVERY_MS);
}

function show({ parts, stale: isStale, now }) {
  ahead = now * 1000 - Date.now();
  for (const [name, html] of Object.entries(parts)) {
    const slot = document.getElementById(`w-${name}`);
    if (!slot || slot.dataset.html === html) continue;
    const first = slot.dataset.html === undefined;
    slot.dataset.html = html;
    slot.innerHTML = html;
    slot.classList.toggle("fresh", !first);
  }
  stale(isStale);
  rest();
  body.hidden = false;
}

function stale(is) {
  const slot = document.getElementById("w-stale");
  if (slot) slot.hidden = !is;
}

// The last event is on air for some seconds, then it rests.
function rest() {
  const said = document.querySelector("#w-last [data-at]");
  if (!said) return;
  const slot = said.parentElement;
  if (slot.dataset.said !== said.dataset.at + said.textContent) { slot.dataset.said = said.dataset.at + said.textContent; slot.dataset.until = String(performance.now() + RESTS_MS); }
  said.classList.toggle("resting", performance.now() > Number(slot.dataset.until));
}

setInterval(() => tickClocks(Date.now() + ahead), 100);
look();
