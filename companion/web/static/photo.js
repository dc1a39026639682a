// A phone's picture is sent as soon as it is taken or chosen; what was read is said.
import { toast } from "./actions.js";
import { closeSheets } from "./dialogs.js";
import { t } from "./texts.js";

export function wirePhotos() {
  const form = document.getElementById("photo-form");
  if (!form) return;
  form.addEventListener("change", event => { if (event.target.type === "file" && event.target.files.length) send(form, event.target); });
  form.addEventListener("submit", event => event.preventDefault());
}

async function send(form, input) {
  const note = form.querySelector(".photo-note"), body = new FormData();
  body.append("photo", input.files[0]);
  body.append("view", new FormData(form).get("view") ?? "top");
  note.textContent = t("photo.reading");
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    const told = await answer.json().catch(() => ({}));
    note.textContent = "";
    if (answer.ok) closeSheets();
    toast(answer.ok ? told.says : told.detail ?? t("page.failed"), null, 8000, answer.ok ? "" : "bad");
  } catch {
    note.textContent = t("photo.failed");
  }
  input.value = "";
}
