/**
 * The lines of a room in their order, bounded, with the newest in view unless the reader looks at older ones. What
 * happens is noted at once and drawn a moment later, all of it together: a line and its translation are laid out once.
 */

import { button, el, fill, icon } from "./dom.js";
import { LineView } from "./line.js";
import { Lots } from "./lots.js";
import { ReadingPlace } from "./place.js";
import { preferences } from "./preferences.js";
import { Revisions } from "./revisions.js";
import { speech } from "./speech.js";

/** Whether lines far from what is read can be left out when the page is laid out and painted. */
const SKIPS = Boolean(window.CSS && CSS.supports && CSS.supports("content-visibility", "auto"));
/** Lines shown to somebody who follows the newest, and to somebody who has scrolled up. */
const BOUND = SKIPS ? 2_000 : 300;
const MOST = 3_000;
/** Lines over the bound are taken away when they are so many: a lot at a time. */
const OVER = 50;
const EARLY = 300;
/** Milliseconds from what happens to when it is drawn; a translation that comes meanwhile is drawn with its line. */
const PAUSE = 100;
/** The same where lines come so fast that several are drawn at once: whole frames are what costs. */
const BUSY = 400;
/** Milliseconds after which it is drawn where the browser shows no frames: the window is hidden. */
const HIDDEN = 500;
/** Milliseconds of drawing in one frame; the rest waits for the next. */
const BUDGET = 24;

export class Log {
  /** `context`: as for `LineView`, without `quoted` and `jump`, which are the log's own. */
  constructor(words, context) {
    this.words = words;
    this.context = Object.assign(Object.create(context), {
      quoted: (id, view) => (view.isPast ? this.findPast(id) : this.find(id)),
      jump: (view) => this.show(view),
      turn: (view) => this.reading.keepAt(view.node, () => view.render()),
    });
    this.views = new Map();
    /** What was said before the room began anew, by its nodes; its ids may come again. */
    this.past = new Map();
    /** What is still to be drawn, in the order in which it came: lines, and remarks between them. */
    this.due = new Set();
    /** Nodes whose lines are gone. */
    this.gone = [];
    this.wantsNewest = this.isDrawing = false;
    this.pause = PAUSE;
    /** Number of the oldest line that is shown; Infinity where there is none. */
    this.oldest = Infinity;
    /** Told how far from the top one has scrolled up, and that lines came or went; for whoever fetches older ones. */
    this.scrolledTo = this.changed = null;
    /** Told when lines are drawn, for what else changes with them. */
    this.drawn = () => {};
    this.revisions = new Revisions();
    /** Told of a line that was taken back: what quotes it elsewhere goes, too. */
    this.takenBack = () => {};
    /** Translations that came before their line. */
    this.early = new Map();
    /** Own lines that somebody cannot read, by their ids. */
    this.reaches = new Map();
    this.unseen = 0;
    this.build();
    this.offSpeech = [speech.on("voices", () => this.renderAll()), speech.on("speaking", () => this.renderSpoken())];
    this.offOriginals = preferences.on("originals", () => this.showOriginals());
    this.showOriginals();
  }

  build() {
    this.lots = new Lots();
    this.note = el("p", { class: "log-note", hidden: true });
    this.top = el("div", { class: "log-top" });
    this.hint = el("p", {}, this.words.t("room.empty.write"));
    this.emptyTitle = el("p", { class: "log-empty-title" });
    this.empty = el(
      "div",
      { class: "log-empty" },
      icon("originals"),
      this.emptyTitle,
      this.hint,
    );
    this.scroller = el(
      "div",
      {
        class: "log-scroll",
        id: "messages",
        tabindex: "0",
        role: "region",
        "aria-label": this.words.t("room.messages"),
        on: { scroll: () => this.scrolled() },
      },
      this.top,
      this.note,
      this.empty,
      this.lots.element,
    );
    this.newest = button("", () => this.toNewest(), { class: "log-newest", icon: "down", hidden: true });
    this.element = el("div", { class: "log" }, this.scroller, this.newest);
    this.reading = new ReadingPlace(this.scroller, this.lots);
  }

  close() {
    for (const off of [...this.offSpeech, this.offOriginals]) off();
    this.forgetTimers();
    this.reading.close();
    speech.stop();
  }

  /** By any of its wordings. */
  find(id) {
    const ids = this.revisions.idsOf(this.revisions.firstOf(id));
    return this.views.get(ids.find((one) => this.views.has(one))) || null;
  }

  findPast(id) {
    return [...this.past.values()].find(({ line }) => line.id === id) || null;
  }

