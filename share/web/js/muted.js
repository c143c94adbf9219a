/** That staff have asked somebody not to write: above where they write, as soon as it is so, until it is no longer. */

import { el, fill, icon } from "./dom.js";

/** Milliseconds for which it is said that one may write again. */
const GOOD_NEWS = 10_000;

export class Muted {
  /** `tell(text)`: for those who listen. */
  constructor(session, words, tell) {
    Object.assign(this, { words, tell });
    this.is = false;
    this.element = el("p", { class: "composer-muted", hidden: true });
    session.on("hello", ({ muted }) => this.take(Boolean(muted)));
    session.on("muted", ({ muted }) => this.take(muted));
    if (session.room.muted) this.take(true);
  }

  take(is) {
    if (is === this.is) return;
    this.is = is;
    clearTimeout(this.timer);
    const text = this.words.t(is ? "error.muted" : "compose.unmuted");
    fill(this.element, icon(is ? "mute" : "pen", { small: true }), el("span", {}, text));
    this.element.hidden = false;
    this.tell(text);
    if (!is) this.timer = setTimeout(() => (this.element.hidden = true), GOOD_NEWS);
  }

  close() {
    clearTimeout(this.timer);
  }
}
