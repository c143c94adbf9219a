/** Reads aloud with the device's own voices. Offers nothing where there is no voice for a language. */

import { Emitter } from "./emitter.js";

/** Longer texts make some browsers' synthesis stop half-way without a word. */
const BOUND = 1_200;

class Speech extends Emitter {
  constructor() {
    super();
    this.synthesis = window.speechSynthesis && window.SpeechSynthesisUtterance ? window.speechSynthesis : null;
    this.voices = [];
    this.speaking = null;
    if (!this.synthesis) return;
    this.look();
    /* Voices are loaded late and, in some browsers, without telling. */
    if (this.synthesis.addEventListener) this.synthesis.addEventListener("voiceschanged", () => this.look());
    for (const wait of [500, 2_500]) setTimeout(() => this.look(), wait);
  }

  look() {
    const found = this.synthesis.getVoices() || [];
    if (found.length === this.voices.length) return;
    this.voices = found;
    this.emit("voices");
  }

  voiceFor(lang) {
    const wish = normal(lang);
    const primary = wish.split("-")[0];
    const fits = this.voices.filter((voice) => normal(voice.lang).split("-")[0] === primary);
    return fits.find((voice) => normal(voice.lang) === wish) || fits.find((voice) => voice.localService) || fits[0] ||
      null;
  }

  has(lang) {
    return this.synthesis !== null && this.voiceFor(lang) !== null;
  }

  /** Says it, or stops where it is being said. `token` names it for listeners of "speaking". */
  toggle(token, text, lang) {
    if (this.speaking === token) this.stop();
    else this.say(token, text, lang);
  }

  say(token, text, lang) {
    const voice = this.voiceFor(lang);
    if (!voice) return;
    this.synthesis.cancel();
    const utterance = new SpeechSynthesisUtterance(text.slice(0, BOUND));
    utterance.voice = voice;
    utterance.lang = voice.lang;
    utterance.rate = 0.95;
    utterance.onend = utterance.onerror = () => this.ended(token);
    this.set(token);
    this.synthesis.speak(utterance);
  }

  stop() {
    if (this.synthesis) this.synthesis.cancel();
    this.set(null);
  }

  ended(token) {
    if (this.speaking === token) this.set(null);
  }

  set(token) {
    this.speaking = token;
    this.emit("speaking", token);
  }
}

function normal(lang) {
  return String(lang || "").replace(/_/g, "-").toLowerCase();
}

export const speech = new Speech();
