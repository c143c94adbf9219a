/** Goes round the languages of the house, so that everybody finds their own on the screen. */

import { loadCatalogue } from "./catalogue.js";
import { FREQUENT, readsAs } from "./languages.js";

const HOLD = 5_000;
/** Where motion is unwelcome, the words stand longer. */
const LONG_HOLD = 10_000;
/** Where the house has not said what it speaks: in more, nobody waits for their own to come round. */
const MOST = 8;

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

  /**
   * Only languages that have a catalogue of their own take part: nobody is invited in words that are not theirs. Those of
   * the people who are there (`present`, tags) come twice in a round.
   */
  async offer(list, present = []) {
    const loaded = await Promise.all(list.map((language) => loadCatalogue(language.tag).then((words) => [language, words])));
    const own = loaded.filter(([language, words]) => readsAs(language.tag, words.tag)).map(([, words]) => words);
    // One catalogue serves `fa` and `fa-AF`, `pt` and `pt-BR`.
    this.all = [...new Map(own.map((words) => [words.tag, words])).values()];
    this.round = roundOf(this.all, (words) => present.some((tag) => readsAs(tag, words.tag)));
    if (!this.timer && !this.isStopped && this.all.length) this.turn();
  }

  stop() {
    clearTimeout(this.timer);
    this.isStopped = true;
  }

  turn() {
    this.onTurn(this.round[this.next % this.round.length]);
    this.next = (this.next + 1) % this.round.length;
    this.timer = setTimeout(() => this.turn(), prefersStillness() ? LONG_HOLD : HOLD);
  }
}

function prefersStillness() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Twice those that `counts`, as far from each other as it goes, where there are enough others to stand between. */
function roundOf(all, counts) {
  const [often, others] = [all.filter(counts), all.filter((one) => !counts(one))];
  const half = Math.ceil(others.length / 2);
  if (!often.length || half === others.length) return all;
  return [...often, ...others.slice(0, half), ...often, ...others.slice(half)];
}

/**
 * The languages of `languages` that take part: those of the house, then those of the people who are there (`present`,
 * tags); where the house has not said which it speaks, that of the device, and those that are wanted most.
 */
export function languagesOfHouse(languages, house = [], present = []) {
  const listed = (tags) => [...new Set(tags.map((tag) => languages.find(tag)).filter(Boolean))];
  if (house.length) return listed([...house, ...present]);
  return listed([...present, navigator.language, ...FREQUENT]).slice(0, MOST);
}
