// Sets the chosen theme before anything is drawn, so that a dark page never flashes white.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  if (localStorage.getItem("left-hand") === "1") document.documentElement.dataset.hand = "left";
} catch { /* storage is switched off: the device's own theme holds */ }
