/** A room's code, shown big for a visitor to scan, and as a slip of paper for the printer. */

import { roomPath } from "./api.js";
import { button, el, fill, icon } from "./dom.js";
import { LanguageCycle, languagesOfHouse } from "./kiosk-cycle.js";
import { Sheet } from "./sheet.js";

export function showCode(desk, room) {
  const { words } = desk;
  const sheet = new Sheet(words, words.t("staff.visit.scan"), { class: "staff-code-sheet", onClose: () => end() });
  const invite = el("p", { class: "staff-invite" });
  const state = el("p", { class: "staff-visit-state", role: "status" });
  const slip = el("section", { class: "staff-slip" });
  const cycle = new LanguageCycle((turn) => inviteIn(turn, invite));

  const watch = (known) => showState(desk, known.get(room.id), state, sheet);
  const end = () => {
    desk.watchers.delete(watch);
    cycle.stop();
    slip.remove();
  };

  desk.watchers.add(watch);
  document.body.append(slip);
  cycle.offer(languagesOfHouse(desk.languages, desk.page.house.house_languages)).then(() => fillSlip(slip, desk, room, cycle.all));
  sheet.show(invite, codePicture(room, words), el("p", { class: "staff-address", dir: "ltr" }, room.url), state, buttons(desk, room, sheet));
  if (room.private) showState(desk, room, state, sheet);
}

function buttons(desk, room, sheet) {
  const { t } = desk.words;
  const print = typeof window.print === "function" && button(t("staff.visit.print"), () => window.print(), { class: "plain", icon: "print" });
  const enter = el("a", { class: "button plain", href: room.path, target: "_blank", rel: "noopener" }, icon("door"), el("span", {}, t("staff.visit.enter")));
  return el("div", { class: "actions" }, print, enter, button(t("staff.close.panel"), () => sheet.close()));
}

function codePicture(room, words) {
  return el("img", { class: "staff-code", src: roomPath(room.id, "qr.svg"), alt: words.t("kiosk.code", { url: room.url }) });
}

function inviteIn(words, invite) {
  words.applyTo(invite);
  fill(invite, el("b", {}, words.t("kiosk.join")), el("span", {}, words.t("kiosk.scan")));
}

/** A room that was closed meanwhile takes its code with it. */
function showState(desk, room, state, sheet) {
  if (!room || room.closed) return sheet.close();
  if (!room.private) return;
  const key = room.locked ? "staff.visit.in" : "staff.visit.waiting";
  if (state.dataset.key === key) return;
  state.dataset.key = key;
  fill(state, icon(room.locked ? "lock" : "clock"), el("span", {}, desk.words.t(key)));
}

/** In every language of the house: whoever gets the slip may read any of them. */
function fillSlip(slip, desk, room, catalogues) {
  fill(
    slip,
    el("p", { class: "staff-slip-house", dir: "auto" }, desk.page.house.name),
    el("p", { class: "staff-slip-room", dir: "auto" }, room.name),
    codePicture(room, desk.words),
    el("p", { class: "staff-address", dir: "ltr" }, room.url),
    el("ul", {}, catalogues.map((words) => el("li", { lang: words.tag, dir: words.dir }, words.t("kiosk.join")))),
  );
}
