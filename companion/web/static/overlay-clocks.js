// The clocks of an overlay run down by the server's time.
const ROUND = 314.16, LOW = 0.2;

export function tickClocks(now) {
  for (const timer of document.querySelectorAll(".timer[data-since]")) {
    const all = Number(timer.dataset.seconds), left = Math.max(0, all - (now / 1000 - Number(timer.dataset.since)));
    timer.querySelector("text").textContent = all > 9 ? String(Math.ceil(left)) : left.toFixed(1);
    timer.querySelector(".timer-left").setAttribute("stroke-dasharray", `${(ROUND * left / all).toFixed(1)} 315`);
    timer.classList.toggle("low", left > 0 && left < all * LOW);
    timer.classList.toggle("over", left === 0);
  }
}
