/** In which order languages are offered: what most people here need comes first. */

import { isWritten } from "./catalogue.js";
import { Languages } from "./languages.js";

const SUGGESTED = 3;
const HERE = 8;

/**
 * `list`: LANGs of the node; `suggested`: tags, the likeliest first; `here`: tags of the house, and of who is in the
 * room; `reader`: the language of the page, whose script comes first. Answers with four lists: `first`, `here`,
 * `served` (the page speaks the language, or something is translated into it), `rest`.
 */
export function inOrder({ list, suggested, here, reader }) {
  const all = new Languages(list);
  const taken = new Set();
  const pick = (tags, most) => {
    const found = tags.map((tag) => all.find(tag)).filter((language) => language && !taken.has(language));
    const own = [...new Set(found)].slice(0, most);
    for (const language of own) taken.add(language);
    return own;
  };
  const first = pick(suggested, SUGGESTED);
  const spoken = pick(here, HERE);
  const others = list.filter((language) => !taken.has(language)).sort(byName(reader));
  return { first, here: spoken, served: others.filter(isServed), rest: others.filter((language) => !isServed(language)) };
}

export function isServed({ tag, outlook }) {
  return outlook !== "none" || isWritten(tag);
}

function byName(reader) {
  let order = null;
  try {
    order = new Intl.Collator(reader);
  } catch {
    /* By the numbers of their letters, then. */
  }
  return (one, other) => (order ? order.compare(one.name, other.name) : one.name < other.name ? -1 : 1);
}
