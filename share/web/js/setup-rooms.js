/** The second step: which rooms there are. */

import { button, el, fill } from "./dom.js";
import { field, text } from "./setup-fields.js";

const MOST = 20;

export class RoomsStep {
  constructor(page) {
    const { t } = page.words;
    this.page = page;
    this.title = t("setup.rooms.title");
    this.list = el("div", { class: "setup-form" });
    this.adder = button(t("setup.rooms.add"), () => this.add(), { class: "plain wide", icon: "plus" });
    this.element = el("div", { class: "setup-form" }, el("p", { class: "setup-hint" }, t("setup.rooms.hint")), this.list, this.adder);
    this.draw();
  }

  draw() {
    const { t } = this.page.words;
    const { rooms } = this.page.settings;
    this.fields = rooms.map((room) => ({ room, name: text(room.name, { maxlength: 63 }), topic: text(room.topic, { maxlength: 200 }) }));
    fill(
      this.list,
      this.fields.map(({ room, name, topic }, index) =>
        el(
          "fieldset",
          {},
          el("legend", { dir: "auto" }, room.name || this.page.words.number(index + 1)),
          field(`room-${index}`, t("setup.rooms.name"), "", name),
          field(`topic-${index}`, t("setup.rooms.topic"), t("setup.rooms.topic.hint"), topic),
          rooms.length > 1 && button(t("setup.rooms.remove", { name: room.name || index + 1 }), () => this.remove(index), { class: "plain", icon: "remove" }),
        )),
    );
    this.adder.hidden = rooms.length >= MOST;
  }

  /** As the last one is kept, so is the next. */
  add() {
    this.take();
    const { rooms } = this.page.settings;
    const { kept, hours, newcomers } = rooms[rooms.length - 1];
    rooms.push({ name: "", topic: "", kept, hours, newcomers });
    this.draw();
    this.fields[this.fields.length - 1].name.focus();
  }

  remove(index) {
    this.take();
    this.page.settings.rooms.splice(index, 1);
    this.draw();
    this.adder.focus();
  }

  take() {
    for (const { room, name, topic } of this.fields) Object.assign(room, { name: name.value.trim(), topic: topic.value.trim() });
    const names = this.page.settings.rooms.map(({ name }) => name.toLowerCase());
    return names.every(Boolean) && new Set(names).size === names.length ? "" : this.page.words.t("setup.wrong.rooms");
  }
}
