/** What was told to the staff, whatever room the desk shows: a card for each until somebody of them has seen it. */

import { afterTap } from "./after-tap.js";
import { get, post, queryString } from "./api.js";
import { el, fill, icon } from "./dom.js";
import { reportCard, sentenceOf } from "./staff-told.js";

export class StaffInbox {
  /** `changed()`: what is open has changed. */
  constructor(desk, changed) {
    Object.assign(this, { desk, words: desk.words, changed });
    this.reports = [];
    /** By report, as it reads in the desk's language. */
    this.readings = new Map();
    this.title = el("h2", { id: "staff-inbox", tabindex: "-1" }, icon("shield"), el("span", {}, this.words.t("staff.reports")));
    this.list = el("ul", { class: "staff-call-list", role: "list" });
    this.element = el("section", { "aria-labelledby": "staff-inbox", hidden: true }, this.title, this.list);
  }

  /** Nobody of staff has seen them. */
  get open() {
    return this.reports.filter(({ state }) => state === "open");
  }

  countIn(room) {
    return this.open.filter((report) => report.room.id === room).length;
  }

  /** One for each, for what makes them heard. */
  get names() {
    return this.open.map(keyOf);
  }

  reading(report) {
    return this.readings.get(keyOf(report)) || null;
  }

  /** Answers with the sentences of those that were not there before. */
  update(reports) {
    const known = new Set(this.names);
    this.reports = reports;
    const fresh = this.open.filter((report) => !known.has(keyOf(report)));
    this.show();
    this.read();
    return fresh.map((report) => sentenceOf(report, this.words));
  }

  show() {
    const { open } = this;
    const face = JSON.stringify(open.map((report) => [report, this.reading(report)]));
    if (face === this.face) return;
    this.face = face;
    const had = this.element.contains(document.activeElement);
    this.element.hidden = open.length === 0;
    fill(this.list, open.map((report) => el("li", {}, reportCard(this.desk, report))));
    if (had) (open.length ? this.title : this.desk.resting).focus();
  }

  /** Asks for those that this desk does not read as they were written; one question at a time. */
  async read() {
    if (this.isReading) return;
    const unread = this.reports.find((report) => !this.readings.has(keyOf(report)));
    if (!unread) return;
    this.isReading = true;
    const { room } = unread;
    const due = this.reports.filter((report) => report.room.id === room.id).map(keyOf);
    try {
      const path = `/api/staff/rooms/${encodeURIComponent(room.id)}/reports`;
      const { reports } = await get(path + queryString({ lang: this.words.tag }));
      for (const report of reports) this.readings.set(keyOf(report), report);
      for (const key of due) if (!this.readings.has(key)) this.readings.set(key, null);
    } catch {
      /* They are read with the next change: as they were written they are there already. */
      return;
    } finally {
      this.isReading = false;
    }
    for (const key of [...this.readings.keys()]) if (!this.reports.some((report) => keyOf(report) === key)) this.readings.delete(key);
    afterTap(() => {
      this.show();
      this.changed();
    });
    this.read();
  }

  async post({ room, member, ts }, state, words = {}) {
    await post(`/api/staff/rooms/${encodeURIComponent(room.id)}/reports`, { member, ts, state, ...words });
    this.desk.poll.now();
  }

  async answer(report, state) {
    try {
      await this.post(report, state);
    } catch (error) {
      this.desk.failedAct(error);
    }
  }
}

function keyOf({ room, member, ts }) {
  return `report/${room.id}/${member}/${ts}`;
}
