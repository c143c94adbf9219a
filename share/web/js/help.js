/**
 * Calls for help in one room: the question before, one's own call until it is done with, those of others, and what
 * staff answer. Each call is a card above all others; nothing pushes it away.
 */

import { Alarm } from "./alarm.js";
import { contactLine } from "./contact.js";
import { button, el, icon, iconButton, said } from "./dom.js";
import { OwnCall } from "./own-call.js";
import { Sheet } from "./sheet.js";
import { signal, soundHelp } from "./sound.js";

const OWN = "own";

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
  /** `calls`: where the cards stand; `log`: where the lines are; `tell(text)`: for what should be heard. */
  constructor(session, words, { calls, log, tell }) {
    Object.assign(this, { session, words, calls, log, tell });
    this.others = new Map();
    /** Calls of others whose cards were put away. */
    this.away = new Set();
    this.alarm = new Alarm();
    this.own = new OwnCall(session, () => this.showOwn());
    session.on("hello", (hello) => this.hello(hello));
    session.on("help", (call) => this.change(call));
    session.on("connection", (state) => this.own.connection(state));
    this.showOwn();
  }

  /** The question; where the call is out already, its card. `line`: what it is about. */
  async ask(line = null) {
    const { words, session } = this;
    if (this.own.isOut) return this.focusOwn();
    const sheet = new Sheet(words, words.t("help.ask"));
    const { contact } = session.room;
    const nobody = el("p", { role: "status" });
    sheet.show(
      line && said("blockquote", line.text, line.lang),
      el("p", {}, words.t("help.ask.text")),
      nobody,
      contact && contactLine(contact, words),
      button(words.t("help.go"), () => {
        sheet.close();
        this.own.call(line && line.line.id);
      }, { icon: "hand", class: "large wide" }),
      button(words.t("common.cancel"), () => sheet.close(), { class: "plain wide" }),
    );
    const told = await session.whoHelps().catch(() => null);
    if (told && told.staff === false) nobody.textContent = words.t("help.ask.nostaff");
  }

  focusOwn() {
    const card = this.card(OWN);
    card.scrollIntoView({ block: "nearest" });
    card.querySelector(".actions button").focus();
  }

  hello({ help = [] }) {
    const list = help.filter((call) => !this.isOwn(call));
    const names = new Set(list.map(keyOf));
    for (const key of [...this.others.keys()]) if (!names.has(key)) this.drop(key);
    for (const call of list) this.take(call);
    this.own.hello(help.find((call) => this.isOwn(call)) || null);
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
    const isNew = !before || before.ts !== call.ts;
    this.others.set(key, call);
    if (this.away.has(nameOf(call))) return false;
    if (!isNew && before.state === call.state && this.card(key)) return false;
    const text = this.textOf(call);
    this.place(key, this.makeCard(key, call.state, text, () => this.putAway(key), this.contentOf(call)));
    this.tell(text);
    return isNew && call.state === "open";
  }

  textOf({ from, state, room }) {
    const { t } = this.words;
    if (state === "coming") return t("help.coming.to", { name: from });
    return room ? t("help.elsewhere", { name: from, room: room.name }) : t("calls.person", { name: from });
  }

  contentOf(call) {
    const { t } = this.words;
    const view = !call.room && call.about && this.log.find(call.about);
    const { isStaff } = this.session;
    const answer = (state) => () =>
      this.session.answerCall((call.room || this.session.room).id, call.member, state).catch(() => this.calls.failed());
    const actions = [
      isStaff && call.state === "open" && button(t("help.answer"), answer("coming"), { icon: "hand" }),
      isStaff && call.state === "coming" && button(t("staff.calls.done"), answer("done"), { class: "plain" }),
      isStaff && call.room && this.way(call.room),
      view && button(t("calls.show"), () => this.log.jump(call.about), { class: "plain" }),
    ].filter(Boolean);
    return [
      view && this.quote(view),
      call.contact && contactLine(call.contact, this.words),
      actions.length > 0 && el("div", { class: "actions" }, actions),
    ];
  }

  way({ id }) {
    const href = `/r/${encodeURIComponent(id)}`;
    return el("a", { class: "button plain", href, target: "_blank", rel: "noopener" }, this.words.t("staff.visit.enter"));
  }

  quote(view) {
    return [el("p", { class: "label" }, this.words.t("calls.person.about")), said("blockquote", view.text, view.lang)];
  }

  /** One's own call as it stands; its text is told where it has changed. */
  showOwn() {
    const { own, words } = this;
    if (!own.isShown) {
      this.told = null;
      return this.remove(OWN);
    }
    const text = own.text(words);
    const view = own.about && this.log.find(own.about);
    const face = JSON.stringify([text, own.state, own.isLate, Boolean(view), own.contact]);
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
    const again = button(words.t("help.again"), () => own.call(own.about), { icon: "hand" });
    const end = button(words.t("help.done"), () => own.end().catch(() => this.calls.failed()), { class: "plain" });
    return [
      view && this.quote(view),
      own.contact && contactLine(own.contact, words),
      el("div", { class: "actions" }, own.mayCallAgain && again, own.isOut && end),
    ];
  }

  makeCard(key, state, text, close, content) {
    const cross = close && iconButton("close", this.words.t("common.close"), close);
    return el(
      "section",
      { class: "call card help-call", data: { help: key, state }, "aria-label": text },
      el("div", { class: "call-head" }, icon("hand"), el("p", {}, text), cross),
      content,
    );
  }

  /** Where the card was, with the focus where it was; a new one below the older ones, one's own above all. */
  place(key, card) {
    const old = this.card(key);
    const hadFocus = old && old.contains(document.activeElement);
    const { element, own } = this.calls;
    if (old) old.replaceWith(card);
    else element.insertBefore(card, key === OWN ? element.firstChild : own[0] || null);
    if (!old) element.scrollTop = 0;
    const next = hadFocus && card.querySelector("button, a");
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
    this.ring();
  }

  /** Staff are called until somebody comes; whoever else is here hears of it once. */
  ring() {
    if (!this.session.isStaff) return;
    const open = [...this.others.values()].filter((call) => call.state === "open").map(nameOf);
    this.alarm.update(open.filter((name) => !this.away.has(name)));
  }

  close() {
    this.alarm.stop();
    this.own.close();
  }
}

/** One call a member and room. */
function keyOf({ member, room }) {
  return `${room ? room.id : ""}/${member}`;
}

/** This very call: one that is made anew is another. */
function nameOf(call) {
  return `${keyOf(call)}/${call.ts}`;
}
