/** The desk: all rooms on one side, the one that was opened on the other (on a phone: one after the other). */

import { button, el, fill, icon } from "./dom.js";
import { roomName } from "./room-name.js";
import { StaffActs } from "./staff-acts.js";
import { StaffCalls } from "./staff-calls.js";
import { StaffInbox } from "./staff-inbox.js";
import { staffRefusalText } from "./refusals.js";
import { languageChoice } from "./staff-language.js";
import { askForRoom, askForVisit } from "./staff-new.js";
import { StaffNotices } from "./staff-notices.js";
import { whoIsHere } from "./staff-persons.js";
import { StaffPoll } from "./staff-poll.js";
import { StaffReports } from "./staff-reports.js";
import { StaffTalks } from "./staff-talks.js";
import { RoomCard } from "./staff-card.js";
import { RoomPanel } from "./staff-room.js";

export class StaffDesk {
  constructor(page, rooms, you) {
    this.page = page;
    this.you = you;
    this.words = page.words;
    this.languages = page.languages;
    this.reports = new StaffReports(this.words);
    this.notices = new StaffNotices(this.words);
    this.acts = new StaffActs(this);
    this.poll = new StaffPoll((answer, notices) => this.update(answer, notices), (error) => this.failed(error));
    this.inbox = new StaffInbox(this, () => this.inboxRead());
    this.talks = new StaffTalks(this);
    this.calls = new StaffCalls(this, () => this.callsChanged());
    this.cards = new Map();
    this.panel = null;
    this.watchers = new Set();
    this.element = el("div", { class: "staff-desk" }, this.top(), this.offline(), this.notices.element, this.main());
    this.hashChanged = () => this.select(true);
    this.update(rooms);
  }

  /** Stays in view, however far the desk is scrolled: what gets the focus is scrolled out from behind it. */
  top() {
    const top = el("div", { class: "staff-top" }, this.head(), this.calls.element);
    const tell = () => document.documentElement.style.setProperty("--covered", `${top.offsetHeight}px`);
    if (window.ResizeObserver) new ResizeObserver(tell).observe(top);
    return top;
  }

  head() {
    const { t } = this.words;
    return el(
      "header",
      { class: "staff-head" },
      el("p", { class: "staff-house", dir: "auto" }, this.page.house.name || t("app.name")),
      whoIsHere(this),
      languageChoice(this.page),
      button(t("staff.leave"), () => this.page.logOut(), { class: "plain", icon: "lock", "aria-label": t("staff.leave") }),
      this.reports.element,
    );
  }

  offline() {
    this.banner = el("p", { class: "banner care", role: "status", hidden: true }, icon("offline"), el("span", {}, this.words.t("staff.offline")));
    return this.banner;
  }

  main() {
    const { t } = this.words;
    this.list = el("ul", { class: "staff-list" });
    this.none = el("p", { class: "staff-none" }, t("staff.rooms.none"));
    this.heading = el("h1", { id: "staff-rooms", tabindex: "-1" }, t("staff.rooms"));
    this.side = el(
      "section",
      { class: "staff-side", "aria-labelledby": "staff-rooms" },
      this.heading,
      button(t("staff.visit.new"), () => askForVisit(this), { class: "large wide", icon: "qr" }),
      this.none, this.list,
      button(t("staff.room.open"), () => askForRoom(this), { class: "plain wide", icon: "plus" }),
    );
    this.detail = el("section", { class: "staff-detail", "aria-labelledby": "staff-room" });
    this.body = el("main", { class: "staff-main" }, this.side, this.detail);
    return this.body;
  }

  open() {
    addEventListener("hashchange", this.hashChanged);
    this.poll.open();
    this.calls.open();
  }

  close() {
    removeEventListener("hashchange", this.hashChanged);
    this.poll.close();
    this.calls.close();
    if (this.panel) this.panel.close();
  }

