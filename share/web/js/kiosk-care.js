/** What keeps a screen well that hangs on a wall for months. */

const STEP = 90_000;
const STEPS_BEFORE_SWAP = 20;
const CHECK = 60_000;
const QUIET_HOUR = 4;
const LONG_ENOUGH = 20 * 3_600_000;

/** Keeps the screen on, where the browser lets a page ask for that. Lost whenever the page is hidden. */
export function keepAwake() {
  if (!navigator.wakeLock) return;
  const ask = () => document.visibilityState === "visible" && navigator.wakeLock.request("screen").catch(() => {});
  document.addEventListener("visibilitychange", ask);
  ask();
}

/** Against burn-in: the picture drifts by a few pixels, and its sides change places every half hour. */
export function keepMoving(element) {
  let step = 0;
  const move = () => {
    step += 1;
    element.style.setProperty("--drift-x", Math.sin(step * 0.7).toFixed(3));
    element.style.setProperty("--drift-y", Math.cos(step * 0.45).toFixed(3));
    element.dataset.sides = Math.floor(step / STEPS_BEFORE_SWAP) % 2 ? "swapped" : "usual";
  };
  setInterval(move, STEP);
}

/**
 * Begins afresh once a night, which also brings in a newer page; only while the node answers, because a page that
 * failed to load would never try again. Leaves touch and mouse without effect; a first tap fills the screen.
 */
export function keepClean(isReachable) {
  const started = Date.now();
  setInterval(() => {
    if (Date.now() - started > LONG_ENOUGH && new Date().getHours() === QUIET_HOUR && isReachable()) location.reload();
  }, CHECK);
  for (const name of ["contextmenu", "dragstart", "selectstart"]) {
    document.addEventListener(name, (event) => event.preventDefault());
  }
  document.addEventListener("wheel", (event) => event.preventDefault(), { passive: false });
  document.addEventListener("click", fillScreen);
}

function fillScreen() {
  const root = document.documentElement;
  if (document.fullscreenElement || !root.requestFullscreen) return;
  root.requestFullscreen({ navigationUI: "hide" }).catch(() => {});
}
