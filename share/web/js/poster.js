/** The poster of a room: choosing paper and languages on the screen, and the sheet that is printed. */

import { get, roomPath } from "./api.js";
import { catalogueOf, isWritten, loadCatalogue } from "./catalogue.js";
import { wifiOf } from "./codes.js";
import { button, el, fill, icon } from "./dom.js";
import { languagesOfHouse } from "./kiosk-cycle.js";
import { Languages, readsAs } from "./languages.js";
import { loadOutlooks } from "./outlooks.js";
import { PosterSheet, SIZES } from "./poster-sheet.js";

const segment = decodeURIComponent(location.pathname.split("/")[2] || "");

class Poster {
  constructor({ words, house, room, wifi }) {
    Object.assign(this, { words, house, room, wifi });
    this.languages = new Languages(room.languages);
    this.size = "a4";
    this.offered = onePerCatalogue(room.languages);
    const wished = languagesOfHouse(this.languages, house.house_languages);
    const found = wished.map((wish) => this.offered.find(({ tag }) => readsAs(tag, wish.tag))).filter(Boolean);
    this.chosen = [...new Set(found)].map(({ tag }) => tag);
    this.sheets = el("section", { class: "poster-preview", "aria-label": words.t("poster.title"), tabindex: "0" });
    this.list = el("div", { class: "poster-languages" });
    this.legend = el("legend");
    this.element = el("main", { class: "poster" }, this.controls(), this.sheets);
    if (window.ResizeObserver) new ResizeObserver(() => this.sheet && this.sheet.fitTo(this.sheets)).observe(this.sheets);
  }

  controls() {
    const { t } = this.words;
    const names = { a4: "A4", a5: "A5", letter: "Letter", card: t("poster.cards") };
    const sizes = Object.keys(SIZES).map((size) => {
      const input = el("input", { type: "radio", name: "size", value: size, checked: size === this.size, on: { change: () => this.take({ size }) } });
      return el("label", { class: "poster-choice" }, input, el("span", {}, names[size]));
    });
    return el(
      "form",
      { class: "poster-controls", on: { submit: (event) => event.preventDefault() } },
      el("h1", {}, t("poster.title")),
      el("fieldset", {}, el("legend", {}, t("poster.size")), el("div", { class: "poster-sizes" }, sizes)),
      el("fieldset", {}, this.legend, this.list),
      button(t("staff.visit.print"), () => window.print(), { class: "large", icon: "print" }),
    );
  }

  get shown() {
    return this.chosen.slice(0, SIZES[this.size].languages);
  }

  take(change) {
    Object.assign(this, change);
    return this.draw();
  }

  turn(tag, isOn) {
    return this.take({ chosen: isOn ? [...this.shown, tag] : this.shown.filter((one) => one !== tag) });
  }

  drawLanguages() {
    const most = SIZES[this.size].languages;
    const { shown } = this;
    fill(this.legend, this.words.t("poster.languages", { n: most }));
    const focused = document.activeElement && document.activeElement.value;
    fill(this.list, this.offered.map(({ tag, name, dir }) => {
      const isOn = shown.includes(tag);
      const isAlone = isOn && shown.length === 1;
      const input = el("input", {
        type: "checkbox", value: tag, checked: isOn, disabled: isAlone || (!isOn && shown.length >= most),
        on: { change: ({ target }) => this.turn(tag, target.checked) },
      });
      return el("label", { class: "poster-choice" }, input, el("span", { lang: tag, dir }, name));
    }));
    const again = [...this.list.querySelectorAll("input")].find((input) => input.value === focused);
    if (again) again.focus();
  }

  async draw() {
    this.drawLanguages();
    const catalogues = await Promise.all(this.shown.map((tag) => loadCatalogue(tag)));
    this.sheet = new PosterSheet(this, catalogues);
    fill(this.sheets, this.sheet.element);
    await this.sheet.settle(this.sheets);
  }
}

/** The languages that the page is written in, each once: `fa` speaks for `fa-AF`. */
function onePerCatalogue(languages) {
  const own = languages.filter(({ tag }) => isWritten(tag) && readsAs(tag, catalogueOf(tag)));
  const short = [...own].sort((one, other) => one.tag.length - other.tag.length);
  return own.filter((one) => short.find((other) => readsAs(other.tag, one.tag)) === one);
}

async function begin() {
  const words = await loadCatalogue(navigator.language);
  words.applyTo(document.documentElement);
  document.title = words.t("poster.title");
  try {
    const [house, room, wifi] = await Promise.all([get("/api/house"), get(roomPath(segment)), wifiOf(segment)]);
    /* They say how rooms without a name are numbered in each language. */
    if (room.private) await loadOutlooks();
    const poster = new Poster({ words, house, room, wifi });
    document.body.append(poster.element);
    await poster.draw();
  } catch (error) {
    if (!error.code) throw error;
    const text = words.t(error.code === "forbidden" ? "poster.none" : error.isOffline ? "kiosk.seeking" : "kiosk.closed");
    document.body.append(el("main", { class: "poster-none", role: "alert" }, icon("qr"), el("h1", {}, text)));
  }
}

begin();
