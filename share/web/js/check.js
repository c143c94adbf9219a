/** How a draft will read to the others, before it is said. */

import { button, el, said } from "./dom.js";
import { readingCard } from "./reading.js";
import { Sheet } from "./sheet.js";

/** `draft`: `text`, `lang`, and what buttons do: `replace(word, other)`, `writeAs(lang)`, `send()`. */
export async function showCheck(session, words, draft) {
  const sheet = new Sheet(words, words.t("check.title"), { class: "check-sheet" });
  const show = (...content) =>
    sheet.show(said("blockquote", draft.text, draft.lang, { class: "check-draft" }), ...content);
  show(el("p", { role: "status", class: "busy" }, words.t("check.busy")));
  try {
    const result = await session.check(draft.text, draft.lang);
    show(...content(result, session, words, draft, sheet));
  } catch {
    show(el("p", { role: "alert", class: "card fault" }, words.t("check.failed")));
  }
}

function content({ languages, advice, language }, session, words, draft, sheet) {
  return [
    language && offer(language, words, draft, sheet),
    languages.length === 0 && el("p", {}, words.t("check.nobody")),
    el("ul", { class: "readings", role: "list" }, languages.map((reading) => readingItem(reading, session, words))),
    advice.map((one) => adviceCard(one, words, draft, sheet)),
    button(words.t("compose.send"), () => {
      sheet.close();
      draft.send();
    }, { class: "wide", icon: "send", mirrors: true }),
  ];
}

function offer({ tag, name }, words, draft, sheet) {
  const language = words.language(tag, name);
  return el(
    "div",
    { class: "card stack" },
    el("p", {}, words.t("check.looks-like", { language })),
    button(words.t("check.send-as", { language }), () => {
      sheet.close();
      draft.writeAs(tag);
    }, { class: "soft" }),
  );
}

function adviceCard({ text, word, suggestions }, words, draft, sheet) {
  const replace = (other) =>
    button(words.t("check.replace", { suggestion: other, word }), () => {
      sheet.close();
      draft.replace(word, other);
    }, { class: "soft" });
  return el(
    "div",
    { class: "card stack" },
    el("h3", {}, words.t("check.advice")),
    el("p", { dir: "auto" }, text),
    word && suggestions.length > 0 && el("div", { class: "actions" }, suggestions.slice(0, 3).map(replace)),
  );
}

function readingItem(reading, session, words) {
  const count = words.t("check.readers", { n: reading.n });
  const backLabel = words.t("check.back");
  return el("li", {}, readingCard(reading, { session, words, count, backLang: session.lang, backLabel }));
}
