/** How the room's interpreter is reached. */

import { el, icon } from "./dom.js";
import { hrefOf, link } from "./links.js";

/** Stands where the contact will, which is an element; of no meaning in any script (private use). */
const PLACE = "\ue000";
const BREAK = /\u2068?\ue000\u2069?/;

/** "Interpreter: +34 …", to be called where it is a number or an address. */
export function contactLine(contact, words) {
  const [before, after] = words.t("calls.contact", { contact: PLACE }).split(BREAK);
  const href = hrefOf(contact);
  return el(
    "p",
    { class: "contact" },
    icon("phone"),
    el("span", {}, before, href ? link(contact, href) : el("bdi", {}, contact), after),
  );
}
