/** Inviting whoever called for help, or wrote to the staff, to a talk with the staff alone. */

import { post, queryString } from "./api.js";
import { el, icon } from "./dom.js";
import { askForVisit } from "./staff-new.js";

/** One tap: the room is made, and shown here; the visitor's page alone is told. */
export async function inviteToTalk(desk, { room, member, from, page, report }) {
  const { t } = desk.words;
  /* At a terminal, on IRC or at another node: no page of ours shows anything there. */
  const byCode = () => askForVisit(desk, t("staff.talk.code", { name: from }));
  if (page === false) return byCode();
  try {
    const talk = await post(`/api/staff/rooms/${encodeURIComponent(room.id)}/talks`, { member, report });
    await desk.poll.now();
    location.hash = encodeURIComponent(talk.room);
    desk.reports.tell(t("staff.talk.invited", { name: from }));
  } catch (error) {
    if (error.code === "not-on-page") return byCode();
    desk.failedAct(error);
  }
}

/** That page asks for nothing more (`Visit.fromDesk`): the room is entered in the desk's language. */
export function goThereAsStaff({ path }, { words, languages }) {
  const { tag } = languages.find(words.tag) || words;
  const href = path + queryString({ staff: tag });
  return el("a", { class: "button", href, target: "_blank", rel: "noopener" }, icon("lock"), el("span", {}, words.t("staff.talk.enter")));
}

export function hasNoVisitor({ members }) {
  return members.every(({ role }) => role === "staff");
}