  /** A line of the room. True where it was not there before. */
  add(line) {
    /* The translation that it confirms is told by itself. */
    if (line.confirms) return false;
    if (line.corrects || line.retracts) return this.revise(line);
    const known = this.views.get(line.id);
    if (known) {
      const wasThere = !known.isTakenBack;
      known.confirm(line);
      this.draw(known);
      if (wasThere && known.isTakenBack) this.forget(known);
      return false;
    }
    const view = new LineView(line, this.context);
    if (this.early.has(line.id)) view.translate(this.early.get(line.id));
    this.early.delete(line.id);
    if (this.reaches.has(line.id)) view.reaches(this.reaches.get(line.id));
    this.insert(view);
    return true;
  }

  /** What the room has or had, in its order: said before it began anew, then since. */
  get kept() {
    const views = [...this.views.values()].filter((view) => !view.sending);
    return [...this.past.values(), ...views.sort((one, other) => one.line.seq - other.line.seq)];
  }

  get isFull() {
    return this.size >= MOST;
  }

  get size() {
    return this.views.size + this.past.size;
  }

  /**
   * Lines from before all that are shown, in their order. What is being read stays where it is; to somebody who pressed
   * a button for them (`isAsked`) the nearest ones are shown.
   */
  addOlder(page, isAsked) {
    const lines = page.filter(({ confirms }) => !confirms);
    const ofOthers = lines.filter(({ corrects, retracts }) => corrects || retracts);
    for (const line of ofOthers) this.revisions.note(line);
    const own = lines.filter((line) => !ofOthers.includes(line) && !this.views.has(line.id));
    const views = own.map((line) => new LineView(line, this.context));
    for (const view of views.reverse()) this.take(view);
    for (const line of ofOthers.reverse()) this.revise(line);
    /* An answer may quote one of them. */
    const ids = new Set(views.map(({ line }) => line.id));
    for (const view of this.views.values()) if (ids.has(view.line.reply)) this.renderSoon(view);
    this.flush();
    if (isAsked) this.scroller.scrollTop -= this.scroller.clientHeight / 2;
  }

  /** Something of one's own on its way to the room. */
  addSending(entry) {
    if (entry.corrects || entry.retracts) return this.addChange(entry);
    const known = this.views.get(entry.id);
    if (known) {
      if (known.sending) known.send(entry);
      return this.draw(known);
    }
    const { id, ts, lang, text, reply } = entry;
    this.insert(
      new LineView(
        { id, ts, lang, text, reply, seq: Infinity, member: this.context.member(), from: "" },
        this.context,
        entry,
      ),
    );
    this.flushSoon(0);
  }

  /** A correction on its way, or that a line is to be taken back; a room that has begun anew refuses it. */
  addChange(entry) {
    const id = entry.corrects || entry.retracts;
    const view = this.find(id) || this.findPast(id);
    if (!view || view.isTakenBack) return;
    view.change = entry;
    this.renderSoon(view);
  }

  /** What was on its way is given up. */
  discard(id) {
    const view = [...this.views.values(), ...this.past.values()].find(({ change }) => change && change.id === id);
    if (!view) return this.remove(id);
    view.change = null;
    this.renderSoon(view);
  }

  sent(entry, { seq, ts }) {
    if (entry.corrects || entry.retracts) return this.revise({ ...entry, seq, ts, member: this.context.member(), from: "" });
    const view = this.views.get(entry.id);
    if (!view || !view.sending) return;
    view.confirm({ ...view.line, seq, ts });
    this.draw(view);
  }

  /** A line is corrected or taken back. True where that is news, and there is something to read. */
  revise(line) {
    const { revisions } = this;
    revisions.note(line);
    const first = revisions.firstOf(line.id);
    const view = this.find(first);
    if (!view) {
      if (!revisions.isGone(first)) this.insert(new LineView(line, this.context));
      return !revisions.isGone(first);
    }
    const before = [view.isTakenBack, view.wordings.length];
    revisions.apply(view);
    view.reaches(this.reaches.get(view.standing.line.id) || null);
    if (before[0] === view.isTakenBack && before[1] === view.wordings.length) return false;
    if (this.early.has(line.id)) view.translate(this.early.get(line.id));
    this.early.delete(line.id);
    this.renderSoon(view);
    this.renderQuotes(view);
    if (view.isTakenBack) this.forget(view);
    return !view.isTakenBack;
  }

  forget(view) {
    this.renderQuotes(view);
    this.early.delete(view.line.id);
    this.takenBack(view);
  }

  renderQuotes(view) {
    for (const other of this.views.values()) if (this.find(other.line.reply) === view) this.renderSoon(other);
  }

  insert(view) {
    this.take(view);
    if (!view.isOwn) this.unseen += 1;
    this.flushSoon();
  }

