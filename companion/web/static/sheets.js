// What the sheets (dialogs) show and do: opened by [data-open], closed by [data-close], Escape or a tap beside them.
import { t } from "./texts.js";
import { act, confirmMany } from "./actions.js";
import { closeSheets, openSheet, sheet } from "./dialogs.js";
import { catchUp } from "./parts.js";

const PLAY = { verb: "act", values: {} };
let rules, pad = PLAY;

export function wireSheets() {
  document.addEventListener("click", event => {
    const hit = selector => event.target.closest(selector);
    const handlers = [["[data-close]", closeSheets], ["[data-open]", openPad], ["[data-clause]", el => openRule(el.dataset.clause)],
      ["[data-rules]", () => openRule("")], ["[data-event]", el => openEvent(el.closest(".event"))], ["[data-correct]", chooseCorrection],
      ["[data-undo-to]", el => undoTo(Number(el.dataset.undoTo))], ["[data-live]", el => openPicture(el.closest("figure"))], ["[data-later]", later], ["#question-pill", showQuestion]];
    const found = handlers.find(([selector]) => hit(selector));
    if (found) { if (hit("a")) event.preventDefault(); found[1](hit(found[0])); }
    else if (event.target.matches?.("dialog[open]") && outside(event)) closeSheets();
  });
  sheet("pad").addEventListener("close", () => padFor(PLAY));
  wireMenu();
  questionChanged();
}

function outside(event) {
  const box = event.target.getBoundingClientRect();
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
}

function openPad(button) {
  openSheet(button.dataset.open, button.dataset.open === "pad" ? t("actions.enter") : "");
  if (button.dataset.open === "pad") padFor(button.dataset.another ? { verb: "answer", values: { question: button.dataset.another, answer: "other" } } : PLAY);
}

// The keypad plays a card, answers a question with one, or puts one in the place of an entry.
function padFor(use) {
  pad = use;
  const part = document.getElementById("part-pad");
  part.querySelectorAll("form").forEach(form => useForm(form, use));
  const lead = part.querySelector(".pad-lead"), pass = part.querySelector(".pad-pass");
  if (pass) pass.hidden = use.verb === "act";
  if (lead) lead.textContent = use.lead ?? (lead.dataset.lead ??= lead.textContent);
}

function useForm(form, use) {
  form.setAttribute("action", form.getAttribute("action").replace(/[a-z]+$/, use.verb));
  form.dataset.says = use.verb === "correct" ? t("actions.corrected") : t("actions.done");
  form.classList.toggle("choosing", use.verb === "correct");
  form.querySelectorAll(".extra").forEach(input => input.remove());
  for (const [name, value] of Object.entries(use.values)) form.append(Object.assign(document.createElement("input"), { type: "hidden", className: "extra", name, value }));
  // An entry keeps its player, while the keys name whoever is to play now.
  form.dataset.who = use.who ?? "";
}

export function padAgain() { if (sheet("pad").open) padFor(pad); }

function chooseCorrection(button) {
  catchUp();
  const { correct: seq, plain, who } = button.dataset;
  if (document.querySelector("#part-pad [data-corrects]")) {
    openSheet("pad", t("correct.title"));
    padFor({ verb: "correct", values: { seq }, who, lead: `${t("correct.what")} ${t("correct.now", { text: plain })}` });
    return;
  }
  openSheet("correct");
  const form = document.querySelector(".correct-form");
  form.elements.seq.value = seq;
  form.elements.action.value = button.dataset.action ?? "";
  form.elements.action.focus();
}

async function openRule(id) {
  const box = document.getElementById("rule-body");
  rules ??= new DOMParser().parseFromString(await (await fetch("/rules", { headers: { Accept: "text/html" } })).text(), "text/html");
  const all = rules.getElementById("rules"), one = id && rules.getElementById(id);
  const list = document.createElement("dl");
  list.className = "rules";
  list.append(...(one ? [one] : [...all.children]).map(each => { const copy = each.cloneNode(true); copy.removeAttribute("id"); return copy; }));
  box.replaceChildren(list);
  openSheet("rule");
}

