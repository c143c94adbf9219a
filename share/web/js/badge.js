/** What the room's host vouches for of who wrote a line: a mark of the page's own, which no name can hold. */

import { el } from "./dom.js";
import { sign } from "./signs.js";

const SIGNS = { staff: "shield", interpreter: "verified" };

/** The same for whoever hears the page: the word before the name. A name of somebody else is heard without that word. */
export function heardName({ from, role }, words) {
  if (SIGNS[role]) return `${words.t(`people.${role}`)} ${from}`;
  const marks = Object.keys(SIGNS).map((one) => words.t(`people.${one}`).toLowerCase());
  const parts = from.split(/([^\p{L}\p{M}]+)/u);
  return parts.filter((part) => !marks.includes(part.toLowerCase())).join("").trim() || "…";
}

/** Of a line or a person. */
export function staffMark({ role }, words, extra = "line-staff") {
  return Boolean(SIGNS[role]) && el("span", { class: `chip ${extra}` }, sign(SIGNS[role], { small: true }), words.t(`people.${role}`));
}
