/** Why the node refused something, as a plain sentence in the reader's language. */

/** What means the same to a person. */
const ALIKE = { "no-room": "not-found", closing: "not-found", "not-here": "not-found" };

const PAGE = [(name) => `error.${name}`];
const DESK = [(name) => `staff.error.${ALIKE[name] || name}`, ...PAGE];

/**
 * By the case that the room names, else by the code; `otherwise`: the key of the sentence where the page has neither. A
 * case that only the room knows is told in the room's own words: they are English, and better than none.
 */
export function refusalText(error, words, otherwise = "error.other", keys = PAGE) {
  for (const name of [error.detail, error.code].filter(Boolean)) {
    for (const key of keys.map((keyOf) => keyOf(name)).filter((key) => words.has(key))) {
      const text = words.t(key, error.values);
      /* One that a value is missing for says nothing. */
      if (!/\{[a-z]+\}/.test(text)) return text;
    }
  }
  return (error.detail && error.text) || words.t(otherwise);
}

/** As staff are told at their desk. */
export function staffRefusalText(error, words) {
  return refusalText(error, words, "error.other", DESK);
}
