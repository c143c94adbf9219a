/**
 * What staff are typing: it outlasts the end of their login, a reload and a restart of the node. "Lock this page" takes
 * it along, as the next one at this device may be somebody else.
 */

import { forget, read, write } from "./store.js";

const KEY = "staff-drafts";

/** Null where there is none. `kind`: of text; `room`: its room's id, "" where there is no room yet. */
export function draftOf(kind, room = "") {
  return read(KEY, {})[`${kind} ${room}`] || null;
}

export function keepDraft(kind, room, draft) {
  write(KEY, { ...read(KEY, {}), [`${kind} ${room}`]: draft });
}

export function forgetDraft(kind, room = "") {
  const { [`${kind} ${room}`]: _, ...others } = read(KEY, {});
  write(KEY, others);
}

export function forgetDrafts() {
  forget(KEY);
}
