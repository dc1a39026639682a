// Clocks that run down: the three seconds, the hourglass. Each says its start and its length; the server's clock holds.
import { now } from "./live.js";
import { t } from "./texts.js";

const ROUND = 314.16, LOW = 0.2;
const still = matchMedia("(prefers-reduced-motion:reduce)");

export function wireTimers() { setInterval(draw, 100); draw(); }

function draw() {
  for (const timer of document.querySelectorAll(".timer[data-since]")) {
    const all = Number(timer.dataset.seconds), left = Math.max(0, all - (now() / 1000 - Number(timer.dataset.since)));
    const ring = timer.querySelector(".timer-left"), text = timer.querySelector("text");
    const shown = left === 0 ? t("page.time_over") : all > 9 || still.matches ? String(Math.ceil(left)) : left.toFixed(1);
    if (text.textContent !== shown) text.textContent = shown;
    ring.setAttribute("stroke-dasharray", `${(ROUND * left / all).toFixed(1)} 315`);
    timer.classList.toggle("low", left > 0 && left < all * LOW);
    timer.classList.toggle("over", left === 0);
  }
}
