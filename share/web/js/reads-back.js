/** How a message reads once it is translated back: where that differs, the translation may be wrong. */

import { el, said } from "./dom.js";
import { readingCard } from "./reading.js";
import { refusalText } from "./refusals.js";
import { Sheet } from "./sheet.js";

/** Of somebody else's message as it is shown, of one's own in each language that is read here. */
export async function showReadsBack(view, session, words) {
  const sheet = new Sheet(words, words.t("back.title"), { class: "check-sheet", about: view.line.id });
  const { line } = view;
  const nameOf = (tag) => words.language(tag, session.languages.nameOf(tag));
  const show = (...content) =>
    sheet.show(
      el("p", {}, words.t("back.text")),
      el("p", { class: "label" }, words.t("line.written-in", { language: nameOf(line.lang) })),
      said("blockquote", line.text, line.lang, { class: "check-draft" }),
      ...content,
    );
  const card = (reading, count) =>
    readingCard(reading, {
      session, words, count, backLang: line.lang, backLabel: words.t("back.into", { language: nameOf(line.lang) }),
    });
  show(el("p", { role: "status", class: "busy" }, words.t("check.busy")));
  try {
    if (!view.isOwn) {
      const { translation, back } = await session.reading(view.standing.line, { to: session.lang, back: true });
      return show(card({ ...translation, back }));
    }
    const { languages } = await session.check(line.text, line.lang);
    show(
      languages.length === 0 && el("p", {}, words.t("check.nobody")),
      languages.map((reading) => card(reading, words.t("check.readers", { n: reading.n }))),
    );
  } catch (error) {
    show(el("p", { role: "alert", class: "card fault" }, refusalText(error, words)));
  }
}
