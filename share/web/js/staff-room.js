/** One room: what it is about, its notice, who is in it, and what can be done with it. */

import { button, el, fill, icon, said } from "./dom.js";
import { stateChips } from "./staff-card.js";
import { StaffLines } from "./staff-lines.js";
import { changeNotice, changeTopic } from "./staff-edit.js";
import { People } from "./staff-people.js";
import { RoomMap } from "./staff-map.js";
import { Told } from "./staff-told.js";
import { showCode } from "./staff-code.js";
import { showJoinCode } from "./staff-join.js";
import { goThereAsStaff, hasNoVisitor } from "./staff-talk.js";

export class RoomPanel {
  constructor(desk, room) {
    this.desk = desk;
    this.room = room;
    this.t = desk.words.t;
    this.people = new People(desk, () => this.room);
    this.told = new Told(desk);
    this.lines = new StaffLines(desk, room);
    this.map = new RoomMap(desk);
    this.element = el("article", { class: "staff-room" }, this.head(), this.visitRow(), this.topicRow(), this.noticeRow(), this.told.element, this.lines.element, this.people.element, this.map.element, this.doors(), this.ends());
    this.update(room);
  }

  head() {
    this.name = el("h2", { class: "staff-room-name", id: "staff-room", tabindex: "-1" });
    this.back = button(this.t("staff.back"), () => this.desk.showList(), { class: "plain staff-back", icon: "back", mirrors: true });
    return el("header", { class: "staff-room-head" }, this.back, this.name);
  }

  topicRow() {
    this.topic = el("p", { class: "staff-value", dir: "auto" });
    return this.row("staff.room.topic", this.topic, button(this.t("staff.change"), () => changeTopic(this.desk, this.room), { class: "plain", icon: "pen" }));
  }

  noticeRow() {
    this.notice = el("div", { class: "staff-value" });
    return this.row("staff.notice", this.notice, button(this.t("staff.change"), () => changeNotice(this.desk, this.room), { class: "plain", icon: "pin" }));
  }

  row(key, value, ...buttons) {
    return el("section", { class: "staff-row" }, el("div", {}, el("h3", {}, this.t(key)), value), el("div", { class: "actions" }, buttons));
  }

  /** Where the room is for one visit: how far the visit is, and its end. */
  visitRow() {
    this.visitState = el("p", { class: "staff-visit-state" });
    this.visitCode = this.codeButton("");
    const end = button(this.t("staff.visit.end"), () => this.desk.acts.endVisit(this.room), { class: "fault", icon: "erase" });
    this.visitDoor = el("span", { class: "staff-call-part" });
    this.visit = el("section", { class: "staff-visit" }, this.visitState, el("div", { class: "actions" }, this.visitDoor, this.visitCode, end));
    return this.visit;
  }

  codeButton(look) {
    return button(this.t("staff.visit.code"), () => showCode(this.desk, this.room), { class: look, icon: "qr" });
  }

  joinButton(room) {
    return room.password && button(this.t("staff.join"), () => showJoinCode(this.desk, this.room), { icon: "door" });
  }

  /** Where else the room can be seen. */
  doors() {
    this.links = el("nav", { class: "actions staff-doors", "aria-label": this.t("staff.show") });
    return this.links;
  }

  ends() {
    this.lockButton = button("", () => this.desk.acts.lock(this.room), { class: "plain", icon: "lock" });
    this.clearButton = button(this.t("staff.clear"), () => this.desk.acts.clear(this.room), { class: "plain", icon: "erase" });
    this.closeButton = button(this.t("staff.close"), () => this.desk.acts.close(this.room), { class: "plain", icon: "door" });
    this.openButton = button(this.t("staff.open"), () => this.desk.acts.open(this.room), { icon: "door" });
    return el("section", { class: "actions staff-ends" }, this.lockButton, this.clearButton, this.closeButton, this.openButton);
  }

  update(room) {
    this.room = room;
    this.people.update(room);
    this.told.update(room);
    this.lines.update(room);
    this.map.update(room);
    const face = JSON.stringify({ ...room, members: null, langs: null, reports: null, help: null });
    if (face === this.face) return;
    this.face = face;
    fill(this.name, el("bdi", {}, room.name), stateChips(room, this.desk.words));
    this.topic.textContent = room.topic || this.t("staff.room.topic.none");
    fill(this.notice, room.notice ? said("p", room.notice.text, room.notice.lang) : el("p", {}, this.t("staff.notice.none")));
    this.updateVisit(room);
    this.updateDoors(room);
    this.updateEnds(room);
  }

  updateVisit(room) {
    this.visit.hidden = !room.private || room.closed;
    const { name, state } = room.invited || {};
    /* Whoever is invited needs no code, and nobody else gets in by it. */
    this.visitCode.hidden = Boolean(room.invited);
    const waiting = { open: "staff.talk.waiting", over: "staff.talk.over" }[state] || "staff.visit.waiting";
    const hasLeft = state === "taken" && hasNoVisitor(room);
    const key = hasLeft ? "staff.calls.left" : room.locked ? "staff.visit.in" : waiting;
    fill(this.visitDoor, room.invited && goThereAsStaff(room, this.desk));
    fill(this.visitState, icon(room.locked ? "lock" : "clock"), el("span", {}, this.t(key, { name })));
  }

  updateDoors(room) {
    this.links.hidden = room.closed;
    const places = [!room.invited && ["r", "staff.visit.enter", "door"], !room.private && !room.password && ["kiosk", "staff.show.kiosk", "eye"], ["two", "staff.show.two", "people"]];
    fill(this.links, this.joinButton(room), !room.private && this.codeButton("soft"), places.filter(Boolean).map(([place, key, picture]) => this.link(room, place, key, picture)));
  }

  link(room, place, key, picture) {
    const href = room.path.replace(/^\/r\//, `/${place}/`);
    return el("a", { class: "button soft", href, target: "_blank", rel: "noopener" }, icon(picture), el("span", {}, this.t(key)));
  }

  updateEnds(room) {
    this.lockButton.hidden = room.closed;
    fill(this.lockButton, icon(room.locked ? "unlock" : "lock"), el("span", {}, this.t(room.locked ? "staff.unlock" : "staff.lock")));
    this.clearButton.hidden = room.closed;
    this.closeButton.hidden = room.closed || room.private;
    this.openButton.hidden = !room.closed;
  }

  close() {
    this.lines.close();
  }

  focus() {
    this.name.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }
}
