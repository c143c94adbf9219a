/** A room in the list: its name, how it stands, how many are in it and in which languages. */

import { el, fill, icon } from "./dom.js";
import { coin } from "./languages.js";

const COINS = 6;

export class RoomCard {
  constructor(desk) {
    this.desk = desk;
    this.link = el("a", { class: "card staff-card" });
    this.element = el("li", {}, this.link);
  }

  update(room) {
    const calls = this.desk.calls.countIn(room.id);
    const reports = this.desk.inbox.countIn(room.id);
    const face = JSON.stringify([calls, reports, room.name, room.topic, room.n, room.langs, room.locked, room.closed, room.private]);
    if (face === this.face) return;
    this.face = face;
    this.link.href = `#${encodeURIComponent(room.id)}`;
    fill(this.link, el("span", { class: "staff-card-name" }, el("bdi", {}, room.name), this.calls(calls), this.reports(reports), stateChips(room, this.desk.words)), this.count(room), this.coins(room));
  }

  calls(n) {
    return n > 0 && el("span", { class: "chip staff-card-calls" }, icon("hand", { small: true }), this.desk.words.t("staff.calls.n", { n }));
  }

  reports(n) {
    return n > 0 && el("span", { class: "chip staff-card-calls" }, icon("shield", { small: true }), this.desk.words.t("staff.reports.n", { n }));
  }

  count({ n }) {
    const { words } = this.desk;
    return el("span", { class: "staff-count" }, icon("people"), el("b", { "aria-hidden": "true" }, words.number(n)), el("span", { class: "unseen" }, words.t("staff.here", { n })));
  }

  coins({ langs }) {
    const { languages, words } = this.desk;
    const tags = Object.entries(langs).sort((a, b) => b[1] - a[1]).slice(0, COINS).map(([tag]) => tag);
    const coins = tags.map((tag) => coin(tag, languages.nameOf(tag), { size: "small", label: words.language(tag, languages.nameOf(tag)) }));
    return el("span", { class: "staff-coins" }, coins);
  }

  mark(isShown) {
    if (isShown) this.link.setAttribute("aria-current", "true");
    else this.link.removeAttribute("aria-current");
  }

  focus() {
    this.link.focus();
  }
}

export function stateChips(room, { t }) {
  const chips = [
    room.private && ["eye", "staff.state.private"],
    room.locked && ["lock", "staff.state.locked"],
    room.closed && ["door", "staff.state.closed"],
  ];
  return chips.filter(Boolean).map(([picture, key]) => el("span", { class: "chip" }, icon(picture, { small: true }), t(key)));
}
