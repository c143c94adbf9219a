/**
 * One's own call for help, kept on the device until it is done with: a phone that was reloaded, or whose node was, still
 * knows that it called. Says of it what is known to be true, and no more.
 */

import { refusalText } from "./refusals.js";
import { forget, read, write } from "./store.js";

const MINUTE = 60_000;
/** The node keeps no call longer either, once its caller has gone. */
const LONGEST = 15 * MINUTE;
const RETRY = 5_000;
/** A connection that is back at once is not worth a word. */
const PATIENCE = 1_500;
const OUT = new Set(["calling", "lost", "open", "coming"]);

export class OwnCall {
  /** `changed()`: to be shown anew. */
  constructor(session, changed) {
    Object.assign(this, { session, changed });
    this.key = `help.${session.key}`;
    this.isCut = false;
    this.kept = read(this.key);
    if (this.kept && Date.now() - this.kept.at > LONGEST) this.kept = null;
    if (this.kept && this.kept.state === "calling") this.kept.state = "lost";
    /* Whoever comes is told of it once their page listens: a moment later than they are among the people. */
    for (const change of ["people", "ahead", "staff"]) session.on(change, () => this.isShown && this.state === "open" && this.learn());
    this.wait();
  }

  get isShown() {
    return this.kept !== null;
  }

  /** Made, and not yet done with. */
  get isOut() {
    return this.isShown && OUT.has(this.kept.state);
  }

  /** `calling`, `lost` (not got through), `refused`, `open`, `coming`, or `ended` by staff. */
  get state() {
    return this.kept.state;
  }

  get about() {
    return this.kept.about;
  }

  /** "private" where it is for a talk with the staff alone. */
  get wish() {
    return this.kept.wish || null;
  }

  /** Whether staff at other nodes learn of the call and not of the wish. */
  get isWishForHere() {
    return this.kept.reaches === "node";
  }

  get contact() {
    return this.kept.contact || "";
  }

  /** Nobody has answered for a minute. */
  get isLate() {
    return this.state === "open" && !this.isCut && Date.now() - this.kept.at >= MINUTE;
  }

  get mayCallAgain() {
    return this.isLate || this.state === "ended" || this.state === "refused";
  }

  /** What was taken back while it was on its way stays taken back. */
  async call(about = null, wish = null) {
    if (this.isCalling) return;
    this.isCalling = true;
    const { contact = "" } = this.session.room;
    const lost = this.isShown && this.state === "lost" ? this.kept : null;
    this.keep(lost ? { ...lost, wish } : { about, wish, at: Date.now(), state: "calling", contact });
    try {
      const { staff = null, here = 0, held = false, ts, talk_reaches: reaches } = await this.session.callPerson(about, wish);
      const state = this.isShown && this.state === "coming" ? "coming" : "open";
      const at = this.kept && this.kept.ts === ts ? this.kept.at : Date.now();
      this.isCalling = false;
      if (!this.isShown) return;
      this.keep({ ...this.kept, about, at, ts, state, staff, here, held, reaches });
    } catch (error) {
      const isRefused = !error.isOffline && error.status < 500 && (error.status !== 403 || error.detail);
      this.isCalling = false;
      if (!this.isShown) return;
      this.keep({ ...this.kept, state: isRefused ? "refused" : "lost", why: error.why });
    }
  }

  /** Throws where the room could not be told. */
  async end() {
    const wasHeard = this.state !== "lost";
    this.isEnding = true;
    try {
      await this.session.endCall();
    } catch (error) {
      if (wasHeard) throw error;
    } finally {
      this.isEnding = false;
    }
    this.forget();
  }

  /** `call`: as the room has it, or null. */
  hello(call) {
    clearTimeout(this.cutting);
    this.isCut = false;
    if (call && !this.isBefore(call)) return this.change(call);
    if (this.isOut && !this.isCalling) this.missed();
    else this.changed();
  }

