/**
 * Calls for help in one room: the question before, one's own call until it is done with, those of others, and what
 * staff answer. Each call is a card above all others; nothing pushes it away.
 */

import { Alarm } from "./alarm.js";
import { queryString } from "./api.js";
import { withTalk } from "./call-ways.js";
import { contactLine } from "./contact.js";
import { button, el, icon, iconButton, said } from "./dom.js";
import { OwnCall } from "./own-call.js";
import { goThere, invitationContent } from "./private-talk.js";
import { ReportCards } from "./report-cards.js";
import { roomName } from "./room-name.js";
import { Sheet } from "./sheet.js";
import { signal, soundHelp } from "./sound.js";
import { StaffPoll } from "./staff-poll.js";
import { ReadByStaff, writeToStaff } from "./to-staff.js";

const OWN = "own";
const INVITED = "invited";

/** Always in reach: a picture with its word. */
export function helpButton(words, onClick) {
  return el(
    "button",
    { type: "button", class: "help-button", "aria-haspopup": "dialog", on: { click: onClick } },
    icon("hand"),
    el("span", {}, words.t("help.button")),
  );
}

export class Help {
  /**
   * `calls`: where the cards stand; `log`: where the lines are; `tell(text)`: for what should be heard; `mayTalkAlone`:
   * whether a talk with the staff alone can be asked for here.
   */
  constructor(session, words, { calls, log, tell, mayTalkAlone = false }) {
    Object.assign(this, { session, words, calls, log, tell, mayTalkAlone });
    this.others = new Map();
    /** Calls of others whose cards were put away. */
    this.away = new Set();
    this.alarm = new Alarm();
    /** For staff: the rooms of the node as a desk has them, by id. */
    this.rooms = new Map();
    this.poll = new StaffPoll((rooms) => this.reached(rooms), ({ status }) => status === 401 && this.poll.close());
    this.reports = new ReportCards(session, words, this);
    new ReadByStaff(session, words, calls);
    this.own = new OwnCall(session, () => this.showOwn());
    /** Where staff have invited this visitor to; null where they have not. */
    this.invited = null;
    session.on("hello", (hello) => this.hello(hello));
    session.on("invited", ({ talk }) => this.invite(talk));
    session.on("help", (call) => this.change(call));
    session.on("connection", (state) => this.own.connection(state));
    session.on("role", () => this.roleChanged());
    session.on("people", ({ joined, left }) => this.poll.isOpen && [...joined, ...left].some(({ id }) => this.isWaiting(id)) && this.poll.now());
    this.showOwn();
  }

  /** The question; where the call is out already, how it stands. `line`: what it is about. */
  async ask(line = null) {
    const { words, session } = this;
    if (this.own.isOut) return this.showWays();
    const sheet = new Sheet(words, words.t("help.ask"));
    const { contact } = session.room;
    const nobody = el("p", { role: "status" });
    sheet.show(
      line && said("blockquote", line.text, line.lang, { "data-about": line.line.id }),
      el("p", {}, words.t("help.ask.text")),
      nobody,
      contact && contactLine(contact, words),
      button(words.t("help.go"), () => {
        sheet.close();
        this.own.call(line && line.line.id);
      }, { icon: "hand", class: "large wide" }),
      this.privateWays(sheet, line && line.line.id),
      button(words.t("common.cancel"), () => sheet.close(), { class: "plain wide" }),
    );
    const told = await session.whoHelps().catch(() => null);
    if (told && told.staff === false) nobody.textContent = words.t("help.ask.nostaff");
  }

  /** While a call stands: what else there is. */
  showWays() {
    const { words, own } = this;
    const sheet = new Sheet(words, words.t("help.button"));
    sheet.show(
      el("p", { role: "status" }, own.text(words)),
      this.privateWays(sheet, own.about),
      button(words.t("help.done"), () => {
        sheet.close();
        this.endOwn();
      }, { class: "plain wide" }),
      button(words.t("common.close"), () => sheet.close(), { class: "plain wide" }),
    );
  }

