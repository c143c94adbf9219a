/** A code that lets one visitor into a room with a password, shown big: to be read out, or copied by hand. */

import { post } from "./api.js";
import { button, el } from "./dom.js";
import { Sheet } from "./sheet.js";

export async function showJoinCode(desk, room) {
  const { t } = desk.words;
  try {
    const { code } = await post(`/api/staff/rooms/${encodeURIComponent(room.id)}/codes`);
    const sheet = new Sheet(desk.words, t("staff.join.title", { room: room.name }));
    sheet.show(
      el("output", { class: "staff-join-code", dir: "ltr" }, spaced(code)),
      el("p", {}, t("staff.join.text")),
      el(
        "div",
        { class: "actions" },
        button(t("staff.join.another"), () => {
          sheet.close();
          showJoinCode(desk, room);
        }, { class: "plain" }),
        button(t("staff.close.panel"), () => sheet.close()),
      ),
    );
  } catch (error) {
    desk.failedAct(error);
  }
}

/** In two groups, as people read numbers out. */
function spaced(code) {
  return `${code.slice(0, 4)} ${code.slice(4)}`;
}
