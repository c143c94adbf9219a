/** What this device's owner likes: kept here, applied to the page. */

import { Emitter } from "./emitter.js";
import { read, write } from "./store.js";

const DEFAULTS = {
  size: 0,
  contrast: false,
  originals: true,
  speak: false,
  soundMessage: true,
  soundPeople: true,
  vibrateMessage: true,
  vibratePeople: false,
};

class Preferences extends Emitter {
  constructor() {
    super();
    this.values = { ...DEFAULTS, contrast: wantsContrast(), ...read("preferences", {}) };
  }

  get(name) {
    return this.values[name];
  }

  set(name, value) {
    this.values = { ...this.values, [name]: value };
    write("preferences", this.values);
    this.apply();
    this.emit(name, value);
  }

  apply(root = document.documentElement) {
    root.dataset.size = String(this.values.size);
    root.dataset.contrast = this.values.contrast ? "more" : "normal";
  }
}

function wantsContrast() {
  return typeof matchMedia === "function" && matchMedia("(prefers-contrast: more)").matches;
}

export const preferences = new Preferences();
