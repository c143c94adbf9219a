/** Who is in a room, and what staff can do about each. */

import { el, fill, icon } from "./dom.js";
import { coin } from "./languages.js";
import { staffFirst } from "./roster.js";
import { Bans } from "./staff-bans.js";
import { askAboutMember } from "./staff-member.js";

/** More are counted, not listed. */
const MOST = 200;

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
    this.bans = new Bans(desk, room, (member) => this.askAbout(member));
    this.element = el("section", {}, this.title, this.list, this.more, this.bans.element);
  }

  update(room) {
    const { members, n } = room;
    this.bans.update(room);
    this.title.textContent = n ? this.t("staff.here", { n }) : this.t("staff.here.none");
    const shown = staffFirst(members).slice(0, MOST);
    const ids = new Set(shown.map(({ id }) => id));
    const had = this.list.contains(document.activeElement);
    for (const [id, row] of this.rows) if (!ids.has(id)) this.drop(id, row);
    shown.forEach((member, index) => this.place(this.row(member), index));
    if (had && !this.list.contains(document.activeElement)) this.desk.resting.focus({ preventScroll: true });
    this.more.hidden = members.length <= MOST;
    this.more.textContent = this.t("staff.people.more", { n: Math.max(0, members.length - MOST) });
  }

  row(member) {
    const row = this.rows.get(member.id) || this.newRow();
    this.rows.set(member.id, row);
    row.member = member;
    const face = JSON.stringify(member);
    if (row.face !== face) fill(row.button, this.person(member));
    row.face = face;
    return row;
  }

  /** The button stays, whatever is to be said of the person: the focus comes back to it from a question. */
  newRow() {
    const row = {};
    row.button = el("button", { type: "button", class: "staff-person", "aria-haspopup": "dialog", on: { click: () => this.askAbout(row.member) } });
    row.element = el("li", {}, row.button);
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
    return [
      coin(member.lang, own),
      el("span", { class: "staff-person-name" }, el("bdi", {}, member.name), el("small", {}, words.language(member.lang, own))),
      member.muted && el("span", { class: "chip" }, icon("mute", { small: true }), this.t("staff.person.muted")),
      icon("more"),
    ];
  }

  askAbout(member) {
    askAboutMember(this.desk, this.room(), member, {
      changed: () => this.bans.load(),
      banned: (minutes, scope) => this.bans.told(member, minutes, scope),
    });
  }
}
