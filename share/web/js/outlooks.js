/** What a language can count on, said in that language, before its catalogue is there; and how rooms are numbered in it. */

let loaded = null;
let known = {};

/** `{tag: {welcome, pick, numbered, translated, partly, phrases, none}}`; empty where it cannot be read. */
export function loadOutlooks() {
  loaded = loaded ||
    fetch(new URL("../catalogues/outlooks.json", import.meta.url)).then((response) => (response.ok ? response.json() : {})).catch(
      () => ({}),
    ).then((outlooks) => (known = outlooks));
  return loaded;
}

/** The same, as far as it is there. */
export function knownOutlooks() {
  return known;
}
