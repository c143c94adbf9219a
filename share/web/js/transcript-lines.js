/** What a transcript is made of: the lines that are shown, and older ones fetched for it alone. */

import { LineView } from "./line.js";
import { readOlderPage } from "./older-page.js";

const PAGE = 100;
/** Lines of one transcript. */
const MOST = 5_000;

export class TranscriptLines {
  /** `log`: the lines as they are shown; `older`: how far back the reader may read. */
  constructor(session, log, older) {
    Object.assign(this, { session, log, source: older, first: older ? older.first : Infinity });
    this.older = new Map();
    this.abort = null;
  }

  /** Views in their order; what is still on its way to the room is not in it. */
  get all() {
    const shown = this.log.kept;
    const isShown = new Set(shown.map(({ line }) => line.id));
    const older = [...this.older.values()].filter(({ line }) => !isShown.has(line.id));
    return [...older.sort((one, other) => one.line.seq - other.line.seq), ...shown].slice(-MOST);
  }

  /** One's own, the answers to them, and what one answered. */
  get mine() {
    const { all } = this;
    const own = all.filter((view) => view.isOwn);
    const ids = new Set(own.map(({ line }) => line.id));
    const answered = new Set(own.map(({ line }) => line.reply));
    return all.filter(({ isOwn, line }) => isOwn || ids.has(line.reply) || answered.has(line.id));
  }

  takeBack(id) {
    const view = this.older.get(id);
    if (view) view.takeBack();
  }

  find(id) {
    return this.log.find(id) || this.older.get(id) || this.log.findPast(id);
  }

  /** The number before which lines are missing. */
  get before() {
    const fetched = [...this.older.values()].reduce((oldest, { line }) => Math.min(oldest, line.seq), Infinity);
    return Math.min(this.source ? this.source.before : this.log.oldest, fetched);
  }

  get hasMore() {
    return Number.isFinite(this.before) && this.before > this.first && this.all.length < MOST;
  }

  /** Fetches what is missing, a page after the other; `counted(n)` is told after each. Throws where it is broken off. */
  async fetch(counted) {
    this.abort = new AbortController();
    const { epoch } = this.session;
    while (this.hasMore) {
      const { before } = this;
      await readOlderPage(this.session, { before, limit: PAGE }, this.abort, {
        lines: ({ epoch: theirs, lines }) => {
          if (theirs !== epoch) throw new Error("The room has begun anew.");
          for (const line of lines) this.take(line);
          counted(this.older.size);
        },
        translation: (translation) => {
          const view = this.older.get(translation.id);
          if (view) view.translate(translation);
        },
      });
      if (this.before >= before) return;
    }
  }

  /** What corrects an older line, takes it back or confirms its translation is no line of its own. */
  take(line) {
    const { revisions } = this.log;
    if (line.confirms) return;
    if (line.corrects || line.retracts) return revisions.note(line);
    const view = new LineView(line, this.log.context);
    revisions.apply(view);
    this.older.set(line.id, view);
  }

  cancel() {
    if (this.abort) this.abort.abort();
  }
}
