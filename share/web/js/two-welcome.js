/** The way into a half: a language, then a name and what to know about the room. Two taps for what is offered. */

import { get, roomPath } from "./api.js";
import { contactLine } from "./contact.js";
import { button, el, fill, icon } from "./dom.js";
import { DoorField } from "./door.js";
import { questions, spokenHere } from "./greetings.js";
import { languageGrid } from "./grid.js";
import { keptText } from "./kept.js";
import { coin, Languages, outlookIcon } from "./languages.js";
import { friendlyName, nameProblem } from "./naming.js";
import { WhoIsThere } from "./reach.js";
import { refusalText } from "./refusals.js";

export class TwoWelcome {
  constructor(half) {
    this.half = half;
    this.element = el("div", { class: "two-welcome" });
    this.showLanguages();
  }

  showLanguages() {
    const { facts, words, outlooks, face } = this.half;
    this.who = null;
    const suggested = face === "a" ? [words.tag] : [];
    fill(
      this.element,
      el("h2", { tabindex: "-1" }, words.t("two.who")),
      questions({ room: facts, outlooks, suggested, words }),
      languageGrid({ list: facts.languages, suggested, here: spokenHere(facts), words, outlooks, take: (language) => this.choose(language) }),
    );
  }

  chooseAnew() {
    this.showLanguages();
    this.element.querySelector("h2").focus();
  }

  async choose(language) {
    this.half.isTaken = true;
    const words = await this.half.speak(language.tag);
    const { facts, face } = this.half;
    const id = `name-${face}`;
    this.wrong = el("p", { class: "wrong", role: "alert" });
    this.input = el("input", { id, type: "text", dir: "auto", maxlength: 64, autocomplete: "off", value: friendlyName(words, this.half.otherName) });
    /* Who sits opposite brings this half in with them. */
    const isLetIn = face === "b" && this.half.table.other(this.half).isTalking;
    this.door = isLetIn ? null : DoorField.of(facts, words, `door-${face}`);
    this.go = button(words.t("two.start"), null, { class: "large wide", type: "submit", icon: "next", mirrors: true });
    const names = new Languages(facts.languages);
    this.who = this.door ? null : new WhoIsThere(words, (tag) => names.nameOf(tag));
    this.tag = language.tag;
    fill(
      this.element,
      this.chosen(language, words),
      this.who && this.who.element,
      el("form", { class: "enter", on: { submit: (event) => this.enter(event, language) } },
        el("div", { class: "field" }, el("label", { for: id }, words.t("two.name")), this.input, this.wrong), this.door && this.door.element, this.go),
      this.facts(facts, words),
    );
    if (this.who && facts.n) this.who.reserve(facts, language.tag, language.outlook);
    this.element.parentNode.scrollTop = 0;
    this.go.focus({ preventScroll: true });
    this.showFocus();
    this.lookAround();
  }

  /** Who is there, whoever sits opposite among them, and whether one will be understood; again when that changes. */
  lookAround() {
    const { who, tag } = this;
    if (!who) return;
    const { facts, face } = this.half;
    get(roomPath(facts.id), { face, lang: tag }).then((room) => {
      if (this.who !== who || this.tag !== tag) return;
      const { isInSight } = this;
      if (room.n || who.element.firstChild) who.show(room, room.ahead || null);
      if (isInSight) this.showFocus();
    }, () => {});
  }

  /** Whether the button to start is: whoever has scrolled on reads something else. */
  get isInSight() {
    const [go, half] = [this.go, this.half.content].map((node) => node.getBoundingClientRect());
    return go.top >= half.top - 1 && go.bottom <= half.bottom + 1;
  }

  /** What stands above it may push it out of a low half. */
  showFocus() {
    if (this.go === document.activeElement) this.go.scrollIntoView({ block: "nearest" });
  }

  chosen({ tag, name, outlook }, words) {
    return el(
      "div",
      { class: "your-language", data: { outlook } },
      coin(tag, name),
      el("div", { class: "your-language-texts" }, el("p", { class: "language-name", lang: tag }, name),
        el("p", { class: "language-outlook" }, outlookIcon(outlook), el("span", {}, words.t(`outlook.${outlook}`)))),
      button(words.t("two.back"), () => this.chooseAnew(), { class: "plain", icon: "globe" }),
    );
  }

  facts(room, words) {
    const fact = (picture, text) => el("li", {}, icon(picture), el("span", {}, text));
    return el(
      "ul",
      { class: "facts" },
      fact(room.who_reads === "visit" ? "lock" : "eye", words.t(`enter.readers.${room.who_reads === "visit" ? "visit" : "room"}`)),
      room.staff_see === "conversation" && fact("shield", words.t("enter.readers.staff")),
      fact("clock", keptText(room, words)),
      room.responsible && fact("person", words.t("enter.responsible", { who: room.responsible })),
      fact("care", words.t("enter.interpreter")),
      room.contact && el("li", {}, contactLine(room.contact, words)),
    );
  }

  async enter(event, language) {
    event.preventDefault();
    const { words } = this.half;
    const problem = nameProblem(this.input.value);
    fill(this.wrong, problem && words.t(problem));
    if (problem) return this.input.focus();
    const key = this.door ? this.door.key() : {};
    if (!key) return;
    this.go.disabled = true;
    try {
      await this.half.enter(this.input.value.trim(), language.tag, { anew: true, key });
    } catch (error) {
      this.go.disabled = false;
      if (this.door && this.door.takes(error)) return;
      if (error.code !== "bad-name" && !error.isOffline) return this.half.failed(error);
      fill(this.wrong, refusalText(error, words));
    }
  }
}
