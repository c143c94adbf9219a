/** Calls for help and reports on the desk, whatever room it shows: a card for each, heard every minute until somebody answers. */

import { afterTap } from "./after-tap.js";
import { Alarm } from "./alarm.js";
import { post } from "./api.js";
import { withTalk } from "./call-ways.js";
import { button, el, fill, icon } from "./dom.js";
import { coin } from "./languages.js";
import { goThereAsStaff, inviteToTalk } from "./staff-talk.js";
import { canSound, onSound, wakeSound } from "./sound.js";
import { StaffWatch } from "./staff-watch.js";

const SECOND = 1_000;

export class StaffCalls {
  /** `desk`: whose words and reports are used; `changed()`: the calls have changed. */
  constructor(desk, changed) {
    Object.assign(this, { desk, words: desk.words, t: desk.words.t, changed });
    this.rows = new Map();
    this.alarm = new Alarm();
    this.watch = new StaffWatch({
      onCalls: (calls) => this.arrived(() => this.update(calls)),
      onReports: (reports) => this.arrived(() => this.updateReports(reports)),
      onLost: () => desk.poll.now(),
    });
    this.told = el("p", { class: "unseen", role: "alert" });
    this.title = el("h2", { id: "staff-calls", tabindex: "-1" }, icon("hand"), el("span", {}, this.t("staff.calls")));
    this.list = el("ul", { class: "staff-call-list", role: "list" });
    this.section = el("section", { "aria-labelledby": "staff-calls", hidden: true }, this.title, desk.talks.element, this.list);
    this.region = el("div", { class: "staff-calls", hidden: true }, this.section, desk.inbox.element);
    this.silent = button(this.t("staff.calls.sound"), wakeSound, { class: "plain wide staff-silent", icon: "speaker" });
    this.element = el("div", { class: "staff-calls-place" }, this.told, this.silent, this.region);
    this.showSound();
  }

  open() {
    this.offSound = onSound(() => afterTap(() => this.showSound()));
    for (const event of ["pointerdown", "keydown"]) document.addEventListener(event, wakeSound);
    this.watch.open();
    this.changed();
  }

  close() {
    this.offSound();
    for (const event of ["pointerdown", "keydown"]) document.removeEventListener(event, wakeSound);
    clearInterval(this.clock);
    this.alarm.stop();
    this.watch.close();
  }

  showSound() {
    this.silent.hidden = canSound();
  }

  /** By the stream; what one has brought that is gone by then is not the newest. */
  arrived(draw) {
    afterTap(() => this.watch.isOpen && draw());
  }

  /** From the desk's own question, for as long as the stream is not there. */
  polled(rooms) {
    if (this.watch.isOpen) return;
    const all = (kind) => rooms.flatMap((room) => (room[kind] || []).map((item) => ({ ...item, room: { id: room.id, name: room.name } })));
    this.update(all("help"));
    this.updateReports(all("reports"));
  }

  update(calls) {
    const had = this.section.contains(document.activeElement);
    const names = new Set(calls.map(keyOf));
    for (const [key, row] of this.rows) if (!names.has(key)) this.drop(key, row);
    const fresh = calls.filter((call) => this.show(call));
    this.ring();
    if (fresh.length) this.told.textContent = fresh.map((call) => this.sentence(call)).join(" ");
    if (had && !this.section.contains(document.activeElement)) (this.section.hidden ? this.desk.resting : this.title).focus();
    clearInterval(this.clock);
    if (calls.length) this.clock = setInterval(() => this.tick(), SECOND);
    this.showInSheet();
    this.changed();
  }

  updateReports(reports) {
    const fresh = this.desk.inbox.update(reports);
    this.ring();
    if (fresh.length) this.told.textContent = fresh.join(" ");
    this.showInSheet();
    this.changed();
  }

  updateTalks(rooms) {
    const fresh = this.desk.talks.update(rooms);
    this.ring();
    if (fresh.length) this.told.textContent = fresh.join(" ");
    this.showInSheet();
    this.changed();
  }

  ring() {
    const { inbox, talks } = this.desk;
    this.section.hidden = this.rows.size === 0 && talks.list.length === 0;
    this.region.hidden = this.section.hidden && inbox.open.length === 0;
    this.alarm.update([...this.unanswered.map(nameOf), ...talks.names, ...inbox.names]);
  }

  /** A sheet covers the cards: what waits for an answer stands in it too, below what the sheet is about. */
  showInSheet() {
    const sheet = [...document.querySelectorAll("dialog[open]")].pop();
    if (!sheet) return;
    const due = this.unanswered;
    const { talks } = this.desk;
    const face = JSON.stringify([due.map(nameOf), talks.list.map((talk) => talks.sentence(talk)), this.desk.inbox.names]);
    let place = sheet.querySelector(".staff-sheet-calls");
    if (!place) sheet.appendChild((place = el("div", { class: "staff-sheet-calls", role: "status" })));
    if (place.dataset.face === face) return;
    place.dataset.face = face;
    fill(
      place,
      due.map((call) =>
        el("p", {}, icon("hand"), el("span", {}, this.sentence(call)), button(this.t("staff.calls.coming"), () => this.answer(call, "coming"), { class: "plain" })),
      ),
      talks.list.map((talk) => el("p", {}, icon("lock"), el("span", {}, talks.sentence(talk)))),
      this.desk.inbox.names.length > 0 && el("p", {}, icon("shield"), el("span", {}, this.t("staff.reports.n", { n: this.desk.inbox.names.length }))),
    );
    /* They cover the foot of what scrolls: what has the focus stays above. */
    sheet.style.scrollPaddingBottom = `${place.offsetHeight}px`;
    if (sheet.contains(document.activeElement)) document.activeElement.scrollIntoView({ block: "nearest" });
  }

