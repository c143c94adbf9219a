/** A room's code, shown big for a visitor to scan, and as a slip of paper for the printer. */

import { networkText, roomPicture, wifiOf, wifiPicture } from "./codes.js";
import { button, el, fill, icon } from "./dom.js";
import { LanguageCycle, languagesOfHouse } from "./kiosk-cycle.js";
import { roomName } from "./room-name.js";
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
    /* On a phone the list from which it was asked for is not there any more. */
    if (document.activeElement === document.body) desk.resting.focus({ preventScroll: true });
  };

  desk.watchers.add(watch);
  document.body.append(slip);
  const languages = cycle.offer(languagesOfHouse(desk.languages, desk.page.house.house_languages));
  const wifi = wifiOf(room.id).catch(() => null);
  Promise.all([wifi, languages]).then(([wifi]) => fillSlip(slip, desk, room, wifi, cycle.all));
  sheet.show(invite, roomPicture(room, words, { class: "staff-code" }), el("p", { class: "staff-address", dir: "ltr" }, room.url), state, buttons(desk, room, sheet), !room.private && devices(room, words));
  if (room.private) showState(desk, room, state, sheet);
}

function buttons(desk, room, sheet) {
  const { t } = desk.words;
  const print = typeof window.print === "function" && button(t("staff.visit.print"), () => window.print(), { class: "plain", icon: "print" });
  const enter = el("a", { class: "button plain", href: room.path, target: "_blank", rel: "noopener" }, icon("door"), el("span", {}, t("staff.visit.enter")));
  const poster = el("a", { class: "button plain", href: `/poster/${encodeURIComponent(room.id)}`, target: "_blank", rel: "noopener" }, icon("qr"), el("span", {}, t("poster.title")));
  return el("div", { class: "actions" }, print, poster, enter, button(t("staff.close.panel"), () => sheet.close()));
}

/** What a device in the house opens, other than a visitor's own telephone. */
function devices({ id, path }, { t }) {
  const link = (href, name, key) => el("a", { href, target: "_blank", rel: "noopener" }, icon(name, { small: true }), el("span", {}, t(key)));
  const name = encodeURIComponent(id);
  return el("nav", { class: "staff-devices", "aria-label": t("staff.devices") }, el("b", {}, t("staff.devices")),
    link(`/kiosk/${name}`, "qr", "staff.devices.wall"),
    link(`/two/${name}`, "turn", "staff.devices.two"),
    link(`${path}?shared`, "people", "staff.devices.shared"));
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
function fillSlip(slip, desk, room, wifi, catalogues) {
  const { words } = desk;
  const picture = { class: "staff-code" };
  const codes = [wifi && wifiPicture(room, wifi, words, picture), roomPicture(room, words, picture)].filter(Boolean);
  fill(
    slip,
    el("p", { class: "staff-slip-house", dir: "auto" }, desk.page.house.name),
    el("p", { class: "staff-slip-room", dir: "auto" }, roomName(room, words)),
    el("ol", { class: "staff-slip-codes", dir: "ltr" }, codes.map((code, index) => el("li", {}, codes.length > 1 && el("b", {}, String(index + 1)), code))),
    wifi && el("p", { class: "staff-slip-wifi", dir: words.dir }, networkText(wifi, words)),
    el("p", { class: "staff-address", dir: "ltr" }, room.url),
    el("ul", {}, catalogues.map((words) => el("li", { lang: words.tag, dir: words.dir }, words.t("kiosk.join")))),
  );
}
