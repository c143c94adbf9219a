/** What a reader can do about a line whose translation could harm: with the line, as it matters at once. */

import { button, el } from "./dom.js";
import { sign } from "./signs.js";

/** `acts`: see `lineActs`. A machine that is asked again says the same again: what is asked again is who wrote it. */
export function careActions(view, session, words, acts) {
  const act = (role, picture, text, does, isDialog) =>
    button(text, () => does(view), { class: "soft small", icon: sign(picture, { small: true }), "data-role": `care-${role}`, "aria-haspopup": isDialog && "dialog" });
  return el(
    "div",
    { class: "line-care", role: "group", "aria-label": words.t("care.actions") },
    act("again", "unclear", words.t("care.again"), acts.unclear, false),
    session.hasPhrases && act("phrases", "book", words.t("compose.phrases"), acts.phrases, true),
    act("person", "hand", words.t("line.person"), acts.person, true),
  );
}
