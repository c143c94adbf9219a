/** A native speaker goes through what there is of a language: by a code, part by part, and nobody else's answers are seen. */

import { get, post } from "./api.js";
import { isWritten, loadCatalogue } from "./catalogue.js";
import { button, el, fill, icon } from "./dom.js";
import { Languages } from "./languages.js";
import { ReviewPart } from "./review-part.js";

const PARTS = ["warnings", "phrases", "cues", "page"];
const REFUSALS = {
  "https-required": "review.plain",
  "code-wrong": "review.code.wrong",
  "text-changed": "review.changed",
  "review-wrong": "review.empty",
  "too-fast": "review.wait",
};
/** So many letters of its first text tell a section from the others. */
const SHOWN = 48;

class ReviewPage {
  constructor() {
    this.languages = new Languages();
  }

  async start() {
    try {
      this.languages.replace((await get("/api/house")).languages);
    } catch {
      /* The page works without; what is asked next says what is wrong. */
    }
    const wishes = [...(navigator.languages || [navigator.language])].filter(Boolean);
    await this.speak(wishes.find(isWritten) || "en");
  }

  async speak(tag) {
    this.words = await loadCatalogue(tag, "review/");
    this.words.applyTo(document.documentElement);
    if (this.view) return this.view();
    await this.enter();
  }

  /** To all that there is where this device was let in, else to the code. */
  async enter(told = "") {
    try {
      this.sheet = await get("/api/review");
    } catch (error) {
      return this.show(() => [this.heading(), this.fault(this.sentence(error)), this.again()]);
    }
    if (this.sheet.name === null) return this.show(() => this.wayIn(told && this.words.t(told)));
    this.show(() => this.parts());
  }

  wayIn(told) {
    const { t } = this.words;
    const input = el("input", { id: "code", class: "review-code", type: "text", autocomplete: "off", autocapitalize: "characters", maxlength: 20, dir: "ltr", spellcheck: "false" });
    const fault = this.fault(told);
    const enter = async (event) => {
      event.preventDefault();
      try {
        await post("/api/review/code", { code: input.value });
        await this.enter();
      } catch (error) {
        fault.textContent = this.sentence(error);
        input.focus();
      }
    };
    return [
      this.heading(),
      el(
        "form",
        { class: "review-form", novalidate: true, on: { submit: enter } },
        el("div", { class: "field" }, el("label", { for: "code" }, t("review.code.label")), input),
        fault,
        el("button", { type: "submit", class: "button large wide" }, t("review.code.enter")),
      ),
    ];
  }

  parts() {
    const { t } = this.words;
    const { name, lang, sections } = this.sheet;
    return [
      this.heading(),
      el("p", {}, t("review.who", { name, language: this.words.language(lang, lang) })),
      el("p", { class: "review-soft" }, t("review.how")),
      PARTS.map((part) => [part, sections.filter((section) => section.part === part)])
        .filter(([, own]) => own.length > 0)
        .map(([part, own]) => [
          el("h2", {}, t(`review.part.${part}`)),
          el("ul", { class: "review-parts", role: "list" }, own.map((section, index) => el("li", {}, this.opener(section, index + 1)))),
        ]),
      el("a", { class: "button plain wide", href: "/api/review/file", download: `sabir-review-${lang}.json` }, t("review.file")),
      button(t("review.leave"), () => this.leave(), { class: "plain wide" }),
    ];
  }

  /** Its name is a word of the program, in English: readers know it by its number and by its first text. */
  opener(section, number) {
    const done = section.entries.filter(({ verdict }) => verdict !== null).length + (section.verdict === null ? 0 : 1);
    const told = this.words.t("review.progress", { done, all: section.entries.length + 1 });
    const letters = [...section.entries[0].text];
    const first = letters.slice(0, SHOWN).join("") + (letters.length > SHOWN ? "…" : "");
    return el(
      "button",
      { type: "button", class: "button plain wide", on: { click: () => this.open(section, number) } },
      el("span", {}, `${this.words.number(number)} – `, el("bdi", { lang: this.sheet.lang }, first)),
      el("span", {}, told),
    );
  }

  open(section, number) {
    this.part = new ReviewPart(this, section, number);
    this.part.begin();
  }

  /** Throws where it was not kept. What was said is on the node's disk when this returns. */
  async judge(item, verdict, text = "") {
    await post("/api/review", { id: item.id, digest: item.digest, verdict, text });
  }

  async leave() {
    try {
      await post("/api/review/leave");
    } catch (error) {
      return this.show(() => [this.heading(), this.fault(this.sentence(error)), this.again()]);
    }
    await this.enter("review.left");
  }

  sentence(error) {
    const { t } = this.words;
    if (error.isOffline) return t("review.offline");
    return t(REFUSALS[error.code] || "review.failed");
  }

  heading(text = this.words.t("review.title")) {
    return el("h1", { tabindex: -1 }, text);
  }

  fault(text) {
    return el("p", { class: "review-fault", role: "alert", dir: "auto" }, text);
  }

  again() {
    return button(this.words.t("review.again"), () => this.enter(), { class: "plain" });
  }

  /** `view` makes the content in the language of the moment; `focus`: what is to be read out first. */
  show(view, focus = "h1") {
    this.view = () => this.show(view, focus);
    document.title = this.words.t("review.title");
    const isChoosing = document.activeElement && document.activeElement.closest(".review-language");
    fill(document.getElementById("page"), el("main", { class: "review-main" }, this.languageChoice(), view()));
    const first = document.querySelector(isChoosing ? ".review-language select" : focus);
    if (first) first.focus();
  }

  languageChoice() {
    const { words, languages } = this;
    const options = languages.list.filter(({ tag }) => isWritten(tag)).map(({ tag, name, dir }) =>
      el("option", { value: tag, lang: tag, dir, selected: languages.find(words.tag) === languages.find(tag) }, name));
    const select = el("select", { "aria-label": words.t("review.language"), on: { change: () => this.speak(select.value) } }, options);
    return el("div", { class: "review-language", hidden: options.length === 0 }, icon("globe"), select);
  }
}

new ReviewPage().start();
