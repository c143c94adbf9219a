/** Translations that an interpreter confirms: beside each line that a person should look at, and the list of what waits. */

import { button, el, fill, said } from "./dom.js";
import { hasText, originRemarks, originOf } from "./origin.js";
import { refusalText } from "./refusals.js";
import { Sheet } from "./sheet.js";
import { sign } from "./signs.js";

const LONGEST = 4_000;
/** Milliseconds between two looks at what waits. */
const AGAIN = 4_000;

/** Whether a person should look at how a line reads: it could harm, its topic asks for it, or it is not translated. */
export function awaitsPerson(view) {
  const { translation } = view;
  if (view.isOwn || view.isTakenBack || !translation) return false;
  if (translation.state === "untranslated") return true;
  if (!["translated", "phrasebook"].includes(translation.state)) return false;
  return (translation.warnings || []).some(({ weight }) => weight !== "quiet");
}

/** Whether it can be confirmed at all. */
export function mayConfirm(view, session) {
  return session.confirms && !view.isOwn && !view.isTakenBack && !view.isPast && !view.sending && Boolean(view.translation) && view.origin !== "same";
}

export class Confirming {
  /** `tell`: says something to whoever listens. */
  constructor(session, words, tell) {
    Object.assign(this, { session, words, tell });
  }

  /** What an interpreter does with a line; null where there is nothing to do. */
  actions(view) {
    if (!mayConfirm(view, this.session) || !awaitsPerson(view)) return null;
    const { id } = view.standing.line;
    return this.buttons({ ...view.line, id }, view.translation, this.session.lang);
  }

  buttons(line, translation, lang) {
    const { words } = this;
    const failure = el("p", { class: "line-failure", role: "alert" });
    const confirm = async () => {
      fill(failure);
      try {
        await this.confirm(line.id, translation.text, lang);
      } catch (error) {
        fill(failure, refusalText(error, words));
      }
    };
    return el(
      "div",
      { class: "line-care", role: "group", "aria-label": words.t("confirm.title") },
      hasText(translation) &&
        button(words.t("confirm.right"), confirm, { class: "soft small", icon: sign("verified", { small: true }), "data-role": "confirm-right" }),
      button(words.t("confirm.correct"), () => this.correct(line, translation, lang), {
        class: "soft small",
        icon: sign("pen", { small: true }),
        "data-role": "confirm-correct",
        "aria-haspopup": "dialog",
      }),
      failure,
    );
  }

  async confirm(id, text, lang) {
    await this.session.confirmLine(id, text, lang);
    this.tell(this.words.t("confirm.done"));
    if (this.list) this.list.refresh();
  }

  /** From a line's menu. */
  open(view) {
    const { id } = view.standing.line;
    this.correct({ ...view.line, id }, view.translation, this.session.lang);
  }

  correct(line, translation, lang) {
    const { words } = this;
    const sheet = new Sheet(words, words.t("confirm.correct"), { about: line.id });
    const text = el("textarea", { id: "confirm-text", rows: 3, maxlength: LONGEST, dir: "auto", lang });
    text.value = hasText(translation) ? translation.text : "";
    const failure = el("p", { class: "line-failure", role: "alert" });
    const send = async () => {
      const written = text.value.trim();
      if (!written) return text.focus();
      fill(failure);
      try {
        await this.confirm(line.id, written, lang);
        sheet.close();
      } catch (error) {
        fill(failure, refusalText(error, words));
      }
    };
    sheet.show(
      said("blockquote", line.text, line.lang, { class: "check-draft" }),
      el("div", { class: "field" }, el("label", { for: "confirm-text" }, words.t("confirm.text")), text),
      failure,
      el(
        "div",
        { class: "actions even" },
        button(words.t("common.cancel"), () => sheet.close(), { class: "plain" }),
        button(words.t("confirm.send"), send, { icon: "verified" }),
      ),
    );
    text.focus();
  }

  showList() {
    this.list = new WaitingList(this, () => {
      this.list = null;
    });
  }
}

/** What waits to be confirmed, in one language at a time of those that are read in the room. */
class WaitingList {
  constructor(confirming, closed) {
    const { session, words } = confirming;
    Object.assign(this, { confirming, session, words, lang: session.lang, asked: 0 });
    this.languages = el("select", { id: "confirm-into", on: { change: () => this.choose(this.languages.value) } });
    this.lines = el("ul", { role: "list", class: "readings" });
    this.note = el("p", { role: "status" });
    this.off = ["line", "translation"].map((event) => session.on(event, () => this.refreshSoon()));
    /* Translations into other languages are told to their readers alone. */
    this.beat = setInterval(() => this.refresh(), AGAIN);
    this.sheet = new Sheet(words, words.t("confirm.title"), { class: "tall", onClose: () => this.close(closed) });
    this.sheet.show(
      el("div", { class: "field" }, el("label", { for: "confirm-into" }, words.t("confirm.into")), this.languages),
      this.note,
      this.lines,
    );
    this.refresh();
  }

  close(closed) {
    clearTimeout(this.timer);
    clearInterval(this.beat);
    for (const off of this.off) off();
    closed();
  }

  choose(lang) {
    this.lang = lang;
    this.refresh();
  }

  /** Lines come in bursts. */
  refreshSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.refresh(), 500);
  }

  async refresh() {
    this.asked += 1;
    const asked = this.asked;
    try {
      const found = await this.session.unconfirmed(this.lang);
      if (asked === this.asked) this.show(found);
    } catch (error) {
      if (asked === this.asked) fill(this.note, refusalText(error, this.words));
    }
  }

  show(found) {
    /* What stands there already is not drawn anew under a finger. */
    const face = JSON.stringify(found);
    if (face === this.face) return;
    this.face = face;
    const { lang, languages, lines } = found;
    const { words, session } = this;
    const nameOf = (tag) => words.language(tag, session.languages.nameOf(tag));
    fill(this.languages, ...[...new Set([lang, ...languages])].map((tag) => el("option", { value: tag, selected: tag === lang }, nameOf(tag))));
    fill(this.note, lines.length === 0 && words.t("confirm.none"));
    fill(this.lines, ...lines.map(({ line, translation }) => this.row(line, translation, lang)));
  }

  row(line, translation, lang) {
    const origin = originOf(line, translation, lang);
    return el(
      "li",
      { class: "reading", "data-id": line.id },
      el("p", { class: "label" }, el("bdi", {}, line.from)),
      hasText(translation) && said("p", translation.text, translation.lang, { class: "reading-text" }),
      said("p", line.text, line.lang, { class: hasText(translation) ? "soft" : "reading-text" }),
      originRemarks(origin, translation, this.words, { all: false }),
      this.confirming.buttons(line, translation, lang),
    );
  }
}
