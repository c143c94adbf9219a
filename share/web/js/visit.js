/** A visit to one room: the way in, the stay, the end. */

import { ApiError, get, roomPath } from "./api.js";
import { el, fill } from "./dom.js";
import { wantsKey } from "./door.js";
import { endView } from "./end.js";
import { screenFor } from "./endings.js";
import { finishForgetting, forgetVisit, isShared, keepNoEntries } from "./forgetting.js";
import { loadOutlooks } from "./outlooks.js";
import { keptReads } from "./kept-reads.js";
import { arrived } from "./renewal.js";
import { roomName } from "./room-name.js";
import { rememberedSeat } from "./seat.js";
import { read, write } from "./store.js";
import { Welcome } from "./welcome.js";

/** Screens that may pass by themselves, and how often it is looked whether they have. */
const PASSING = new Set(["locked", "full", "banned", "offline"]);
const LOOKS = 15_000;

let inside = null;

/** What is needed inside a room and not before: it comes while the visitor chooses a language. */
function loadInside() {
  inside = inside || arrived(Promise.all([import("./inside.js"), style("inside")]).then(([modules]) => modules));
  inside.catch(() => (inside = null));
  return inside;
}

/** Behind the others, so that it may override them. */
function style(name) {
  const href = new URL(`../${name}.css`, import.meta.url).href;
  return new Promise((resolve, reject) => {
    document.body.appendChild(el("link", { rel: "stylesheet", href, on: { load: resolve, error: reject } }));
  });
}

export class Visit {
  /**
   * `ref`: a room's name or id. `page`: the element to fill; `wishes`: the browser's languages; `speakIn(lang)` gives
   * the page the catalogue of a language.
   */
  constructor(ref, { page, wishes, speakIn }) {
    Object.assign(this, { ref, page, wishes, speakIn });
    /** Name and language of somebody whom the room did not take: what they chose once they need not choose again. */
    this.wish = null;
  }

  show(element) {
    clearInterval(this.looking);
    fill(this.page, element);
  }

  /** `speaking`: the catalogue, on its way. */
  async begin(speaking) {
    if (isShared()) await finishForgetting();
    const reading = get(roomPath(this.ref)).then((room) => ({ room }), (error) => ({ error }));
    const [words, outlooks, { room, error }] = await Promise.all([speaking, loadOutlooks(), reading]);
    Object.assign(this, { words, outlooks, room });
    try {
      if (error) throw error;
      document.title = roomName(room, words);
      await this.continueOrWelcome();
    } catch (failure) {
      if (!(failure instanceof ApiError)) console.error(failure);
      this.end(screenFor(failure.code), failure);
    }
  }

  /** Back where one was, after a reload or a restart of the node, or where one could not get in before. */
  async continueOrWelcome() {
    const { room } = this;
    const here = room.you || rememberedSeat(room) || this.wish || this.fromDesk();
    if (room.refused && !room.you) return this.refuse(room.refused, here);
    if (!here) return this.welcome();
    const [words, { Session }] = await Promise.all([this.speakIn(here.lang), loadInside()]);
    this.words = words;
    const session = new Session(room, { reads: keptReads() });
    if (room.you) {
      session.resume(room.you);
    } else {
      try {
        await session.enter(here.name || words.t("people.staff"), here.lang);
      } catch (error) {
        /* The node was started anew: it forgot whom it had let in, or takes other names and languages now. */
        if (error.isOfChoice || (room.password && wantsKey(error))) return this.welcome();
        throw error;
      }
    }
    await this.open(session);
  }

  /** Staff who come from a desk have said there what a welcome asks for; null for everybody else. */
  fromDesk() {
    const lang = new URLSearchParams(location.search).get("staff");
    if (!lang) return null;
    history.replaceState(history.state, "", location.pathname);
    return { name: this.room.staff_name || read("name"), lang };
  }

  /** Told before anything is asked. */
  async refuse(why, here) {
    if (here) this.words = await this.speakIn(here.lang);
    this.end(screenFor(why.code), why);
  }

