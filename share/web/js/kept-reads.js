/** Other languages that the owner of this device reads, as it keeps them. */

import { read } from "./store.js";

/** As many as the node takes. */
export const MOST = 8;

export function keptReads() {
  const kept = read("reads", []);
  return Array.isArray(kept) ? kept.filter((tag) => typeof tag === "string").slice(0, MOST) : [];
}
