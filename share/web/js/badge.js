/** What the room's host vouches for of who wrote a line: a mark of the page's own, which no name can hold. */

import { el, icon } from "./dom.js";

export function staffMark(line, words) {
  return line.role === "staff" && el("span", { class: "chip line-staff" }, icon("shield", { small: true }), words.t("people.staff"));
}
