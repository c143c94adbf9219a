/** One part of a review: its texts one after the other, and then what is missing in it. */

import { directionOf } from "./catalogue.js";
import { button, el } from "./dom.js";

export class ReviewPart {
  constructor(page, section, number) {
    Object.assign(this, { page, section, number });
    /** Past the last text is the question what is missing. */
    this.at = 0;
    this.told = "";
  }

  /** With the first that has no answer yet. */
  begin() {
    const open = this.section.entries.findIndex(({ verdict }) => verdict === null);
    this.go(open < 0 ? this.section.entries.length : open);
  }

  go(at, told = "") {
    this.at = Math.min(Math.max(at, 0), this.section.entries.length);
    this.told = told;
    const isEntry = this.at < this.section.entries.length;
    this.page.show(() => (isEntry ? this.entry() : this.whole()), isEntry ? ".review-card" : "h1");
  }

  get tongue() {
    const { lang } = this.page.sheet;
    return { lang, dir: directionOf(lang) };
  }

  // A text

  entry() {
    const { t } = this.page.words;
    const entry = this.section.entries[this.at];
    const better = el("textarea", { id: "better", rows: 3, maxlength: 2_000, ...this.tongue });
    better.value = entry.better || entry.text;
    const fault = this.page.fault("");
    const say = (verdict) => this.say(entry, verdict, verdict === "better" ? better.value : "", fault);
    const pressed = (verdict) => ({ class: "button plain", "aria-pressed": String(entry.verdict === verdict) });
    const answer = (verdict) => el("button", { type: "button", on: { click: () => say(verdict) }, ...pressed(verdict) }, t(`review.${verdict}`));
    return [
      this.progress(),
      el(
        "section",
        { class: "card review-card", tabindex: -1, "aria-labelledby": "review-at", on: { keydown: (event) => this.key(event, say, better) } },
        el(
          "dl",
          {},
          entry.reference !== null && [
            el("dt", {}, t(this.section.part === "cues" ? "review.example" : "review.reference")),
            el("dd", { lang: "en", dir: "auto" }, entry.reference),
          ],
          el("dt", {}, t("review.text")),
          el("dd", { class: "own", ...this.tongue }, entry.text),
        ),
        el("div", { class: "review-answers" }, answer("yes"), answer("no")),
        el(
          "form",
          { class: "review-form", novalidate: true, on: { submit: (event) => (event.preventDefault(), say("better")) } },
          el("div", { class: "field" }, el("label", { for: "better" }, t("review.better")), better),
          el("button", { type: "submit", ...pressed("better") }, t("review.better.save")),
        ),
        fault,
        el("p", { class: "review-soft" }, t("review.keys")),
      ),
      this.walk(),
    ];
  }

  /** Keys count within the text's card alone, and not while somebody writes. By their place where letters are others. */
  key(event, say, better) {
    if (event.target === better || event.ctrlKey || event.altKey || event.metaKey) return;
    const forward = this.page.words.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
    const letter = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() : event.code.replace("Key", "").toLowerCase();
    const act = {
      y: () => say("yes"),
      n: () => say("no"),
      b: () => better.focus(),
      arrowleft: () => this.go(this.at + (forward === "ArrowLeft" ? 1 : -1)),
      arrowright: () => this.go(this.at + (forward === "ArrowRight" ? 1 : -1)),
    }[letter];
    if (!act) return;
    event.preventDefault();
    act();
  }

  // What is missing

  whole() {
    const { t } = this.page.words;
    const { section } = this;
    const missing = el("textarea", { id: "missing", rows: 4, maxlength: 2_000, dir: "auto" });
    missing.value = section.text;
    const fault = this.page.fault("");
    const say = (verdict) => this.say(section, verdict, verdict === "missing" ? missing.value : "", fault);
    const pressed = (verdict) => ({ "aria-pressed": String(section.verdict === verdict) });
    return [
      this.progress(),
      this.page.heading(t("review.missing.title")),
      el("p", { class: "review-soft" }, t("review.missing.hint")),
      el(
        "form",
        { class: "review-form", novalidate: true, on: { submit: (event) => (event.preventDefault(), say("missing")) } },
        button(t("review.missing.none"), () => say("complete"), { class: "plain", ...pressed("complete") }),
        el("div", { class: "field" }, el("label", { for: "missing" }, t("review.missing.label")), missing),
        el("button", { type: "submit", class: "button plain", ...pressed("missing") }, t("review.missing.save")),
        fault,
      ),
      this.walk(),
      el("ul", { class: "review-texts", ...this.tongue }, section.entries.map(({ text }) => el("li", {}, text))),
    ];
  }

  // Both

  /** Goes on when the node has it on its disk, and not before. */
  async say(item, verdict, text, fault) {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      await this.page.judge(item, verdict, text);
      item.verdict = verdict;
      if (item === this.section) item.text = text.trim();
      else item.better = text.trim();
      const { t } = this.page.words;
      if (item === this.section) await this.page.enter();
      else this.go(this.at + 1, t("review.saved"));
    } catch (error) {
      if (error.status === 401) await this.page.enter("review.gone");
      else fault.textContent = this.page.sentence(error);
    } finally {
      this.isBusy = false;
    }
  }

  progress() {
    const { section } = this;
    const { words } = this.page;
    const { t } = words;
    const at = t("review.at", { at: this.at + 1, all: section.entries.length + 1 });
    return [
      button(t("review.back"), () => this.page.enter(), { class: "plain" }),
      el("p", { id: "review-at" }, [t(`review.part.${section.part}`), words.number(this.number), at].join(" – ")),
      el("p", { class: "review-soft", role: "status" }, this.told),
    ];
  }

  walk() {
    const { t } = this.page.words;
    return el(
      "div",
      { class: "review-walk" },
      button(t("review.previous"), () => this.go(this.at - 1), { class: "plain", disabled: this.at === 0 }),
      this.at < this.section.entries.length && button(t("review.next"), () => this.go(this.at + 1), { class: "plain" }),
    );
  }
}
