/** What went wrong, as a plain sentence in the reader's language. */

/** What means the same to a person. */
const ALIKE = { "no-room": "not-found", closing: "not-found", "not-here": "not-found" };

/** The node's own sentence is English, and for programs: who reads another language is told no less plainly without. */
export function sentenceOf(error, words) {
  const code = ALIKE[error.code] || error.code;
  const keys = [`staff.error.${code}`, `error.${code}`];
  return words.t(keys.find((candidate) => words.has(candidate)) || "error.other");
}
