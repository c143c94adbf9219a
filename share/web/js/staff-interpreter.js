/** For whoever has logged in as an interpreter: the rooms, and nothing of the desk. */

import { button, el, icon } from "./dom.js";
import { languageChoice } from "./staff-language.js";

export class InterpreterRooms {
  constructor(page) {
    const { words, house } = page;
    const { t } = words;
    this.element = el(
      "main",
      { class: "staff-door" },
      languageChoice(page),
      el(
        "section",
        { class: "card stack" },
        el("h1", { tabindex: "-1" }, icon("verified"), el("span", {}, t("people.interpreter"))),
        el("p", {}, t(house.rooms.length ? "staff.interpreter" : "staff.interpreter.none")),
        el("ul", { role: "list", class: "menu" }, house.rooms.map((room) =>
          el("li", {}, el("a", { class: "menu-row", href: room.path }, icon("door"), el("bdi", {}, room.name))))),
        button(t("staff.leave"), () => page.logOut(), { class: "plain wide", icon: "lock" }),
      ),
    );
  }

  open() {
    this.element.querySelector("h1").focus();
  }

  close() {}
}
