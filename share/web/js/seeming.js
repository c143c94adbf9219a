/**
 * A text that looks as if it were in another language than the one set: said above the field while one types, with one
 * tap that changes it. Asks the node, which asks no engine, at pauses; never holds up what is sent.
 */

import { button, el, fill } from "./dom.js";

const PAUSE = 900;
/** Letters below which nobody can tell; of scripts that write a word with few, fewer. */
const ENOUGH = 20;
const ENOUGH_SIGNS = 8;
/** It is asked again when the text has grown by so many. */
const GROWN = 12;

export class Seeming {
  /** `ask(text, lang)` gives `{tag, name}` or null; `writeAs(tag)`: somebody agreed. */
  constructor(words, { ask, writeAs }) {
    Object.assign(this, { words, ask, writeAs });
    this.element = el("div", { class: "composer-seems", role: "status", hidden: true });
    this.forget();
  }

  /** `lang`: what the text counts as; `isChosen`: by its writer, for this text. */
  look(text, lang, isChosen) {
    clearTimeout(this.timer);
    const letters = (text.match(/\p{L}/gu) || []).length;
    if (letters === 0) return this.forget();
    if (isChosen) return this.show(null);
    if (this.isAnswered || letters < (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]/u.test(text) ? ENOUGH_SIGNS : ENOUGH)) return;
    if (Math.abs(letters - this.asked) < GROWN) return;
    this.timer = setTimeout(() => this.question(text, lang, letters), PAUSE);
  }

  async question(text, lang, letters) {
    this.asked = letters;
    this.number += 1;
    const { number } = this;
    const found = await this.ask(text, lang).catch(() => null);
    if (number === this.number && !this.isAnswered) this.show(found);
  }

  show(found) {
    const { words } = this;
    this.element.hidden = !found;
    if (!found) return fill(this.element);
    const language = words.language(found.tag, found.name);
    fill(
      this.element,
      el("span", { class: "composer-seems-text" }, words.t("check.looks-like", { language })),
      button(words.t("check.send-as", { language }), () => this.answer(found.tag), { class: "soft small" }),
      button(words.t("check.looks-like.no"), () => this.answer(null), { class: "plain small" }),
    );
  }

  /** Once for each text. */
  answer(tag) {
    this.isAnswered = true;
    this.show(null);
    this.writeAs(tag);
  }

  /** Another text begins. */
  forget() {
    clearTimeout(this.timer);
    this.number = (this.number || 0) + 1;
    this.isAnswered = false;
    this.asked = -GROWN;
    this.show(null);
  }

  close() {
    this.forget();
  }
}
