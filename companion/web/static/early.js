// Keeps the last tap that comes before the page's scripts have loaded and gives it back once they have: none is lost on a slow network.
{
  let tapped = null;
  const keep = event => { tapped = event.target.closest("button[type=button]"); };
  document.addEventListener("click", keep, true);
  document.addEventListener("page-wired", () => {
    document.removeEventListener("click", keep, true);
    if (tapped?.isConnected) tapped.click();
  }, { once: true });
}
