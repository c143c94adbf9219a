/**
 * Events of the node, kept coming. Reconnects by itself with growing pauses, from the last line seen, and notices a
 * dead connection: a phone that has left the wifi is not told.
 */

import { errorOf } from "./api.js";
import { readEvents } from "./events.js";
import { comparable } from "./ids.js";

const PAUSES = [500, 1_000, 2_000, 4_000, 8_000, 15_000];
/** The node gives a sign of life every 15 s; this long without one, and the connection is dead. */
const SILENCE = 35_000;
/** How long a node may take to answer at all. */
const PATIENCE = 15_000;
/** A connection that has just given a sign is not to blame for something else that failed. */
const FRESH = 3_000;

export class EventStream {
  /**
   * `path(last)`: where it is; `opening`: the event by which it is known to be there. `onEvent(kind, data)`;
   * `onState("open" | "lost")`; `onRefused(error | null)`: the node answers, but not with a stream (null: it does not
   * know us as a member). After that nothing comes until `open` or `failed` is called.
   */
  constructor({ path, opening = "hello", onEvent, onState, onRefused }) {
    Object.assign(this, { path, opening, onEvent, onState, onRefused });
    /** `EPOCH:SEQ` of the newest line seen; null begins with the newest lines of the room. */
    this.last = null;
    this.failures = 0;
    /** When the node was heard last, and how long that was ago when this connection was begun, in milliseconds. */
    this.heard = null;
    this.silence = 0;
    this.isWanted = false;
    this.abort = null;
    /** The last sign by a clock that nobody sets, which may stand while the device sleeps. */
    this.ticks = 0;
    /** Milliseconds without a sign after which this connection is given up. */
    this.patience = PATIENCE;
    this.wake = () => this.suspect();
    this.visible = () => document.visibilityState === "visible" && this.suspect();
  }

  open() {
    if (!this.isWanted) {
      addEventListener("online", this.wake);
      document.addEventListener("visibilitychange", this.visible);
    }
    this.isWanted = true;
    this.connect();
  }

  close() {
    this.isWanted = false;
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.visible);
    this.drop();
  }

  /** Somebody has reason to believe that the connection is dead. */
  suspect() {
    if (this.isWanted && !(this.abort && Date.now() - this.sign < FRESH)) this.connect();
  }

  connect() {
    this.drop();
    if (!this.isWanted) return;
    const abort = new AbortController();
    this.abort = abort;
    this.sign = Date.now();
    this.silence = this.heard === null ? 0 : Date.now() - this.heard;
    this.follow(abort);
  }

  /** One connection to its end, whatever that is; unless another has taken its place meanwhile. */
  async follow(abort) {
    let refusal = null;
    try {
      refusal = await this.read(abort);
    } catch {
      /* Unreachable, broken off or silent for too long: all the same. */
    }
    if (this.abort !== abort) return;
    this.drop();
    if (refusal) this.onRefused(refusal.isOfStranger ? null : refusal);
    else this.failed();
  }

  /** Answers with the node's refusal, or null where the stream has ended. */
  async read(abort) {
    this.watch(abort, PATIENCE);
    const response = await fetch(this.path(this.last), { signal: abort.signal, cache: "no-store", credentials: "same-origin" });
    if (!response.ok) return response.status >= 500 || response.status === 429 ? null : await errorOf(response);
    await readEvents(
      response.body,
      (kind, data, id) => this.abort === abort && this.take(kind, data, id),
      () => this.abort === abort && this.signed(abort),
    );
    return null;
  }

  signed(abort) {
    this.heard = this.sign = Date.now();
    this.ticks = performance.now();
    if (this.patience !== SILENCE) this.watch(abort, SILENCE);
  }

  take(kind, data, id) {
    if (id) this.last = id;
    if (kind === this.opening) this.opened();
    try {
      this.onEvent(kind, comparable(JSON.parse(data)));
    } catch (error) {
      /* One event that cannot be read does not end the stream. */
      console.error(error);
    }
  }

  opened() {
    this.failures = 0;
    this.onState("open");
  }

  failed() {
    this.onState("lost");
    const pause = PAUSES[Math.min(this.failures, PAUSES.length - 1)];
    this.failures += 1;
    this.timer = setTimeout(() => this.isWanted && this.connect(), pause * (0.75 + Math.random() / 2));
  }

  /** The timer looks how long the last sign is ago; set anew with each sign it would cost a slow phone much. */
  watch(abort, patience) {
    this.sign = Date.now();
    this.ticks = performance.now();
    this.patience = patience;
    const look = () => {
      const left = patience - (performance.now() - this.ticks);
      if (left > 0) this.timer = setTimeout(look, left);
      else abort.abort();
    };
    clearTimeout(this.timer);
    this.timer = setTimeout(look, patience);
  }

  drop() {
    clearTimeout(this.timer);
    if (this.abort) this.abort.abort();
    this.abort = null;
  }
}
