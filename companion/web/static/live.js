// Keeps the page as the table is: parts arrive as HTML over server-sent events and are swapped by id.
import { t } from "./texts.js";
import { sendKept } from "./actions.js";
import { padAgain, questionChanged } from "./sheets.js";
import { renew } from "./renew.js";

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
  for (const [name, html] of Object.entries(change.parts)) swap(name, html);
  if ("events" in change.parts) tell();
  if ("question" in change.parts) questionChanged();
  if ("pad" in change.parts) padAgain();
  ages();
  document.dispatchEvent(new CustomEvent("table-changed", { detail: change }));
}

function swap(name, html) {
  const part = document.getElementById(`part-${name}`);
  if (!part) return;
  const focus = document.activeElement, key = part.contains(focus) ? focus.dataset.key : undefined;
  const typed = new Map(fields(part).map(input => [place(input), input.type === "checkbox" ? input.checked : input.value]));
  const kept = [...part.querySelectorAll(".live img")].filter(image => image.complete && image.naturalWidth);
  const folded = new Map([...part.querySelectorAll("details")].map(details => [details.dataset.key, details.open]));
  renew(part, html);
  for (const each of part.querySelectorAll("details")) each.open = folded.get(each.dataset.key) ?? each.open;
  const image = part.querySelector(".live img");
  if (image && kept[0] && image !== kept[0]) keepUntilLoaded(image, kept[0]);
  for (const input of fields(part)) {
    const was = typed.get(place(input));
    if (input.type === "checkbox") input.checked = Boolean(was);
    else if (was && (input.tagName !== "SELECT" || [...input.options].some(option => option.value === was))) input.value = was;
  }
  if (key) part.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

function fields(part) { return [...part.querySelectorAll("input:not([type=hidden]),select,textarea")]; }

// Where a field stands: its group, its name, and its value where several share the name.
function place(input) { return `${input.closest("details")?.dataset.key ?? ""} ${input.name} ${input.type === "checkbox" ? input.value : ""}`; }

// The old picture stays until the new one is there, so that the table never blinks.
function keepUntilLoaded(fresh, old) {
  if (fresh.src === old.src || (fresh.complete && fresh.naturalWidth)) return;
  old.alt = ""; old.classList.add("old");
  fresh.before(old);
  fresh.addEventListener("load", () => old.remove(), { once: true });
  fresh.addEventListener("error", () => fresh.remove(), { once: true });
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
