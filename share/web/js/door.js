/** What a room with a password asks at its door: the password over HTTPS, otherwise a code from the staff. */

import { el, fill } from "./dom.js";
import { secureWay } from "./secure.js";

const CODES = new Set(["auth-required", "auth-failed", "too-fast"]);

export class DoorField {
  /** Null where the room is open. `id`: of its own on the page. */
  static of(room, words, id = "door") {
    return room.password ? new DoorField(room, words, id) : null;
  }

  constructor(room, words, id) {
    this.words = words;
    this.kind = location.protocol === "https:" ? "password" : "code";
    this.wrong = el("p", { class: "wrong", id: `${id}-wrong`, role: "alert" });
    this.input = el("input", {
      id,
      ...(this.kind === "password"
        ? { type: "password", autocomplete: "current-password", maxlength: "1024" }
        : { type: "text", inputmode: "numeric", autocomplete: "one-time-code", maxlength: "40", dir: "ltr" }),
      "aria-describedby": `${id}-hint ${id}-wrong`,
    });
    this.element = el(
      "div",
      { class: "field" },
      el("label", { for: id }, words.t(`enter.${this.kind}`)),
      this.input,
      el("p", { class: "hint", id: `${id}-hint` }, words.t(`enter.${this.kind}.hint`)),
      this.wrong,
      this.kind === "code" && room.secure && secureWay(room.secure, words, words.t("secure.password")),
    );
  }

  /** What goes with the request; null, said beside the field, where nothing was typed. */
  key() {
    const typed = this.kind === "password" ? this.input.value : this.input.value.trim();
    if (typed) return { [this.kind]: typed };
    this.say(`enter.${this.kind}.missing`);
    this.input.focus();
    return null;
  }

  /** Whether an error is about the door; it is said beside the field then. */
  takes(error) {
    if (!CODES.has(error.code)) return false;
    this.say(error.code === "too-fast" ? "enter.door.wait" : `enter.${this.kind}.wrong`);
    this.input.focus();
    return true;
  }

  say(key) {
    fill(this.wrong, key && this.words.t(key));
    this.input.setAttribute("aria-invalid", String(Boolean(key)));
  }
}

/** Whether a room did not take somebody for want of its password or a code. */
export function wantsKey(error) {
  return CODES.has(error.code);
}