  /** To the staff, past all others here. At a tablet for two nobody is alone. */
  privateWays(sheet, about) {
    const { words, session, own } = this;
    const mayTalk = this.mayTalkAlone && !session.isStaff && !(own.isOut && own.wish);
    return [
      !session.isStaff && button(words.t("help.write"), () => {
        sheet.close();
        writeToStaff(session, words, (text) => this.calls.add("shield", "report", text, []));
      }, { icon: "shield", class: "soft wide" }),
      mayTalk && button(words.t("help.private"), () => {
        sheet.close();
        own.call(about, "private");
      }, { icon: "lock", class: "soft wide", "aria-describedby": "private-hint" }),
      mayTalk && el("p", { class: "hint", id: "private-hint" }, words.t("help.private.text")),
    ];
  }

  /** At most one at a time. */
  invite(talk) {
    const isNew = talk && !(this.invited && this.invited.room === talk.room);
    this.invited = talk || null;
    this.showInvited();
    this.showOwn();
    if (!isNew) return;
    signal("message");
    this.tell(this.words.t("help.private.invited"));
  }

  showInvited() {
    const { invited, own, words } = this;
    if (!invited) return this.remove(INVITED);
    const go = () => goThere(this.session, invited).then(() => own.isShown && own.forget(), () => this.calls.failed());
    const content = invitationContent(words, { go, end: own.isOut && (() => this.endOwn()) });
    this.place(INVITED, this.makeCard(INVITED, "coming", words.t("help.private.invited"), null, content, "lock"));
  }

  endOwn() {
    return this.own.end().then(() => this.tell(this.words.t("help.ended")), () => this.calls.failed());
  }

  hello({ help = [], invited = null }) {
    const list = help.filter((call) => !this.isOwn(call));
    const names = new Set(list.map(keyOf));
    for (const key of [...this.others.keys()]) if (!names.has(key)) this.drop(key);
    for (const call of list) this.take(call);
    this.own.hello(help.find((call) => this.isOwn(call)) || null);
    this.invite(invited);
    this.ring();
  }

  change(call) {
    if (this.isOwn(call)) return this.own.change(call);
    if (call.state === "done") this.drop(keyOf(call));
    else if (this.take(call) && !this.session.isStaff) soundHelp();
    this.ring();
  }

  isOwn({ member, room }) {
    return !room && member === this.session.member;
  }

  /** True where the call is a new one that waits for an answer. */
  take(call) {
    const key = keyOf(call);
    const before = this.others.get(key);
    const { isStaff } = this.session;
    call = { ...call, isStaffs: isStaff, isGone: isStaff && call.present === false };
    const isNew = !before || before.ts !== call.ts;
    /* What staff alone are told comes beside what everybody is. */
    if (!isNew) call = { ...call, wish: call.wish || before.wish, talk: call.talk || before.talk, via: call.via || before.via };
    this.others.set(key, call);
    if (this.away.has(nameOf(call))) return false;
    if (!isNew && faceOf(before) === faceOf(call) && this.card(key)) return false;
    this.show(key, call);
    this.tell(this.textOf(call));
    return isNew && call.state === "open";
  }

  show(key, call) {
    this.place(key, this.makeCard(key, call.state, this.textOf(call), () => this.putAway(key), this.contentOf(call)));
  }

  textOf({ from, state, room, by, wish }) {
    const { t } = this.words;
    if (state === "coming") return by ? t("help.coming.to.by", { by, name: from }) : t("help.coming.to", { name: from });
    if (wish) return t("help.private.wish", { name: from });
    return room ? t("help.elsewhere", { name: from, room: this.nameOfRoom(room) }) : t("calls.person", { name: from });
  }

  /** What a call or a report names; that a room is private the desk's list alone says. */
  nameOfRoom(room) {
    return roomName(this.rooms.get(room.id) || room, this.words);
  }

