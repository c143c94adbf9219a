/** The way in: a language, a name, what to know about this room. Two taps for somebody who takes what is offered. */

import { contactLine } from "./contact.js";
import { button, el, fill, icon, iconButton } from "./dom.js";
import { DoorField } from "./door.js";
import { languageGrid } from "./grid.js";
import { keptText } from "./kept.js";
import { coin, outlookIcon } from "./languages.js";
import { friendlyName, nameProblem } from "./naming.js";

/** How many of the languages that may be read here greet beside the reader's own. */
const GREETINGS = 5;

export class Welcome {
  /**
   * `visit`: `room`, `words`, `suggested`, `outlooks`, `lang`, `name`; `chosen(lang)` gives the catalogue for a
   * language; `enter(name, lang, key)` throws an ApiError that is about the name or the room's door.
   */
  constructor(visit) {
    this.visit = visit;
    this.element = el("main", { class: "welcome", id: "main" });
    this.name = visit.name;
    if (visit.lang) this.showEntry();
    else this.showLanguages();
  }

  showLanguages() {
    const { room, words, suggested, outlooks } = this.visit;
    fill(
      this.element,
      this.heading(room, el("h1", { tabindex: "-1" }, words.t("language.pick")), this.greetings()),
      languageGrid({ list: room.languages, suggested, words, outlooks, take: (language) => this.choose(language) }),
    );
  }

  heading(room, ...lines) {
    return el(
      "header",
      { class: "welcome-head" },
      el("p", { class: "welcome-room" }, room.private && icon("lock", { small: true }), el("bdi", {}, room.name)),
      ...lines,
    );
  }

  /** The same question in a few other languages: nobody should have to read this one to understand it. */
  greetings() {
    const { outlooks, words, room } = this.visit;
    const tags = room.languages.map(({ tag }) => tag).filter((tag) => outlooks[tag] && tag !== words.tag).slice(
      0,
      GREETINGS,
    );
    return el(
      "p",
      { class: "greetings", "aria-hidden": "true" },
      tags.map((tag) => el("bdi", { lang: tag }, outlooks[tag].pick)),
    );
  }

  async choose(language) {
    this.visit.lang = language.tag;
    this.visit.words = await this.visit.chosen(language.tag);
    this.name = this.name || friendlyName(this.visit.words);
    this.showEntry();
    this.element.querySelector("h1").focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  showEntry() {
    const { room, words } = this.visit;
    this.name = this.name || friendlyName(words);
    fill(
      this.element,
      this.heading(room, el("h1", { tabindex: "-1" }, words.t("enter.title"))),
      this.languageCard(),
      this.form(),
      this.facts(),
    );
  }

  languageCard() {
    const { room, words, lang } = this.visit;
    const language = room.languages.find(({ tag }) => tag === lang) || { tag: lang, name: lang, outlook: "none" };
    return el(
      "section",
      { class: "your-language", data: { outlook: language.outlook } },
      coin(language.tag, language.name, { size: "large" }),
      el(
        "div",
        { class: "your-language-texts" },
        el("p", { class: "language-name", lang: language.tag }, language.name),
        el(
          "p",
          { class: "language-outlook" },
          outlookIcon(language.outlook),
          el("span", {}, words.t(`outlook.${language.outlook}`)),
        ),
      ),
      iconButton("globe", words.t("language.change"), () => {
        this.showLanguages();
        this.element.querySelector("h1").focus();
      }),
      language.outlook !== "translated" && el("p", { class: "soft" }, words.t(`outlook.${language.outlook}.more`)),
    );
  }

  form() {
    const { words } = this.visit;
    this.wrong = el("p", { class: "wrong", id: "name-wrong", role: "alert" });
    this.input = el("input", {
      type: "text",
      id: "name",
      value: this.name,
      maxlength: "64",
      autocomplete: "nickname",
      dir: "auto",
      "aria-describedby": "name-hint name-wrong",
    });
    this.door = DoorField.of(this.visit.room, words);
    this.go = button(words.t("enter.go"), null, { class: "large wide", type: "submit", icon: "next", mirrors: true });
    return el(
      "form",
      {
        class: "enter",
        on: {
          submit: (event) => {
            event.preventDefault();
            this.enter();
          },
        },
      },
      el(
        "div",
        { class: "field" },
        el("label", { for: "name" }, words.t("enter.name")),
        el(
          "div",
          { class: "with-button" },
          this.input,
          iconButton("dice", words.t("enter.name.other"), () => this.anotherName()),
        ),
        el("p", { class: "hint", id: "name-hint" }, words.t("enter.name.hint")),
        this.wrong,
      ),
      this.door && this.door.element,
      this.go,
    );
  }

  anotherName() {
    this.input.value = friendlyName(this.visit.words, this.input.value);
    this.say(null);
  }

  facts() {
    const { room, words } = this.visit;
    const fact = (picture, text) => el("li", {}, icon(picture), el("span", {}, text));
    return el(
      "ul",
      { class: "facts", role: "list" },
      fact(
        room.who_reads === "visit" ? "lock" : "eye",
        words.t(`enter.readers.${room.who_reads === "visit" ? "visit" : "room"}`),
      ),
      fact("care", words.t("enter.interpreter")),
      fact("clock", keptText(room, words)),
      room.responsible && fact("person", words.t("enter.responsible", { who: room.responsible })),
      room.contact && el("li", {}, contactLine(room.contact, words)),
    );
  }

  say(key) {
    fill(this.wrong, key && this.visit.words.t(key));
    this.input.setAttribute("aria-invalid", String(Boolean(key)));
  }

  async enter() {
    const { words, lang } = this.visit;
    const problem = nameProblem(this.input.value);
    this.say(problem);
    if (problem) return this.input.focus();
    const key = this.door ? this.door.key() : {};
    if (!key) return;
    this.busy(true);
    try {
      await this.visit.enter(this.input.value.trim(), lang, key);
    } catch (error) {
      this.busy(false);
      if (this.door && this.door.takes(error)) return;
      this.say(words.has(`error.${error.code}`) ? `error.${error.code}` : "error.other");
    }
  }

  busy(isBusy) {
    this.go.disabled = isBusy;
    this.go.lastElementChild.textContent = this.visit.words.t(isBusy ? "enter.going" : "enter.go");
  }
}
