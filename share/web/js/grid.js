/** Languages to choose from: each by its own name, with what it can count on, in its own words. */

import { el, fill, icon } from "./dom.js";
import { coin, Languages, outlookIcon } from "./languages.js";

/** With more than this there is a search field. */
const MANY = 12;
const SUGGESTED = 3;
const RANK = { translated: 0, partly: 1, phrases: 2, none: 3 };

/**
 * `list`: LANGs of the node; `suggested`: tags, the likeliest first; `outlooks`: the words for each outlook by
 * language; `take(language)`: one was chosen.
 */
export function languageGrid({ list, suggested, words, outlooks, take }) {
  const all = new Languages(list);
  const first = unique(suggested.map((tag) => all.find(tag)).filter(Boolean)).slice(0, SUGGESTED);
  const others = list.filter((language) => !first.includes(language)).sort((a, b) => RANK[a.outlook] - RANK[b.outlook]);
  const card = (language) => languageCard(language, words, outlooks, take);
  const grid = el("ul", { class: "languages", role: "list" });
  const show = (query) => fill(grid, query ? found(list, query, words).map(card) : others.map(card));
  const top = first.length > 0 && el("ul", { class: "languages first", role: "list" }, first.map(card));
  show("");
  return el("div", { class: "language-choice" }, top, list.length > MANY && searchField(words, grid, top, show), grid);
}

function searchField(words, grid, top, show) {
  const none = el("p", { role: "status", class: "soft" });
  const input = el("input", {
    type: "search",
    "aria-label": words.t("language.search"),
    placeholder: words.t("language.search"),
    autocomplete: "off",
    on: { input: () => look() },
  });
  const look = () => {
    const query = folded(input.value);
    show(query);
    if (top) top.hidden = query !== "";
    fill(none, grid.children.length ? null : words.t("language.none"));
  };
  return el("div", { class: "language-search" }, icon("search", { small: true }), input, none);
}

function languageCard(language, words, outlooks, take) {
  const { tag, name, dir, outlook } = language;
  const own = outlooks[tag] || outlooks[tag.split("-")[0]];
  const spoken = own ? { text: own[outlook], lang: tag } : { text: words.t(`outlook.${outlook}`), lang: words.tag };
  return el(
    "li",
    {},
    el(
      "button",
      { type: "button", class: "language", dir, data: { outlook }, on: { click: () => take(language) } },
      coin(tag, name),
      el(
        "span",
        { class: "language-names" },
        el("span", { class: "language-name", lang: tag }, name),
        el(
          "span",
          { class: "language-outlook", lang: spoken.lang, dir: "auto" },
          outlookIcon(outlook),
          el("span", {}, spoken.text),
        ),
      ),
    ),
  );
}

/** By own name, by name in the reader's language or in English, by tag. */
function found(list, query, words) {
  return list.filter((language) => namesOf(language, words).some((name) => folded(name).includes(query)));
}

function namesOf({ tag, name }, words) {
  return [name, tag, words.language(tag), english ? nameIn(english, tag) : ""];
}

const english = (() => {
  try {
    return new Intl.DisplayNames(["en"], { type: "language" });
  } catch {
    return null;
  }
})();

function nameIn(names, tag) {
  try {
    return names.of(tag) || "";
  } catch {
    return "";
  }
}

function folded(text) {
  return text.trim().normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function unique(list) {
  return list.filter((one, index) => list.indexOf(one) === index);
}
