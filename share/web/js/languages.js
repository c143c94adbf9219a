/** Languages as the page shows them: by their own names, never by flags. */

import { el, icon } from "./dom.js";

const TINTS = 8;
const FREQUENT = "es en ar uk zh fr ro ur ca ru hi pt de bn it fa pl tr eu gl oc".split(" ");
const OUTLOOK_ICONS = { translated: "translated", partly: "partly", phrases: "phrases", none: "untranslated" };
/** Scripts in which one letter already is a word, or letters change their shape when they stand in pairs. */
const SCRIPTS = (
  "Han Hangul Arabic Devanagari Bengali Gujarati Gurmukhi Tamil Telugu Kannada Malayalam Sinhala Myanmar Khmer Thai " +
  "Lao Ethiopic"
).split(" ");
const ONE_LETTER = new RegExp(`^[${SCRIPTS.map((script) => `\\p{Script=${script}}`).join("")}]`, "u");

/** The letters that stand for a language: the first of its own name. */
export function lettersOf(name) {
  const bare = name.replace(/^ال/u, "");
  const letters = bare.match(/\p{L}\p{M}*/gu) || [];
  return letters.slice(0, ONE_LETTER.test(bare) ? 1 : 2).join("");
}

/** The same language has the same tint everywhere; the frequent ones are kept apart. */
export function tintOf(tag) {
  const language = tag.split("-")[0];
  const known = FREQUENT.indexOf(language);
  if (known >= 0) return known % TINTS;
  let sum = 0;
  for (const letter of language) sum = (sum * 31 + letter.codePointAt(0)) % 9973;
  return sum % TINTS;
}

/** A coin with the letters of a language. Decoration: what it says is said in words beside it, or by `label`. */
export function coin(tag, name, { size = "", label = null } = {}) {
  const attributes = label ? { role: "img", "aria-label": label, title: label } : { "aria-hidden": "true" };
  return el(
    "span",
    { class: `coin ${size}`.trim(), data: { tint: tintOf(tag) }, lang: tag, ...attributes },
    lettersOf(name) || tag,
  );
}

export function outlookIcon(outlook) {
  return icon(OUTLOOK_ICONS[outlook] || "untranslated", { small: true });
}

/** Whether a reader of one needs no translation of the other: same language, and same script where both name one. */
export function readsAs(one, other) {
  const [a, b] = [one, other].map((tag) => String(tag || "").toLowerCase().split("-"));
  if (a[0] !== b[0]) return false;
  const [scriptA, scriptB] = [a, b].map((parts) => parts.find((part, index) => index > 0 && part.length === 4));
  return !scriptA || !scriptB || scriptA === scriptB;
}

function primary(tag) {
  return String(tag || "").toLowerCase().split("-")[0];
}

/** Looks up languages by their tags, from a list of the node; a region or script that it lacks finds its language. */
export class Languages {
  constructor(list = []) {
    this.replace(list);
  }

  replace(list) {
    this.list = list;
    this.byTag = new Map([...list].reverse().map((language) => [primary(language.tag), language]));
    for (const language of list) this.byTag.set(language.tag.toLowerCase(), language);
  }

  find(tag) {
    return this.byTag.get(String(tag || "").toLowerCase()) || this.byTag.get(primary(tag)) || null;
  }

  /** A language's own name. */
  nameOf(tag) {
    const found = this.find(tag);
    return found ? found.name : String(tag || "");
  }

  /** The first of some wishes that is in the list. */
  best(wishes) {
    for (const wish of wishes) {
      const found = this.find(wish);
      if (found) return found;
    }
    return null;
  }
}
