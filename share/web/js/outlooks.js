/** What a language can count on, said in that language, before its catalogue is there. */

let loaded = null;

/** `{tag: {pick, translated, partly, phrases, none}}`; empty where it cannot be read. */
export function loadOutlooks() {
  loaded = loaded ||
    fetch(new URL("../catalogues/outlooks.json", import.meta.url)).then((response) => (response.ok ? response.json() : {})).catch(
      () => ({}),
    );
  return loaded;
}
