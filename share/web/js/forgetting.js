/** The end of a visit on a device that many share: nothing of it stays, here or at the node. */

import { post, roomPath } from "./api.js";
import { el, fill } from "./dom.js";
import { forgetAll, read, write } from "./store.js";

const PAUSE = 3_000;
const PENDING = "forgetting";

/** Whether this page was opened as one in front of which visitors take turns. A tablet for two forgets its visit in any case. */
export function isShared() {
  return new URLSearchParams(location.search).has("shared");
}

/** Browsers offer nobody what somebody before them typed. */
export function keepNoEntries() {
  document.addEventListener("focusin", ({ target }) => {
    if (target.matches && target.matches("input, textarea")) target.setAttribute("autocomplete", "off");
  });
}

/** Clears the screen and what is stored, leaves the room with these faces, and begins anew. `page`: what shows it. */
export async function forgetVisit(room, faces, { page, words }) {
  fill(page, el("main", { class: "still-clearing" }, el("p", { role: "status", lang: words.tag, dir: words.dir }, words.t("forget.clearing"))));
  forgetAll();
  write(PENDING, { room, faces });
  await finishForgetting();
  location.replace(location.pathname + location.search);
}

/** What could not be done while the node was away is done before anything is shown: else it would bring back who left. */
export async function finishForgetting() {
  const pending = read(PENDING);
  if (!pending) return;
  for (const face of pending.faces) await leave(pending.room, face);
  forgetAll();
}

async function leave(room, face) {
  for (;;) {
    try {
      return await post(roomPath(room, "leave"), { face, forget: true });
    } catch (error) {
      /* The room, or our place in it, is no more. */
      if (!error.isOffline && error.status < 500 && error.status !== 429) return null;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}
