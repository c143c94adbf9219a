/** What stands on the kiosk's screen. */

import { get, roomPath } from "./api.js";
import { catalogueOf, isWritten } from "./catalogue.js";
import { networkText } from "./codes.js";
import { el, fill, icon, said } from "./dom.js";
import { KioskLines } from "./kiosk-lines.js";
import { hasText } from "./origin.js";

/** Longer or escaped paths are not typed by anybody: then the address of the house is shown, which lists its rooms. */
const TYPEABLE_PATH = /^\/r\/[\w.~-]{1,24}$/;
const FADE = 400;
const SIGNS = { locked: "lock", closed: "door", forbidden: "lock", seeking: "offline" };

export class KioskScreen {
  constructor(languages) {
    this.languages = languages;
    this.state = "live";
    this.room = null;
    /** What staff pinned, and how it reads in each language of which it is known. */
    this.pinned = null;
    this.readings = new Map();
    this.n = 0;
    this.lines = new KioskLines(languages);
    this.element = el("main", { class: "kiosk-stage", data: { state: "live", lines: "none", wifi: "none" } }, this.head(), this.notice(), this.join(), this.lines.element, this.names());
    setInterval(() => this.tick(), 1_000);
    this.tick();
  }

  head() {
    this.title = el("h1", { dir: "auto" });
    this.topic = el("p", { class: "kiosk-topic", dir: "auto" });
    this.count = el("p", { class: "kiosk-count", hidden: true });
    this.clock = el("p", { class: "kiosk-clock", dir: "ltr" });
    return el("header", { class: "kiosk-head" }, el("div", { class: "kiosk-name" }, this.title, this.topic), this.count, this.clock);
  }

  notice() {
    this.noticeBox = el("section", { class: "kiosk-notice", hidden: true });
    return this.noticeBox;
  }

  join() {
    this.code = el("img", { class: "kiosk-code", alt: "", hidden: true });
    this.wifiCode = el("img", { class: "kiosk-wifi-code", alt: "" });
    const [wifiStep, roomStep] = [this.step("1", this.wifiCode), this.step("2", this.code)];
    this.codes = el("div", { class: "kiosk-codes" }, wifiStep.element, roomStep.element);
    this.steps = [[wifiStep.words, "kiosk.step.wifi"], [roomStep.words, "kiosk.step.room"]];
    this.address = el("p", { class: "kiosk-address", dir: "ltr" });
    this.invite = el("h2", { class: "kiosk-invite" });
    this.scan = el("p", { class: "kiosk-scan" });
    this.type = el("p", { class: "kiosk-type" });
    this.wifi = el("p", { class: "kiosk-wifi" });
    this.sign = el("div", { class: "kiosk-sign" });
    this.spoken = [this.invite, this.scan, this.type, this.wifi, wifiStep.words, roomStep.words];
    return el("section", { class: "kiosk-join" }, this.sign, this.invite, this.scan, this.codes, this.type, this.address, this.wifi);
  }

  /** A code with its number and what it does, both of which a house without a wifi of its own to tell does not need. */
  step(number, picture) {
    const words = el("span", { class: "kiosk-step-words" });
    const label = el("p", { class: "kiosk-step" }, el("b", {}, number), words);
    return { words, element: el("div", {}, label, el("div", { class: "kiosk-paper" }, picture)) };
  }

  /** The wifi of the house, or null. */
  showWifi(wifi) {
    this.network = wifi;
    this.element.dataset.wifi = wifi ? "told" : "none";
    if (!wifi) return;
    const source = `${roomPath(this.room.id, "wifi.svg")}?of=${encodeURIComponent(wifi.name)}`;
    if (this.wifiCode.getAttribute("src") !== source) this.wifiCode.src = source;
    this.speakAgain();
  }

  names() {
    this.nameList = el("ul", { class: "kiosk-languages" });
    return this.nameList;
  }

  showLanguages(list) {
    // By catalogue: the page speaks the one language of `fa` and `fa-AF`.
    const written = new Map([...list].reverse().filter(({ tag }) => isWritten(tag)).map((one) => [catalogueOf(one.tag), one]));
    const shown = list.filter((one) => written.get(catalogueOf(one.tag)) === one);
    fill(this.nameList, shown.map(({ tag, name, dir }) => el("li", { lang: tag, dir, data: { tag } }, name)));
    this.lines.redraw();
    this.markLanguage();
  }

  showRoom(room) {
    this.room = room;
    this.title.textContent = room.name;
    this.topic.textContent = room.topic || "";
    document.title = room.name;
    this.showAddress(room.url);
    this.showNotice(room.notice);
    this.showCode();
    this.speakAgain();
  }

  showAddress(url) {
    const { protocol, host, pathname } = new URL(url);
    const rest = TYPEABLE_PATH.test(pathname) ? pathname : "";
    fill(this.address, el("span", { class: "kiosk-scheme" }, `${protocol}//`), el("b", {}, host), el("wbr"), el("b", {}, rest));
  }

