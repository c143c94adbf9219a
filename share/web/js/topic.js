/** What a room is about: in the reader's language where that can be had, with its mark, and as it was written. */

import { get, roomPath } from "./api.js";
import { el, fill, icon, said } from "./dom.js";

const ICONS = { verified: "verified", phrasebook: "phrasebook", translated: "machine" };

/**
 * Null where the room has none. As it was written at first; its translation follows. `asked`: the room's facts in this
 * language, where they are asked for anyhow.
 */
export function topicCard(room, lang, words, asked = null) {
  if (!room.topic) return null;
  const card = el("section", { class: "topic", "aria-label": words.t("room.topic") }, said("p", room.topic));
  (asked || get(roomPath(room.id), { lang })).then(({ topic, topic_translation: translation }) => {
    if (topic !== room.topic || !translation) return;
    const label = ICONS[translation.state] && translation.text && words.t(`origin.${translation.state}`);
    const texts = label
      ? [
        said("p", translation.text, translation.lang),
        el("p", { class: "topic-origin" }, icon(ICONS[translation.state], { small: true }), el("span", {}, label)),
        said("p", topic, translation.from, { class: "topic-original" }),
      ]
      : [said("p", topic, translation.from)];
    fill(card, texts);
  }, () => {
    /* Without an answer it stays as it was written. */
  });
  return card;
}
