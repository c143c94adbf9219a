/** The way in: a language, a name, what to know about this room. Two taps for somebody who takes what is offered. */

import { contactLine } from "./contact.js";
import { button, el, fill, icon, iconButton } from "./dom.js";
import { DoorField } from "./door.js";
import { greetings, questions, spokenHere } from "./greetings.js";
import { languageGrid } from "./grid.js";
import { keptText } from "./kept.js";
import { coin, Languages, outlookIcon } from "./languages.js";
import { friendlyName, nameProblem } from "./naming.js";
import { refusalText } from "./refusals.js";
import { roomName } from "./room-name.js";
import { topicCard } from "./topic.js";
import { WhoIsThere } from "./reach.js";

export class Welcome {
  /**
   * `visit`: `room`, `words`, `suggested`, `outlooks`, `lang`, `name`; `chosen(lang)` gives the catalogue for a
   * language; `factsIn(lang)`: the room's facts for who reads it; `enter(name, lang, key)` throws an ApiError that is about the
   * name, the language or the room's door.
   */
  constructor(visit) {
    this.visit = visit;
    this.element = el("main", { class: "welcome", id: "main" });
    this.name = visit.name;
    if (visit.lang) this.showEntry();
    else this.showLanguages();
  }

  /** `wrong`: why the one that was chosen is not taken. */
  showLanguages(wrong = null) {
    const { room, words, suggested, outlooks } = this.visit;
    const take = (language) => this.choose(language);
    fill(
      this.element,
      this.heading(
        room,
        greetings(this.visit),
        el("h1", { tabindex: "-1" }, words.t("language.pick")),
        questions(this.visit),
        wrong && el("p", { class: "wrong", role: "alert" }, wrong),
      ),
      languageGrid({ list: room.languages, suggested, here: spokenHere(room), words, outlooks, take }),
    );
  }

  /** Once more, with what was typed kept. */
  askLanguage(wrong = null) {
    this.name = this.input.value;
    this.showLanguages(wrong);
    this.element.querySelector("h1").focus();
  }

  heading(room, ...lines) {
    return el(
      "header",
      { class: "welcome-head" },
      el("p", { class: "welcome-room" }, room.private && icon("lock", { small: true }), el("bdi", {}, roomName(room, this.visit.words))),
      ...lines,
    );
  }

  async choose(language) {
    this.visit.lang = language.tag;
    this.visit.words = await this.visit.chosen(language.tag);
    this.name = this.name || friendlyName(this.visit.words);
    this.showEntry();
    /* A name is there already: what is left is to enter, and for a room with a door its key. */
    (this.door ? this.door.input : this.go).focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  showEntry() {
    const { room, words, lang } = this.visit;
    this.name = this.name || friendlyName(words);
    const asked = this.asked();
    this.who = this.whoIsThere(asked);
    fill(
      this.element,
      this.heading(room, el("h1", { tabindex: "-1" }, words.t("enter.title"))),
      this.languageCard(),
      this.readers(),
      this.who && this.who.element,
      this.form(),
      topicCard(room, this.visit.lang, words, asked),
      this.facts(),
    );
    /* Whoever makes this puts it into the page first. */
    const { who } = this;
    if (who) queueMicrotask(() => who.reserve(room, lang, this.language().outlook));
  }

  language() {
    const { room, lang } = this.visit;
    return room.languages.find(({ tag }) => tag === lang) || { tag: lang, name: lang, outlook: "none" };
  }

  languageCard() {
    const { words } = this.visit;
    const language = this.language();
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
      iconButton("globe", words.t("language.change"), () => this.askLanguage()),
    );
  }

  /** What depends on the language is asked once: who is there, whom one would reach, and the topic. Null where nothing does. */
  asked() {
    const { room, lang, factsIn } = this.visit;
    return !room.password || room.topic ? factsIn(lang) : null;
  }

  /** Who is there, and whether one will be understood; behind a door that is for those who have its key. */
  whoIsThere(asked) {
    const { room, words } = this.visit;
    if (room.password) return null;
    const names = new Languages(room.languages);
    const who = new WhoIsThere(words, (tag) => names.nameOf(tag));
    /* That nobody is there may be true no longer: others came while a language was chosen. */
    if (room.n) who.show(room, null);
    asked.then((now) => this.who === who && who.show(now, now.ahead || null), () => {});
    return who;
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

  /** Who reads along: on the first screen of a small phone too, whatever else there is to say. */
  readers() {
    const { room, words } = this.visit;
    const isVisit = room.who_reads === "visit";
    return el(
      "ul",
      { class: "facts welcome-readers", role: "list" },
      fact(isVisit ? "lock" : "eye", words.t(`enter.readers.${isVisit ? "visit" : "room"}`)),
      room.staff_see === "conversation" && fact("shield", words.t("enter.readers.staff")),
    );
  }

  facts() {
    const { room, words } = this.visit;
    const { outlook } = this.language();
    return el(
      "ul",
      { class: "facts", role: "list" },
      fact("care", words.t("enter.interpreter")),
      fact("clock", keptText(room, words)),
      outlook !== "translated" && fact("untranslated", words.t(`outlook.${outlook}.more`)),
      room.responsible && fact("person", words.t("enter.responsible", { who: room.responsible })),
      room.contact && el("li", {}, contactLine(room.contact, words)),
    );
  }

  say(text) {
    fill(this.wrong, text);
    this.input.setAttribute("aria-invalid", String(Boolean(text)));
  }

  async enter() {
    const { words, lang } = this.visit;
    const problem = nameProblem(this.input.value);
    this.say(problem && words.t(problem));
    if (problem) return this.input.focus();
    const key = this.door ? this.door.key() : {};
    if (!key) return;
    this.busy(true);
    try {
      await this.visit.enter(this.input.value.trim(), lang, key);
    } catch (error) {
      this.busy(false);
      if (this.door && this.door.takes(error)) return;
      if (error.code === "bad-lang") return this.askLanguage(refusalText(error, words));
      this.say(refusalText(error, words));
    }
  }

  busy(isBusy) {
    this.go.disabled = isBusy;
    this.go.lastElementChild.textContent = this.visit.words.t(isBusy ? "enter.going" : "enter.go");
  }
}

function fact(picture, text) {
  return el("li", {}, icon(picture), el("span", {}, text));
}