  update(answer, notices = []) {
    this.notices.update(notices);
    const named = answer.map((room) => ({ ...room, name: roomName(room, this.words) }));
    const rooms = named.sort((one, other) => rank(one) - rank(other));
    this.rooms = rooms;
    this.calls.polled(rooms);
    this.banner.hidden = true;
    this.none.hidden = rooms.length > 0;
    const known = new Map(rooms.map((room) => [room.id, room]));
    for (const [id, card] of this.cards) if (!known.has(id)) this.dropCard(id, card);
    rooms.forEach((room, index) => this.place(this.card(room), index));
    this.select(false);
    this.calls.updateTalks(rooms);
    for (const watcher of this.watchers) watcher(known);
  }

  /** Of a room that a call or a report names. */
  nameOf({ id, name }) {
    const room = this.rooms.find((one) => one.id === id);
    return room ? room.name : name;
  }

  /** For whoever has just logged in by keyboard or listens: at the calls where there are some. */
  arrive() {
    (this.calls.section.hidden ? this.resting : this.calls.title).focus({ preventScroll: true });
  }

  /** Where the focus goes when what had it is gone. */
  get resting() {
    return this.panel && this.body.dataset.shows === "room" ? this.panel.name : this.heading;
  }

  /** Told in the title too: a desk in another tab is seen by nothing else. */
  callsChanged() {
    const n = this.calls.unanswered.length + this.talks.names.length + this.inbox.open.length;
    const title = this.words.t("staff.title");
    document.title = n ? `(${this.words.number(n)}) ${title}` : title;
    for (const room of this.rooms) if (this.cards.has(room.id)) this.cards.get(room.id).update(room);
  }

  /** Translations of what was told have come. */
  inboxRead() {
    if (this.panel) this.panel.told.update(this.panel.room);
  }

  card(room) {
    if (!this.cards.has(room.id)) this.cards.set(room.id, new RoomCard(this));
    const card = this.cards.get(room.id);
    card.update(room);
    return card;
  }

  /** Moves nothing that stands where it should: a moved element loses the focus. */
  place(card, index) {
    const there = this.list.children[index];
    if (there !== card.element) this.list.insertBefore(card.element, there || null);
  }

  dropCard(id, card) {
    card.element.remove();
    this.cards.delete(id);
  }

  /** Shows the room that the address names; where there is space, the first one if it names none. */
  select(isChosen) {
    const wished = decodeURIComponent(location.hash.slice(1));
    const room = this.rooms.find(({ id }) => id === wished) || null;
    const from = this.panel && this.cards.get(this.panel.room.id);
    this.body.dataset.shows = room ? "room" : "list";
    this.showPanel(room || this.rooms[0] || null);
    for (const [id, card] of this.cards) card.mark(id === (this.panel && this.panel.room.id));
    if (!isChosen) return;
    if (room) this.panel.focus();
    else if (from) from.focus();
  }

  showPanel(room) {
    if (this.panel && (!room || this.panel.room.id !== room.id)) this.panel.close();
    if (!room) this.panel = null;
    else if (!this.panel || this.panel.room.id !== room.id) this.panel = new RoomPanel(this, room);
    else return this.panel.update(room);
    const had = this.detail.contains(document.activeElement);
    fill(this.detail, this.panel && this.panel.element);
    if (had) this.resting.focus({ preventScroll: true });
  }

  /** Back to the list, on a phone. */
  showList() {
    location.hash = "";
  }

  failedAct(error) {
    if (error.status === 401) return this.failed(error);
    this.reports.fail(staffRefusalText(error, this.words));
    this.poll.now();
  }

  failed(error) {
    if (error.status === 401) return this.page.showPin({ code: "session-ended", status: 401, message: "" });
    this.banner.hidden = !(error.isOffline || error.status >= 500);
    if (this.banner.hidden) this.reports.fail(staffRefusalText(error, this.words));
  }
}

/** Visits going on come first, closed rooms last; otherwise the order of the house. */
function rank({ private: isPrivate, closed }) {
  return closed ? 2 : isPrivate ? 0 : 1;
}
