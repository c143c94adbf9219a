/** What went wrong, as a plain sentence in the reader's language. */

/** The node's own sentence stands in where the catalogue has none for the code. */
export function sentenceOf(error, words) {
  const keys = [`staff.error.${error.code}`, `error.${error.code}`];
  const key = keys.find((candidate) => words.has(candidate));
  if (key) return words.t(key);
  return error.status ? error.message : words.t("error.other");
}
