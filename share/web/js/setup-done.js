/** The place is set up: its rooms are opening, then they are open. */

import { get } from "./api.js";
import { el, icon } from "./dom.js";
import { heading } from "./setup-fields.js";

const PAUSE = 500;
const TRIES = 240;

/**
 * The rooms of these names, or without names all that there are, once the node has begun anew with them: it is away for a
 * moment. After two minutes null.
 */
export async function untilOpen(names = null) {
  const wanted = names && names.map((name) => name.normalize("NFC").replace(/\s+/g, " "));
  for (let left = TRIES; left > 0; left -= 1) {
    try {
      const { rooms } = await get("/api/house");
      const own = wanted ? rooms.filter(({ name }) => wanted.includes(name)) : rooms;
      if (own.length && (!wanted || own.length === wanted.length)) return own;
    } catch {
      /* It is beginning. */
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  return null;
}

export function done({ words: { t } }, rooms) {
  const link = (href, name, text) => el("li", {}, el("a", { class: "button plain wide", href }, icon(name), el("span", {}, text)));
  return [
    heading(t("setup.done.title")),
    el(
      "ul",
      { class: "setup-links" },
      rooms.map(({ id, name }) => [
        link(`/poster/${encodeURIComponent(id)}`, "print", t("setup.done.poster", { name })),
        link(`/kiosk/${encodeURIComponent(id)}`, "qr", t("setup.done.kiosk", { name })),
      ]),
      link("/staff", "lock", t("setup.done.staff")),
    ),
  ];
}
