/**
 * "Unread from here": where somebody who comes back goes on reading. What one has seen is kept on this device, so that
 * it is known after a reload, and after a telephone has slept. The mark goes once all behind it was seen.
 */

import { button } from "./dom.js";
import { read, write } from "./store.js";

/** Milliseconds for which the mark stays once everything was in view. */
const CALM = 4_000;
const SOON = 150;
/** Milliseconds within which what a new connection brings is from while nobody looked. */
const WAKING = 60_000;
/** Milliseconds between two writings of what was seen. */
const APART = 2_000;

export class Unread {
  /** `told(text)`: for those who listen. */
  constructor(log, session, words, told) {
    Object.assign(this, { log, session, words, told });
    this.key = `seen.${session.key}`;
    /** The newest line that was seen, and behind which the unread ones begin for whoever is coming back. */
    this.seen = this.from = null;
    /** The newest line that there was when one came back: what is said from then on is no backlog. */
    this.until = -1;
    this.newest = -1;
    this.backAt = -Infinity;
    this.mark = null;
    this.jump = button(words.t("room.unread.jump"), () => this.show(), { class: "log-unread", hidden: true });
    log.element.append(this.jump);
    this.onVisibility = () => (document.visibilityState === "visible" ? this.back() : this.go());
    document.addEventListener("visibilitychange", this.onVisibility);
    addEventListener("pagehide", this.onVisibility);
    log.scroller.addEventListener("scroll", this.onScroll = () => this.lookSoon(), { passive: true });
    this.offs = [
      session.on("hello", (hello) => this.hello(hello)),
      session.on("line", ({ seq }) => (this.newest = Math.max(this.newest, seq))),
    ];
  }

  close() {
    this.keep();
    document.removeEventListener("visibilitychange", this.onVisibility);
    removeEventListener("pagehide", this.onVisibility);
    this.log.scroller.removeEventListener("scroll", this.onScroll);
    for (const off of this.offs) off();
    for (const timer of [this.calm, this.looking]) clearTimeout(timer);
  }

  hello({ epoch, seq }) {
    const isOther = this.epoch !== epoch;
    this.epoch = epoch;
    if (isOther) {
      this.newest = -1;
      const [known, number] = String(read(this.key) || "").split(/:(?=\d+$)/);
      this.seen = known === epoch ? Number(number) : seq;
      this.from = known === epoch ? this.seen : null;
      this.take(null);
    }
    /* A telephone that slept has its connection anew a moment after it is looked at. */
    if (this.from === null && !this.mark && Date.now() - this.backAt < WAKING) this.from = this.seen;
    if (this.from !== null) this.until = Math.max(this.until, seq);
    this.look();
  }

  /** The page is looked at again. Whoever had not read up to the mark finds it where it was. */
  back() {
    this.backAt = Date.now();
    if (this.seen === null || this.mark) return this.look();
    this.from = this.seen;
    this.until = this.newest;
    this.look();
  }

  /** What was drawn a moment ago was seen. */
  go() {
    if (this.looking) this.look(true);
    this.keep();
  }

  /** Lines were drawn, or it was scrolled. Behind the frame: where a line is cannot be asked while it is drawn. */
  lookSoon() {
    this.looking = this.looking || setTimeout(() => this.look(), SOON);
  }

  /** What is seen now, and whether that is all there is. */
  look(isLooking = document.visibilityState === "visible") {
    clearTimeout(this.looking);
    this.looking = null;
    if (this.from !== null && !this.mark) this.find();
    if (this.mark && !this.mark.node.isConnected) this.take(null);
    const isAtEnd = isLooking && this.log.reading.follows && !this.log.due.size;
    if (this.mark) {
      const isAbove = this.log.reading.bottomOf(this.mark.node) < 0;
      this.jump.hidden = !isAbove || this.wasShown;
      if (!isAbove) this.wasShown = true;
      if (!isAtEnd || !this.wasShown) return;
      this.calm = this.calm || setTimeout(() => this.isRead(), CALM);
    }
    if (!isAtEnd || this.seen === null) return;
    this.saw(this.newest);
    if (this.seen >= this.until) this.from = null;
  }

  /** The first of others behind what was seen, as far as there was any when one came back. */
  find() {
    let first = null;
    let count = 0;
    for (const view of this.log.views.values()) {
      const { seq } = view.line;
      if (view.isOwn || !view.node || seq <= this.from || seq > this.until) continue;
      count += 1;
      if (!first || seq < first.line.seq) first = view;
    }
    if (!first) return;
    this.take(first);
    this.told([this.words.t("room.unread"), this.words.t("room.new", { n: count })].join(": "));
  }

  take(view) {
    clearTimeout(this.calm);
    this.calm = null;
    this.wasShown = false;
    this.jump.hidden = true;
    this.log.keepStill(() => {
      if (this.mark && this.mark.node) delete this.mark.node.dataset.unread;
      if (view) view.node.dataset.unread = this.words.t("room.unread");
    });
    this.mark = view;
  }

  show() {
    this.wasShown = true;
    this.log.show(this.mark);
    this.look();
  }

  isRead() {
    this.from = null;
    this.take(null);
    this.look();
  }

  saw(seq) {
    if (seq <= this.seen) return;
    this.seen = seq;
    this.keeping = this.keeping || setTimeout(() => this.keep(), APART);
  }

  keep() {
    clearTimeout(this.keeping);
    this.keeping = null;
    if (this.seen !== null && this.epoch) write(this.key, `${this.epoch}:${this.seen}`);
  }
}
