/**
 * By which names a language is found: its own, those in all languages of the page, tags, and the names that people use
 * ("bereber", "darija"). Made when somebody searches, and not before.
 */

import { WRITTEN } from "./catalogue.js";

/** Letters that keep a form of their own when marks are taken off. */
const ALIKE = { ı: "i", ł: "l", ø: "o", đ: "d", ß: "ss", æ: "ae", œ: "oe", ə: "e", ى: "ي", ی: "ي", ې: "ي", ک: "ك", ة: "ه", "’": "", "'": "", ʻ: "" };
const FORMS = new RegExp(`[${Object.keys(ALIKE).join("")}]`, "g");

export function folded(text) {
  return text.trim().toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(FORMS, (letter) => ALIKE[letter]);
}

export class LanguageNames {
  constructor(list, words) {
    this.list = list;
    this.words = words;
    /** Names that people use, by tag; empty until the file is there, or where it cannot be read. */
    this.used = new Map();
    this.known = new Map();
  }

  /** Fetches the names that people use. */
  async load() {
    try {
      const response = await fetch(new URL("../languages.json", import.meta.url));
      if (!response.ok) return;
      for (const { tag, names = [], english } of await response.json()) this.used.set(tag, [english, ...names]);
      this.known.clear();
    } catch {
      /* The others will do. */
    }
  }

  /** `[{language, name}]`: what begins with the words first; `name`: by which it was found, null where it is its own. */
  find(text) {
    const query = folded(text);
    const found = [];
    for (const language of this.list) {
      let best = null;
      for (const { name, form, isTag } of this.of(language)) {
        const at = form.indexOf(query);
        if (at < 0 || (isTag && form !== query)) continue;
        const rank = at === 0 ? (form === query ? 0 : 1) : /[\s(,/-]/.test(form[at - 1]) ? 2 : 3;
        if (!best || rank < best.rank) best = { language, rank, name: name === language.name ? null : name };
      }
      if (best) found.push(best);
    }
    return found.sort((a, b) => a.rank - b.rank);
  }

  of(language) {
    if (!this.known.has(language.tag)) this.known.set(language.tag, this.make(language));
    return this.known.get(language.tag);
  }

  make({ tag, name, also = [] }) {
    const named = [name, this.words.language(tag), ...(this.used.get(tag) || []), ...inAllLanguages(tag)];
    const names = [...new Set(named)].filter(Boolean).map((one) => ({ name: one, form: folded(one) }));
    return [...names, ...[tag, ...also].map((one) => ({ name: one, form: one.toLowerCase(), isTag: true }))];
  }
}

let namers = null;

function inAllLanguages(tag) {
  namers = namers || [...WRITTEN].map(namer).filter(Boolean);
  return namers.map((names) => {
    try {
      const name = names.of(tag);
      return name === tag ? null : name;
    } catch {
      return null;
    }
  });
}

function namer(tag) {
  try {
    return new Intl.DisplayNames([tag], { type: "language" });
  } catch {
    return null;
  }
}
