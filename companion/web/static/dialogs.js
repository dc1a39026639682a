// Opens and closes a sheet (dialog), one at a time; focus goes back where it was.
import { catchUp } from "./parts.js";

export const sheet = name => document.getElementById(`sheet-${name}`);

export function openSheet(name, title) {
  catchUp();
  const dialog = sheet(name);
  if (title) dialog.querySelector("h2").textContent = title;
  if (dialog.open) return;
  closeSheets();
  dialog.showModal();
  dialog.querySelector("h2").focus();
}

export function closeSheets() { document.querySelectorAll("dialog[open]").forEach(dialog => dialog.close()); }
