/**
 * Whose PIN it is, asked where persons of staff have one of their own. Suggested is who logged in at this device before:
 * who else is staff is told to nobody who is not logged in.
 */

import { el } from "./dom.js";
import { read, write } from "./store.js";

const KEY = "staff-names";
const MOST = 6;
const LONGEST = 64;

export class StaffName {
  /** `house`: what the node says of itself. */
  constructor(words, { staff_named: isNamed = false, staff_shared: isShared = true }) {
    this.isAsked = isNamed || !isShared;
    this.isNeeded = !isShared;
    const names = read(KEY, []);
    this.input = el("input", {
      id: "staff-name", type: "text", dir: "auto", maxlength: LONGEST, autocomplete: "off", autocapitalize: "words", spellcheck: "false", list: "staff-names", required: this.isNeeded,
      "aria-describedby": isShared ? "staff-name-hint" : null, value: names[0] || "",
    });
    this.element = this.isAsked && el(
      "div",
      { class: "field staff-name" },
      el("label", { for: "staff-name" }, words.t("staff.login.name")),
      this.input,
      isShared && el("p", { id: "staff-name-hint", class: "hint" }, words.t("staff.login.house")),
      el("datalist", { id: "staff-names" }, names.map((name) => el("option", { value: name }))),
    );
  }

  /** Null where the PIN is the one that all of staff share. */
  get value() {
    return (this.isAsked && this.input.value.trim()) || null;
  }

  remember() {
    const { value } = this;
    if (value) write(KEY, [value, ...read(KEY, []).filter((name) => name !== value)].slice(0, MOST));
  }
}
