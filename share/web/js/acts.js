/** What the menu of a message does, in a room and in each half of a shared screen. */

import { copyText } from "./copying.js";
import { OtherLanguage } from "./other-language.js";
import { askToTakeBack } from "./own-words.js";
import { showReadsBack } from "./reads-back.js";
import { askInRoom } from "./staff-member.js";

/**
 * Of a room or a half: `session`, `words`, `composer`, `calls`, `help`, and `quietly(text)` for what need not stay.
 * `outlooks`: words for the language grid.
 */
export function lineActs(parts, outlooks) {
  const { session, words, composer, calls, help } = parts;
  return {
    answer: (view) => composer.answer(view),
    reword: (view) => reword(composer, view),
    unclear: (view) => session.unclear(view.line.id).catch(() => calls.failed()),
    report: (view) => calls.report(view.line.id),
    person: (view) => help.ask(view),
    member: (view) => askInRoom(parts, { id: view.line.member, name: view.line.from }),
    phrases: (view) => composer.phrasebook.openNear(view.text),
    copy: async (view) => parts.quietly(words.t((await copyText(copyOf(view))) ? "line.copied" : "line.copy.failed")),
    otherLanguage: (view) => new OtherLanguage(view, session, words, outlooks),
    correct: (view) => composer.correct(view),
    confirm: parts.confirming && ((view) => parts.confirming.open(view)),
    takeBack: (view) => askToTakeBack(view, session, words),
    readsBack: (view) => showReadsBack(view, session, words),
  };
}

/** As it is shown, with what was written under a translation. */
function copyOf(view) {
  return view.isTranslated ? `${view.text}\n\n${view.line.text}` : view.text;
}

/** The same once more, in other words. */
export function reword(composer, view) {
  composer.answer(view);
  composer.setText(view.line.text);
}
