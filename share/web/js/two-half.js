/** One half of the tablet: choosing a language, then talking, or why there is no talking. */

import { ApiError, get, roomPath } from "./api.js";
import { loadCatalogue } from "./catalogue.js";
import { button, el, fill, icon } from "./dom.js";
import { wantsKey } from "./door.js";
import { endText } from "./end.js";
import { screenFor } from "./endings.js";
import { isShared } from "./forgetting.js";
import { coin } from "./languages.js";
import { endOf, Session } from "./session.js";
import { forget, read, write } from "./store.js";
import { TwoTalk } from "./two-talk.js";
import { TwoWelcome } from "./two-welcome.js";

export class TwoHalf {
  /** `facts`: the room as GET /api/rooms/ROOM has it for this face. */
  constructor(table, facts, face, outlooks) {
    Object.assign(this, { table, facts, face, outlooks });
    this.words = null;
    this.session = null;
    /** The way in, while there is no session. */
    this.asking = null;
    /** Somebody has begun here: has chosen a language, or talks. */
    this.isTaken = false;
    this.place = { isFar: false, isTurned: false };
    this.startKey = `two.start.${facts.id}.${face}`;
    this.content = el("div", { class: "two-content", tabindex: "-1" });
    this.element = el("section", { class: "two-half", data: { face } }, this.content);
    for (const event of ["pointerdown", "keydown"]) this.element.addEventListener(event, () => this.setToRead(false));
  }

  /** What had the focus is gone with what was shown here: whoever moves by keyboard goes on in this half. */
  arrive() {
    if ([document.body, null].includes(document.activeElement)) this.content.focus({ preventScroll: true });
  }

  get isTalking() {
    return this.session !== null;
  }

  get isStaff() {
    return this.isTalking && Boolean(this.session.isStaff);
  }

  /**
   * Whoever came in before they logged in at this device: on the side that the tablet belongs to, never opposite, and on
   * neither where visitors take turns on both.
   */
  takeRole() {
    if (this.face === "a" && !isShared() && this.isTalking && this.session.hasNewLogin) this.session.regainRole();
  }

  /** What the person opposite is called, so that nobody is offered the same. */
  get otherName() {
    const other = this.table.other(this);
    return other.isTalking ? other.session.name : "";
  }

  async begin() {
    const here = this.facts.you || Session.remembered(this.facts, this.face);
    if (this.facts.refused && !this.facts.you) return this.refuse(this.facts.refused, here);
    if (!here) return this.welcome();
    try {
      await this.enter(here.name, here.lang, { isKnown: Boolean(this.facts.you), seat: this.facts.you });
    } catch (error) {
      if (this.facts.password && wantsKey(error)) return this.welcome();
      this.failed(error);
    }
  }

  /** Who came or went opposite is told on the way in here. */
  lookAround() {
    if (!this.isTalking && this.asking) this.asking.lookAround();
  }

  /** Told before anything is asked. */
  async refuse(why, here) {
    await this.speak(here ? here.lang : this.words ? this.words.tag : navigator.language);
    this.showEnd(screenFor(why.code), why);
    this.table.changed();
  }

  async welcome() {
    this.session = null;
    this.isTaken = false;
    await this.speak(this.words ? this.words.tag : navigator.language);
    this.asking = new TwoWelcome(this);
    fill(this.content, this.asking.element);
    this.element.setAttribute("aria-label", [this.words.t("two.who"), this.words.number(this.face === "a" ? 1 : 2)].join(" · "));
    this.table.changed();
  }

  /** The words of this half; its sheets open inside it. */
  async speak(lang) {
    this.words = await loadCatalogue(lang);
    this.words.home = this.element;
    this.words.applyTo(this.element);
    return this.words;
  }

  /**
   * Throws an ApiError where the room does not take us. `seat`: where the node has us in already; `anew`: nobody that
   * was here before.
   */
  async enter(name, lang, { isKnown = false, seat = null, anew = false, key = {} } = {}) {
    await this.speak(lang);
    const session = new Session(this.facts, { face: this.face });
    /* The card has told it. */
    if (anew) session.readers = this.facts.staff_see;
    if (isKnown) session.resume(seat);
    else this.setStart(await session.enter(name, lang, { anew, key }));
    this.talk(session);
    if (anew) this.arrive();
  }

