/** The page that sets a place up, or changes its settings: who may, then four steps, then the open rooms. */

import { get, post } from "./api.js";
import { isWritten, loadCatalogue } from "./catalogue.js";
import { button, el, fill, icon, said } from "./dom.js";
import { Languages } from "./languages.js";
import { fromBackup } from "./setup-backup.js";
import { beginning } from "./setup-begin.js";
import { wayIn } from "./setup-code.js";
import { done, untilOpen } from "./setup-done.js";
import { heading, refusal, report } from "./setup-fields.js";
import { KeepingStep } from "./setup-keeping.js";
import { PlaceStep } from "./setup-place.js";
import { RoomsStep } from "./setup-rooms.js";
import { StaffStep } from "./setup-staff.js";

const STEPS = [PlaceStep, RoomsStep, KeepingStep, StaffStep];
const LAST = STEPS.length - 1;
/** Which step a refused setting stands in. */
const STEP_OF = { name: 0, languages: 0, rooms: 1, responsible: 2, pin: 3, wifi: 3 };

class SetupPage {
  constructor() {
    this.languages = new Languages();
    /** What visitors bring: for trying alone, and sent nowhere. */
    this.visitors = [];
    /** The step that is before the reader, and what is wrong with it. */
    this.shown = null;
    this.wrong = "";
    this.isSaving = false;
    /* The browser's Back leads to the step before: each has an entry of its own in the history. */
    addEventListener("popstate", () => this.settings && this.step(this.at));
  }

  /** The step that the browser's history stands at; the reader may go back while what they saved is under way. */
  get at() {
    return history.state || 0;
  }

  async start() {
    await this.learnLanguages();
    const offered = this.languages.best([...(navigator.languages || [navigator.language])].filter(Boolean));
    await this.speak(offered ? offered.tag : "en");
  }

  async learnLanguages() {
    try {
      const house = await get("/api/house");
      this.languages.replace(house.languages);
    } catch {
      /* The page works without; what is asked next says what is wrong. */
    }
  }

  async speak(tag) {
    this.words = await loadCatalogue(tag, "setup/");
    this.words.applyTo(document.documentElement);
    if (this.shown) this.shown.take();
    if (this.view) return this.view();
    await this.enter();
  }

  /** To the steps where this device may change something, else to what lets it. */
  async enter() {
    try {
      this.place = await get("/api/setup");
    } catch (error) {
      return this.show(() => this.trouble(error));
    }
    const { awaited, may_change: may, locked, settings } = this.place;
    if (!may) return this.show(() => (awaited ? wayIn(this) : this.forStaff()));
    if (locked) return this.show(() => this.unchangeable(locked));
    this.settings = settings;
    /* A page that was loaded anew begins at its first step, whatever its entry was for. */
    history.replaceState(null, "");
    if (awaited) return this.show(() => beginning(this));
    this.step(0);
  }

  fromBackup() {
    this.show(() => fromBackup(this));
  }

  trouble(error) {
    const { t } = this.words;
    return [heading(t("setup.title")), el("p", { class: "card care" }, refusal(error, this.words)), button(t("setup.again"), () => this.enter(), { class: "plain" })];
  }

  /** In the reader's words; the node's own sentence, in English, names the file for whoever changes it there. */
  unchangeable(text) {
    const { t } = this.words;
    return [heading(t("setup.change")), el("div", { class: "card care" }, el("p", {}, t("setup.wrong.locked")), said("p", text, "en"))];
  }

  forStaff() {
    const { t } = this.words;
    return [heading(t("setup.change")), el("p", {}, t("setup.staff")), el("a", { class: "button wide", href: "/staff" }, t("setup.staff.open"))];
  }

  // The steps

  step(index) {
    if (this.shown) this.shown.take();
    const { wrong } = this;
    this.wrong = "";
    this.show(() => this.form(index, wrong));
  }

  /** To the step where something is wrong. */
  refuse(index, wrong) {
    this.wrong = wrong;
    if (index === this.at) this.step(index);
    else history.go(index - this.at);
  }

  form(index, wrong) {
    const { t } = this.words;
    const step = new STEPS[index](this);
    const told = report(wrong);
    const isLast = index === LAST;
    this.shown = step;
    const go = () => {
      const problem = step.take();
      told.textContent = problem || "";
      if (problem) return;
      if (isLast) return this.save(told);
      history.pushState(index + 1, "");
      this.step(index + 1);
    };
    const onSubmit = (event) => {
      event.preventDefault();
      go();
    };
    const last = this.place.awaited ? t("setup.save") : t("setup.save.changes");
    return el(
      "form",
      { class: "setup-form", novalidate: true, on: { submit: onSubmit } },
      el("p", { class: "setup-step" }, t("setup.step", { n: index + 1, count: STEPS.length })),
      heading(step.title),
      step.element,
      told,
      el(
        "div",
        { class: "setup-actions" },
        index > 0 && button(t("setup.back"), () => history.back(), { class: "plain" }),
        el("button", { type: "submit", class: "button large" }, isLast ? last : t("setup.next")),
      ),
    );
  }

  /** The node begins anew while it answers: an answer that is lost on the way is no failure yet. */
  async save(told) {
    if (this.isSaving) return;
    this.isSaving = true;
    const { settings } = this;
    const names = settings.rooms.map(({ name }) => name);
    try {
      await post("/api/setup", settings);
    } catch (error) {
      if (!error.isOffline) return this.refused(error, told);
    } finally {
      this.isSaving = false;
    }
    /* Back leads to no step while the rooms open. */
    this.settings = null;
    this.show(() => [heading(this.words.t("setup.saving")), el("p", { role: "status" }, this.words.t("setup.done.again"))]);
    const rooms = await untilOpen(names);
    if (!rooms) this.settings = settings;
    this.opened(rooms);
  }

  refused(error, told) {
    const sentence = refusal(error, this.words);
    const index = STEP_OF[error.detail];
    if (index === undefined && told.isConnected) told.textContent = sentence;
    else this.refuse(index === undefined ? this.at : index, sentence);
  }

  /** `rooms`: null where they did not open. */
  opened(rooms) {
    const { t } = this.words;
    if (!rooms) return this.show(() => [heading(t("setup.offline")), el("p", { class: "card care" }, t("setup.done.again"))]);
    this.settings = null;
    /* Back leads out of a page that is done, not through its steps. */
    if (this.at) history.go(-this.at);
    this.show(() => done(this, rooms));
  }

  /** `view` makes the content in the language of the moment. */
  show(view) {
    this.view = () => this.show(view);
    this.shown = null;
    document.title = this.words.t("setup.title");
    const isChoosing = document.activeElement && document.activeElement.closest(".setup-language");
    fill(document.getElementById("page"), el("main", { class: "setup-main" }, this.languageChoice(), view()));
    const first = document.querySelector(isChoosing ? ".setup-language select" : "h1");
    if (first) first.focus();
  }

  languageChoice() {
    const { words, languages } = this;
    const options = languages.list.filter(({ tag }) => isWritten(tag)).map(({ tag, name, dir }) =>
      el("option", { value: tag, lang: tag, dir, selected: languages.find(words.tag) === languages.find(tag) }, name));
    const select = el("select", { "aria-label": words.t("setup.language"), on: { change: () => this.speak(select.value) } }, options);
    return el("div", { class: "setup-language", hidden: options.length === 0 }, icon("globe"), select);
  }
}

new SetupPage().start();
