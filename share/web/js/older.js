/** What was said before the lines that are shown, fetched a page at a time as the reader scrolls up. */

import { button, el, fill } from "./dom.js";
import { readOlderPage } from "./older-page.js";

const PAGE = 50;
/** Pixels from the top at which the next page is fetched before anybody asks for it. */
const NEAR = 200;
/** Milliseconds after which a greeting's lines are there. */
const SETTLING = 500;
/** Pages whose translations may be on their way at once. */
const PAGES_AT_ONCE = 3;

export class OlderLines {
  /** `tell(text)`: for those who listen. */
  constructor(session, log, words, tell) {
    Object.assign(this, { session, log, words, tell });
    /** The first number that this reader may ask for; none is known before the greeting. */
    this.first = Infinity;
    this.state = "idle";
    this.pages = new Set();
    /** Pages whose translations were broken off: asked for again when the connection is back. */
    this.broken = [];
    this.timer = null;
    /** A page was asked for while too many were on their way. */
    this.isPutOff = false;
    this.show = button(words.t("room.older.show"), () => this.fetch(true), { class: "plain" });
    this.note = el("p", { class: "older-note" });
    this.element = el("div", { class: "log-older", hidden: true }, this.show, this.note);
    log.top.appendChild(this.element);
    this.offs = [
      session.on("hello", (hello) => this.greeted(hello)),
      session.on("line", () => this.hasMore === this.show.hidden && this.update()),
      session.on("cleared", () => this.reset()),
      session.on("restarted", () => this.reset()),
    ];
    log.scrolledTo = (top) => top < NEAR && this.fetch(false);
    log.changed = () => this.trimmed();
  }

  close() {
    clearTimeout(this.timer);
    for (const off of this.offs) off();
    for (const abort of this.pages) abort.abort();
    this.log.scrolledTo = this.log.changed = null;
  }

  /** The lines that belong to a greeting come right behind it. */
  greeted({ from, seq, cleared = 0 }) {
    this.first = Math.max(from, cleared + 1);
    this.newest = seq;
    if (this.state === "failed") this.state = "idle";
    for (const page of this.broken.splice(0)) this.read(page);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.update(), SETTLING);
  }

  /** Older lines left the page: they can be fetched again. */
  trimmed() {
    if (this.state === "begin") this.state = "idle";
    this.update();
  }

  /** What was there is gone, and nothing older with it. */
  reset() {
    this.broken = [];
    this.isPutOff = false;
    this.first = Infinity;
    this.state = "idle";
    this.update();
  }

  /** The number before which lines are missing. */
  get before() {
    return Number.isFinite(this.log.oldest) ? this.log.oldest : (this.newest || 0) + 1;
  }

  get hasMore() {
    return this.state !== "begin" && this.before > this.first && !this.log.isFull;
  }

  /** `isAsked`: by a press, not by scrolling. What failed is tried again only when asked for. */
  async fetch(isAsked) {
    if (!this.hasMore || this.state === "loading") return;
    this.isPutOff = this.pages.size >= PAGES_AT_ONCE;
    if (this.isPutOff) return;
    /* Whoever moves by keyboard gets to the button by scrolling, too, and presses it themselves. */
    if (!isAsked && (this.state === "failed" || this.isFocused)) return;
    this.state = "loading";
    this.update();
    await this.read({ before: this.before, limit: PAGE, isAsked });
  }

  /** One page to its end: the lines at once, then their translations as they are made. */
  async read(page) {
    const abort = new AbortController();
    this.pages.add(abort);
    try {
      await readOlderPage(this.session, page, abort, {
        lines: (answer) => this.take(answer, page),
        translation: (translation) => this.log.translate(translation),
      });
    } catch {
      if (page.isShown) this.broken.push(page);
    }
    this.pages.delete(abort);
    if (!page.isShown) this.state = "failed";
    this.update();
    /* Whoever is at the top cannot scroll further up to ask for it again. */
    if (this.isPutOff && this.log.scroller.scrollTop < NEAR) this.fetch(false);
  }

  take({ epoch, lines, more }, page) {
    if (epoch !== this.session.epoch || page.isShown) return;
    page.isShown = true;
    this.state = more ? "idle" : "begin";
    const wasFocused = this.isFocused;
    this.log.addOlder(lines, page.isAsked);
    this.update();
    if (wasFocused && this.show.hidden) this.log.scroller.focus({ preventScroll: true });
    if (page.isAsked) this.tell(this.words.t(lines.length ? "room.older.loaded" : "room.older.begin"));
  }

  get isFocused() {
    return document.activeElement === this.show;
  }

  update() {
    const { t } = this.words;
    const isLoading = this.state === "loading";
    const remark = { failed: "room.older.failed", begin: "room.older.begin" }[this.state];
    this.log.keepStill(() => {
      this.show.hidden = !this.hasMore;
      this.show.lastElementChild.textContent = t(isLoading ? "room.older.loading" : "room.older.show");
      this.show.setAttribute("aria-disabled", String(isLoading));
      fill(this.note, remark && t(remark));
      this.note.hidden = !remark;
      this.element.hidden = this.show.hidden && this.note.hidden;
    });
  }
}
