// Keeps the page as the table is: parts arrive as HTML over server-sent events and are swapped by id.
import { t } from "./texts.js";
import { sendKept } from "./actions.js";
import { padAgain, questionChanged } from "./sheets.js";
import { bring } from "./parts.js";

const SILENT_MS = 13000, WARN_MS = 2000, OFFLINE_MS = 15000, NEW_MS = 4000, SPEAK_MS = 1000;
const body = document.body, pill = document.getElementById("connection");
let source, eventId = body.dataset.eventId, heardAt = Date.now(), lostAt = 0, clockAhead = 0;
let spoken = newestSeq(), unspoken = [], speaking = 0;

export function seq() { return body.dataset.seq; }

// Milliseconds since 1970 by the server's clock.
export function now() { return Date.now() + clockAhead; }

export function connect() {
  open();
  setInterval(tick, 1000);
  document.addEventListener("visibilitychange", () => { if (!document.hidden && (lostAt || source.readyState === 2)) open(); });
  window.addEventListener("online", open);
  window.addEventListener("offline", () => lose());
  window.addEventListener("pagehide", () => source.close());
  window.addEventListener("pageshow", event => { if (event.persisted) open(); });
  tick();
}

function open() {
  source?.close();
  source = new EventSource(`/live?last=${encodeURIComponent(eventId)}`);
  source.addEventListener("parts", event => { hear(); apply(JSON.parse(event.data), event.lastEventId); });
  source.addEventListener("tick", event => { hear(); clock(Number(event.data)); });
  source.addEventListener("open", hear);
  source.addEventListener("error", lose);
}

function hear() {
  heardAt = Date.now();
  lostAt = 0;
  sendKept();
  show();
}

function lose() { lostAt ||= Date.now(); show(); }

function clock(now) { clockAhead = now * 1000 - Date.now(); }

// Another game at this table, as in a demo: its title, sheets and texts are a page of their own.
function apply(change, id) {
  if (change.game !== body.dataset.game) return location.reload();
  clock(change.now);
  eventId = body.dataset.eventId = id;
  body.dataset.seq = change.seq;
  bring(change.parts);
  if ("events" in change.parts) tell();
  if ("question" in change.parts) questionChanged();
  if ("pad" in change.parts) padAgain();
  ages();
  document.dispatchEvent(new CustomEvent("table-changed", { detail: change }));
}

function newestSeq() { return Math.max(0, ...[...document.querySelectorAll(".event")].map(event => Number(event.dataset.seq))); }

function tell() {
  const rows = [...document.querySelectorAll(".event")].filter(row => Number(row.dataset.seq) > spoken);
  spoken = Math.max(spoken, newestSeq());
  for (const row of rows) {
    row.classList.add("new");
    setTimeout(() => row.classList.remove("new"), NEW_MS);
  }
  unspoken.push(...rows.reverse().map(row => row.dataset.plain));
  if (unspoken.length && !speaking) speaking = setTimeout(speak, SPEAK_MS);
}

function speak() {
  const line = document.createElement("p");
  line.textContent = unspoken.length > 2 ? t("events.merged", { n: unspoken.length }) : unspoken.join(" ");
  document.getElementById("log").replaceChildren(line);
  unspoken = []; speaking = 0;
}

function tick() {
  if (Date.now() - heardAt > SILENT_MS && source.readyState === 1) { lose(); open(); }
  else if (source.readyState === 2 && Date.now() - heardAt > WARN_MS) { heardAt = Date.now() - WARN_MS; open(); }
  show();
  ages();
}

function show() {
  const gone = lostAt ? Date.now() - lostAt : 0;
  const state = gone > OFFLINE_MS || (gone && navigator.onLine === false) ? "offline" : gone > WARN_MS ? "reconnecting" : "live";
  if (pill.dataset.state === state) return;
  pill.dataset.state = state;
  pill.className = `pill ${{ live: "good", reconnecting: "warn", offline: "bad" }[state]}`;
  pill.textContent = t(`page.${state}`);
  const time = new Date(heardAt).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  pill.title = state === "offline" ? t("page.offline_note", { time }) : "";
}

function ages() {
  for (const photo of document.querySelectorAll(".live[data-taken]")) {
    const age = Math.max(0, now() / 1000 - Number(photo.dataset.taken)), tag = photo.querySelector(".age");
    const text = age < 60 ? t("live.age_s", { n: age < 10 ? age.toFixed(1) : Math.round(age) }) : t("live.age_min", { n: Math.round(age / 60) });
    const stale = age >= Number(body.dataset.stale) || photo.dataset.lost === "1";
    const said = stale ? t("live.stale", { age: text }) : t(age >= 3 ? "live.old" : "live.age", { age: text });
    photo.classList.toggle("is-stale", stale);
    tag.classList.toggle("stale", stale);
    if (tag.textContent !== said) tag.textContent = said;
  }
}
