/**
 * What authors did to their lines afterwards: corrected them, or took them back. It may come before the line itself does,
 * and without it: who reads no further back has the correction alone.
 */
export class Revisions {
  constructor() {
    this.clear();
  }

  clear() {
    /** Corrections by the line they are of, the oldest first. */
    this.corrections = new Map();
    /** The line that a revision is of. */
    this.firsts = new Map();
    /** Lines that were taken back. */
    this.gone = new Set();
  }

  /** The line that an id stands for. */
  firstOf(id) {
    return this.firsts.get(id) || id;
  }

  isGone(id) {
    return this.gone.has(this.firstOf(id));
  }

  /** A line's ids, in the order of its wordings. */
  idsOf(first) {
    return [first, ...(this.corrections.get(first) || []).map(({ id }) => id)];
  }

  note(line) {
    const first = line.corrects || line.retracts;
    this.firsts.set(line.id, first);
    if (line.retracts || line.retracted) {
      this.gone.add(first);
      this.corrections.delete(first);
    }
    const known = this.corrections.get(first) || [];
    if (this.gone.has(first) || known.some(({ id }) => id === line.id)) return;
    this.corrections.set(first, [...known, line].sort((one, other) => one.seq - other.seq));
  }

  /** Makes a line what it has become. */
  apply(view) {
    const first = this.firstOf(view.line.id);
    if (this.gone.has(first)) return view.takeBack();
    for (const line of this.corrections.get(first) || []) view.correct(line);
  }
}
