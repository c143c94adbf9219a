/** Set sentences that fit what is being written. */

import { get } from "./api.js";
import { el, fill, icon, said } from "./dom.js";
import { readsAs } from "./languages.js";

const PAUSE = 300;
const SHOWN = 3;
const ENOUGH = 2;
/** Nobody looks for a set sentence with more than this. */
const TOO_LONG = 80;

export class Suggestions {
  /** `take(phrase)`: somebody chose one. */
  constructor(session, words, take) {
    Object.assign(this, { session, words, take });
    this.element = el("ul", {
      class: "suggestions",
      role: "list",
      "aria-label": words.t("compose.suggestions"),
      hidden: true,
    });
    this.asked = "";
  }

  look(text, lang) {
    clearTimeout(this.timer);
    const query = text.trim();
    if (!this.session.hasPhrases || [...query].length < ENOUGH || query.length > TOO_LONG) return this.show([]);
    this.timer = setTimeout(() => this.ask(query, lang), PAUSE);
  }

  async ask(query, lang) {
    this.asked = query;
    try {
      const { phrases } = await get("/api/phrases", { lang, to: otherLanguage(this.session), q: query });
      if (this.asked === query) this.show(phrases.filter((phrase) => phrase.text !== query).slice(0, SHOWN));
    } catch {
      this.show([]);
    }
  }

  show(phrases) {
    if (!phrases.length) this.asked = "";
    fill(this.element, phrases.map((phrase) => el("li", {}, this.chip(phrase))));
    this.element.hidden = phrases.length === 0;
  }

  chip(phrase) {
    return el(
      "button",
      { type: "button", class: "suggestion", on: { click: () => this.chosen(phrase) } },
      icon(phrase.state === "verified" ? "verified" : "phrasebook", { small: true }),
      said("span", withBlanks(phrase.text), this.session.lang),
    );
  }

  chosen(phrase) {
    this.show([]);
    this.take(phrase);
  }

  close() {
    clearTimeout(this.timer);
  }
}

/** The language most others here read; null where all read the same. */
export function otherLanguage(session) {
  const others = session.roster.languages.map(([lang]) => lang).filter((lang) => !readsAs(lang, session.lang));
  return others[0] || null;
}

/** `{n}` as a blank to be filled. */
export function withBlanks(text) {
  return text.replace(/\{\w+\}/g, "___");
}
