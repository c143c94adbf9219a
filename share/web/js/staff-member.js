/** What staff can do about a person, asked at the desk and in the room itself. */

import { get } from "./api.js";
import { button, el } from "./dom.js";
import { staffRefusalText } from "./refusals.js";
import { StaffActs } from "./staff-acts.js";
import { ask } from "./staff-ask.js";
import { askForBan } from "./staff-ban.js";

/**
 * `member`: `{id, name, muted}`, and `isGone` of who left a short while ago, whom nobody needs to send out. `changed()`:
 * once somebody's voice or place is another; `banned(minutes, scope)`.
 */
export function askAboutMember(desk, room, member, { changed = () => {}, banned }) {
  const { words } = desk;
  const { t } = words;
  const act = (name, picture, done) => ({
    text: t(`staff.${name}`),
    hint: words.has(`staff.${name}.hint`) ? t(`staff.${name}.hint`) : "",
    icon: picture,
    run: () => desk.acts.perform(room, name, { member: member.id }),
    done: t(done, { name: member.name }),
    then: changed,
  });
  const ban = {
    text: t("staff.ban"),
    hint: t("staff.ban.hint"),
    icon: "remove",
    run: () => true,
    then: () => askForBan(desk, room, member, banned),
  };
  const voice = member.muted ? act("unmute", "speaker", "staff.unmuted") : act("mute", "mute", "staff.muted");
  ask(desk, {
    title: t("staff.person.acts", { name: member.name }),
    actions: [voice, !member.isGone && act("remove", "exit", "staff.removed"), ban].filter(Boolean),
  });
}

/** For staff who are in the room themselves. `parts`: see `lineActs`. `member`: `{id, name}`. */
export async function askInRoom(parts, member) {
  const { session, words, calls } = parts;
  const { room } = session;
  const fail = (text) => calls.add("fault", "failed", text, []);
  const failed = (error) => fail(staffRefusalText(error, words));
  /* As much of a desk as these questions need. */
  const desk = { words, page: {}, poll: { now: () => {} }, reports: { tell: (text) => parts.quietly(text), fail }, failed, failedAct: failed };
  desk.acts = new StaffActs(desk);
  const banned = (minutes) => {
    const key = `ban.${member.id}`;
    const undo = (event) => {
      calls.done(event);
      desk.acts.now(room, "unban", words.t("staff.unbanned", { name: member.name }), { member: member.id });
    };
    const text = words.t("staff.banned", { name: member.name, time: words.time(Date.now() + minutes * 60_000) });
    calls.add("shield", key, text, [el("div", { class: "actions" }, button(words.t("staff.unban"), undo, { class: "plain" }))]);
  };
  try {
    const { rooms } = await get("/api/staff/rooms");
    const { members = [] } = rooms.find(({ id }) => id === room.id) || {};
    const here = members.find(({ id }) => id === member.id) || { ...member, isGone: true };
    askAboutMember(desk, room, here, { banned });
  } catch (error) {
    failed(error);
  }
}
