/** One line in some language, how sure that is, and how it reads back: for whoever asked, and nobody else. */

import { el, said } from "./dom.js";
import { coin } from "./languages.js";
import { hasText, originIcon, originLabel, originOf, originRemarks } from "./origin.js";

/**
 * `reading`: `lang`, `state`, `text`, `engine`, `warnings`, `reason`, `back`; `count`: words that say how many read it.
 * `backLang`: the language of what was read back; `backLabel`: what stands above it.
 */
export function readingCard(reading, { session, words, count = "", backLang, backLabel }) {
  const origin = originOf({}, reading);
  const own = session.languages.nameOf(reading.lang);
  const { back } = reading;
  return el(
    "div",
    { class: "reading", data: { origin } },
    el(
      "div",
      { class: "reading-head" },
      coin(reading.lang, own, { size: "small" }),
      el("strong", {}, words.language(reading.lang, own)),
      count && el("span", { class: "soft" }, count),
      el(
        "span",
        { class: "line-origin" },
        originIcon(origin, { small: true }),
        el("span", {}, originLabel(origin, reading, words, session.isStaff)),
      ),
    ),
    hasText(reading) && said("p", reading.text, reading.lang, { class: "reading-text" }),
    originRemarks(origin, reading, words),
    back && back.text &&
      el(
        "div",
        { class: "reading-back" },
        el("p", { class: "label" }, backLabel),
        said("p", back.text, backLang),
        back.warnings && originRemarks("warning", back, words),
      ),
  );
}
