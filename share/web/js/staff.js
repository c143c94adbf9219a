/** The staff's page: the PIN first, then the desk. Each is built anew in the language chosen. */

import { get, post } from "./api.js";
import { loadCatalogue } from "./catalogue.js";
import { fill } from "./dom.js";
import { Languages } from "./languages.js";
import { loadOutlooks } from "./outlooks.js";
import { forget, read, write } from "./store.js";
import { forgetDrafts } from "./staff-drafts.js";
import { StaffDesk } from "./staff-desk.js";
import { InterpreterRooms } from "./staff-interpreter.js";
import { StaffPin } from "./staff-pin.js";

class StaffPage {
  constructor() {
    this.house = { name: "", rooms: [], languages: [], suggested: [] };
    this.languages = new Languages();
    /** The question that was open when the login ended; it is asked again after the next one. */
    this.reopen = null;
  }

  async start() {
    await this.learnHouse();
    [this.words] = await Promise.all([loadCatalogue(this.wishedLanguage()), loadOutlooks()]);
    await this.enter();
  }

  async learnHouse() {
    try {
      this.house = await get("/api/house");
      this.languages.replace(this.house.languages);
    } catch {
      /* The page works without; it asks again when it is opened anew. */
    }
  }

  wishedLanguage() {
    const wishes = [read("staff.language"), ...(navigator.languages || [navigator.language])].filter(Boolean);
    const offered = this.languages.best(wishes);
    return offered ? offered.tag : wishes[0];
  }

  /** To the desk where this device is logged in, to the PIN where it is not. */
  async enter() {
    try {
      const { rooms, you } = await get("/api/staff/rooms");
      this.showDesk(rooms, you);
    } catch (error) {
      if (error.status === 401) await this.lock();
      else if (error.code === "interpreter") await this.showRooms();
      else this.showPin(error);
    }
  }

  /** An interpreter has no desk. */
  async showRooms() {
    noteLogin("interpreter");
    await this.learnHouse();
    this.show(new InterpreterRooms(this));
  }

  showPin(reason = null) {
    forget("staff.login");
    this.show(new StaffPin(this, reason));
  }

  /** `you`: who is logged in, `{name, manages}`. */
  showDesk(rooms, you) {
    const { reopen } = this;
    noteLogin("staff");
    const desk = new StaffDesk(this, rooms, you);
    this.show(desk);
    if (!reopen) return;
    const room = rooms.find(({ id }) => id === reopen.room) || null;
    if (room || reopen.room === null) reopen.open(desk, room);
  }

  show(view) {
    const [before, focused] = [this.view, document.activeElement];
    if (before) before.close();
    this.view = view;
    this.words.applyTo(document.documentElement);
    document.title = this.words.t("staff.title");
    for (const sheet of document.querySelectorAll("dialog")) sheet.remove();
    const page = document.getElementById("page");
    /* An old browser's sheet had covered it. */
    page.inert = false;
    fill(page, view.element);
    view.open();
    if (before && document.activeElement === document.body) this.arrive(focused);
  }

  /** What was `focused` is gone: a choice of the language has its like, whoever logged in begins anew. */
  arrive(focused) {
    const choice = focused && focused.closest(".staff-language") && document.querySelector(".staff-language select");
    if (choice) choice.focus();
    else if (this.view.arrive) this.view.arrive();
  }

  /** Persons may have been made since the page was opened. */
  async lock() {
    await this.learnHouse();
    this.showPin();
  }

  async speak(tag) {
    write("staff.language", tag);
    this.words = await loadCatalogue(tag);
    await this.enter();
  }

  async logOut() {
    forgetDrafts();
    this.reopen = null;
    await post("/api/staff/logout").catch(() => {});
    await this.enter();
  }
}

/** For rooms that are open at this device (`Session.hasNewLogin`). */
function noteLogin(role) {
  write("staff.login", `${role} ${Date.now()}`);
}

new StaffPage().start();
