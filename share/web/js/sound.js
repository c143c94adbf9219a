/** Short soft sounds, made here, and vibration. Browsers allow sound after the first tap. */

import { preferences } from "./preferences.js";

/** Hertz and start in seconds. */
const TUNES = {
  message: [[659, 0], [880, 0.09]],
  joined: [[523, 0], [659, 0.1]],
  left: [[659, 0], [523, 0.1]],
};
const LOUDNESS = 0.09;
const LENGTH = 0.22;
/** Many at once are one sound. */
const APART = 700;
let context = null;
let last = -APART;

/** To be called from a tap. */
export function wakeSound() {
  const Context = window.AudioContext || window.webkitAudioContext;
  if (!Context) return;
  try {
    context = context || new Context();
    if (context.state === "suspended") context.resume().catch(() => {});
  } catch {
    context = null;
  }
}

/** `tune`: "message", "joined" or "left"; whether it is heard and felt is the owner's choice. */
export function signal(tune) {
  if (performance.now() - last < APART) return;
  last = performance.now();
  const about = tune === "message" ? "Message" : "People";
  if (preferences.get(`sound${about}`)) play(tune);
  if (preferences.get(`vibrate${about}`)) vibrate(tune === "message" ? [60, 40, 60] : [40]);
}

export function play(tune) {
  if (!context || context.state !== "running") return;
  for (const [pitch, start] of TUNES[tune]) note(pitch, context.currentTime + start);
}

function note(pitch, start) {
  const tone = context.createOscillator();
  const loudness = context.createGain();
  tone.type = "sine";
  tone.frequency.value = pitch;
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(LOUDNESS, start + 0.015);
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
