// The verify page: a file is chosen or dropped, checked here, and told in words. Nothing is sent anywhere.
import { t } from "./texts.js";
import { check } from "./bundle.js";

const input = document.getElementById("bundle"), drop = document.getElementById("drop"), out = document.getElementById("verdict");
const noted = document.getElementById("noted");
let bytes = null;

input.addEventListener("change", () => open(input.files[0]));
noted.addEventListener("change", show);
for (const kind of ["dragover", "drop"]) drop.addEventListener(kind, event => { event.preventDefault(); if (kind === "drop") open(event.dataTransfer.files[0]); });

async function open(file) {
  if (!file) return;
  bytes = new Uint8Array(await file.arrayBuffer());
  drop.querySelector(".file-name").textContent = file.name;
  await show();
}

async function show() {
  if (!bytes) return;
  out.replaceChildren(line("p", t("verify.checking"), "muted"));
  const found = await check(bytes, noted.value.trim().toLowerCase());
  const good = !found.faults.length;
  out.dataset.state = good ? "good" : "bad";
  out.replaceChildren(line("h2", t(good ? "verify.untouched" : "verify.touched"), good ? "good-text" : "bad-text"));
  if (!good) out.append(list(found.faults.map(([key, values]) => t(`verify.fault_${key}`, values))));
  if (found.manifest) facts(found);
}

function facts({ manifest, entries, leftOut, head, seal, files }) {
  const rows = [["verify.game", manifest.game], ["verify.players", manifest.players.join(", ")], ["verify.entries", entries], ["verify.left_out", leftOut], ["verify.head", head], ["verify.seal", seal]];
  const dl = document.createElement("dl");
  dl.className = "facts";
  for (const [key, value] of rows) {
    const row = document.createElement("div");
    row.append(line("dt", t(key)), line("dd", String(value), "hash"));
    dl.append(row);
  }
  const details = document.createElement("details");
  details.append(line("summary", t("verify.report")), line("pre", new TextDecoder().decode(files.get("report.txt") ?? new Uint8Array())));
  out.append(dl, details);
}

function list(texts) {
  const ul = document.createElement("ul");
  ul.className = "faults";
  ul.append(...texts.map(text => line("li", text)));
  return ul;
}

function line(tag, text, css = "") { return Object.assign(document.createElement(tag), { textContent: text, className: css }); }