  talk(session) {
    this.session = session;
    this.isTaken = true;
    session.on("end", ({ kind, why }) => this.ended(kind, why));
    session.on("role", () => this.takeRole());
    session.stream.last = read(this.startKey);
    this.talking = new TwoTalk(this, session);
    fill(this.content, this.head(), this.talking.element);
    this.element.setAttribute("aria-label", this.words.t("two.yours", { name: session.name, language: this.words.language(session.lang) }));
    this.setPlace(this.place);
    this.table.changed();
    session.open();
  }

  /** Where this conversation began; older lines belong to others and are not shown here. */
  setStart({ epoch, seq }) {
    write(this.startKey, `${epoch}:${seq}`);
  }

  head() {
    const { session, words } = this;
    const own = session.languages.nameOf(session.lang);
    this.mark = el("p", { class: "two-mark", role: "status" });
    return el(
      "header",
      { class: "two-head" },
      coin(session.lang, own),
      el("p", { class: "two-who" }, el("bdi", {}, session.name), el("span", { lang: session.lang }, own)),
      this.talking.helpButton(),
      this.mark,
      this.talking.settingsButton(words),
    );
  }

  setToRead(isToRead) {
    if (!this.isTalking || this.isToRead === isToRead) return;
    this.isToRead = isToRead;
    this.element.classList.toggle("to-read", isToRead);
    fill(this.mark, isToRead && [icon("down", { small: true }), this.words.t("two.fornow")]);
  }

  /** `isFar`: lies before whoever sits opposite; `isTurned`: upside down for whoever sits here. */
  setPlace(place) {
    this.place = place;
    this.element.classList.toggle("far", place.isFar);
    this.element.classList.toggle("turned", place.isTurned);
    if (this.isTalking) this.talking.setTurned(place.isTurned);
  }

  /** The next visitor: who was here leaves, and nothing of it stays on this device. */
  async startAnew() {
    const { session } = this;
    this.shut();
    await session.leave();
    forget(this.startKey);
    await this.refresh();
    this.words = null;
    await this.welcome();
  }

  /** The same person with the next visitor: earlier lines leave the screen. */
  startAfresh() {
    if (!this.isTalking) return;
    write(this.startKey, this.session.stream.last);
    this.talking.clear();
    this.talking.help.forgetOthers();
  }

  /** The reader's language or name changed: everything is built anew, from where the conversation began. */
  async rebuild() {
    const { member, name, lang } = this.session;
    this.shut();
    await this.enter(name, lang, { isKnown: true, seat: { member, name, lang } });
    this.arrive();
  }

  shut() {
    if (this.talking) this.talking.close();
    if (this.session) this.session.close();
    for (const sheet of this.element.querySelectorAll(":scope > dialog")) sheet.remove();
    this.content.inert = false;
    this.isToRead = false;
    this.element.classList.remove("to-read");
    this.talking = this.session = null;
  }

  async refresh() {
    this.facts = await get(roomPath(this.facts.id), { face: this.face }).catch(() => ({ ...this.facts, you: null, remembered: null }));
  }

  ended(kind, why) {
    this.shut();
    this.table.changed();
    if (kind === "key") return this.refresh().then(() => this.welcome());
    this.showEnd(kind, why);
    this.arrive();
  }

  failed(error) {
    if (!(error instanceof ApiError)) throw error;
    this.showEnd(endOf(error), error);
  }

  showEnd(kind, why = {}) {
    const { t } = this.words;
    const again = async () => {
      await this.refresh();
      await this.begin();
      this.arrive();
    };
    fill(this.content, el("div", { class: "end-card", role: "alert" }, icon(kind === "offline" ? "offline" : "door"), el("h2", {}, t(`end.${kind}.title`)), el("p", {}, endText(kind, this.words, why)), button(t("common.retry"), again)));
  }
}