  /** An earlier call, which staff are done with: one that has not got through to the room yet is another. */
  isBefore({ state, age = 0 }) {
    return state === "done" && this.isShown && ["calling", "lost"].includes(this.state) && Date.now() - age < this.kept.at;
  }

  /** The room knows of no call, and of none that is done: it never heard it, or its node was started anew. */
  missed() {
    const { state, about, wish, at } = this.kept;
    if (state === "coming") this.changed();
    else if (Date.now() - at < LONGEST) this.call(about, wish);
    else if (state === "lost") this.tryAgain(LONGEST);
    else this.keep({ ...this.kept, state: "ended" });
  }

  change({ state, age = 0, about, contact, ts, by }) {
    if (state === "done") return this.isShown && !this.isEnding && this.keep({ ...this.kept, state: "ended" });
    const isSame = this.isShown && (this.kept.ts === ts || this.isCalling);
    /* The node counts right, this device goes on counting without it. */
    const at = this.isShown && this.kept.ts === ts ? this.kept.at : Date.now() - age;
    const before = isSame ? this.kept : { staff: null, here: null };
    const next = this.isCalling && state === "open" ? this.state : state;
    this.keep({ ...before, about, contact, ts, by, state: next, at });
    if (before.here === null) this.learn();
  }

  /** Who can see the call now: whoever was told at first may have gone, and others come. One question at a time. */
  async learn() {
    this.isStale = true;
    if (this.isLearning) return;
    this.isLearning = true;
    while (this.isStale) {
      this.isStale = false;
      const told = await this.session.whoHelps().catch(() => null);
      if (told && this.isShown) this.keep({ ...this.kept, staff: told.staff, here: told.here, held: told.held, reaches: told.talk_reaches });
    }
    this.isLearning = false;
  }

  /** `state`: as the stream tells it. What cannot be known without a connection is not said. */
  connection(state) {
    clearTimeout(this.cutting);
    if (state === "open") return this.setCut(false);
    this.cutting = setTimeout(() => this.setCut(true), PATIENCE);
  }

  setCut(isCut) {
    this.isCut = isCut;
    this.changed();
  }

  keep(call) {
    this.kept = call;
    write(this.key, call);
    this.wait();
    this.changed();
  }

  forget() {
    this.kept = null;
    forget(this.key);
    clearTimeout(this.timer);
    this.changed();
  }

  /** Looks again when the minute is over, and every minute from then on; a lost call tries again by itself. */
  wait() {
    clearTimeout(this.timer);
    if (!this.isShown) return;
    const { state, at } = this.kept;
    const passed = Math.max(0, Date.now() - at);
    if (state === "lost") this.timer = setTimeout(() => this.tryAgain(passed), RETRY);
    if (state !== "open") return;
    this.timer = setTimeout(() => this.minuteOver(), MINUTE - (passed % MINUTE));
  }

  /** What was true a quarter of an hour ago may be so no longer: then whoever called decides. */
  tryAgain(passed) {
    if (passed < LONGEST) this.call(this.about, this.wish);
    else this.keep({ ...this.kept, state: "refused", why: null });
  }

  async minuteOver() {
    await this.learn();
    this.wait();
    this.changed();
  }

  text(words) {
    const { t } = words;
    const { state, why, staff, here, held, by } = this.kept;
    if (state === "calling") return t("help.calling");
    if (state === "lost") return t("help.lost");
    if (state === "refused") return refusalText(why || {}, words, "calls.failed");
    if (state === "ended") return t("help.ended");
    if (state === "coming") return by ? t("help.coming.by", { by }) : t("help.coming");
    if (this.isCut) return t("help.cut");
    if (this.isLate) return t(staff ? "help.waiting" : staff === false ? "help.waiting.nostaff" : "help.waiting.unknown");
    if (staff) return t("help.called");
    if (held) return t("help.called.held");
    if (here > 0) return t(staff === false ? "help.called.room" : "help.called.told");
    return t(staff === false ? "help.called.alone" : "help.called.page");
  }

  close() {
    clearTimeout(this.cutting);
    clearTimeout(this.timer);
  }
}
