// Sends what is tapped, once each, and says what came of it. Without a connection taps are kept and sent later.
import { t } from "./texts.js";
import { closeSheets, openSheet } from "./dialogs.js";

const KEPT = "kept-taps", UNDONE_MS = 10000, SAID_MS = 5000;
let sending = false;
const url = verb => `/api/v1/tables/${document.body.dataset.table}/actions/${verb}`;

export function wireActions() {
  document.addEventListener("submit", event => {
    const path = event.target.getAttribute("action") ?? "";
    if (!path.includes("/actions/")) return;
    event.preventDefault();
    const values = valuesOf(new FormData(event.target, event.submitter));
    if (event.target.dataset.who) values.action = String(values.action).replace(/^P\d+/, event.target.dataset.who);
    act(path.split("/").pop(), values, { button: event.submitter, says: event.target.dataset.says });
  });
  document.addEventListener("click", event => {
    const reason = event.target.closest("[data-reason]");
    if (reason) toast(reason.dataset.reason);
    if (event.target.closest("[data-redo]")) { closeSheets(); act("redo", {}, { says: t("actions.redone") }); }
  });
  document.querySelectorAll("[data-later]").forEach(button => { button.hidden = false; });
}

// A name that is given several times is a list.
function valuesOf(data) {
  const values = {};
  for (const [name, value] of data) values[name] = name in values ? [values[name]].flat().concat(value) : value;
  return values;
}

export async function act(verb, values, { button, says, expected = true } = {}) {
  const { expected_seq: seq, ...rest } = values;
  const tap = { verb, values: rest, key: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`, seq: expected ? seq ?? document.body.dataset.seq : null };
  const sheet = document.querySelector("dialog[open]"); // one opened later stays, whenever the answer comes
  button?.setAttribute("aria-busy", "true");
  try {
    await settle(tap, await send(tap), says, sheet);
  } catch {
    keep(tap);
    toast(t("page.offline_note", { time: clock() }));
  } finally {
    button?.removeAttribute("aria-busy");
  }
}

function send(tap) {
  const headers = { "Content-Type": "application/json", Accept: "application/json", "Idempotency-Key": tap.key };
  if (tap.seq !== null) headers["If-Match"] = `"${tap.seq}"`;
  return fetch(url(tap.verb), { method: "POST", headers, body: JSON.stringify(tap.values) });
}

async function settle(tap, answer, says, sheet = null) {
  const told = await answer.json().catch(() => ({}));
  if (answer.ok) {
    sheet?.close();
    if (tap.verb === "undo") toast(t("actions.undone"), { label: t("actions.redo"), run: () => act("redo", {}, { says: t("actions.redone") }) }, UNDONE_MS);
    else if (says) toast(says);
    return;
  }
  if (told.dropped?.length) {
    const forced = { ...tap.values, force: true };
    toast(told.detail, { label: t("actions.drop", { n: told.dropped.length }), run: () => act(tap.verb, forced, { says, expected: false }) }, UNDONE_MS, "bad");
    return;
  }
  const again = answer.status === 409 && "events" in told && tap.verb !== "undo";
  toast(told.detail ?? t("page.failed"), again ? { label: t("actions.still"), run: () => act(tap.verb, tap.values, { says, expected: false }) } : null, UNDONE_MS, "bad");
}

function kept() {
  try { return JSON.parse(sessionStorage.getItem(KEPT) ?? "[]"); } catch { return []; }
}

function keep(tap) { try { sessionStorage.setItem(KEPT, JSON.stringify([...kept(), tap])); } catch { /* nothing can be kept here */ } }

export async function sendKept() {
  const taps = kept();
  if (!taps.length || sending) return;
  sending = true;
  sessionStorage.removeItem(KEPT);
  for (const [n, tap] of taps.entries()) {
    try { await settle(tap, await send(tap), t("page.sent_later", { n: taps.length })); } catch { taps.slice(n).forEach(keep); break; }
  }
  sending = false;
}

export function toast(text, action = null, ms = SAID_MS, css = "") {
  const box = document.createElement("div"), words = document.createElement("p");
  box.className = `toast ${css}`;
  words.textContent = text;
  box.append(words);
  if (action) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "btn", textContent: action.label });
    button.addEventListener("click", () => { box.remove(); action.run(); });
    box.append(button);
  }
  const home = document.querySelector("dialog[open]") ?? document.getElementById("toasts");
  if (home.id === "toasts") home.replaceChildren(box); else { home.querySelector(".toast")?.remove(); home.append(box); }
  setTimeout(() => box.remove(), ms);
}

export function confirmMany(n, run) {
  document.getElementById("confirm-text").textContent = t("actions.confirm_many", { n });
  const yes = document.getElementById("confirm-yes");
  yes.textContent = t("actions.confirm_yes", { n });
  yes.onclick = () => { closeSheets(); run(); };
  openSheet("confirm");
}

function clock() { return new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }); }
