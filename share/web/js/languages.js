/** Languages as the page shows them: by their own names, never by flags. */

import { el, icon } from "./dom.js";

const TINTS = 8;
export const FREQUENT = "es en ar uk zh fr ro ur ca ru hi pt de bn it fa pl tr eu gl oc".split(" ");
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

/** Whether a reader of one needs no translation of the other: same language, and same script where both are known. */
export function readsAs(one, other) {
  if (primary(one) !== primary(other)) return false;
  const [a, b] = [scriptOf(one), scriptOf(other)];
  return !a || !b || a === b;
}

/** The script that a tag names or its region writes (`zh-TW`); "" where neither says, or the browser knows none. */
function scriptOf(tag) {
  const named = String(tag || "").split("-").find((part, index) => index > 0 && part.length === 4);
  if (named) return named.toLowerCase();
  try {
    return (new Intl.Locale(tag).maximize().script || "").toLowerCase();
  } catch {
    return "";
  }
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
    this.byTag = new Map();
    for (const language of list) for (const name of language.also || []) this.byTag.set(name.toLowerCase(), language);
    for (const language of list) this.byTag.set(language.tag.toLowerCase(), language);
  }

  /** The tag itself, or another name of it (`fil`); one of the same script (`zh-TW`); then without region (`fil-PH`). */
  find(tag) {
    const wish = String(tag || "").toLowerCase();
    return this.byTag.get(wish)
      || this.list.find((language) => readsAs(language.tag, wish))
      || this.byBeginning(wish)
      || this.list.find((language) => primary(language.tag) === primary(wish))
      || null;
  }

  byBeginning(wish) {
    const parts = wish.split("-");
    while (parts.length > 1) {
      parts.pop();
      const found = this.byTag.get(parts.join("-"));
      if (found) return found;
    }
    return null;
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