  get unanswered() {
    return [...this.rows.values()].map(({ call }) => call).filter(({ state }) => state === "open");
  }

  /** How many in this room wait for an answer. */
  countIn(room) {
    return this.unanswered.filter((call) => call.room.id === room).length;
  }

  sentence({ from, room, wish }) {
    if (wish) return this.t("help.private.wish", { name: from });
    return this.t("help.elsewhere", { name: from, room: this.desk.nameOf(room) });
  }

  /** True where it is a call that was not there before, or has been made anew. */
  show(call) {
    const row = this.rows.get(keyOf(call)) || { element: el("li"), call: {} };
    const isNew = row.call.ts !== call.ts && call.state === "open";
    row.since = performance.now() - call.age;
    const face = JSON.stringify([call.ts, call.state, call.from, call.by, call.present, this.desk.nameOf(call.room), call.wish, call.talk, call.page, call.via]);
    this.rows.set(keyOf(call), row);
    row.call = call;
    if (!row.element.isConnected) this.list.appendChild(row.element);
    if (row.face !== face) this.fillRow(row);
    row.face = face;
    this.showTime(row);
    return isNew;
  }

  fillRow(row) {
    const { call } = row;
    const own = this.desk.languages.nameOf(call.lang);
    row.time = el("span", { class: "staff-call-time", role: "timer" });
    if (!row.card) this.buildRow(row);
    row.card.dataset.state = call.state;
    row.card.setAttribute("aria-label", this.sentence(call));
    fill(
      row.about,
      el("p", { class: "staff-call-head" }, coin(call.lang, own), el("span", {}, this.t(call.wish ? "help.private.wish" : "staff.calls.one", { name: call.from }))),
      el("p", { class: "staff-call-facts" }, el("bdi", {}, this.desk.nameOf(call.room)), el("span", {}, this.words.language(call.lang, own)), row.time),
      call.wish && call.page === false && call.via && el("p", {}, this.t("staff.talk.via", { name: call.from, via: call.via })),
      call.present === false && el("p", {}, this.t("staff.calls.left", { name: call.from })),
    );
    this.fillButtons(row);
    fill(row.became, call.state === "coming" && el("p", { class: "staff-call-coming" }, icon("sent", { small: true }), this.coming(call)));
  }

  buildRow(row) {
    [row.about, row.became] = [el("div", { class: "staff-call-part" }), el("div", { class: "staff-call-part" })];
    row.actions = el("div", { class: "actions" });
    row.card = el("section", { class: "card staff-call" }, row.about, row.actions, row.became);
    row.element.append(row.card);
  }

  coming({ by, from, talk }) {
    if (talk) return this.t("staff.talk.waiting", { name: from });
    return by ? this.t("help.coming.by", { by }) : this.t("staff.calls.coming");
  }

  /** They stay where they are when somebody answers: the second tap of a double one must not mean another. */
  fillButtons(row) {
    const { call } = row;
    const kinds = JSON.stringify([call.wish, call.talk]);
    if (row.kinds !== kinds) {
      const had = row.actions.contains(document.activeElement);
      fill(row.actions, this.buttons(row));
      if (had) row.actions.firstChild.focus();
    }
    row.kinds = kinds;
    row.coming.setAttribute("aria-disabled", String(call.state !== "open"));
  }

  /** As the call stands when one is tapped on. */
  buttons(row) {
    const href = `/r/${encodeURIComponent(row.call.room.id)}`;
    const talk = {
      enter: (made) => goThereAsStaff(made, this.desk),
      open: (look) => button(this.t("staff.talk.open"), () => inviteToTalk(this.desk, row.call), { icon: "lock", class: look }),
    };
    row.coming = button(this.t("staff.calls.coming"), () => row.call.state === "open" && this.answer(row.call, "coming"), { icon: "hand" });
    const done = button(this.t("staff.calls.done"), () => this.answer(row.call, "done"), { class: "plain" });
    return [
      ...withTalk(row.call, talk, [row.coming, done]),
      el("a", { class: "button plain", href, target: "_blank", rel: "noopener" }, icon("door"), el("span", {}, this.t("staff.visit.enter"))),
    ];
  }

  async answer(call, state) {
    try {
      await post(`/api/staff/rooms/${encodeURIComponent(call.room.id)}/help`, { member: call.member, state });
      if (state === "coming") this.desk.reports.tell(this.t("staff.calls.answered", { name: call.from }));
    } catch (error) {
      this.desk.failedAct(error);
    }
  }

  tick() {
    for (const row of this.rows.values()) this.showTime(row);
    afterTap(() => this.showInSheet());
  }

  showTime(row) {
    const seconds = Math.max(0, Math.floor((performance.now() - row.since) / SECOND));
    const two = this.words.number(seconds % 60).padStart(2, this.words.number(0));
    row.time.textContent = this.t("staff.calls.since", { time: `${this.words.number(Math.floor(seconds / 60))}:${two}` });
  }

  drop(key, row) {
    row.element.remove();
    this.rows.delete(key);
    /* Whoever was invited may have gone in: the rooms tell. */
    if (row.call.talk) this.desk.poll.now();
  }
}

function keyOf({ room, member }) {
  return `${room.id}/${member}`;
}

function nameOf(call) {
  return `${keyOf(call)}/${call.ts}`;
}
