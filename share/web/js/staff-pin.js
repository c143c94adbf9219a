/** The keypad. It can be used by touch, by keyboard and by voice; wrong PINs make it wait, visibly. */

import { get, post } from "./api.js";
import { plainDigits } from "./digits.js";
import { button, el, icon } from "./dom.js";
import { secureWay } from "./secure.js";
import { wakeSound } from "./sound.js";
import { staffRefusalText } from "./refusals.js";
import { languageChoice } from "./staff-language.js";
import { StaffName } from "./staff-name.js";

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
const LONGEST = 64;

export class StaffPin {
  /** `reason`: an ApiError that brought us here, or null. */
  constructor(page, reason) {
    this.page = page;
    this.words = page.words;
    const isTaken = page.house.staff_here !== false;
    this.element = el("main", { class: "staff-door" }, languageChoice(page), isTaken ? this.form() : this.elsewhere());
    if (reason && isTaken) this.tell(staffRefusalText(reason, this.words));
  }

  /** Over plain HTTP everybody on the wifi could read the PIN along. */
  elsewhere() {
    const { words, page } = this;
    const { secure } = page.house;
    return el(
      "section",
      { class: "card staff-pin" },
      el("h1", {}, icon("lock"), words.t("staff.title")),
      secure ? secureWay(secure, words, words.t("secure.staff")) : el("p", {}, words.t("secure.none")),
    );
  }

  form() {
    const { t } = this.words;
    this.name = new StaffName(this.words, this.page.house);
    this.field = el("input", {
      id: "pin", type: "password", inputmode: "none", autocomplete: "off", maxlength: LONGEST, dir: "ltr", "aria-describedby": "pin-report",
    });
    this.report = el("p", { id: "pin-report", class: "staff-pin-report", role: "alert" });
    this.countdown = el("p", { class: "staff-pin-wait", "aria-hidden": "true", hidden: true });
    return el(
      "form",
      { class: `card staff-pin ${this.name.isAsked ? "named" : ""}`, on: { submit: (event) => this.submit(event), click: wakeSound, keydown: wakeSound } },
      el("h1", {}, icon("lock"), el("label", { for: "pin" }, t("staff.pin.enter"))),
      this.name.element, this.field, this.report, this.countdown, this.keypad(),
    );
  }

  /** Pressing a key leaves the cursor in the field, so that Enter and more digits from a keyboard still arrive there. */
  keypad() {
    const { t } = this.words;
    this.opener = el("button", { type: "submit", class: "button staff-key", "aria-label": t("staff.pin.open") }, icon("translated"));
    this.keys = el(
      "div",
      { class: "staff-keypad", dir: "ltr", on: { mousedown: (event) => event.preventDefault() } },
      DIGITS.map((digit) => this.key(digit)),
      el("button", { type: "button", class: "button plain staff-key", "aria-label": t("staff.pin.delete"), on: { click: () => this.erase() } }, icon("back")),
      this.key("0"), this.opener,
    );
    return this.keys;
  }

  key(digit) {
    return button(digit, () => this.type(digit), { class: "soft staff-key" });
  }

  type(digit) {
    if (this.field.value.length < LONGEST) this.field.value += digit;
    this.tell("");
  }

  erase() {
    this.field.value = this.field.value.slice(0, -1);
  }

  async submit(event) {
    event.preventDefault();
    if (this.isBusy || !this.field.value) return;
    this.setBusy(true);
    const name = this.name.value;
    const pin = plainDigits(this.field.value);
    try {
      await post("/api/staff/login", name ? { name, pin } : { pin });
      this.name.remember();
      const { rooms, you } = await get("/api/staff/rooms");
      this.page.showDesk(rooms, you);
    } catch (error) {
      this.refused(error);
    }
  }

  async refused(error) {
    this.field.value = "";
    /* The PIN is right, and the desk is not for an interpreter. */
    if (error.code === "interpreter") return this.page.showRooms();
    if (error.code === "pin-wait") return this.wait(Math.max(1, error.seconds));
    if (error.code === "forbidden" && (await this.isByNameNow())) {
      this.page.showPin();
      return this.page.view.tell(this.words.t("staff.login.wrong"));
    }
    this.setBusy(false);
    this.tell(this.reasonOf(error));
    this.field.focus();
  }

  /** No PIN is shared any more: that of the person who is in front of it is taken with their name. */
  async isByNameNow() {
    await this.page.learnHouse();
    return this.page.house.staff_named;
  }

  reasonOf(error) {
    if (error.code === "pin-wrong") return this.words.t(this.name.value ? "staff.login.wrong" : "staff.pin.wrong");
    if (error.code === "staff-list" || error.code === "busy") return staffRefusalText(error, this.words);
    if (error.code === "https-required") return this.words.t("secure.staff");
    return error.status === 403 ? this.words.t("staff.pin.none") : staffRefusalText(error, this.words);
  }

  /** The seconds are seen as they pass, and spoken once. */
  wait(seconds) {
    const until = Date.now() + seconds * 1_000;
    this.tell(this.words.t("staff.pin.wait", { n: seconds }));
    this.report.classList.add("unseen");
    this.countdown.hidden = false;
    this.setBusy(true);
    const tick = () => {
      const left = Math.ceil((until - Date.now()) / 1_000);
      if (left <= 0) return this.waited();
      this.countdown.textContent = this.words.t("staff.pin.wait", { n: left });
    };
    tick();
    this.timer = setInterval(tick, 250);
  }

  waited() {
    clearInterval(this.timer);
    this.countdown.hidden = true;
    this.report.classList.remove("unseen");
    this.setBusy(false);
    this.tell(this.words.t("staff.pin.again"));
    this.field.focus();
  }

  tell(text) {
    this.report.textContent = text;
  }

  setBusy(isBusy) {
    this.isBusy = isBusy;
    this.field.readOnly = isBusy;
    for (const key of this.keys.children) key.disabled = isBusy;
  }

  open() {
    if (!this.field) return;
    (this.name.isNeeded && !this.name.value ? this.name.input : this.field).focus();
  }

  close() {
    clearInterval(this.timer);
  }
}
