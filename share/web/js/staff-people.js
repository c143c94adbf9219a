/** Who is in a room, and what staff can do about each. */

import { el, fill, icon } from "./dom.js";
import { coin } from "./languages.js";
import { ask } from "./staff-ask.js";

/** More are counted, not listed. */
const MOST = 200;
const BAN_MINUTES = 60;

export class People {
  /** `room`: answers with the room as it stands now. */
  constructor(desk, room) {
    this.desk = desk;
    this.room = room;
    this.t = desk.words.t;
    this.rows = new Map();
    this.title = el("h3");
    this.list = el("ul", { class: "staff-people" });
    this.more = el("p", { hidden: true });
    this.element = el("section", {}, this.title, this.list, this.more);
  }

  update({ members, n }) {
    this.title.textContent = n ? this.t("staff.here", { n }) : this.t("staff.here.none");
    const shown = members.slice(0, MOST);
    const ids = new Set(shown.map(({ id }) => id));
    for (const [id, row] of this.rows) if (!ids.has(id)) this.drop(id, row);
    shown.forEach((member, index) => this.place(this.row(member), index));
    this.more.hidden = members.length <= MOST;
    this.more.textContent = this.t("staff.people.more", { n: Math.max(0, members.length - MOST) });
  }

  row(member) {
    const row = this.rows.get(member.id) || { element: el("li") };
    this.rows.set(member.id, row);
    const face = JSON.stringify(member);
    if (row.face !== face) fill(row.element, this.person(member));
    row.face = face;
    return row;
  }

  place({ element }, index) {
    const there = this.list.children[index];
    if (there !== element) this.list.insertBefore(element, there || null);
  }

  drop(id, row) {
    row.element.remove();
    this.rows.delete(id);
  }

  person(member) {
    const { words, languages } = this.desk;
    const own = languages.nameOf(member.lang);
    return el(
      "button",
      { type: "button", class: "staff-person", "aria-haspopup": "dialog", on: { click: () => this.askAbout(member) } },
      coin(member.lang, own),
      el("span", { class: "staff-person-name" }, el("bdi", {}, member.name), el("small", {}, words.language(member.lang, own))),
      member.muted && el("span", { class: "chip" }, icon("mute", { small: true }), this.t("staff.person.muted")),
      icon("more"),
    );
  }

  askAbout(member) {
    ask(this.desk, {
      title: this.t("staff.person.acts", { name: member.name }),
      actions: [member.muted ? this.act(member, "unmute", "speaker", "staff.unmuted") : this.act(member, "mute", "mute", "staff.muted"), this.act(member, "remove", "exit", "staff.removed"), this.banAction(member)],
    });
  }

  act(member, act, picture, done, rest = {}) {
    const hint = `staff.${act}.hint`;
    return {
      text: this.t(`staff.${act}`),
      hint: this.desk.words.has(hint) ? this.t(hint) : "",
      icon: picture,
      run: () => this.desk.acts.perform(this.room(), act, { member: member.id, ...rest }),
      done: this.t(done, { name: member.name }),
    };
  }

  /** Asked once more: the person is sent away and cannot come back to complain. */
  banAction(member) {
    const ban = this.act(member, "ban", "remove", "staff.banned", { minutes: BAN_MINUTES });
    const sure = () => ask(this.desk, { title: this.t("staff.ban.ask", { name: member.name }), text: ban.hint, actions: [{ ...ban, hint: "", class: "fault" }] });
    return { ...ban, run: () => true, done: "", then: sure };
  }
}
