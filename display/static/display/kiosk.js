// A screen that nobody touches: the cursor is in nobody's way, full screen is one key away.

const IDLE = 3000;

function hideIdleCursor() {
  let idle = null;
  function moved() {
    document.body.classList.remove("idle");
    clearTimeout(idle);
    idle = setTimeout(() => document.body.classList.add("idle"), IDLE);
  }
  addEventListener("pointermove", moved);
  document.body.classList.add("idle");
}

function toggleFullScreen() {
  // Refused in an embedded preview, and where a kiosk browser is full screen for good.
  const asked = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen?.();
  asked?.catch(() => {});
}

export function kiosk() {
  hideIdleCursor();
  document.getElementById("full-screen").addEventListener("click", toggleFullScreen);
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (event.key.toLowerCase() === "f") toggleFullScreen();
  });
}
