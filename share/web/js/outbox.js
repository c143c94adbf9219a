/**
 * What was written and the room has not confirmed. Survives a reload and a restart of the browser, goes out in order,
 * one at a time, and under the same id however often it is tried, so that the room takes it once. Each entry is stored
 * by itself: two windows of one browser do not overwrite each other's.
 */

import { ApiError } from "./api.js";
import { uuid } from "./ids.js";
import { forget, keys, read, write } from "./store.js";

const BOUND = 50;
const PAUSE = 1_500;
const TRIES = 6;
/** How often it is asked whether the room has what the node holds for it. */
const HELD = 5_000;
/**
 * The node knows an id for 24 hours at least. What was written longer ago is not sent by itself: it might be said twice,
 * and might no longer be true.
 */
const FRESH = 20 * 3_600_000;
const OLD = { code: "old" };

/** `asked`: when its writer said that it is to go all the same. */
const isOld = ({ ts, asked = ts }) => !(Date.now() - asked < FRESH);

export class Outbox {
  /** `send(entry)` posts one; `changed(entry)` after every change; `sent(entry, receipt)` when the room has it. */
  constructor({ key, send, changed, sent }) {
    Object.assign(this, { prefix: `outbox.${key}/`, send, changed, sent });
    this.entries = this.stored();
    this.isHeldBack = false;
    this.isBusy = false;
    this.timer = null;
  }

  stored() {
    const entries = keys(this.prefix).map((key) => read(key)).filter((entry) => entry && entry.id);
    return entries.sort((one, other) => one.ts - other.ts).slice(0, BOUND).map((entry) => ({
      ...entry,
      tries: 0,
      ...(isOld(entry) && { state: "failed", why: OLD }),
    }));
  }

  get isFull() {
    return this.entries.length >= BOUND;
  }

  /** `corrects`, `retracts`: the line that it changes. `isQuiet`: that it is not taken need not be told. */
  push({ text, lang, reply = null, corrects = null, retracts = null, isQuiet = false }) {
    if (this.isFull) return null;
    const state = this.entries.some((other) => other.state === "waiting") ? "waiting" : "sending";
    const entry = { id: uuid(), text, lang, reply, corrects, retracts, isQuiet, ts: Date.now(), state, why: null, tries: 0 };
    this.entries.push(entry);
    this.update(entry);
    /* Each try counts: what is written meanwhile must not use up those of the line that the node's pace holds back. */
    if (!this.isHeldBack) this.flush();
    return entry;
  }

  retry(id) {
    const entry = this.find(id);
    if (!entry) return;
    Object.assign(entry, { state: "sending", why: null, tries: 0, asked: Date.now() });
    this.update(entry);
    this.flush();
  }

  /** The room has it, or its writer gave it up. */
  remove(id) {
    this.entries = this.entries.filter((entry) => entry.id !== id);
    forget(this.prefix + id);
  }

  find(id) {
    return this.entries.find((entry) => entry.id === id) || null;
  }

  empty() {
    clearTimeout(this.timer);
    for (const { id } of [...this.entries]) this.remove(id);
  }

  async flush() {
    clearTimeout(this.timer);
    this.isHeldBack = false;
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      for (let entry = this.next(); entry; entry = this.next()) {
        if (!(await this.attempt(entry))) break;
      }
    } finally {
      this.isBusy = false;
    }
  }

  /** A window may have been open, and without a network, for as long as one likes: age counts at each try. */
  next() {
    for (const entry of this.entries) {
      if (entry.state !== "failed" && isOld(entry)) this.update(Object.assign(entry, { state: "failed", why: OLD }));
    }
    return this.entries.find((entry) => entry.state !== "failed");
  }

  /** True where the next one may go. */
  async attempt(entry) {
    try {
      if (entry.state !== "sending") this.update(Object.assign(entry, { state: "sending" }));
      /* From here on the room may have it, whatever comes of the answer. */
      if (!entry.isTried) this.update(Object.assign(entry, { isTried: true }));
      const receipt = await this.send(entry);
      if (receipt && receipt.held) return this.held(entry);
      this.remove(entry.id);
      this.sent(entry, receipt);
      return true;
    } catch (error) {
      return this.refused(entry, error);
    }
  }

  /** The node keeps it until the way to the room's host is back: however long that takes, it is not given up here. */
  held(entry) {
    if (!this.find(entry.id)) return true;
    entry.tries = 0;
    this.wait({ code: "held" });
    this.timer = setTimeout(() => this.flush(), HELD);
    return false;
  }

  refused(entry, error) {
    if (!(error instanceof ApiError)) throw error;
    /* Its echo came, and only the answer was lost. */
    if (!this.find(entry.id)) return true;
    const isMomentary = error.isOffline || error.status === 429 || error.status >= 500 || error.isOfStranger;
    entry.tries += error.isOffline ? 0 : 1;
    if (isMomentary && entry.tries < TRIES) {
      this.isHeldBack = error.status === 429;
      if (this.isHeldBack) this.update(Object.assign(entry, { why: error.why }));
      else this.wait(error.why);
      this.timer = setTimeout(() => this.flush(), PAUSE * (1 + entry.tries));
      return false;
    }
    if (entry.isQuiet) this.remove(entry.id);
    else this.update(Object.assign(entry, { state: "failed", why: error.why }));
    return true;
  }

  /** The connection is gone: for those behind the one that was tried, too. */
  wait(why) {
    for (const entry of this.entries) {
      if (entry.state === "sending") this.update(Object.assign(entry, { state: "waiting", why }));
    }
  }

  update(entry) {
    write(this.prefix + entry.id, entry);
    this.changed(entry);
  }
}
