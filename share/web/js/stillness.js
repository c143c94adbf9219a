/**
 * Whether anybody is still at a device that many share. After a time without a touch and without talk it asks, for half a
 * minute; without an answer it forgets. It counts the seconds of the question itself, so that a device that slept asks
 * before it forgets.
 */

import { CountDown } from "./count-down.js";
import { speech } from "./speech.js";

const LOOK = 1_000;
/** Whatever comes from somebody's hand; dictation puts its words in as input. */
const SIGNS = ["pointerdown", "touchmove", "wheel", "keydown", "input"];
/** What others say keeps a conversation for this many times as long as a touch: a room in which others talk is never still. */
const LONGEST_OF_OTHERS = 4;

export class Stillness {
  /**
   * `after`: seconds; `people()`: who is there to be asked, each `{words, isTurned}`, none where there is nothing to
   * forget; `forget()` is called once nobody has answered.
   */
  constructor({ after, people, forget }) {
    Object.assign(this, { after: after * 1_000, people, forget });
    this.touch = this.touch.bind(this);
    this.touch();
  }

  begin() {
    for (const sign of SIGNS) document.addEventListener(sign, this.touch, { capture: true, passive: true });
    this.timer = setInterval(() => this.look(), LOOK);
  }

  end() {
    for (const sign of SIGNS) document.removeEventListener(sign, this.touch, { capture: true });
    clearInterval(this.timer);
    this.stopAsking();
  }

  /** While it asks, the answer itself ends the question (CountDown): what is under the finger must not be pressed, too. */
  touch() {
    this.touched = this.heard = Date.now();
    if (this.question) this.question.again();
  }

  answered() {
    this.touch();
    this.stopAsking();
  }

  /** Somebody else talks, or a voice of this device reads aloud. */
  hear() {
    this.heard = Date.now();
    if (!this.isQuiet) this.stopAsking();
  }

  get isQuiet() {
    const heard = Math.min(this.heard, this.touched + this.after * LONGEST_OF_OTHERS);
    return Date.now() - Math.max(this.touched, heard) >= this.after;
  }

  look() {
    const people = this.people();
    if (!people.length) return this.answered();
    if (speech.speaking !== null) this.hear();
    if (this.question) this.question.next();
    else if (this.isQuiet) this.question = new CountDown(people, { answered: () => this.answered(), over: () => this.over() });
  }

  over() {
    this.end();
    this.forget();
  }

  stopAsking() {
    if (this.question) this.question.close();
    this.question = null;
  }
}
