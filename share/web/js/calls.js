/** Cards for what asks for an answer, as "I did not understand". They stay until done with; calls for help stand first. */

import { contactLine } from "./contact.js";
import { button, el, icon, iconButton, said } from "./dom.js";
import { refusalText } from "./refusals.js";

const SHOWN = 3;

export class Calls {
  /** `log`: where the lines are; `reword(view)`: write it again; `tell(text)`: for what should be heard. */
  constructor(session, words, { log, reword, tell }) {
    Object.assign(this, { session, words, log, reword, tell });
    this.element = el("div", { class: "calls" });
  }

  unclear({ id, member, from, present }) {
    const view = this.log.find(id);
    if (member === this.session.member) return this.toldAuthor(view, present);
    const { words } = this;
    const text = words.t("calls.unclear", { name: from });
    this.add("unclear", `unclear.${id}.${member}`, text, [
      view && said("blockquote", view.text, view.lang, { "data-about": id }),
      el(
        "div",
        { class: "actions" },
        view && button(words.t("calls.reword"), (event) => {
          this.done(event);
          this.reword(view);
        }, { icon: "pen" }),
        view && button(words.t("calls.show"), () => this.log.jump(id), { class: "plain" }),
      ),
    ]);
  }

  toldAuthor(view, present) {
    const { words } = this;
    const name = view ? view.line.from : "";
    this.add("unclear", "unclear.own", words.t(present ? "calls.unclear.told" : "calls.unclear.away", { name }), []);
  }

  /** About one's own message alone; what everybody is told comes as a call for help. */
  person({ member, from, id, contact }) {
    if (!id) return;
    const { words } = this;
    const view = this.log.find(id);
    this.add("hand", `person.${member}`, words.t("calls.person", { name: from }), [
      view && [el("p", { class: "label" }, words.t("calls.person.about")), said("blockquote", view.text, view.lang, { "data-about": id })],
      contact && contactLine(contact, words),
      view &&
      el("div", { class: "actions" }, button(words.t("calls.show"), () => this.log.jump(id), { class: "plain" })),
    ]);
  }

  async report(id) {
    try {
      const isRead = await this.session.report(id);
      this.add("shield", "report", this.words.t(isRead ? "calls.report.told" : "calls.report.later"), []);
    } catch (error) {
      this.failed(error);
    }
  }

  failed(error = {}) {
    this.add("fault", "failed", refusalText(error, this.words, "calls.failed"), []);
  }

  /** `closed()`: its reader has put it away. */
  add(picture, key, text, content, closed = () => {}) {
    this.remove(key);
    this.element.insertBefore(
      el(
        "section",
        { class: "call card", data: { key }, "aria-label": text },
        el(
          "div",
          { class: "call-head" },
          icon(picture),
          el("p", {}, text),
          iconButton("close", this.words.t("common.close"), (event) => {
            this.done(event);
            closed();
          }),
        ),
        content,
      ),
      this.own[0] || null,
    );
    for (const old of this.own.slice(SHOWN)) old.remove();
    this.element.scrollTop = 0;
    this.tell(text);
  }

  remove(key) {
    for (const old of this.element.querySelectorAll("[data-key]")) if (old.dataset.key === key) old.remove();
  }

  done(event) {
    event.currentTarget.closest(".call").remove();
  }

  /** The cards that are not calls for help. */
  get own() {
    return [...this.element.children].filter((card) => !card.dataset.help);
  }

  clear() {
    for (const card of this.own) card.remove();
  }
}
