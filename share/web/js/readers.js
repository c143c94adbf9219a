/** That staff read along: told before one comes in, and to whoever was in when it became so. */

import { el } from "./dom.js";
import { Sheet } from "./sheet.js";

export function tellReaders(words) {
  new Sheet(words, words.t("room.readers")).show(el("p", {}, words.t("enter.readers.staff")));
}