  contentOf(call) {
    const { t } = this.words;
    const view = !call.room && call.about && this.log.find(call.about);
    const { isStaff } = this.session;
    const answer = (state) => () =>
      this.session.answerCall((call.room || this.session.room).id, call.member, state).catch(() => this.calls.failed());
    const invite = () => this.session.inviteToTalk((call.room || this.session.room).id, call.member).catch((error) => this.notInvited(error, call));
    const talk = {
      enter: ({ path }) => this.way(path + queryString({ staff: this.session.lang }), t("staff.talk.enter")),
      open: (look) => !call.via && button(t("staff.talk.open"), invite, { icon: "lock", class: look }),
    };
    /* The answer stays when it was given: the second tap of a double one must not end the call. */
    const answers = [
      button(t("help.answer"), call.state === "open" ? answer("coming") : () => {}, { icon: "hand", "aria-disabled": String(call.state !== "open") }),
      call.state === "coming" && button(t("staff.calls.done"), answer("done"), { class: "plain" }),
    ];
    const actions = [
      ...(isStaff ? withTalk(call, talk, answers) : []),
      isStaff && call.room && this.way(`/r/${encodeURIComponent(call.room.id)}`, t("staff.visit.enter")),
      view && button(t("calls.show"), () => this.log.jump(call.about), { class: "plain" }),
    ].filter(Boolean);
    return [
      view && this.quote(view),
      isStaff && call.wish && call.via && el("p", {}, t("staff.talk.via", { name: call.from, via: call.via })),
      call.isGone && el("p", {}, t("staff.calls.left", { name: call.from })),
      call.contact && contactLine(call.contact, this.words),
      actions.length > 0 && el("div", { class: "actions" }, actions),
    ];
  }

  /** Whoever called has no page of this node before them. */
  notInvited({ code }, { member, from }) {
    if (code !== "not-on-page") return this.calls.failed();
    this.calls.add("lock", `talk.${member}`, this.words.t("staff.talk.code", { name: from }), []);
  }

  way(href, text) {
    return el("a", { class: "button plain", href, target: "_blank", rel: "noopener" }, text);
  }

  quote(view) {
    return [el("p", { class: "label" }, this.words.t("calls.person.about")), said("blockquote", view.text, view.lang, { "data-about": view.line.id })];
  }

  /** One's own call as it stands; its text is told where it has changed. */
  showOwn() {
    const { own, words } = this;
    if (!own.isShown || this.invited) {
      this.told = null;
      this.face = null;
      if (this.invited) this.showInvited();
      return this.remove(OWN);
    }
    const text = own.text(words);
    const view = own.about && this.log.find(own.about);
    const face = JSON.stringify([text, own.state, own.isLate, Boolean(view), own.contact, own.wish, own.isWishForHere]);
    if (face === this.face && this.card(OWN)) return;
    this.face = face;
    this.place(OWN, this.makeCard(OWN, own.state, text, own.isOut ? null : () => own.forget(), this.ownContent(view)));
    if (this.told === text) return;
    this.told = text;
    if (own.isLate) soundHelp();
    if (own.state === "coming") signal("message");
    this.tell(text);
  }

  ownContent(view) {
    const { own, words } = this;
    const again = button(words.t("help.again"), () => own.call(own.about, own.wish), { icon: "hand" });
    const end = button(words.t("help.done"), () => this.endOwn(), { class: "plain" });
    return [
      own.isOut && own.wish && el("p", {}, words.t(own.isWishForHere ? "help.private.asked.here" : "help.private.asked")),
      view && this.quote(view),
      own.contact && contactLine(own.contact, words),
      el("div", { class: "actions" }, own.mayCallAgain && again, own.isOut && end),
    ];
  }

  makeCard(key, state, text, close, content, picture = "hand") {
    const cross = close && iconButton("close", this.words.t("common.close"), close);
    return el(
      "section",
      { class: "call card help-call", data: { help: key, state }, "aria-label": text },
      el("div", { class: "call-head" }, icon(picture), el("p", {}, text), cross),
      content,
    );
  }

