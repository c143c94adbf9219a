/** That somebody is in a room on this device and has not left, kept across reloads and restarts of the node. */

import { forget, read, write } from "./store.js";

/** What a room's things are stored under; the second face of a tablet has its own. */
export function seatKey(room, face = "a") {
  return face === "a" ? room.id : `${room.id}.${face}`;
}

/** `{name, lang, last, readers, wasStaff}`, or null. */
export function rememberedSeat(room, face = "a") {
  return read(`in.${seatKey(room, face)}`);
}

export function rememberSeat(key, { name, lang, last, readers, wasStaff }) {
  write(`in.${key}`, { name, lang, last, readers, wasStaff });
}

export function forgetSeat(key) {
  forget(`in.${key}`);
}
