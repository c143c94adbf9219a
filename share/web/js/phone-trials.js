/** What only the phone can find out by itself: whether a stream stays open, and who answers on the way. */

import { readEvents } from "./events.js";

/** Milliseconds in which all events of the stream have come, unless something holds them back. */
const PATIENCE = 15_000;
/** What phones ask the internet; of this node, under its own name, there is nothing at that address. */
const QUESTION = "/generate_204";

/** When each event came, in milliseconds. A stream that breaks off has fewer of them. */
export async function arrivalsOf(path) {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), PATIENCE);
  const begun = performance.now();
  const arrivals = [];
  try {
    const response = await fetch(path, { signal: abort.signal, cache: "no-store", credentials: "same-origin" });
    if (response.ok) await readEvents(response.body, () => arrivals.push(Math.round(performance.now() - begun)), () => {});
  } catch {
    /* Broken off, or silent for too long. */
  } finally {
    clearTimeout(timer);
  }
  return arrivals;
}

/** Whether the node answers for itself: each of its answers has its policy. Null where nobody answers. */
export async function isAnsweredByNode() {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), PATIENCE);
  try {
    const response = await fetch(QUESTION, { redirect: "manual", signal: abort.signal, cache: "no-store", credentials: "same-origin" });
    return (response.headers.get("Content-Security-Policy") || "").includes("base-uri 'none'");
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
