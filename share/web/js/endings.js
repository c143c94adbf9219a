/** Why there is no room to be in: what the node calls it, and which of the page's closing screens says it. */

const SCREENS = {
  removed: "removed",
  banned: "banned",
  locked: "locked",
  "room-full": "full",
  "too-many": "full",
  replaced: "replaced",
  closing: "closed",
  closed: "closed",
  "no-room": "missing",
  "not-found": "missing",
  offline: "offline",
  /* No screen: the way in is shown again, with the field for what is asked. */
  "auth-required": "key",
};

/** The closing screen for an error code of the node. */
export function screenFor(code) {
  return SCREENS[code] || "other";
}
