/** Calls for help on the desk, whatever room it shows: a card for each, heard every minute until somebody answers. */

import { Alarm } from "./alarm.js";
import { post } from "./api.js";
import { button, el, fill, icon } from "./dom.js";
import { coin } from "./languages.js";
import { canSound, onSound, wakeSound } from "./sound.js";
import { StaffWatch } from "./staff-watch.js";

const SECOND = 1_000;

export class StaffCalls {
  /** `desk`: whose words and reports are used; `changed()`: the calls have changed. */
  constructor(desk, changed) {
    Object.assign(this, { desk, words: desk.words, t: desk.words.t, changed });
    this.rows = new Map();
    this.alarm = new Alarm();
    this.watch = new StaffWatch((calls) => this.update(calls), () => desk.poll.now());
    this.told = el("p", { class: "unseen", role: "alert" });
    this.title = el("h2", { id: "staff-calls", tabindex: "-1" }, icon("hand"), el("span", {}, this.t("staff.calls")));
    this.list = el("ul", { class: "staff-call-list", role: "list" });
    this.region = el("section", { class: "staff-calls", "aria-labelledby": "staff-calls", hidden: true }, this.title, this.list);
    this.silent = button(this.t("staff.calls.sound"), wakeSound, { class: "plain wide staff-silent", icon: "speaker" });
    this.element = el("div", { class: "staff-calls-place" }, this.told, this.silent, this.region);
    this.showSound();
  }

  open() {
    this.offSound = onSound(() => this.showSound());
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

  /** From the desk's own question, for as long as the stream is not there. */
  polled(rooms) {
    if (this.watch.isOpen) return;
    this.update(rooms.flatMap((room) => (room.help || []).map((call) => ({ ...call, room: { id: room.id, name: room.name } }))));
  }

  update(calls) {
    const had = this.region.contains(document.activeElement);
    const names = new Set(calls.map(keyOf));
    for (const [key, row] of this.rows) if (!names.has(key)) this.drop(key, row);
    const fresh = calls.filter((call) => this.show(call));
    this.region.hidden = calls.length === 0;
    this.alarm.update(this.unanswered.map(nameOf));
    if (fresh.length) this.told.textContent = fresh.map((call) => this.sentence(call)).join(" ");
    if (had && !this.region.contains(document.activeElement)) (calls.length ? this.title : this.desk.resting).focus();
    clearInterval(this.clock);
    if (calls.length) this.clock = setInterval(() => this.tick(), SECOND);
    this.changed();
  }

  get unanswered() {
    return [...this.rows.values()].map(({ call }) => call).filter(({ state }) => state === "open");
  }

  /** How many in this room wait for an answer. */
  countIn(room) {
    return this.unanswered.filter((call) => call.room.id === room).length;
  }

  sentence({ from, room }) {
    return this.t("help.elsewhere", { name: from, room: room.name });
  }

  /** True where it is a call that was not there before, or has been made anew. */
  show(call) {
    const row = this.rows.get(keyOf(call)) || { element: el("li"), call: {} };
    const isNew = row.call.ts !== call.ts && call.state === "open";
    row.since = performance.now() - call.age;
    const face = JSON.stringify([call.ts, call.state, call.from, call.present, call.room.name]);
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
    const had = row.element.contains(document.activeElement);
    const own = this.desk.languages.nameOf(call.lang);
    row.time = el("span", { class: "staff-call-time", role: "timer" });
    fill(
      row.element,
      el(
        "section",
        { class: "card staff-call", data: { state: call.state }, "aria-label": this.sentence(call) },
        el("p", { class: "staff-call-head" }, coin(call.lang, own), el("span", {}, this.t("staff.calls.one", { name: call.from }))),
        el("p", { class: "staff-call-facts" }, el("bdi", {}, call.room.name), el("span", {}, this.words.language(call.lang, own)), row.time),
        call.present === false && el("p", {}, this.t("staff.calls.left", { name: call.from })),
        call.state === "coming" && el("p", { class: "staff-call-coming" }, icon("sent", { small: true }), this.t("staff.calls.coming")),
        this.buttons(call),
      ),
    );
    const next = had && row.element.querySelector("button");
    if (next) next.focus();
  }

  buttons(call) {
    const href = `/r/${encodeURIComponent(call.room.id)}`;
    return el(
      "div",
      { class: "actions" },
      call.state === "open" && button(this.t("staff.calls.coming"), () => this.answer(call, "coming"), { icon: "hand" }),
      button(this.t("staff.calls.done"), () => this.answer(call, "done"), { class: "plain" }),
      el("a", { class: "button plain", href, target: "_blank", rel: "noopener" }, icon("door"), el("span", {}, this.t("staff.visit.enter"))),
    );
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
  }

  showTime(row) {
    const seconds = Math.max(0, Math.floor((performance.now() - row.since) / SECOND));
    const two = this.words.number(seconds % 60).padStart(2, this.words.number(0));
    row.time.textContent = this.t("staff.calls.since", { time: `${this.words.number(Math.floor(seconds / 60))}:${two}` });
  }

  drop(key, row) {
    row.element.remove();
    this.rows.delete(key);
  }
}

function keyOf({ room, member }) {
  return `${room.id}/${member}`;
}

function nameOf(call) {
  return `${keyOf(call)}/${call.ts}`;
}
