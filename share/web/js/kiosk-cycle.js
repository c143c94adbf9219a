/** Goes round the languages of the house, so that everybody finds their own on the screen. */

import { loadCatalogue } from "./catalogue.js";
import { readsAs } from "./languages.js";

const HOLD = 5_000;
/** Where motion is unwelcome, the words stand longer. */
const LONG_HOLD = 10_000;

export class LanguageCycle {
  /** `onTurn(words)` is called with a catalogue each time, the first time at once. */
  constructor(onTurn) {
    this.onTurn = onTurn;
    this.all = [];
    this.next = 0;
  }

  get isRunning() {
    return Boolean(this.timer);
  }

  /** Only languages that have a catalogue of their own take part: nobody is invited in words that are not theirs. */
  async offer(list) {
    const loaded = await Promise.all(list.map((language) => loadCatalogue(language.tag).then((words) => [language, words])));
    const own = loaded.filter(([language, words]) => readsAs(language.tag, words.tag)).map(([, words]) => words);
    // One catalogue serves `fa` and `fa-AF`, `pt` and `pt-BR`.
    this.all = [...new Map(own.map((words) => [words.tag, words])).values()];
    if (!this.timer && !this.isStopped && this.all.length) this.turn();
  }

  stop() {
    clearTimeout(this.timer);
    this.isStopped = true;
  }

  turn() {
    this.onTurn(this.all[this.next % this.all.length]);
    this.next = (this.next + 1) % this.all.length;
    this.timer = setTimeout(() => this.turn(), prefersStillness() ? LONG_HOLD : HOLD);
  }
}

function prefersStillness() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * The languages of `languages` that take part: those of the house, then those of the people who are there (`present`,
 * tags); where the house has not said which it speaks, all others too.
 */
export function languagesOfHouse(languages, house = [], present = []) {
  const named = [...house, ...present].map((tag) => languages.find(tag)).filter(Boolean);
  return [...new Set(house.length ? named : [...named, ...languages.list])];
}
