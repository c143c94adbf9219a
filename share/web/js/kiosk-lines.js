/** The last lines of the room, as they were written: as many as there is room for, the newest at the bottom. */

import { staffMark } from "./badge.js";
import { el, fill, said } from "./dom.js";
import { coin } from "./languages.js";

/** Whatever the node sends, no more than these are kept. */
const MOST = 12;

export class KioskLines {
  constructor(languages) {
    this.languages = languages;
    this.lines = [];
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
    if (isFirst) this.draw();
    this.element.setAttribute("aria-label", words.t("kiosk.lines"));
  }

  replace(lines) {
    this.lines = lines.slice(-MOST);
    this.draw();
  }

  add(line) {
    if (this.lines.some((known) => known.id === line.id)) return;
    this.lines = [...this.lines, line].slice(-MOST);
    this.draw();
  }

  draw() {
    fill(this.list, this.lines.map((line) => this.row(line)));
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
    for (const row of rows.slice(0, -1)) {
      if (this.list.scrollHeight <= this.element.clientHeight) return;
      row.hidden = true;
    }
  }
}
