/**
 * What was written and the room has not confirmed. Survives a reload, goes out in order, one at a time, and under the
 * same id however often it is tried, so that the room takes it once.
 */

import { ApiError } from "./api.js";
import { uuid } from "./ids.js";
import { forget, read, write } from "./store.js";

const BOUND = 50;
const PAUSE = 1_500;
const TRIES = 6;

export class Outbox {
  /** `send(entry)` posts one; `changed(entry)` after every change; `sent(entry, receipt)` when the room has it. */
  constructor({ key, send, changed, sent }) {
    Object.assign(this, { key: `outbox.${key}`, send, changed, sent });
    this.entries = read(this.key, []).slice(0, BOUND).map((entry) => ({ ...entry, tries: 0 }));
    this.isBusy = false;
    this.timer = null;
  }

  get isFull() {
    return this.entries.length >= BOUND;
  }

  push({ text, lang, reply = null }) {
    if (this.isFull) return null;
    const entry = { id: uuid(), text, lang, reply, ts: Date.now(), state: "sending", code: null, tries: 0 };
    this.entries.push(entry);
    this.save();
    this.changed(entry);
    this.flush();
    return entry;
  }

  retry(id) {
    const entry = this.find(id);
    if (!entry) return;
    Object.assign(entry, { state: "sending", code: null, tries: 0 });
    this.update(entry);
    this.flush();
  }

  /** The room has it, or its writer gave it up. */
  remove(id) {
    this.entries = this.entries.filter((entry) => entry.id !== id);
    this.save();
  }

  find(id) {
    return this.entries.find((entry) => entry.id === id) || null;
  }

  empty() {
    clearTimeout(this.timer);
    this.entries = [];
    forget(this.key);
  }

  async flush() {
    clearTimeout(this.timer);
    if (this.isBusy) return;
    this.isBusy = true;
    for (let entry = this.next(); entry; entry = this.next()) {
      if (!(await this.attempt(entry))) break;
    }
    this.isBusy = false;
  }

  next() {
    return this.entries.find((entry) => entry.state !== "failed");
  }

  /** True where the next one may go. */
  async attempt(entry) {
    try {
      if (entry.state !== "sending") this.update(Object.assign(entry, { state: "sending" }));
      const receipt = await this.send(entry);
      this.remove(entry.id);
      this.sent(entry, receipt);
      return true;
    } catch (error) {
      return this.refused(entry, error);
    }
  }

  refused(entry, error) {
    if (!(error instanceof ApiError)) throw error;
    const isMomentary = error.isOffline || error.status === 429 || error.status >= 500 || error.code === "forbidden";
    entry.tries += error.isOffline ? 0 : 1;
    if (isMomentary && entry.tries < TRIES) {
      Object.assign(entry, { state: error.status === 429 ? "sending" : "waiting", code: error.code });
      this.update(entry);
      this.timer = setTimeout(() => this.flush(), PAUSE * (1 + entry.tries));
      return false;
    }
    this.update(Object.assign(entry, { state: "failed", code: error.code }));
    return true;
  }

  update(entry) {
    this.save();
    this.changed(entry);
  }

  save() {
    if (this.entries.length) write(this.key, this.entries);
    else forget(this.key);
  }
}
