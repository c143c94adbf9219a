/** Tells screen readers what is new: each line once, in the reader's language where there is a translation. */

import { el } from "./dom.js";
import { hasText, originOf } from "./origin.js";

const KEPT = 12;
/** How long a line may wait for its translation before it is read as it was written. */
const PATIENCE = 5_000;

export class Announcer {
  /** `onLine(view)`: called once for each line, when there is something to read. */
  constructor(words, onLine = () => {}) {
    this.words = words;
    this.onLine = onLine;
    this.waiting = new Map();
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
    this.waiting.set(view.line.id, setTimeout(() => this.read(view), PATIENCE));
  }

  translated(view) {
    if (this.waiting.has(view.line.id)) this.read(view);
  }

  read(view) {
    clearTimeout(this.waiting.get(view.line.id));
    this.waiting.delete(view.line.id);
    const text = hasText(view.translation) ? view.translation.text : view.line.text;
    this.add(this.lines, this.words.t("line.announce", { name: view.line.from, text }), view.lang);
    this.onLine(view);
  }

  /** Something else that happened. */
  tell(text) {
    this.add(this.news, text, this.words.tag);
  }

  add(region, text, lang) {
    region.appendChild(el("p", { lang, dir: "auto" }, text));
    while (region.children.length > KEPT) region.firstElementChild.remove();
  }

  close() {
    for (const timer of this.waiting.values()) clearTimeout(timer);
    this.waiting.clear();
  }
}