  /** Where the card was, with the focus where it was; a new one below the older ones, one's own above all. */
  place(key, card) {
    const old = this.card(key);
    const held = old && old.contains(document.activeElement) ? document.activeElement : null;
    const { element, own } = this.calls;
    if (old) old.replaceWith(card);
    else element.insertBefore(card, key === OWN || key === INVITED ? element.firstChild : own[0] || null);
    if (!old) element.scrollTop = 0;
    const ways = [...card.querySelectorAll("button, a")];
    const next = held && (ways.find((way) => way.textContent === held.textContent) || ways[0]);
    if (next) next.focus({ preventScroll: true });
  }

  card(key) {
    return [...this.calls.element.children].find((card) => card.dataset.help === key) || null;
  }

  remove(key) {
    const card = this.card(key);
    if (!card) return;
    const hadFocus = card.contains(document.activeElement);
    card.remove();
    if (hadFocus) this.log.scroller.focus({ preventScroll: true });
  }

  drop(key) {
    this.others.delete(key);
    this.remove(key);
  }

  putAway(key) {
    this.away.add(nameOf(this.others.get(key)));
    this.remove(key);
    this.ring();
  }

  /** The next visitor at a tablet is not told of the one before. */
  forgetOthers() {
    for (const key of [...this.others.keys()]) this.drop(key);
    this.reports.forget();
    this.ring();
  }

  /** What staff alone are told does not stay on the screen when their login has ended. */
  roleChanged() {
    const { isStaff } = this.session;
    const isOver = this.wasStaff && !isStaff;
    this.wasStaff = isStaff;
    if (!isOver) return;
    this.rooms = new Map();
    this.reports.forget();
    for (const [key, call] of [...this.others]) {
      this.drop(key);
      if (!call.room && !call.wish) this.take(call);
    }
    this.ring();
  }

  /** While cards stand here, staff are told who is still there, and what rooms are called. */
  lookAfter() {
    const isDue = this.session.isStaff && this.waiting.length > 0;
    if (isDue === Boolean(this.poll.isOpen)) return;
    if (!isDue) return this.poll.close();
    this.poll.open();
    this.poll.now();
  }

  /** Calls and reports whose cards stand here. */
  get waiting() {
    return [...[...this.others.values()].filter((call) => !this.away.has(nameOf(call))), ...this.reports.open.values()];
  }

  isWaiting(id) {
    return this.waiting.some(({ room, member }) => !room && member === id);
  }

  /** `rooms`: as the desk has them. */
  reached(rooms) {
    this.rooms = new Map(rooms.map((room) => [room.id, room]));
    for (const [key, call] of this.others) this.refresh(key, call);
    this.reports.reached(rooms);
  }

  /** The card says who has left, and what the room is called. */
  refresh(key, call) {
    const card = this.card(key);
    const { help = [] } = this.rooms.get((call.room || this.session.room).id) || {};
    const told = help.find(({ member, ts }) => member === call.member && ts === call.ts);
    if (!card || !told) return;
    const isGone = !told.present;
    if (isGone === call.isGone && card.getAttribute("aria-label") === this.textOf(call)) return;
    const now = { ...call, isGone };
    this.others.set(key, now);
    this.show(key, now);
    if (isGone && !call.isGone) this.tell(this.words.t("staff.calls.left", { name: call.from }));
  }

  /** Staff are called until somebody comes; whoever else is here hears of it once. */
  ring() {
    this.lookAfter();
    if (!this.session.isStaff) return this.alarm.stop();
    const open = [...this.others.values()].filter((call) => call.state === "open").map(nameOf);
    this.alarm.update([...open.filter((name) => !this.away.has(name)), ...this.reports.names]);
  }

  close() {
    this.alarm.stop();
    this.own.close();
    this.poll.close();
  }
}

/** As much of a call as its card shows. */
function faceOf({ state, wish, talk, by, isStaffs, isGone }) {
  return JSON.stringify([state, wish || null, talk || null, by || null, isStaffs, isGone]);
}

/** One call a member and room. */
function keyOf({ member, room }) {
  return `${room ? room.id : ""}/${member}`;
}

/** This very call: one that is made anew is another. */
function nameOf(call) {
  return `${keyOf(call)}/${call.ts}`;
}
