/** Languages to choose from: each by its own name, with what it can count on, in its own words. */

import { catalogueOf } from "./catalogue.js";
import { button, el, fill, icon } from "./dom.js";
import { folded, LanguageNames } from "./language-names.js";
import { inOrder, isServed } from "./language-order.js";
import { coin, outlookIcon } from "./languages.js";

/** With more than this there is a search field. */
const MANY = 12;
let grids = 0;

/**
 * `list`: LANGs of the node; `suggested`: tags, the likeliest first; `here`: tags of those spoken here; `outlooks`: the
 * words for each outlook by language; `take(language)`: one was chosen.
 */
export function languageGrid({ list, suggested, here = [], words, outlooks, take }) {
  const order = inOrder({ list, suggested, here, reader: words.tag });
  const card = (language, name) => languageCard(language, { words, outlooks, take, name });
  const groups = el(
    "div",
    { class: "language-groups" },
    group(order.here, words.t("language.here"), card),
    group(order.served, words.t("language.more"), card),
    closedGroup(order.rest, words.t("language.rest"), card),
  );
  const first = order.first.length > 0 &&
    el("ul", { class: "languages first", role: "list" }, order.first.map((language) => card(language)));
  return el(
    "div",
    { class: "language-choice" },
    first,
    list.length > MANY && search({ list, words, card, hide: [first, groups] }),
    groups,
  );
}

function group(languages, title, card) {
  if (!languages.length) return null;
  grids += 1;
  const id = `languages-${grids}`;
  return el(
    "div",
    { class: "language-group", role: "group", "aria-labelledby": id },
    el("h2", { class: "label", id }, title),
    el("ul", { class: "languages", role: "list" }, languages.map((language) => card(language))),
  );
}

/** Opened by a button: it is long, and few need it. */
function closedGroup(languages, title, card) {
  if (!languages.length) return null;
  const grid = el("ul", { class: "languages", role: "list", hidden: true });
  const opener = button(title, () => {
    const opens = grid.hidden;
    if (!grid.children.length) fill(grid, languages.map((language) => card(language)));
    grid.hidden = !opens;
    opener.setAttribute("aria-expanded", String(opens));
  }, { class: "plain wide language-opener", icon: "down", "aria-expanded": "false" });
  return el("div", { class: "language-group" }, opener, grid);
}

/** What is found stands in the place of all else. */
function search({ list, words, card, hide }) {
  const names = new LanguageNames(list, words);
  const none = el("p", { role: "status", class: "soft" });
  const grid = el("ul", { class: "languages", role: "list", hidden: true });
  let loading = null;
  const input = el("input", {
    type: "search",
    "aria-label": words.t("language.search"),
    placeholder: words.t("language.search"),
    autocomplete: "off",
    on: {
      focus: () => (loading = loading || names.load().then(() => look())),
      input: () => look(),
    },
  });
  const look = () => {
    const isAsked = folded(input.value) !== "";
    const found = isAsked ? names.find(input.value) : [];
    fill(grid, found.map(({ language, name }) => card(language, name)));
    grid.hidden = !isAsked;
    for (const part of hide) if (part) part.hidden = isAsked;
    fill(none, isAsked && !found.length ? words.t("language.none") : null);
  };
  return el("div", { class: "language-search" }, icon("search", { small: true }), input, none, grid);
}

/** `name`: by which it was found, where that is not its own. */
function languageCard(language, { words, outlooks, take, name: found = null }) {
  const { tag, name, dir, outlook } = language;
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
        found && el("span", { class: "language-found" }, el("bdi", {}, found)),
        (found || isServed(language)) && outlookLine(language, words, outlooks),
      ),
    ),
  );
}

function outlookLine({ tag, outlook }, words, outlooks) {
  const own = outlooks[catalogueOf(tag)];
  const spoken = own ? { text: own[outlook], lang: tag } : { text: words.t(`outlook.${outlook}`), lang: words.tag };
  return el(
    "span",
    { class: "language-outlook", lang: spoken.lang, dir: "auto" },
    outlookIcon(outlook),
    el("span", {}, spoken.text),
  );
}
