/** What is printed: codes with numbers, and the same few steps in each language. Its text shrinks until all of it fits. */

import { networkText, roomPicture, wifiPicture } from "./codes.js";
import { el, icon } from "./dom.js";
import { roomName } from "./room-name.js";

/** How many languages go on each; `copies` on a sheet of A4. */
export const SIZES = {
  a4: { languages: 8, copies: 1 },
  a5: { languages: 6, copies: 1 },
  letter: { languages: 8, copies: 1 },
  card: { languages: 2, copies: 8 },
};
/** Of the text, beside what is usual for the paper. */
const LARGEST = 2.4;
const SMALLEST = 0.4;
const STEP = 0.04;
/** The small print beside the steps: at most as large as these. */
const SMALL_PRINT = [1.05, 1, 0.95, 0.9, 0.85];

export class PosterSheet {
  /** `poster`: `words`, `house`, `room`, `wifi`, `size`; `catalogues`: one for each language on it. */
  constructor(poster, catalogues) {
    Object.assign(this, { poster, catalogues });
    const { size } = poster;
    // Copies say to a screen reader nothing that the first has not said.
    const copies = Array.from({ length: SIZES[size].copies }, (_, index) => this.copy(index > 0));
    this.pages = copies;
    this.element = el("div", { class: "poster-sheet", data: { size } }, copies);
  }

  copy(isHidden) {
    const { house, room, wifi } = this.poster;
    const [first] = this.catalogues;
    return el(
      "article",
      { class: "poster-copy", "aria-hidden": isHidden ? "true" : null, data: { wifi: wifi ? "told" : "none" } },
      el("header", {}, el("p", { class: "poster-house", dir: "auto" }, house.name), el("h2", { dir: "auto" }, roomName(room, first || this.poster.words))),
      this.codes(),
      el("ul", { class: "poster-texts" }, this.catalogues.map((words) => this.texts(words))),
    );
  }

  codes() {
    const { room, wifi, words } = this.poster;
    const address = room.url.replace(/^http:\/\//, "");
    return el(
      "div",
      { class: "poster-codes", dir: "ltr" },
      wifi && el("figure", {}, el("b", {}, "1"), wifiPicture(room, wifi, words), el("figcaption", {},
        el("span", {}, icon("wifi", { small: true }), el("bdi", {}, wifi.name)),
        wifi.password && el("span", {}, icon("lock", { small: true }), el("bdi", {}, wifi.password)))),
      el("figure", {}, el("b", {}, wifi ? "2" : "1"), roomPicture(room, words), el("figcaption", {}, el("span", {}, icon("globe", { small: true }), el("bdi", {}, address)))),
    );
  }

  texts(words) {
    const { wifi } = this.poster;
    const { t } = words;
    const steps = [wifi && ["wifi", "kiosk.step.wifi"], ["qr", "kiosk.step.room"], ["pen", "poster.talk"]].filter(Boolean);
    return el(
      "li",
      { lang: words.tag, dir: words.dir },
      el("h3", {}, t("kiosk.join")),
      el("ol", {}, steps.map(([picture, key], index) => el("li", {}, el("b", {}, words.number(index + 1)), icon(picture, { small: true }), el("span", {}, t(key))))),
      el("p", { class: "poster-type" }, wifi ? networkText(wifi, words) : t("kiosk.wifi")),
      el("p", {}, t("poster.machine")),
      el("p", {}, t("poster.help", { help: t("help.button") })),
    );
  }

  /** Once pictures and fonts are there: as large as it goes. */
  async settle(frame) {
    const pictures = [...this.element.querySelectorAll("img")];
    await Promise.all([document.fonts && document.fonts.ready, ...pictures.map((picture) => picture.decode().catch(() => {}))]);
    this.fitTo(frame);
    const smallest = SMALL_PRINT[SMALL_PRINT.length - 1];
    this.element.style.setProperty("--small", smallest);
    for (let scale = LARGEST; scale >= SMALLEST; scale -= STEP) {
      this.element.style.setProperty("--text", scale.toFixed(2));
      if (this.isWhole) break;
    }
    /* What room that leaves is the small print's. */
    for (const small of SMALL_PRINT) {
      this.element.style.setProperty("--small", small);
      if (this.isWhole) break;
    }
    this.element.dataset.ready = this.isWhole ? "whole" : "cut";
  }

  get isWhole() {
    const parts = [this.pages[0], this.pages[0].lastChild];
    return parts.every((part) => part.scrollHeight <= part.clientHeight && part.scrollWidth <= part.clientWidth);
  }

  /** The preview is as wide as there is room for; what is printed keeps its measures. */
  fitTo(frame) {
    this.element.style.setProperty("--fit", "1");
    const { width } = this.element.getBoundingClientRect();
    this.element.style.setProperty("--fit", Math.min(1, (frame.clientWidth - 2) / width).toFixed(3));
  }
}
