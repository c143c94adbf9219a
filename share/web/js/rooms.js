/** The rooms of this house. */

import { el, icon } from "./dom.js";
import { coin, Languages } from "./languages.js";

const COINS = 5;

export function roomsView(house, words) {
  const languages = new Languages(house.languages);
  return el(
    "main",
    { class: "welcome", id: "main" },
    el(
      "header",
      { class: "welcome-head" },
      el("p", { class: "welcome-room" }, el("bdi", {}, house.name)),
      el("h1", {}, words.t("rooms.pick")),
    ),
    house.rooms.length === 0 && el("p", { class: "card" }, words.t("rooms.none")),
    el(
      "ul",
      { class: "rooms", role: "list" },
      house.rooms.map((room) => el("li", {}, roomCard(room, languages, words))),
    ),
  );
}

function roomCard(room, languages, words) {
  const spoken = Object.keys(room.langs).slice(0, COINS);
  return el(
    "a",
    { class: "card room-card", href: room.path },
    el(
      "span",
      { class: "room-card-names" },
      el("bdi", { class: "room-card-name" }, room.name),
      room.topic && el("span", { class: "soft", dir: "auto" }, room.topic),
      el(
        "span",
        { class: "room-card-people" },
        el(
          "span",
          { class: "room-card-count" },
          icon("people", { small: true }),
          el("span", {}, words.t("room.people", { n: room.n })),
        ),
        el("span", { class: "coins" }, spoken.map((lang) => coin(lang, languages.nameOf(lang), { size: "small" }))),
      ),
      room.locked && el("span", { class: "chip" }, icon("lock", { small: true }), words.t("rooms.locked")),
    ),
    icon("next", { mirrors: true }),
  );
}
