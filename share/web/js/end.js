/** Screens for when there is no room to be in: said plainly, with a way on. */

import { button, el, icon } from "./dom.js";
import { refusalText } from "./refusals.js";

const ICONS = {
  removed: "door",
  banned: "door",
  closed: "door",
  locked: "lock",
  full: "people",
  replaced: "people",
  missing: "search",
  offline: "offline",
  other: "fault",
};
const COMES_BACK = new Set(["full", "replaced", "other", "offline", "locked", "removed", "banned"]);

/** What the screen says; of a ban until when, where that is known. `why`: the node's refusal. */
export function endText(kind, words, why = {}) {
  const minutes = Number((why.values || {}).n);
  if (kind === "other" && why.detail) return refusalText(why, words, "end.other.text");
  if (kind === "closed" && why.detail === "relay-struck") return words.t("end.closed.text.relay");
  if (kind !== "banned" || !(minutes > 0)) return words.t(`end.${kind}.text`);
  return words.t("end.banned.text.until", { time: words.time(Date.now() + minutes * 60_000) });
}

/** `kind`: one of ICONS; `again()`: tries to enter once more; `back`: the room from which one came into this one. */
export function endView(kind, words, again, why = {}, back = null) {
  return el(
    "main",
    { class: "welcome end", id: "main" },
    el(
      "div",
      { class: "end-card", role: "alert" },
      icon(ICONS[kind] || "fault"),
      el("h1", { tabindex: "-1" }, words.t(`end.${kind}.title`)),
      el("p", {}, endText(kind, words, why)),
      el(
        "div",
        { class: "actions" },
        COMES_BACK.has(kind) &&
          button(words.t(kind === "removed" || kind === "replaced" ? "end.again" : "common.retry"), again),
        back
          ? el("a", { class: "button", href: back.path }, words.t("room.back", { room: back.name }))
          : el("a", { class: "button plain", href: "/" }, words.t("end.rooms")),
      ),
    ),
  );
}
