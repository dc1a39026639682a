// The parts of the page, swapped by id. Those of closed sheets wait until what can be seen has been painted, or until they are opened.
import { renew } from "./renew.js";

const PAINTED_MS = 50;
const waiting = new Map();

export function bring(parts) {
  for (const [name, html] of Object.entries(parts)) if (isBehind(name)) waiting.set(name, html); else swap(name, html);
  if (!waiting.size) return;
  if (document.hidden) catchUp(); else requestAnimationFrame(() => setTimeout(catchUp, PAINTED_MS));
}

export function catchUp() {
  for (const [name, html] of waiting) swap(name, html);
  waiting.clear();
}

function isBehind(name) { return document.getElementById(`part-${name}`)?.closest("dialog:not([open])"); }

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
    if (input.type === "checkbox") input.checked = was ?? input.checked;
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
