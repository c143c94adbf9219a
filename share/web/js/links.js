/** Turns addresses in a text into links; everything else stays text. Only http, https, mailto and tel. */

import { el } from "./dom.js";

const WEB = /\bhttps?:\/\/[^\s<>"'“”«»،؛\u3000-\u303f\uff00-\uffef]+/;
const LETTERBOX = /(?:\bmailto:)?[\p{L}\d._%+-]{1,64}@[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){1,8}/u;
const TELEPHONE = /(?:\btel:)?\+\d[\d ().-]{6,20}\d/;
const ADDRESS = new RegExp([WEB, LETTERBOX, TELEPHONE].map((one) => one.source).join("|"), "giu");
const TRAILING = /[.,;:!?،。؟！，)\]}…]+$/u;
const SAFE = new Set(["http:", "https:", "mailto:", "tel:"]);

/** Text and links, as nodes and strings for `el`. */
export function linked(text) {
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = match[0].replace(TRAILING, "");
    const href = hrefOf(address);
    if (!href) continue;
    parts.push(text.slice(from, match.index), link(address, href));
    from = match.index + address.length;
  }
  parts.push(text.slice(from));
  return parts;
}

export function link(text, href) {
  const isWeb = /^https?:/i.test(href);
  return el("a", { href, dir: "ltr", rel: "noopener noreferrer", target: isWeb ? "_blank" : null }, text);
}

/** A safe address for a piece of text, or null. */
export function hrefOf(text) {
  const wish = text.trim();
  const guess = /^tel:/i.test(wish)
    ? telephone(wish.slice(4))
    : /^[a-z]+:/i.test(wish)
    ? wish
    : wish.includes("@")
    ? `mailto:${wish}`
    : telephone(wish);
  if (!guess) return null;
  try {
    const url = new URL(guess);
    return SAFE.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

function telephone(text) {
  if (!/^\+?[\d\s().-]+$/.test(text)) return null;
  const digits = text.replace(/[^\d+]/g, "");
  return digits.replace("+", "").length >= 3 ? `tel:${digits}` : null;
}
