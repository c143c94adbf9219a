/** How sure we are of a text: which of the states it is in, its picture, its words. */

import { el, said } from "./dom.js";
import { readsAs } from "./languages.js";
import { Sheet } from "./sheet.js";
import { sign } from "./signs.js";

const ICONS = {
  verified: "verified",
  phrasebook: "phrasebook",
  confirmed: "verified",
  translated: "machine",
  warning: "care",
  odd: "eye",
  untranslated: "untranslated",
  pending: "pending",
  same: "same",
};

/** The state that a reader sees. A warning of what could harm outweighs how the text came about. */
export function originOf(line, translation, reader) {
  if (!translation) return readsAs(line.lang, reader) ? "same" : "pending";
  const warnings = translation.state === "untranslated" ? [] : translation.warnings || [];
  if (warnings.some((warning) => weightOf(warning) === "loud")) return "warning";
  if (translation.state === "translated" && warnings.some((warning) => weightOf(warning) === "quiet")) return "odd";
  return ICONS[translation.state] ? translation.state : "untranslated";
}

/** Whether there is a text in the reader's language to show above the original. */
export function hasText(translation) {
  return Boolean(translation && translation.text && !["untranslated", "pending", "same"].includes(translation.state));
}

export function originIcon(origin, options) {
  return sign(ICONS[origin], options);
}

/** The state, or who confirmed it. `isStaff`: with the engine's name, which tells visitors nothing. */
export function originLabel(origin, translation, words, isStaff = false) {
  if (origin === "confirmed" && translation.confirmed) return words.t("origin.confirmed", { name: translation.confirmed.by });
  const label = words.t(`origin.${origin}`);
  return isStaff && translation && translation.engine ? `${label} · ${translation.engine}` : label;
}

function originHeading(origin, translation, words) {
  return origin === "confirmed" ? originLabel(origin, translation, words) : words.t(`origin.${origin}`);
}

/** The small mark under a line. */
export function originMark(origin, translation, words, isStaff) {
  return [originIcon(origin, { small: true }), el("span", {}, originLabel(origin, translation, words, isStaff))];
}

/**
 * Why a line was not translated, and what a reader should know, as elements; null where there is nothing to say.
 * `all`: also what is only odd, of which a line itself shows no more than its mark.
 */
export function originRemarks(origin, translation, words, { all = true } = {}) {
  const remarks = originTexts(origin, translation, words).filter((remark) => all || remark.isShown);
  if (!remarks.length) return null;
  return remarks.map(({ text, icon, isLoud }) =>
    el(
      "p",
      { class: `line-remark ${isLoud ? "care" : ""}`.trim(), dir: "auto" },
      sign(icon, { small: true }),
      el("span", {}, isLoud && el("span", { class: "unseen" }, `${words.t("origin.warning")}: `), text),
    )
  );
}

/** Pictures of what is told of a line by its weight, the weightiest first. */
const REMARKS = { loud: ICONS.warning, plain: "person", quiet: ICONS.odd };

/**
 * The same as `{text, icon, isLoud, isShown}`, by weight. Shown with a line is what could harm, what a person should
 * confirm, and why it is not translated.
 */
export function originTexts(origin, translation, words) {
  if (origin === "untranslated") return [{ text: reasonOf(translation, words), icon: ICONS[origin], isLoud: false, isShown: true }];
  const warnings = (translation && translation.warnings) || [];
  return Object.keys(REMARKS).flatMap((weight) =>
    warnings.filter((warning) => weightOf(warning) === weight).map(({ text }) => ({ text, icon: REMARKS[weight], isLoud: weight === "loud", isShown: weight !== "quiet" }))
  );
}

function reasonOf(translation, words) {
  return (translation && translation.reason && translation.reason.text) || words.t("origin.untranslated.more");
}

/** What this page does not know could harm. */
function weightOf({ weight }) {
  return REMARKS[weight] ? weight : "loud";
}

/** Says in full where a text comes from, with both texts side by side. */
export function explainOrigin(view, { words, languages, lang, isStaff }) {
  const { line, translation } = view;
  const origin = originOf(line, translation, lang);
  const sheet = new Sheet(words, words.t("origin.title"), { class: "origin-sheet", about: line.id });
  const written = words.t("line.written-in", { language: words.language(line.lang, languages.nameOf(line.lang)) });
  sheet.show(
    el(
      "div",
      { class: "origin-card", data: { origin } },
      originIcon(origin),
      el("div", {}, el("h3", {}, originHeading(origin, translation, words)), el("p", {}, words.t(`origin.${origin}.more`))),
    ),
    ...(originRemarks(origin, translation, words) || []),
    translation && translation.confirmed && el("p", {}, words.day(translation.confirmed.ts), " · ", words.hour(translation.confirmed.ts)),
    ...engineFacts(translation, words, languages, isStaff),
    hasText(translation) && el("div", { class: "origin-text" }, said("p", translation.text, translation.lang)),
    el("div", { class: "origin-text soft" }, el("p", { class: "label" }, written), said("p", line.text, line.lang)),
    secondReading(translation, words),
  );
}

/** How it reads when it is looked at again: staff at their desk are told. */
function secondReading(translation, words) {
  const second = translation && translation.second;
  if (!second) return null;
  return el(
    "div",
    { class: "origin-text soft", data: { second: second.way } },
    el("p", { class: "label" }, words.t(`origin.second.${second.way}`, { engine: second.engine })),
    said("p", second.text, second.lang),
    el("p", {}, words.t(second.agrees ? "origin.second.agrees" : "origin.second.differs")),
  );
}

function engineFacts(translation, words, languages, isStaff) {
  if (!translation) return [];
  const pivots = String(translation.pivot || "").split(",").filter(Boolean).map((tag) =>
    words.language(tag, languages.nameOf(tag))
  );
  return [
    isStaff && translation.engine && el("p", {}, words.t("origin.engine", { engine: translation.engine })),
    pivots.length > 0 && el("p", {}, words.t("origin.pivot", { languages: pivots.join(", ") })),
  ];
}
