/** One's own messages afterwards: correcting them, taking them back, and how they read before. */

import { button, el, said } from "./dom.js";
import { hasText } from "./origin.js";
import { Sheet } from "./sheet.js";

/** Whether its author may still change it. What came while one was here is timed by this device, whose clock may be wrong. */
export function mayChange(view, session) {
  const limit = (session.room.take_back || 0) * 1_000;
  if (!limit || !view.isOwn || view.underWay || view.isPast || view.isTakenBack) return false;
  const since = view.line.seq > session.seqAtHello ? view.heard : view.line.ts;
  return Date.now() - since < limit;
}

/** Once, as it cannot be undone. */
export function askToTakeBack(view, session, words) {
  const sheet = new Sheet(words, words.t("takeback.title"), { about: view.line.id });
  sheet.show(
    el("p", {}, words.t("takeback.text")),
    said("blockquote", view.line.text, view.line.lang, { class: "check-draft" }),
    el(
      "div",
      { class: "actions even" },
      button(words.t("common.cancel"), () => sheet.close(), { class: "plain" }),
      button(words.t("line.takeback"), () => {
        sheet.close();
        session.takeBack(view.line.id);
      }, { icon: "undo" }),
    ),
  );
}

/** The earlier wordings, the newest first, each as it was translated then and as it was written. */
export function showEarlier(view, words) {
  const sheet = new Sheet(words, words.t("line.corrected"), { about: view.line.id });
  const earlier = view.wordings.slice(0, -1).reverse();
  sheet.show(
    said("p", view.text, view.lang, { class: "origin-text" }),
    earlier.length > 0 && el("p", { class: "label" }, words.t("corrected.before")),
    el(
      "ul",
      { role: "list", class: "readings" },
      earlier.map(({ line, translation }) => {
        const isTranslated = !view.isOwn && hasText(translation);
        return el(
          "li",
          { class: "reading" },
          isTranslated && said("p", translation.text, translation.lang, { class: "reading-text" }),
          said("p", line.text, line.lang, { class: isTranslated ? "soft" : "reading-text" }),
        );
      }),
    ),
  );
}

/** A message was taken back: nothing of the page says it any more. Of a room or a half. */
export function forgetLine({ announcer, composer }, view) {
  const { id } = view.line;
  announcer.forget(id);
  composer.forget(id);
  forgetMentions(view);
}

/** Sheets about the line close, and what quotes it goes. */
export function forgetMentions({ line }) {
  for (const node of document.querySelectorAll(`[data-about="${line.id}"]`)) {
    if (node.matches("dialog")) node.querySelector(".sheet-head button").click();
    else node.remove();
  }
}