  take(view) {
    this.views.set(view.line.id, view);
    this.revisions.apply(view);
    for (const { line } of view.wordings.slice(1)) this.replaceBy(view, line.id);
    this.oldest = Math.min(this.oldest, view.line.seq);
    this.due.add(view);
  }

  /** Its line came behind this correction of it, which stood by itself. */
  replaceBy(view, id) {
    const alone = this.views.get(id);
    if (alone && alone.translation) view.translate(alone.translation);
    if (this.early.has(id)) view.translate(this.early.get(id));
    this.early.delete(id);
    this.remove(id);
  }

  /** A translation may come late: it takes its place without moving what is being read. */
  translate(translation) {
    const view = this.find(translation.id);
    if (!view) return this.keepEarly(translation);
    view.translate(translation);
    this.draw(view);
    this.renderQuotes(view);
    return view;
  }

  /** Own lines that somebody here cannot read; of all others that is over. True where one is new among them. */
  reach(lines) {
    const before = this.reaches;
    this.reaches = new Map(lines.map((line) => [line.id, line]));
    for (const id of new Set([...before.keys(), ...this.reaches.keys()])) {
      const view = this.find(id);
      if (!view) continue;
      view.reaches(this.reaches.get(view.standing.line.id) || null);
      this.draw(view);
    }
    return lines.some(({ id }) => !before.has(id));
  }

  /** Before anybody has written: what may be promised. */
  ahead({ of, cannot, unread }) {
    const isGood = of > 0 && cannot === 0 && unread === 0;
    fill(this.hint, this.words.t(isGood ? "room.empty.hint" : "room.empty.write"));
  }

  /** `seq`: the newest number of the room; not all that was said is for everybody to see. `title`: said all the same. */
  greeted({ seq }, title = null) {
    fill(this.emptyTitle, title || this.words.t(seq > 0 ? "room.older.begin" : "room.empty"));
  }

  keepEarly(translation) {
    this.early.set(translation.id, translation);
    if (this.early.size > EARLY) this.early.delete(this.early.keys().next().value);
    return null;
  }

  remove(id) {
    const view = this.views.get(id);
    if (!view) return;
    this.views.delete(id);
    this.due.delete(view);
    if (view.node) this.gone.push(view.node);
    this.flushSoon();
  }

  clear(note = "") {
    this.forgetTimers();
    for (const collection of [this.views, this.past, this.early, this.due, this.revisions]) collection.clear();
    this.gone = [];
    this.oldest = Infinity;
    this.lots.clear();
    this.unseen = 0;
    this.reading.toNewest();
    this.showNewest();
    this.empty.hidden = false;
    /* What became of the lines is told beside it. */
    fill(this.emptyTitle);
    this.tell(note);
  }

  /**
   * The room has begun anew: the lines so far stay, set apart from what comes, and nothing can be done with them that
   * others would have to know of. What is still on its way belongs to what comes. False where there were none.
   */
  keepPast() {
    this.flush(Infinity);
    const views = [...this.views.values()].filter((view) => !view.sending);
    if (!views.length) return this.past.size > 0;
    const sending = [...this.views.values()].filter((view) => view.sending);
    const held = document.activeElement.closest("li.line");
    for (const view of views) {
      view.leave();
      this.past.set(view.node, view);
      this.views.delete(view.line.id);
      if (view.isReworded) this.due.add(view);
    }
    const note = el("li", { class: "log-note past-end", role: "listitem" }, this.words.t("room.restarted.kept"));
    this.lots.keepPast(this.words.t("line.past"), note);
    for (const { node } of sending) this.lots.append(node);
    if (this.past.has(held)) held.focus({ preventScroll: true });
    this.early.clear();
    this.revisions.clear();
    this.oldest = Infinity;
    this.flushSoon();
    return true;
  }

  /** A quiet remark at the top of the lines. */
  tell(text) {
    fill(this.note, text);
    this.note.hidden = !text;
  }

  gap() {
    this.due.add(el("li", { class: "log-note", role: "listitem" }, this.words.t("room.gap")));
    this.flushSoon();
  }

  renderAll() {
    for (const view of [...this.past.values(), ...this.views.values()]) this.renderSoon(view);
  }

  renderSpoken() {
    const touched = [this.spoken, speech.speaking];
    this.spoken = speech.speaking;
    for (const id of touched) {
      const view = this.find(id) || this.findPast(id);
      if (view) this.renderSoon(view);
    }
  }

  renderSoon(view) {
    view.isChanged = true;
    this.draw(view);
  }

  showOriginals() {
    this.reading.keepStill(() => {
      this.element.classList.toggle("without-originals", !preferences.get("originals"));
    });
  }

  /* Drawing */

  draw(view) {
    this.due.add(view);
    this.flushSoon();
  }

