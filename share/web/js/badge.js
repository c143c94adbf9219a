/** What the room's host vouches for of who wrote a line: a mark of the page's own, which no name can hold. */

import { el } from "./dom.js";
import { sign } from "./signs.js";

/** The same for whoever hears the page: the word before the name. A name of somebody else is heard without that word. */
export function heardName({ from, role }, words) {
  const mark = words.t("people.staff");
  if (role === "staff") return `${mark} ${from}`;
  const parts = from.split(/([^\p{L}\p{M}]+)/u);
  return parts.filter((part) => part.toLowerCase() !== mark.toLowerCase()).join("").trim() || "…";
}

export function staffMark(line, words) {
  return line.role === "staff" && el("span", { class: "chip line-staff" }, sign("shield", { small: true }), words.t("people.staff"));
}
