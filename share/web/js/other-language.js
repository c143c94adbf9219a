/** One message in another language than one's own, or read as written in another than it was taken for. */

import { button, el, fill, said } from "./dom.js";
import { languageGrid } from "./grid.js";
import { readsAs } from "./languages.js";
import { readingCard } from "./reading.js";
import { refusalText } from "./refusals.js";
import { Sheet } from "./sheet.js";

/** Languages that are offered before one looks at all of them. */
const OFFERED = 6;

export class OtherLanguage {
  constructor(view, session, words, outlooks) {
    Object.assign(this, { view, session, words, outlooks });
    this.asked = 0;
    this.sheet = new Sheet(words, words.t("read.title"), { class: "tall", about: view.line.id });
    this.result = el("div", { class: "stack", role: "status" });
    this.show();
  }

  /** The languages of this phone and of the room, but those in which it is there already. */
  get offered() {
    const { session, view } = this;
    const wishes = [...(navigator.languages || []), ...session.roster.languages.map(([tag]) => tag), session.lang];
    const found = wishes.map((tag) => session.languages.find(tag)).filter(Boolean);
    const isThere = ({ tag }) => readsAs(tag, view.line.lang) || (view.isTranslated && readsAs(tag, view.lang));
    return [...new Set(found)].filter((language) => !isThere(language)).slice(0, OFFERED);
  }

  nameOf(tag) {
    return this.words.language(tag, this.session.languages.nameOf(tag));
  }

  show() {
    const { words, view } = this;
    const { line } = view;
    const choice = ({ tag, name }) => button(name, () => this.read({ to: tag }), { class: "soft", lang: tag, dir: "auto" });
    this.sheet.show(
      el("p", { class: "label" }, words.t("line.written-in", { language: this.nameOf(line.lang) })),
      said("blockquote", line.text, line.lang, { class: "check-draft" }),
      this.result,
      el("p", { class: "label" }, words.t("read.into")),
      el(
        "div",
        { class: "actions" },
        this.offered.map(choice),
        button(words.t("read.all"), () => this.choose("read.into", (tag) => this.read({ to: tag })), { class: "plain", icon: "globe" }),
      ),
      el("p", { class: "soft" }, words.t("read.alone")),
      button(
        words.t("read.wrong", { language: this.nameOf(line.lang) }),
        () => this.choose("read.from", (tag) => this.read({ to: this.session.lang, from: tag })),
        { class: "plain wide", icon: "unclear" },
      ),
    );
  }

  /** All languages, and back to the message. */
  choose(key, taken) {
    const { words, session, outlooks } = this;
    const take = (language) => {
      this.show();
      taken(language.tag);
    };
    this.sheet.show(
      button(words.t("read.back"), () => this.show(), { class: "plain", icon: "back", mirrors: true }),
      el("h3", { tabindex: "-1" }, words.t(key)),
      languageGrid({ list: session.languages.list, suggested: [session.lang], words, outlooks, take }),
    );
    this.sheet.body.querySelector("h3").focus();
  }

  async read(wish) {
    const { words, session } = this;
    this.asked += 1;
    const turn = this.asked;
    const put = (...content) => {
      if (turn !== this.asked) return;
      fill(this.result, ...content);
      this.result.scrollIntoView({ block: "nearest" });
    };
    put(el("p", { class: "busy" }, words.t("origin.pending")));
    try {
      const { from, translation } = await session.reading(this.view.standing.line, wish);
      put(
        wish.from && el("p", { class: "label" }, words.t("read.taken", { language: this.nameOf(from) })),
        readingCard(translation, { session, words }),
      );
    } catch (error) {
      put(el("p", { role: "alert", class: "card fault" }, refusalText(error, words)));
    }
  }
}
