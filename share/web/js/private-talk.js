/** A talk with the staff alone: the invitation as the invited sees it, and the way there. */

import { get, roomPath } from "./api.js";
import { button, el } from "./dom.js";
import { Session } from "./session.js";

/** The visitor is in the other room with name and language as they are, and its page opens there. */
export async function goThere(session, talk) {
  const facts = await get(roomPath(talk.room));
  await new Session(facts, { reads: session.reads }).enter(session.name, session.lang);
  location.assign(talk.path);
}

/** `go()`, and `end()` where there is still a call to be taken back. */
export function invitationContent(words, { go, end }) {
  const way = button(words.t("help.private.go"), async () => {
    way.disabled = true;
    await go();
    way.disabled = false;
  }, { icon: "door" });
  return el("div", { class: "actions" }, way, end && button(words.t("help.done"), end, { class: "plain" }));
}
