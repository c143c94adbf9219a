/** The fields of the pages that set a place up. */

import { el } from "./dom.js";

/** Focused when it is shown, so that whoever cannot see hears where they are. */
export function heading(text) {
  return el("h1", { tabindex: -1 }, text);
}

export function report(text = "") {
  return el("p", { class: "setup-report", role: "alert", dir: "auto" }, text);
}

/** A field with its label and a hint. `input`: the element. */
export function field(id, label, hint, input) {
  input.id = id;
  if (hint) input.setAttribute("aria-describedby", `${id}-hint`);
  return el("div", { class: "field" }, el("label", { for: id }, label), input, hint && el("p", { id: `${id}-hint`, class: "setup-hint" }, hint));
}

export function text(value, attributes = {}) {
  return el("input", { type: "text", value, autocomplete: "off", dir: "auto", ...attributes });
}

export function number(value, most) {
  return el("input", { type: "text", inputmode: "numeric", value, maxlength: String(most).length, autocomplete: "off", dir: "ltr" });
}

/** The whole number that somebody typed, in whatever digits; null where it is none. */
export function whole(input) {
  const digits = input.value.trim().replace(/\p{Nd}/gu, digitOf);
  return /^\d{1,6}$/.test(digits) ? Number(digits) : null;
}

/** A decimal digit of any script: each script has its ten in a row, the first of which is no digit's neighbour before it. */
function digitOf(digit) {
  let zero = digit.codePointAt(0);
  for (let steps = 0; steps < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1)); steps += 1) zero -= 1;
  return String(digit.codePointAt(0) - zero);
}