  welcome() {
    const before = this.room.remembered || {};
    const lang = read("lang") || before.lang || null;
    const knows = lang && this.room.languages.some(({ tag }) => tag === lang);
    const welcome = new Welcome({
      room: this.room,
      words: this.words,
      outlooks: this.outlooks,
      suggested: this.wishes,
      lang: knows ? lang : null,
      name: this.room.staff_name || read("name") || before.name || "",
      chosen: (tag) => this.choose(tag),
      factsIn: (tag) => get(roomPath(this.ref), { lang: tag }),
      enter: (name, tag, key) => this.enter(name, tag, key),
    });
    this.show(welcome.element);
    loadInside().then((modules) => this.watch(modules), () => {});
  }

  /** On a device that many share: whether anybody is still there. */
  watch({ Stillness }) {
    if (!isShared() || this.stillness || !this.room.forget_after) return;
    keepNoEntries();
    this.stillness = new Stillness({
      after: this.room.forget_after,
      people: () => this.session || this.isTaken ? [{ words: this.words, isTurned: false }] : [],
      forget: () => {
        this.shut();
        return forgetVisit(this.room.id, ["a"], { page: this.page, words: this.words });
      },
    });
    this.stillness.begin();
  }

  async choose(lang) {
    write("lang", lang);
    this.words = await this.speakIn(lang);
    this.isTaken = true;
    return this.words;
  }

  /** `key`: `{password}` or `{code}` for a room with a door. */
  async enter(name, lang, key) {
    const { Session, wakeSound } = await loadInside();
    wakeSound();
    const session = new Session(this.room, { reads: keptReads() });
    /* The card has told it. */
    session.readers = this.room.staff_see;
    try {
      await session.enter(name, lang, { key });
    } catch (error) {
      const isOfDoor = this.room.password && wantsKey(error);
      if (error.isOfChoice || error.isOffline || isOfDoor) throw error;
      this.wish = { name, lang };
      return this.end(screenFor(error.code), error);
    }
    await this.open(session);
    /* The third thing to do is to write. */
    if (this.view) this.view.composer.focus();
  }

  async open(session) {
    const modules = await loadInside();
    const { RoomView, offerInstalling } = modules;
    this.watch(modules);
    write("lang", session.lang);
    write("name", session.name);
    this.wish = null;
    this.session = session;
    session.on("end", ({ kind, why }) => this.ended(kind, why));
    session.on("line", (line) => this.stillness && line.seq > session.seqAtHello && this.stillness.hear());
    this.view = new RoomView(session, this.words, {
      outlooks: this.outlooks,
      left: () => this.leave(),
      again: () => this.rebuild(),
    });
    this.show(this.view.element);
    this.view.focus();
    session.open();
    offerInstalling();
  }

  /** The reader's language changed: everything is built anew, from the newest lines. */
  async rebuild() {
    const { member, name, lang } = this.session;
    this.shut();
    this.words = await this.speakIn(lang);
    const { Session } = await loadInside();
    const session = new Session(this.room, { reads: keptReads() });
    session.resume({ member, name, lang });
    await this.open(session);
  }

  shut() {
    if (this.view) this.view.close();
    if (this.session) this.session.close();
    this.view = this.session = null;
  }

  leave() {
    this.shut();
    location.assign(this.room.back ? this.room.back.path : "/");
  }

  ended(kind, why) {
    /* Once the ban is over or undone, nothing need be asked again. */
    if (kind === "banned") this.wish = { name: this.session.name, lang: this.session.lang };
    this.shut();
    /* A sheet would cover why; where the browser cannot close it, it goes as if it had. Whether anybody is there is asked on. */
    for (const sheet of document.querySelectorAll("dialog.sheet")) {
      if (sheet.close) sheet.close();
      else sheet.dispatchEvent(new Event("close"));
    }
    this.page.inert = false;
    if (kind === "key") return this.begin(this.words);
    this.end(kind, why);
  }

  /** `why`: the node's refusal. */
  end(kind, why = {}) {
    this.show(endView(kind, this.words, () => this.begin(this.words), why, this.room && this.room.back));
    this.page.querySelector("h1").focus();
    if (PASSING.has(kind)) this.looking = setInterval(() => this.look(), LOOKS);
  }

  /** Whether the room takes us by now. */
  async look() {
    if (document.visibilityState !== "visible") return;
    const waiting = this.looking;
    const room = await get(roomPath(this.ref)).catch(() => null);
    if (room && !room.refused && this.looking === waiting) this.begin(this.words);
  }
}
