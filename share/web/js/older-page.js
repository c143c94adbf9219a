/** One page of what was said before a line: all of its lines at once, then their translations as they are made. */

import { errorOf } from "./api.js";
import { readEvents } from "./events.js";
import { comparable } from "./ids.js";

/** This long without a word, and the connection is dead: every engine has given its answer or given up by then. */
const SILENCE = 30_000;

/** Reads it to its end; throws where it is broken off. `lines(answer)` and `translation(one)` are told what comes. */
export async function readOlderPage(session, { before, limit }, abort, { lines, translation }) {
  let timer = null;
  const watch = () => {
    clearTimeout(timer);
    timer = setTimeout(() => abort.abort(), SILENCE);
  };
  watch();
  try {
    const response = await fetch(session.linesPath({ before, limit }), {
      signal: abort.signal,
      cache: "no-store",
      credentials: "same-origin",
    });
    if (!response.ok) throw await errorOf(response);
    await readEvents(response.body, (kind, data) => {
      if (kind === "lines") lines(comparable(JSON.parse(data)));
      if (kind === "translation") translation(comparable(JSON.parse(data)));
    }, watch);
  } finally {
    clearTimeout(timer);
  }
}
