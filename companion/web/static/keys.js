// Single keys for those who sit at a keyboard; off while typing, with a sheet open, or when switched off in the menu.
import { t } from "./texts.js";
import { act } from "./actions.js";
import { openSheet } from "./dialogs.js";
import { showQuestion } from "./sheets.js";

const click = selector => { const found = document.querySelector(selector); if (found && found.offsetParent !== null) found.click(); return Boolean(found); };
const answer = test => [...document.querySelectorAll(".q:not(.is-later) .answers [name=answer]")].find(test)?.click();
const keys = {
  p: () => click("[data-key=pass]"), u: () => click("[data-key=undo]"), c: () => openSheet("correct"), r: () => click("[data-key=rule]"),
  k: () => click(".actions [data-open=pad]"), q: showQuestion, "?": () => openSheet("keys"),
  y: () => answer(button => /^(yes|ja|sí)\b/.test(button.dataset.label)), n: () => answer(button => /^(no|nein)\b/.test(button.dataset.label)),
};

export function wireKeys() {
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !document.getElementById("single-keys").checked) return;
    if (event.target.closest("input,textarea,select,[contenteditable]") || document.querySelector("dialog[open]")) return;
    if (event.key === "U") { event.preventDefault(); act("redo", {}, { says: t("actions.redone") }); return; }
    const key = event.key.toLowerCase(), letter = /^[a-d]$/.test(key) && document.querySelector(`.q:not(.is-later) [data-letter=${key.toUpperCase()}]`);
    if (letter) { event.preventDefault(); letter.click(); }
    else if (keys[event.key] || keys[key]) { event.preventDefault(); (keys[event.key] ?? keys[key])(); }
  });
}
