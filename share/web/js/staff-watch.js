/**
 * The calls for help of all rooms, as they come. A stream and no question every few seconds: a browser lets hidden pages
 * ask but once a minute, and what comes by a stream arrives at once. Reconnects by itself.
 */

import { errorOf } from "./api.js";
import { readEvents } from "./events.js";

const PAUSES = [500, 1_000, 2_000, 4_000, 8_000, 15_000];
/** The node gives a sign of life every 15 s; this long without one, and the connection is dead. */
const SILENCE = 35_000;

export class StaffWatch {
  /** `onCalls(calls)`: all of them, at each change; `onLost(error | null)`: nothing comes until the next one. */
  constructor(onCalls, onLost) {
    Object.assign(this, { onCalls, onLost, abort: null, failures: 0, isOpen: false });
    this.wake = () => document.visibilityState === "visible" && !this.isOpen && this.connect();
  }

  open() {
    this.isWanted = true;
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.connect();
  }

  close() {
    this.isWanted = false;
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.drop();
  }

  async connect() {
    this.drop();
    if (!this.isWanted) return;
    const abort = (this.abort = new AbortController());
    let refusal = null;
    try {
      refusal = await this.read(abort);
    } catch {
      /* Unreachable, broken off or silent for too long: all the same. */
    }
    if (this.abort !== abort) return;
    this.drop();
    this.again(refusal);
  }

  /** Answers with the node's refusal, or null where the stream has ended. */
  async read(abort) {
    const isCurrent = () => this.abort === abort;
    const sign = () => isCurrent() && this.expect(abort);
    sign();
    const response = await fetch("/api/staff/watch", { signal: abort.signal, cache: "no-store", credentials: "same-origin" });
    if (!response.ok) return errorOf(response);
    await readEvents(response.body, (kind, data) => isCurrent() && kind === "help" && this.take(data), sign);
    return null;
  }

  take(data) {
    this.failures = 0;
    this.isOpen = true;
    this.onCalls(JSON.parse(data).calls);
  }

  expect(abort) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => abort.abort(), SILENCE);
  }

  again(refusal) {
    const pause = PAUSES[Math.min(this.failures, PAUSES.length - 1)];
    this.failures += 1;
    this.timer = setTimeout(() => this.connect(), pause * (0.75 + Math.random() / 2));
    this.onLost(refusal);
  }

  drop() {
    clearTimeout(this.timer);
    if (this.abort) this.abort.abort();
    this.abort = null;
    this.isOpen = false;
  }
}
