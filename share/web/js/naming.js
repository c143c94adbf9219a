/** Names that people are called by here. */

const BOUND = 64;

/** A friendly one in the reader's language; the number keeps two swallows apart. */
export function friendlyName(words, but = "") {
  const choices = words.t("enter.name.words").split("|").map((word) => word.trim()).filter(Boolean);
  const others = choices.filter((word) => !but.startsWith(word));
  const word = others[Math.floor(Math.random() * others.length)] || choices[0];
  return `${word} ${2 + Math.floor(Math.random() * 97)}`;
}

/** The key of what is wrong with a name, or null. */
export function nameProblem(name) {
  const length = [...name.trim()].length;
  if (length === 0) return "enter.name.missing";
  return length > BOUND ? "enter.name.long" : null;
}
