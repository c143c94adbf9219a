/** How sure we are of a text: which of the states it is in, its picture, its words. */

import { el, said } from "./dom.js";
import { readsAs } from "./languages.js";
import { Sheet } from "./sheet.js";
import { sign } from "./signs.js";

const ICONS = {
  verified: "verified",
  phrasebook: "phrasebook",
  translated: "machine",
  warning: "care",
  untranslated: "untranslated",
  pending: "pending",
  same: "same",
};

/** The state that a reader sees. A warning outweighs how the text came about. */
export function originOf(line, translation, reader) {
  if (!translation) return readsAs(line.lang, reader) ? "same" : "pending";
  if (translation.state !== "untranslated" && translation.warnings && translation.warnings.length) return "warning";
  return ICONS[translation.state] ? translation.state : "untranslated";
}

/** Whether there is a text in the reader's language to show above the original. */
export function hasText(translation) {
  return Boolean(translation && translation.text && !["untranslated", "pending", "same"].includes(translation.state));
}

export function originIcon(origin, options) {
  return sign(ICONS[origin], options);
}

/** "Machine · Apertium": the state, and the engine where there is one. */
export function originLabel(origin, translation, words) {
  const label = words.t(`origin.${origin}`);
  return translation && translation.engine ? `${label} · ${translation.engine}` : label;
}

/** The small mark under a line. */
export function originMark(origin, translation, words) {
  return [originIcon(origin, { small: true }), el("span", {}, originLabel(origin, translation, words))];
}

/** Why a line was not translated, and what a reader should know, as an element; null where there is nothing to say. */
export function originRemarks(origin, translation, words) {
  const texts = originTexts(origin, translation, words);
  if (!texts.length) return null;
  return texts.map((text) =>
    el(
      "p",
      { class: `line-remark ${origin === "untranslated" ? "" : "care"}`.trim(), dir: "auto" },
      originIcon(origin === "untranslated" ? "untranslated" : "warning", { small: true }),
      el("span", {}, text),
    )
  );
}

/** The same as texts. */
export function originTexts(origin, translation, words) {
  return origin === "untranslated" ? [reasonOf(translation, words)] : warningsOf(translation);
}

function reasonOf(translation, words) {
  return (translation && translation.reason && translation.reason.text) || words.t("origin.untranslated.more");
}

function warningsOf(translation) {
  return ((translation && translation.warnings) || []).map((warning) => warning.text);
}

/** Says in full where a text comes from, with both texts side by side. */
export function explainOrigin(view, { words, languages, lang }) {
  const { line, translation } = view;
  const origin = originOf(line, translation, lang);
  const sheet = new Sheet(words, words.t("origin.title"), { class: "origin-sheet", about: line.id });
  const written = words.t("line.written-in", { language: words.language(line.lang, languages.nameOf(line.lang)) });
  sheet.show(
    el(
      "div",
      { class: "origin-card", data: { origin } },
      originIcon(origin),
      el("div", {}, el("h3", {}, words.t(`origin.${origin}`)), el("p", {}, words.t(`origin.${origin}.more`))),
    ),
    ...(originRemarks(origin, translation, words) || []),
    ...engineFacts(translation, words, languages),
    hasText(translation) && el("div", { class: "origin-text" }, said("p", translation.text, translation.lang)),
    el("div", { class: "origin-text soft" }, el("p", { class: "label" }, written), said("p", line.text, line.lang)),
  );
}

function engineFacts(translation, words, languages) {
  if (!translation) return [];
  const pivots = String(translation.pivot || "").split(",").filter(Boolean).map((tag) =>
    words.language(tag, languages.nameOf(tag))
  );
  return [
    translation.engine && el("p", {}, words.t("origin.engine", { engine: translation.engine })),
    pivots.length > 0 && el("p", {}, words.t("origin.pivot", { languages: pivots.join(", ") })),
  ];
}
