/** The last lines of the room, as they were written: as many as there is room for, the newest at the bottom. */

import { staffMark } from "./badge.js";
import { el, fill, said } from "./dom.js";
import { coin } from "./languages.js";

/** Whatever the node sends, no more than these are kept. */
const MOST = 12;
/** Milliseconds from a line to when it is drawn, with all that come meanwhile. */
const PAUSE = 100;
/** The same where several came in one pause: whole frames are what costs a small computer. */
const BUSY = 400;

export class KioskLines {
  constructor(languages) {
    this.languages = languages;
    this.lines = [];
    /** The rows of these lines, and how many were drawn together the last time. */
    this.rows = new Map();
    this.drawn = 0;
    this.list = el("ol", { class: "kiosk-lines" });
    this.element = el("section", { class: "kiosk-said" }, this.list);
    if (window.ResizeObserver) new ResizeObserver(() => this.fit()).observe(this.element);
  }

  get isEmpty() {
    return this.lines.length === 0;
  }

  speak(words) {
    const isFirst = !this.words;
    this.words = words;
    if (isFirst) this.redraw();
    this.element.setAttribute("aria-label", words.t("kiosk.lines"));
  }

  replace(lines) {
    this.lines = lines.slice(-MOST);
    this.draw();
  }

  add(line) {
    if (this.lines.some((known) => known.id === line.id)) return;
    this.lines = [...this.lines, line].slice(-MOST);
    this.timer = this.timer || setTimeout(() => this.draw(), this.drawn > 1 ? BUSY : PAUSE);
  }

  /** What the rows say beside the lines has changed: the names of the languages. */
  redraw() {
    this.rows.clear();
    this.draw();
  }

  draw() {
    clearTimeout(this.timer);
    this.timer = null;
    const before = this.rows;
    this.rows = new Map(this.lines.map((line) => [line, before.get(line) || this.row(line)]));
    this.drawn = this.lines.filter((line) => !before.has(line)).length;
    fill(this.list, [...this.rows.values()]);
    this.fit();
  }

  row(line) {
    const name = this.languages.nameOf(line.lang);
    return el(
      "li",
      { class: "kiosk-line" },
      coin(line.lang, name),
      el("div", {}, el("p", { class: "kiosk-who" }, el("bdi", {}, line.from), this.words && staffMark(line, this.words), el("span", { lang: line.lang }, name)), said("p", line.text, line.lang, { class: "kiosk-text" })),
    );
  }

  /** Shows whole lines only: the oldest give way until the rest fits. */
  fit() {
    const rows = [...this.list.children];
    for (const row of rows) row.hidden = false;
    const over = this.list.scrollHeight - this.element.clientHeight;
    if (over <= 0 || !rows.length) return;
    const tops = rows.map((row) => row.offsetTop);
    const first = tops.findIndex((top) => top - tops[0] >= over);
    for (const row of rows.slice(0, first < 0 ? -1 : first)) row.hidden = true;
  }
}