function openEvent(row) {
  const box = document.getElementById("event-body"), image = row.querySelector("img");
  box.replaceChildren(aboutEntry(row));
  if (image) box.prepend(Object.assign(document.createElement("img"), { src: `/pictures/${image.dataset.sha}.jpg`, className: "big-picture", alt: t("events.picture") }));
  openSheet("event", t("events.title"));
}

// What the sheet says of an entry, and what may be done about it while it stands.
function aboutEntry(row) {
  const { seq, by, was, action, who, plain } = row.dataset, about = document.getElementById("event-sheet").content.cloneNode(true);
  const [said, how] = about.querySelectorAll("p"), [question, correct, undo] = about.querySelectorAll(".btn");
  said.append(...row.querySelector(".said").cloneNode(true).childNodes);
  how.textContent = [row.querySelector(".when").textContent, t(`events.by_${by}`), was && t("events.was", { was })].filter(Boolean).join(" · ");
  question.href = `/disputes/${seq}`;
  Object.assign(correct.dataset, { correct: seq, plain, action, who });
  undo.dataset.undoTo = seq;
  undo.querySelector("span").textContent = t(row === standingRows()[0] ? "events.undo_last" : "events.undo_to_here");
  if (action === undefined) question.parentElement.remove();
  return about;
}

function standingRows() { return [...document.querySelectorAll(".event[data-action]")]; }

function openPicture(figure) {
  const box = document.getElementById("event-body"), whole = document.createElement("div");
  const image = figure.querySelector("img:not(.old)").cloneNode(), lines = figure.querySelector(".outlines").cloneNode(true);
  image.src = image.src.split("?")[0];
  image.className = "big-picture";
  whole.className = "whole";
  whole.append(image, lines);
  box.replaceChildren(whole, figure.nextElementSibling.cloneNode(true));
  openSheet("event", t("live.title"));
}

function undoTo(seq) {
  const later = rowsFrom(seq), run = () => act("undo", { to_seq: seq });
  if (later > 1) confirmMany(later, run); else run();
}

function rowsFrom(seq) { return standingRows().filter(row => Number(row.dataset.seq) >= seq).length; }

export function showQuestion() {
  document.querySelector(".q")?.classList.remove("is-later");
  document.getElementById("question-title")?.focus();
  pill();
}

function later() {
  const q = document.querySelector(".q");
  q.classList.add("is-later");
  try { sessionStorage.setItem("later", q.dataset.question); } catch { /* it opens again after a reload */ }
  pill();
}

export function questionChanged() {
  const q = document.querySelector(".q");
  let put = "";
  try { put = sessionStorage.getItem("later"); } catch { /* as above */ }
  if (q && put === q.dataset.question) q.classList.add("is-later");
  pill();
}

function pill() {
  const button = document.getElementById("question-pill");
  button.hidden = !document.querySelector(".q");
  button.textContent = t("page.one_question");
}

function wireMenu() {
  const root = document.documentElement, keep = (name, value) => { try { localStorage.setItem(name, value); } catch { /* holds until the page closes */ } };
  for (const radio of document.querySelectorAll("[name=theme]")) {
    radio.checked = (root.dataset.theme ?? "auto") === radio.value;
    radio.addEventListener("change", () => {
      if (radio.value === "auto") delete root.dataset.theme; else root.dataset.theme = radio.value;
      keep("theme", radio.value);
    });
  }
  const hand = document.getElementById("left-hand");
  hand.checked = root.dataset.hand === "left";
  hand.addEventListener("change", () => { if (hand.checked) root.dataset.hand = "left"; else delete root.dataset.hand; keep("left-hand", hand.checked ? "1" : "0"); });
  const keys = document.getElementById("single-keys");
  try { keys.checked = localStorage.getItem("single-keys") !== "0"; } catch { /* on */ }
  keys.addEventListener("change", () => keep("single-keys", keys.checked ? "1" : "0"));
}
