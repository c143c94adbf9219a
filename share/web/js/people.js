/** Who is here: how many, in which languages, by name; and the code by which others come in. */

import { staffMark } from "./badge.js";
import { button, el, fill, icon, iconButton } from "./dom.js";
import { roomPath } from "./api.js";
import { coin } from "./languages.js";
import { staffFirst } from "./roster.js";

export class People {
  /** `askAbout(member)`: what staff can do about somebody. */
  constructor(session, words, askAbout) {
    Object.assign(this, { session, words, askAbout });
    this.hasMore = false;
    this.heading = el("h2", {});
    this.languages = el("ul", { class: "people-languages", role: "list" });
    this.list = el("ul", { class: "people", role: "list" });
    this.more = button(words.t("common.more"), () => this.loadMore(), { class: "plain wide", hidden: true });
    this.problem = el("p", { role: "alert" });
    this.element = el(
      "div",
      { class: "people-panel" },
      this.heading,
      this.languages,
      this.list,
      this.more,
      this.problem,
      this.invitation(),
    );
  }

  /** Soon, and once for many changes; what nobody sees is left for when it is shown. */
  update() {
    if (this.isDue || !this.element.isConnected) return;
    this.isDue = true;
    requestAnimationFrame(() => {
      this.isDue = false;
      this.render();
    });
  }

  render() {
    const { session, words } = this;
    fill(this.heading, words.t("room.people", { n: session.roster.n }));
    fill(this.languages, session.roster.languages.map(([lang, n]) => this.language(lang, n)));
    fill(this.list, this.ordered().map((member) => this.person(member)));
    this.more.hidden = session.roster.list.length >= session.roster.n || session.roster.list.length === 0;
  }

  /** Staff first, of them oneself; then oneself, then all others as they came. */
  ordered() {
    const isOther = ({ id }) => Number(id !== this.session.member);
    return staffFirst(this.session.roster.list.sort((a, b) => isOther(a) - isOther(b)));
  }

  language(lang, n) {
    const own = this.session.languages.nameOf(lang);
    const text = this.words.t("people.by-language", { language: this.words.language(lang, own), n });
    return el("li", {}, coin(lang, own, { size: "small" }), el("span", {}, text));
  }

  person({ id, name, lang, role }) {
    const own = this.session.languages.nameOf(lang);
    return el(
      "li",
      {},
      coin(lang, own),
      el(
        "span",
        { class: "person" },
        el(
          "span",
          { class: role ? "whole" : null },
          el("bdi", { class: "person-name" }, name),
          id === this.session.member && el("span", { class: "chip" }, this.words.t("people.you")),
          staffMark({ role }, this.words, "staff-badge"),
        ),
        el("small", { class: "soft" }, this.words.language(lang, own)),
      ),
      this.session.isStaff && id !== this.session.member && this.actsOn({ id, name }),
    );
  }

  actsOn(member) {
    const label = this.words.t("staff.person.acts", { name: member.name });
    return iconButton("more", label, () => this.askAbout(member), { "aria-haspopup": "dialog" });
  }

  async loadMore() {
    const last = this.session.roster.list.slice(-1)[0];
    try {
      const { members } = await this.session.membersAfter(last.id);
      this.session.roster.add(members);
      fill(this.problem);
      this.render();
      if (!members.length) this.more.hidden = true;
    } catch {
      fill(this.problem, this.words.t("people.list-failed"));
    }
  }

  invitation() {
    const { words, session } = this;
    const { room } = session;
    const show = (event) => event.target.open && event.target.scrollIntoView({ block: "nearest" });
    return el(
      "details",
      { class: "invite", on: { toggle: show } },
      el("summary", {}, icon("qr"), words.t("room.invite")),
      el("p", {}, words.t("room.invite.text")),
      el("img", {
        class: "qr",
        /* Before its address: nobody fetches it who does not look at it. */
        loading: "lazy",
        src: roomPath(room.id, "qr.svg"),
        alt: words.t("room.invite.code"),
        width: "220",
        height: "220",
        decoding: "async",
      }),
      el("p", { class: "address", dir: "ltr" }, room.url),
    );
  }
}
