/** Other languages that the owner of this device reads: what is written in them is shown as it was written. */

import { button, el, fill, icon } from "./dom.js";
import { languageGrid } from "./grid.js";
import { MOST } from "./kept-reads.js";
import { readsAs } from "./languages.js";
import { Sheet } from "./sheet.js";
import { write } from "./store.js";

/** In the settings: which they are, and the way to choose. `changed()`: the room is to be shown anew. */
export function readsRow(session, words, outlooks, changed) {
  const text = el("span", {}, names(session, words) || words.t("settings.reads.none"));
  const opener = button("", () => new ReadsSheet(session, words, outlooks, changed), { class: "plain wide", icon: "glasses", "aria-describedby": "reads-hint" });
  opener.lastElementChild.replaceWith(text);
  return el(
    "div",
    { class: "field" },
    el("span", { class: "label", id: "reads-label" }, words.t("settings.reads")),
    opener,
    el("p", { class: "hint", id: "reads-hint" }, words.t("settings.reads.hint")),
  );
}

function names(session, words) {
  return session.reads.map((tag) => words.language(tag, session.languages.nameOf(tag))).join(", ");
}

class ReadsSheet {
  constructor(session, words, outlooks, changed) {
    Object.assign(this, { session, words, outlooks });
    this.before = session.reads.join();
    this.wrong = el("p", { class: "wrong", role: "alert" });
    this.chosen = el("ul", { class: "chips", role: "list" });
    this.place = el("div", {});
    this.sheet = new Sheet(words, words.t("settings.reads"), { class: "tall", onClose: () => this.before !== session.reads.join() && changed() });
    this.sheet.show(el("p", { class: "hint" }, words.t("settings.reads.hint")), this.chosen, this.wrong, this.place);
    this.render();
  }

  render() {
    const { session, words } = this;
    const name = (tag) => words.language(tag, session.languages.nameOf(tag));
    fill(this.chosen, session.reads.map((tag) =>
      el("li", {}, el("button", { type: "button", class: "chip", "aria-label": words.t("settings.reads.remove", { language: name(tag) }), on: { click: () => this.save(session.reads.filter((one) => one !== tag)) } },
        el("span", {}, name(tag)), icon("close", { small: true })))));
    const list = session.languages.list.filter(({ tag }) => !readsAs(tag, session.lang) && !session.reads.includes(tag));
    const phone = (navigator.languages || []).filter((tag) => list.some((language) => readsAs(language.tag, tag)));
    fill(this.place, languageGrid({
      list,
      suggested: phone,
      here: session.roster.languages.map(([lang]) => lang).filter((tag) => list.some((language) => language.tag === tag)),
      words,
      outlooks: this.outlooks,
      take: ({ tag }) => this.add(tag),
    }));
  }

  add(tag) {
    if (this.session.reads.length >= MOST) return fill(this.wrong, this.words.t("settings.reads.full"));
    return this.save([...this.session.reads, tag]);
  }

  async save(reads) {
    fill(this.wrong);
    try {
      await this.session.changeReads(reads);
      write("reads", reads);
      this.render();
      (this.chosen.lastElementChild || this.sheet.dialog).querySelector("button").focus();
    } catch {
      fill(this.wrong, this.words.t("settings.failed"));
    }
  }
}
