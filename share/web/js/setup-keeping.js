/** The third step: what is kept of each room, for how long, and who answers for it. */

import { el } from "./dom.js";
import { field, number, text, whole } from "./setup-fields.js";

const KINDS = ["nothing", "memory", "disk"];
const MOST_HOURS = 876_000;
const MOST_LINES = 1_000;

export class KeepingStep {
  constructor(page) {
    const { t } = page.words;
    this.page = page;
    this.title = t("setup.keep.title");
    this.rooms = page.settings.rooms.map((room, index) => new RoomKeeping(page, room, index));
    this.responsible = text(page.settings.responsible, { maxlength: 200 });
    this.element = el(
      "div",
      { class: "setup-form" },
      el("p", { class: "setup-hint" }, t("setup.keep.why")),
      this.rooms.map(({ element }) => element),
      field("responsible", t("setup.keep.responsible"), t("setup.keep.responsible.hint"), this.responsible),
    );
  }

  take() {
    this.page.settings.responsible = this.responsible.value.trim();
    for (const room of this.rooms) room.take();
    const isWrong = this.rooms.some(({ room: { hours, newcomers } }) => hours < 1 || hours > MOST_HOURS || newcomers < 0 || newcomers > MOST_LINES);
    return isWrong ? this.page.words.t("setup.wrong.keep", { hours: MOST_HOURS, lines: MOST_LINES }) : "";
  }
}

class RoomKeeping {
  constructor({ words: { t } }, room, index) {
    this.room = room;
    this.hours = number(room.hours, MOST_HOURS);
    this.newcomers = number(room.newcomers, MOST_LINES);
    this.more = el(
      "div",
      { class: "setup-form" },
      field(`hours-${index}`, t("setup.keep.hours"), "", this.hours),
      field(`newcomers-${index}`, t("setup.keep.newcomers"), t("setup.keep.newcomers.hint"), this.newcomers),
    );
    this.choices = KINDS.map((kind) =>
      el("input", { type: "radio", name: `kept-${index}`, value: kind, checked: kind === room.kept, on: { change: () => this.shows() } }));
    this.element = el(
      "fieldset",
      {},
      el("legend", { dir: "auto" }, room.name),
      this.choices.map((input) =>
        el("label", { class: "setup-kept" }, input, el("span", {}, t(`setup.keep.${input.value}`), el("small", {}, t(`setup.keep.${input.value}.hint`))))),
      this.more,
    );
    this.shows();
  }

  get kept() {
    return this.choices.find(({ checked }) => checked).value;
  }

  shows() {
    this.more.hidden = this.kept === "nothing";
  }

  /** What is no number is none of those that may be. */
  take() {
    const [hours, newcomers] = [whole(this.hours), whole(this.newcomers)];
    Object.assign(this.room, { kept: this.kept, hours: hours === null ? 0 : hours, newcomers: newcomers === null ? -1 : newcomers });
    if (this.kept === "nothing") Object.assign(this.room, { hours: this.room.hours || 12, newcomers: 0 });
  }
}