  /** The code is drawn anew only when it leads elsewhere, as after a change of address. */
  showCode() {
    if (this.codeFor === this.room.url) return;
    this.codeFor = this.room.url;
    this.code.src = `${roomPath(this.room.id, "qr.svg")}?of=${encodeURIComponent(this.room.url)}`;
    this.code.hidden = false;
  }

  showNotice(notice) {
    this.pinned = notice && notice.text ? notice : null;
    this.readings = new Map();
    this.noticeBox.hidden = !this.pinned;
    this.speakNotice();
  }

  /** In the language whose turn it is; as it was written where it is not known in that. */
  speakNotice() {
    const { pinned, words } = this;
    const reading = words && this.readings.get(words.tag);
    const { text, lang } = reading || pinned || {};
    const origin = reading && el("span", { class: "kiosk-origin", lang: words.tag, dir: words.dir }, words.t(`origin.${reading.state}`));
    if (pinned) fill(this.noticeBox, icon("pin"), el("div", {}, said("p", text, lang), origin));
    this.lines.fit();
    if (pinned && words) this.learnNotice(words.tag);
  }

  /** Asked for once; again in the next round where there was no answer. */
  async learnNotice(tag) {
    const { pinned, readings } = this;
    if (readings.has(tag)) return;
    readings.set(tag, null);
    try {
      const { notice } = await get(roomPath(this.room.id), { lang: tag });
      if (this.readings !== readings || !notice || notice.ts !== pinned.ts || !hasText(notice.translation)) return;
      readings.set(tag, notice.translation);
      if (this.words.tag === tag) this.speakNotice();
    } catch {
      readings.delete(tag);
    }
  }

  showCount(n) {
    this.n = n;
    this.count.hidden = n === 0;
    if (this.words) fill(this.count, icon("people"), el("b", { "aria-hidden": "true" }, this.words.number(n)), el("span", { class: "unseen", lang: this.words.tag }, this.words.t("kiosk.here", { n })));
  }

  showLines(lines) {
    this.lines.replace(lines);
    this.element.dataset.lines = this.lines.isEmpty ? "none" : "some";
  }

  addLine(line) {
    this.lines.add(line);
    if (this.element.dataset.lines !== "some") this.element.dataset.lines = "some";
  }

  setState(state) {
    if (this.state === state) return;
    this.state = state;
    if (state === "closed" || state === "forbidden") this.showLines([]);
    this.speakAgain();
  }

  /** The next language has its turn: the old words fade, the new ones come. */
  speak(words) {
    const first = !this.words;
    this.words = words;
    if (first) return this.speakAgain();
    this.element.dataset.turning = "";
    setTimeout(() => {
      delete this.element.dataset.turning;
      this.speakAgain();
    }, FADE);
  }

  speakAgain() {
    const { words, room } = this;
    if (!words) return;
    const state = this.state === "live" && room && room.locked ? "locked" : this.state;
    this.element.dataset.state = state;
    fill(this.sign, SIGNS[state] && icon(SIGNS[state]));
    for (const [part, key] of [...this.sentences(state), ...this.steps]) part.textContent = key ? words.t(key) : "";
    if (state === "live" && this.network) this.speakOfWifi(words);
    for (const part of this.spoken) words.applyTo(part);
    this.code.alt = room ? words.t("kiosk.code", { url: room.url }) : "";
    // The page itself keeps the language and direction that it began with: else the code would change its place.
    if (!this.page) words.applyTo(document.documentElement);
    this.page = this.page || words;
    words.applyTo(this.code);
    this.showCount(this.n);
    this.lines.speak(words);
    this.speakNotice();
    this.markLanguage();
  }

  speakOfWifi(words) {
    this.scan.textContent = words.t("kiosk.both");
    this.wifi.textContent = networkText(this.network, words);
    this.wifiCode.alt = words.t("kiosk.wifi.code", { name: this.network.name });
    words.applyTo(this.wifiCode);
  }

  sentences(state) {
    const { invite, scan, type, wifi } = this;
    switch (state) {
      case "live": return [[invite, "kiosk.join"], [scan, "kiosk.scan"], [type, "kiosk.type"], [wifi, "kiosk.wifi"]];
      case "locked": return [[invite, "kiosk.ask"], [scan, "kiosk.locked"], [type, ""], [wifi, ""]];
      case "closed": return [[invite, "kiosk.closed"], [scan, "kiosk.ask"], [type, ""], [wifi, ""]];
      case "forbidden": return [[invite, "kiosk.forbidden"], [scan, ""], [type, ""], [wifi, ""]];
      default: return [[invite, "kiosk.seeking"], [scan, ""], [type, ""], [wifi, ""]];
    }
  }

  markLanguage() {
    for (const item of this.nameList.children) {
      item.classList.toggle("now", Boolean(this.words) && catalogueOf(item.dataset.tag) === this.words.tag);
    }
  }

  tick() {
    const now = new Date();
    const time = [now.getHours(), now.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
    if (this.clock.textContent !== time) this.clock.textContent = time;
  }
}
