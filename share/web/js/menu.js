/** What one can do with a message. */

import { mayConfirm } from "./confirming.js";
import { el, icon } from "./dom.js";
import { mayChange } from "./own-words.js";
import { explainOrigin } from "./origin.js";
import { Sheet } from "./sheet.js";
import { speech } from "./speech.js";

/** `acts`: see `lineActs`. */
export function showMenu(view, session, words, acts) {
  const sheet = new Sheet(words, words.t("line.actions"), { class: "menu-sheet", about: view.line.id });
  const row = (picture, text, act, mirrors = false) =>
    el(
      "li",
      {},
      el(
        "button",
        {
          type: "button",
          class: "menu-row",
          on: {
            click: () => {
              sheet.close();
              act();
            },
          },
        },
        icon(picture, { mirrors }),
        el("span", {}, text),
      ),
    );
  sheet.show(
    el("p", { class: "menu-quote", dir: "auto", lang: view.lang }, view.text),
    el(
      "ul",
      { role: "list", class: "menu" },
      speech.has(view.lang) && row("speaker", words.t("line.listen"), () => view.listen()),
      row("reply", words.t("line.reply"), () => acts.answer(view), true),
      row("copy", words.t("line.copy"), () => acts.copy(view)),
      row("globe", words.t("read.title"), () => acts.otherLanguage(view)),
      (view.isOwn || view.isTranslated) && row("glasses", words.t("back.title"), () => acts.readsBack(view)),
      !view.isOwn && row("unclear", words.t("line.unclear"), () => acts.unclear(view)),
      acts.confirm && mayConfirm(view, session) && row("verified", words.t("confirm.title"), () => acts.confirm(view)),
      mayChange(view, session) && row("pen", words.t("line.correct"), () => acts.correct(view)),
      mayChange(view, session) && row("undo", words.t("line.takeback"), () => acts.takeBack(view)),
      view.isOwn && row("pen", words.t("line.again"), () => acts.reword(view)),
      row("hand", words.t("line.person"), () => acts.person(view)),
      !view.isOwn && (session.isStaff
        ? row("shield", words.t("staff.person.acts", { name: view.line.from }), () => acts.member(view))
        : row("shield", words.t("line.report"), () => acts.report(view))),
      !view.isOwn &&
        row(
          "info",
          words.t("origin.title"),
          () => explainOrigin(view, { words, languages: session.languages, lang: session.lang, isStaff: session.isStaff }),
        ),
    ),
  );
}
