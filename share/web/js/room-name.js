/** What a room is called before whoever reads. */

import { knownOutlooks } from "./outlooks.js";

/** A private room that was given no name has a number, told in the language of its node: it is said in the reader's. */
export function roomName({ name, private: isPrivate }, words) {
  const n = isPrivate ? numberOf(name) : null;
  return n === null ? name : words.t("room.numbered", { n });
}

function numberOf(name) {
  for (const { numbered = "" } of Object.values(knownOutlooks())) {
    const [before, after = ""] = numbered.split("{n}");
    if (!name.startsWith(before) || !name.endsWith(after)) continue;
    const number = name.slice(before.length, name.length - after.length);
    if (/^\d+$/.test(number)) return Number(number);
  }
  return null;
}
