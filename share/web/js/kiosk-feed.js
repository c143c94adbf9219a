/** The kiosk's connection to its room. It never gives up: a screen on a wall has nobody who would reload it. */

import { readEvents } from "./events.js";

/** The node sends a sign of life every 15 s; this long without one, and the connection is dead. */
const SILENCE = 40_000;
const PATIENCE = 15_000;
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 20_000;
/** A restart of the node is over before this, and is nothing to tell anybody. */
const WORTH_TELLING = 8_000;
const REFUSALS = { "not-found": "closed", "no-room": "closed", closing: "closed", forbidden: "forbidden" };

export class KioskFeed {
  /** `listeners`: one for each event of the stream by its name, and `state` ("live", "seeking", "closed", "forbidden"). */
  constructor(path, listeners) {
    this.path = path;
    this.listeners = listeners;
    this.pause = FIRST_PAUSE;
    this.isLive = false;
  }

  async start() {
    for (;;) {
      const refusal = await this.follow();
      this.lost(refusal);
      await rest(this.pause * (0.75 + Math.random() / 2));
      this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
    }
  }

  /** Reads one stream to its end. Answers with the state that a refusal of the node means, or null. */
  async follow() {
    this.abort = new AbortController();
    this.watch(PATIENCE);
    try {
      const response = await fetch(this.path, { signal: this.abort.signal, cache: "no-store", credentials: "same-origin" });
      if (!response.ok) return await refusalOf(response);
      await readEvents(response.body, (name, data) => this.take(name, JSON.parse(data)), () => this.watch(SILENCE));
    } catch {
      /* Unreachable, broken off or silent for too long: all the same to a screen. */
    } finally {
      clearTimeout(this.watchdog);
      this.abort.abort();
    }
    return null;
  }

  watch(milliseconds) {
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => this.abort.abort(), milliseconds);
  }

  take(name, data) {
    if (name === "hello") this.live();
    const listener = this.listeners[name];
    if (listener) listener(data);
  }

  live() {
    this.isLive = true;
    this.pause = FIRST_PAUSE;
    clearTimeout(this.telling);
    this.telling = null;
    this.listeners.state("live");
  }

  lost(refusal) {
    this.isLive = false;
    if (refusal) {
      clearTimeout(this.telling);
      this.telling = null;
      this.listeners.state(refusal);
    } else if (!this.telling) {
      this.telling = setTimeout(() => this.listeners.state("seeking"), WORTH_TELLING);
    }
  }
}

async function refusalOf(response) {
  try {
    const { error } = await response.json();
    return REFUSALS[error.code] || null;
  } catch {
    return null;
  }
}

function rest(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
