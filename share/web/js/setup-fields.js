/** The fields of the pages that set a place up. */

import { plainDigits } from "./digits.js";
import { el } from "./dom.js";

/** What the node's refusals are called; a setting that it does not take has `setup.wrong.` before its name. */
const REFUSALS = {
  "https-required": "setup.plain",
  "code-wrong": "setup.code.wrong",
  "too-fast": "setup.wait",
  "set-up": "setup.staff",
  forbidden: "setup.gone",
};

/** Why the node refused something. */
export function refusal({ code, detail, isOffline }, words) {
  const key = isOffline ? "setup.offline" : code === "setting" ? `setup.wrong.${detail}` : REFUSALS[code];
  return words.t(words.has(key) ? key : "setup.failed");
}

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
  const digits = plainDigits(input.value.trim());
  return /^\d{1,6}$/.test(digits) ? Number(digits) : null;
}