  /** In the first frame after the pause; where there are no frames, a little later. */
  flushSoon(pause = this.pause) {
    if (this.isDrawing || (this.timer && pause > 0)) return;
    this.forgetTimers();
    this.timer = setTimeout(() => {
      this.frame = requestAnimationFrame(() => {
        this.lots.skipFar();
        this.flush();
      });
    }, pause);
    this.late = setTimeout(() => this.flush(), pause + HIDDEN);
  }

  forgetTimers() {
    clearTimeout(this.timer);
    clearTimeout(this.late);
    cancelAnimationFrame(this.frame);
    this.timer = this.late = this.frame = null;
  }

  /** Draws what is due, as much as fits into a frame; reads where one is before, and scrolls once behind it. */
  flush(budget = BUDGET) {
    if (this.isDrawing) return;
    this.forgetTimers();
    this.isDrawing = true;
    this.pause = this.due.size > 1 ? BUSY : PAUSE;
    const ends = document.hidden ? Infinity : performance.now() + budget;
    /* Whose translation may come any moment waits for it as long as a line that comes alone. */
    const young = ends === Infinity ? Infinity : Date.now() - PAUSE;
    this.reading.keepStill(() => {
      let drawn = 0;
      for (const item of this.due) {
        if (item.isAwaited && item.heard > young) continue;
        this.due.delete(item);
        drawn += 1;
        if (item instanceof LineView) this.drawLine(item);
        else this.lots.append(item);
        if (performance.now() > ends) break;
      }
      for (const node of this.gone.splice(0)) this.lots.remove(node);
      this.trim(drawn === 0);
      this.showNewest();
      this.empty.hidden = this.size > 0;
      this.drawn();
    });
    this.isDrawing = false;
    if (this.wantsNewest) this.toNewest();
    if (this.due.size || this.isOver) this.flushSoon(!this.isOver && [...this.due].every((item) => item.isAwaited) ? this.pause : 0);
    else if (this.lots.canSkip && !document.hidden) this.flushSoon();
  }

  drawLine(view) {
    const isNew = !view.node;
    view.draw();
    if (view.isPast) return this.lots.touch(view.node);
    view.node.sabirId = view.line.id;
    if (isNew || view.node.sabirSeq !== view.line.seq) this.lots.place(view.node, view.line.seq);
    else this.lots.touch(view.node);
    if (isNew && view.isOwn) this.wantsNewest = true;
  }

  /** How many lines there are over the bound. Whoever reads older lines keeps them until back at the newest. */
  get over() {
    return this.size - (this.reading.follows ? BOUND : MOST);
  }

  get isOver() {
    return this.over >= OVER;
  }

  /** In a frame that draws nothing else (`isAlone`), unless there is none for long: both together take a slow phone long. */
  trim(isAlone) {
    if (this.over < (isAlone ? OVER : 2 * OVER)) return;
    for (const node of this.lots.dropFirst()) {
      const view = this.past.get(node) || this.views.get(node.sabirId);
      this.due.delete(view);
      if (!this.past.delete(node)) this.views.delete(node.sabirId);
    }
    this.oldest = Infinity;
    for (const { line } of this.views.values()) this.oldest = Math.min(this.oldest, line.seq);
    if (!this.changed || this.isFull) this.tell(this.words.t("room.older"));
    if (this.changed) this.changed();
  }

  /* Scrolling */

  keepStill(change) {
    this.reading.keepStill(change);
  }

  scrolled() {
    this.reading.scrolled();
    if (!this.reading.follows && this.scrolledTo) this.scrolledTo(this.scroller.scrollTop);
    this.showNewest();
  }

  showNewest() {
    if (this.reading.follows) this.unseen = 0;
    const shown = `${this.reading.follows} ${this.unseen}`;
    if (shown === this.shownNewest) return;
    this.shownNewest = shown;
    this.newest.hidden = this.reading.follows;
    const text = this.unseen ? this.words.t("room.new", { n: this.unseen }) : this.words.t("room.newest");
    this.newest.lastElementChild.textContent = text;
    this.newest.lastElementChild.className = this.unseen ? "" : "unseen";
  }

  toNewest() {
    this.wantsNewest = false;
    this.reading.toNewest();
    this.showNewest();
    if (this.isOver) this.flushSoon();
  }

  jump(id) {
    const view = this.views.get(id);
    if (view) this.show(view);
  }

  show(view) {
    if (!view.node || !view.node.isConnected) this.flush(Infinity);
    view.node.scrollIntoView({ block: "center" });
    view.node.focus({ preventScroll: true });
    view.node.classList.remove("shown");
    requestAnimationFrame(() => view.node.classList.add("shown"));
  }
}
