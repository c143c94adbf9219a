/**
 * Tells screen readers what is new: each line in the reader's language where there is a translation. One whose translation
 * comes late is read as it was written, then translated.
 */

import { heardName } from "./badge.js";
import { el } from "./dom.js";
import { hasText, originOf, originTexts } from "./origin.js";

const KEPT = 12;
/** How long a line may wait for its translation before it is read as it was written. */
const PATIENCE = 5_000;
/** More lines than this in a second, and they are counted and not read: nobody could listen so fast. */
const MANY = 5;
const SECOND = 1_000;
/** Milliseconds after which a line is told where nothing was drawn meanwhile: longer than lines wait to be drawn. */
const PAUSE = 500;

export class Announcer {
  /** `onLine(view)`: called when there is something to read of a line: a second time where its translation came late. */
  constructor(words, onLine = () => {}) {
    this.words = words;
    this.onLine = onLine;
    /** Timers by the ids of lines that wait for their translation; null once a line was read without. */
    this.waiting = new Map();
    /** Views that are to be told with the next drawing of the lines. */
    this.due = [];
    /** One's own lines that did not go out at once, by their ids, and what was told of them. */
    this.late = new Set();
    this.lateTold = new Set();
    /** Told or counted in the second that began at `begun`. */
    this.said = this.counted = 0;
    this.begun = -Infinity;
    this.lines = el("div", {
      role: "log",
      "aria-live": "polite",
      "aria-relevant": "additions",
      "aria-label": words.t("room.messages"),
    });
    this.news = el("div", { role: "status", "aria-live": "polite" });
    this.element = el("div", { class: "unseen" }, this.lines, this.news);
  }

  /** A new line of somebody else; waits for its translation. */
  expect(view, reader) {
    if (originOf(view.line, view.translation, reader) !== "pending") return this.read(view);
    this.waiting.set(view.line.id, setTimeout(() => this.readUntranslated(view), PATIENCE));
  }

  readUntranslated(view) {
    this.read(view);
    this.waiting.set(view.line.id, null);
  }

  translated(view) {
    const { id } = view.line;
    if (this.waiting.get(id) === null && !hasText(view.translation)) this.waiting.delete(id);
    else if (this.waiting.has(id)) this.read(view);
  }

  read(view) {
    clearTimeout(this.waiting.get(view.line.id));
    this.waiting.delete(view.line.id);
    /* Corrected before it was told: it is told once, as it stands. */
    if (!this.due.includes(view)) this.due.push(view);
    this.timer = this.timer || setTimeout(() => this.flush(), PAUSE);
    this.onLine(view);
  }

  /** What is due, together with the lines that are being drawn: the page is laid out once for both. */
  flush() {
    clearTimeout(this.timer);
    this.timer = null;
    for (const view of this.due.splice(0)) {
      const now = performance.now();
      if (now - this.begun >= SECOND) Object.assign(this, { begun: now, said: 0 });
      this.said += 1;
      if (this.said <= MANY) this.tellLine(view);
      else this.count(now);
    }
    if (this.counted && performance.now() - this.since >= SECOND) this.tellCount();
  }

  tellLine(view) {
    const text = hasText(view.translation) ? view.translation.text : view.line.text;
    const name = heardName(view.line, this.words);
    const said = [this.add(this.lines, this.words.t("line.announce", { name, text }), view.lang)];
    for (const remark of view.isTranslated ? originTexts("translated", view.translation, this.words) : []) {
      const told = remark.isLoud ? `${this.words.t("origin.warning")}: ${remark.text}` : remark.text;
      if (remark.isShown) said.push(this.add(this.lines, told, this.words.tag));
    }
    for (const one of said) one.dataset.line = view.line.id;
  }

  /** Told after a second, with the lines that are drawn then. */
  count(now) {
    if (!this.counted) Object.assign(this, { since: now, counting: setTimeout(() => this.tellCount(), SECOND + PAUSE) });
    this.counted += 1;
  }

  tellCount() {
    clearTimeout(this.counting);
    this.add(this.lines, this.words.t("room.new", { n: this.counted }), this.words.tag);
    this.counted = 0;
  }

  /**
   * One's own line on its way. That lines wait, and that the node's pace holds them back, is told once each for all of them,
   * however often the two take turns, and so is that the last of them is out; what goes out at once is told by nothing.
   */
  sending({ id, state, why, isQuiet }) {
    if (isQuiet) return;
    if (state === "failed") {
      /* Sent after all, by a tap on "Send again", it is told. */
      this.late.add(id);
      return this.tell(this.words.t("sending.failed"));
    }
    const isHeldBack = state === "sending" && why && why.code === "too-fast";
    if (state !== "waiting" && !isHeldBack) return;
    const text = this.words.t(`sending.${state}`);
    if (!this.lateTold.has(text)) this.tell(text);
    this.lateTold.add(text);
    this.late.add(id);
  }

  /** The room has it. */
  sent({ id }) {
    if (this.isLast(id)) this.tell(this.words.t("sending.sent"));
  }

  /** Whether no other line is late any more. */
  isLast(id) {
    const wasLate = this.late.delete(id);
    if (!this.late.size) this.lateTold.clear();
    return wasLate && !this.late.size;
  }

  /** Something else that happened. */
  tell(text) {
    this.add(this.news, text, this.words.tag);
  }

  add(region, text, lang) {
    const said = region.appendChild(el("p", { lang, dir: "auto" }, text));
    while (region.children.length > KEPT) region.firstElementChild.remove();
    return said;
  }

  /** It was taken back, or given up. */
  forget(id) {
    this.isLast(id);
    clearTimeout(this.waiting.get(id));
    this.waiting.delete(id);
    this.due = this.due.filter((view) => view.line.id !== id);
    for (const said of [...this.lines.children]) if (said.dataset.line === id) said.remove();
  }

  close() {
    for (const timer of [...this.waiting.values(), this.timer, this.counting]) clearTimeout(timer);
    this.waiting.clear();
  }
}
