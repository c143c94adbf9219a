/** The first words, in the languages of the house: nobody should have to read another to find their own. */

import { catalogueOf, formOf } from "./catalogue.js";
import { el } from "./dom.js";
import { Languages } from "./languages.js";

/** How many of the languages that may be read here greet. */
const GREETINGS = 6;

/** Tags of the house's languages, then of those who are in, the frequent ones first. */
export function spokenHere({ house_languages: house = [], langs = {} }) {
  return [...house, ...Object.keys(langs).sort((one, other) => langs[other] - langs[one])];
}

/** By which catalogues is greeted: the house's, or else those spoken here and on this phone. */
function greeting({ room, outlooks, suggested }) {
  const all = new Languages(room.languages);
  const wished = room.house_languages.length ? room.house_languages : [...suggested, ...spokenHere(room)];
  const found = wished.map((tag) => all.find(tag)).filter(Boolean).map(({ tag }) => catalogueOf(tag));
  return [...new Set(found)].filter((tag) => outlooks[tag]).slice(0, GREETINGS);
}

export function greetings(visit) {
  const tags = greeting(visit);
  const texts = tags.length ? tags.map((tag) => [tag, visit.outlooks[tag].welcome]) : [[visit.words.tag, visit.words.t("enter.title")]];
  return el("p", { class: "greetings" }, texts.map(([tag, text]) => el("bdi", { lang: formOf(tag) }, text)));
}

/** The same question in the languages that greet: nobody should have to read this one to understand it. */
export function questions({ room, outlooks, suggested, words }) {
  const tags = greeting({ room, outlooks, suggested });
  const others = room.languages.map(({ tag }) => catalogueOf(tag)).filter((tag) => outlooks[tag]);
  const asked = [...new Set([...tags, ...others])].filter((tag) => tag !== words.tag).slice(0, GREETINGS - 1);
  return el("p", { class: "questions", "aria-hidden": "true" }, asked.map((tag) => el("bdi", { lang: formOf(tag) }, outlooks[tag].pick)));
}
