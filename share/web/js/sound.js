/** Short soft sounds, made here, and vibration. Browsers allow sound after the first tap. */

import { preferences } from "./preferences.js";

/** Hertz and start in seconds. */
const TUNES = {
  message: [[659, 0], [880, 0.09]],
  joined: [[523, 0], [659, 0.1]],
  left: [[659, 0], [523, 0.1]],
  help: [[523, 0], [659, 0.18], [784, 0.36]],
};
const LOUDNESS = 0.09;
const LOUDER = 0.16;
const LENGTH = 0.22;
/** Many at once are one sound. */
const APART = 700;
let context = null;
let last = -APART;
/** Called when this browser begins or ceases to allow sound. */
const listeners = new Set();

/** To be called from a tap. */
export function wakeSound() {
  const Context = window.AudioContext || window.webkitAudioContext;
  if (!Context) return;
  try {
    if (!context) {
      context = new Context();
      context.onstatechange = () => listeners.forEach((listener) => listener());
    }
    if (context.state !== "running") context.resume().catch(() => {});
  } catch {
    context = null;
  }
}

/** Whether sound would be heard now; true where the browser has none to wait for. */
export function canSound() {
  return !(window.AudioContext || window.webkitAudioContext) || (context !== null && context.state === "running");
}

/** `changed()` whenever `canSound` may have changed. Returns the end of it. */
export function onSound(changed) {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Somebody calls for help: not under anybody's choice of sounds. */
export function soundHelp() {
  last = performance.now();
  play("help", LOUDER);
  vibrate([200, 100, 200]);
}

/** `tune`: "message", "joined" or "left"; whether it is heard and felt is the owner's choice. */
export function signal(tune) {
  if (performance.now() - last < APART) return;
  last = performance.now();
  const about = tune === "message" ? "Message" : "People";
  if (preferences.get(`sound${about}`)) play(tune);
  if (preferences.get(`vibrate${about}`)) vibrate(tune === "message" ? [60, 40, 60] : [40]);
}

export function play(tune, loud = LOUDNESS) {
  if (!context || context.state !== "running") return;
  for (const [pitch, start] of TUNES[tune]) note(pitch, context.currentTime + start, loud);
}

function note(pitch, start, loud) {
  const tone = context.createOscillator();
  const loudness = context.createGain();
  tone.type = "sine";
  tone.frequency.value = pitch;
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(loud, start + 0.015);
  loudness.gain.exponentialRampToValueAtTime(0.0001, start + LENGTH);
  tone.connect(loudness).connect(context.destination);
  tone.start(start);
  tone.stop(start + LENGTH);
}

export function canVibrate() {
  return typeof navigator.vibrate === "function";
}

function vibrate(pattern) {
  if (canVibrate() && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate(pattern);
}
