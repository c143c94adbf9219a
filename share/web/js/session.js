/**
 * One reader in one room: the stream, the outbox, who is here. Knows nothing of the page; a view listens to
 * `hello, role, readers, line, translation, reach, ahead, people, room, notice, unclear, person, help, invited, read, staff, languages, cleared, gap, restarted,
 * entry, sent, connection, end`.
 */

import { ApiError, get, post, queryString, roomPath, tellGoing } from "./api.js";
import { Emitter } from "./emitter.js";
import { screenFor } from "./endings.js";
import { uuid } from "./ids.js";
import { Languages } from "./languages.js";
import { Outbox } from "./outbox.js";
import { Roster } from "./roster.js";
import { forgetSeat, rememberedSeat, rememberSeat, seatKey } from "./seat.js";
import { forget, read } from "./store.js";
import { EventStream } from "./stream.js";

/** Milliseconds: whoever heard nothing for longer may have missed that the room was cleared before it began anew. */
const MISSED = 600_000;

export class Session extends Emitter {
  /**
   * `facts`: the room as GET /api/rooms/ROOM has it. `face`: "a", or "b" for the other half of a tablet. `reads`: tags of
   * other languages that this person reads.
   */
  constructor(facts, { face = "a", reads = [] } = {}) {
    super();
    this.room = facts;
    this.face = face;
    this.reads = reads;
    /** Whom one's words would reach, as the node told it last. */
    this.ahead = null;
    this.languages = new Languages(facts.languages);
    this.roster = new Roster();
    this.member = null;
    /** `staff` or `interpreter`; nothing of a visitor. */
    this.role = null;
    /** Whether there are set sentences in this reader's language. */
    this.hasPhrases = true;
    this.epoch = null;
    /** Number of the oldest line of this stream; Infinity where there is none. */
    this.oldest = Infinity;
    /** `EPOCH:SEQ`: behind that number everything may be read; told to a node that was started anew. */
    const seat = rememberedSeat(facts, face) || {};
    this.last = seat.last || null;
    /** What staff read here, as this person was told last. */
    this.readers = seat.readers || "nothing";
    /** Whether this member was in as staff; a login ends with the node's run, and after some hours. */
    this.wasStaff = Boolean(seat.wasStaff);
    this.closing = null;
    this.key = seatKey(facts, face);
    this.outbox = new Outbox({
      key: this.key,
      send: (entry) => this.deliver(entry),
      changed: (entry) => this.emit("entry", entry),
      sent: (entry, receipt) => this.confirmed({ entry, receipt }),
    });
    /** What the room confirmed since it took us in again and before its hello: that tells whether it began anew. */
    this.early = null;
    this.stream = new EventStream({
      path: (last) => roomPath(facts.id, "events") + queryString({ face, last }),
      onEvent: (kind, data) => this.take(kind, data),
      onState: (state) => this.connection(state),
      onRefused: (error) => this.refused(error),
    });
    /* Not when the page is only hidden: a phone in a pocket stays. */
    this.going = () => tellGoing(this.path("away"), { face: this.face });
    this.back = ({ persisted }) => persisted && this.stream.connect();
  }

  /** Name and language of somebody who was in this room on this device and did not leave. */
  static remembered(facts, face = "a") {
    return rememberedSeat(facts, face);
  }

  /** `anew`: somebody else than before sits at this face. `key`: `{password}` or `{code}` for a room with a door. */
  async enter(name, lang, { anew = false, key = {} } = {}) {
    if (anew) this.last = null;
    const seat = await post(this.path("enter"), { name, lang, reads: this.reads, face: this.face, anew, last: this.last, ...key });
    this.sitDown(seat);
    return seat;
  }

  /** The node already has us in (after a reload). */
  resume(you) {
    this.sitDown(you);
  }

  sitDown({ member, name, lang }) {
    Object.assign(this, { member, name, lang });
    if (!this.isOver) rememberSeat(this.key, this);
  }

  get isStaff() {
    return this.role === "staff";
  }

  /** A visitor from now on, who was staff or an interpreter. */
  get isLoggedOut() {
    return this.wasStaff && !this.role;
  }

  /** Whether the staff's page of this device has told of a login that would be another role here, and was not tried yet. */
  get hasNewLogin() {
    const login = read("staff.login");
    return !this.isStaff && login !== null && login !== this.tried && !String(login).startsWith(this.role);
  }

  /** Staff or interpreter, or that again, where somebody has logged in at this device since: whoever is in has to come in anew for that. True if they did. */
  async regainRole() {
    /* Before the first greeting nobody knows whether the node has us as staff already. */
    if (this.regaining || this.epoch === null) return false;
    const login = read("staff.login");
    this.tried = login;
    this.regaining = this.comeInAnew(login);
    let isIn = false;
    try {
      isIn = await this.regaining;
    } finally {
      this.regaining = null;
    }
    /* Somebody may have logged in meanwhile. */
    const newer = read("staff.login");
    return isIn || (newer !== null && newer !== login && !this.isOver && this.regainRole());
  }

  async comeInAnew(login) {
    const isLoggedIn = await get("/api/staff/rooms").then(() => true, (error) => {
      if (error.status === 401 && read("staff.login") === login) forget("staff.login");
      /* Without an answer it is tried again when the page is next looked at. */
      if (error.status !== 401 && error.status !== 403) this.tried = undefined;
      return error.code === "interpreter" && this.role !== "interpreter";
    });
    if (!isLoggedIn || this.isOver) return false;
    const isOpen = this.stream.isWanted;
    this.stream.close();
    const hasLeft = await post(this.path("leave"), { face: this.face }).then(() => true, (error) => !error.isOffline && error.status < 500);
    if (this.isOver) return false;
    if (!hasLeft) {
      /* Still seated, where a login makes nobody staff. */
      this.tried = undefined;
      if (isOpen) this.stream.open();
      return false;
    }
    /* If this fails, the stream is refused and the room entered then. */
    await this.enter(this.name, this.lang).catch(() => {});
    if (isOpen && !this.isOver) this.stream.open();
    return true;
  }

  forgetRole() {
    this.wasStaff = false;
    rememberSeat(this.key, this);
  }

  open() {
    this.isOver = false;
    addEventListener("pagehide", this.going);
    addEventListener("pageshow", this.back);
    this.stream.open();
    this.outbox.flush();
  }

  close() {
    this.isOver = true;
    this.forgetPage();
    this.stream.close();
    this.silence();
  }

  /** Nobody is in by this page any more: that it is closed need not be told. */
  forgetPage() {
    removeEventListener("pagehide", this.going);
    removeEventListener("pageshow", this.back);
  }

  say(text, { lang = this.lang, reply = null } = {}) {
    return this.outbox.push({ text, lang, reply });
  }

  /** Another wording of one's own line. */
  correct(id, text, { lang = this.lang } = {}) {
    return this.outbox.push({ text, lang, corrects: id });
  }

  /** One's own line is no more, for everybody. `isQuiet`: it may never have come there. */
  takeBack(id, { isQuiet = false } = {}) {
    return this.outbox.push({ text: "", lang: this.lang, retracts: id, isQuiet });
  }

  /** What this reader says that the line of this id, as it is worded, says in `lang`: told to all who read that. */
  confirmLine(id, text, lang) {
    return post(this.path("messages"), { id: uuid(), text, lang, confirms: id, face: this.face });
  }

  /** Lines whose translation into `lang` a person should look at: `{lang, languages, lines: [{line, translation}]}`. */
  unconfirmed(lang) {
    return get(this.path("unconfirmed"), { lang, face: this.face });
  }

  /** What waits is deleted; where the room may have it all the same, it is taken back. */
  discard(id) {
    const entry = this.outbox.find(id);
    this.outbox.remove(id);
    if (entry && entry.isTried && entry.state === "waiting" && this.room.take_back && !entry.retracts) {
      this.takeBack(entry.id, { isQuiet: true });
    }
  }

  confirmed(sent) {
    if (this.early) this.early.push(sent);
    else this.emit("sent", sent);
  }

  async deliver({ id, text, lang, reply, corrects, retracts }) {
    const revision = { corrects: corrects || undefined, retracts: retracts || undefined };
    try {
      return await post(this.path("messages"), { id, text, lang, reply: reply || undefined, ...revision, face: this.face });
    } catch (error) {
      if (error.isOffline) this.stream.suspect();
      if (error.isOfStranger) this.stream.connect();
      throw error;
    }
  }

  async leave() {
    this.isOver = true;
    forgetSeat(this.key);
    forget(`draft.${this.key}`);
    forget(`help.${this.key}`);
    forget(`seen.${this.key}`);
    forget(`told.${this.key}`);
    this.outbox.empty();
    this.forgetPage();
    this.stream.close();
    /* What is under way would bring us in again behind the leaving. */
    if (this.regaining) await this.regaining;
    await post(this.path("leave"), { face: this.face }).catch(() => {});
  }

  async changeProfile(change) {
    this.sitDown(await post(this.path("profile"), { ...change, face: this.face }));
  }

  async changeReads(reads) {
    await post(this.path("profile"), { reads, face: this.face });
    this.reads = reads;
  }

  /** The language that a text seems to be in, `{tag, name}`; null where it may well be in `lang`. */
  async seemingLanguage(text, lang) {
    return (await post(this.path("language"), { text, lang, face: this.face })).language;
  }

  check(text, lang) {
    return post(this.path("check"), { text, lang, face: this.face });
  }

  /** A line in the language `to`, for this reader alone; `from`: what it is written in; `back`: read back as well. */
  reading({ id, seq }, { to, from = null, back = null }) {
    return get(this.path(`lines/${id}/translation`), { seq, to, from, back, face: this.face });
  }

  /** Tells staff of a message. Answers with whether anybody of them is in the room. */
  async report(id) {
    return (await post(this.path("report"), { id, face: this.face })).present;
  }

  /** Writes to the staff alone. Answers with `{present, staff}`: who of them reads it now. */
  writeToStaff(text) {
    return post(this.path("report"), { text, face: this.face });
  }

  /**
   * Somebody of staff has read what was told to them, in this room or another of the node, or is done with it. `words`:
   * `{text, lang}`, what they write back.
   */
  answerReport({ room = this.room, member, ts }, state, words = {}) {
    return post(`/api/staff/rooms/${encodeURIComponent(room.id)}/reports`, { member, ts, state, ...words });
  }

  unclear(id) {
    return post(this.path("unclear"), { id, face: this.face });
  }

  /**
   * Calls for help. Answers with who has been told: `{staff, here, held, contact}`. `wish`: "private" where it is for a
   * talk with the staff alone, which is told to them and to nobody else.
   */
  async callPerson(about = null, wish = null) {
    try {
      return await post(this.path("person"), { about: about || undefined, wish: wish || undefined, face: this.face });
    } catch (error) {
      if (error.isOffline) this.stream.suspect();
      throw error;
    }
  }

  /** Who would be told of a call now, as above; calls nobody. */
  whoHelps() {
    return get(this.path("person"), { face: this.face });
  }

  /** Takes one's own call back. */
  endCall() {
    return post(this.path("person/done"), { face: this.face });
  }

  /** What staff answer to a call, in this room or another of the node. */
  answerCall(room, member, state) {
    return post(`/api/staff/rooms/${encodeURIComponent(room)}/help`, { member, state });
  }

  /** Staff invite whoever called into a room for the two of them, or whoever wrote the line to them of the time `report`. */
  inviteToTalk(room, member, report) {
    return post(`/api/staff/rooms/${encodeURIComponent(room)}/talks`, { member, report });
  }

  membersAfter(id) {
    return get(this.path("members"), { after: id, face: this.face });
  }

  /** Where older lines are. */
  linesPath(page) {
    return this.path("lines") + queryString({ ...page, face: this.face });
  }

  path(rest) {
    return roomPath(this.room.id, rest);
  }

  take(kind, data) {
    const handler = this[`on_${kind}`];
    if (handler) handler.call(this, data);
    else this.emit(kind, data);
  }

  on_hello(hello) {
    const isAnother = this.epoch !== null && this.epoch !== hello.epoch;
    /* Up to here it is history; what a reconnection brings beyond it is news. */
    /* What was said in a room that has begun anew is news from its first line. */
    if (this.epoch !== hello.epoch) this.seqAtHello = isAnother ? hello.from - 1 : hello.seq;
    Object.assign(this, {
      epoch: hello.epoch,
      member: hello.member,
      name: hello.name,
      lang: hello.lang,
      role: hello.role,
      closing: null,
      hasPhrases: hello.phrases,
    });
    this.last = `${hello.epoch}:${hello.from - 1}`;
    this.room = { ...this.room, ...hello.room };
    this.noteReaders();
    this.wasStaff = this.wasStaff || Boolean(this.role);
    rememberSeat(this.key, this);
    this.languages.replace(hello.languages);
    this.roster.start(hello);
    if (isAnother) this.emit("restarted", { isKnown: this.stream.silence < MISSED });
    if (isAnother) this.oldest = Infinity;
    /* Staff cleared the room while this page had no stream. */
    else if (hello.cleared >= this.oldest) this.on_cleared();
    this.emit("hello", hello);
    this.emit("role");
    for (const sent of this.early || []) this.emit("sent", sent);
    this.early = null;
    this.emit("people", { joined: [], left: [], changed: [], n: hello.n });
    this.outbox.flush();
  }

  /** Whether this member confirms translations: the configuration may change that while the page is open. */
  get confirms() {
    return this.room.confirmed_by.includes(this.role);
  }

  noteReaders() {
    const isNews = this.room.staff_see === "conversation" && this.readers !== "conversation";
    this.readers = this.room.staff_see;
    if (isNews) this.emit("readers");
  }

  on_joined({ member, n }) {
    this.emit("people", this.roster.change({ joined: [member], n }));
  }

  on_left({ member, n }) {
    this.emit("people", this.roster.change({ left: [member.id], n }));
  }

  on_changed({ member, n }) {
    /* A name that is kept for staff is its bearer's no longer once they come. */
    if (member.id === this.member) {
      this.name = member.name;
      rememberSeat(this.key, this);
      this.noteRole(member.role);
    }
    this.emit("people", this.roster.change({ changed: [member], n }));
  }

  /** The login is over. */
  noteRole(role) {
    if (role || !this.role) return;
    this.role = null;
    this.emit("role");
  }

  on_presence(presence) {
    const own = (presence.changed || []).find(({ id }) => id === this.member);
    if (own) this.noteRole(own.role);
    this.emit("people", this.roster.change(presence));
  }

  on_cleared() {
    this.oldest = Infinity;
    this.emit("cleared");
  }

  on_line(line) {
    this.oldest = Math.min(this.oldest, line.seq);
    if (line.member === this.member) this.outbox.remove(line.id);
    this.emit("line", line);
  }

  on_room(room) {
    const before = this.room;
    /* The notice comes by an event of its own, translated. */
    this.room = { ...before, ...room, notice: before.notice };
    this.noteReaders();
    rememberSeat(this.key, this);
    if (this.room.linked && !before.linked) this.outbox.flush();
    this.emit("room", { before, room: this.room });
  }

  on_ahead(ahead) {
    this.ahead = ahead;
    this.emit("ahead", ahead);
  }

  on_languages(list) {
    this.languages.replace(list);
    this.emit("languages", list);
  }

  on_removed(why) {
    this.end(why.code || "removed", why);
  }

  on_closing(why) {
    this.closing = why;
  }

  connection(state) {
    this.emit("connection", state);
  }

  /** The node was started anew and no longer knows us, or the room takes us no longer. */
  async refused(error) {
    if (error) return this.closing ? this.end("closed", this.closing) : this.end(error.code, error);
    this.early = this.early || [];
    try {
      await this.enter(this.name, this.lang);
      this.stream.open();
    } catch (failure) {
      if (failure instanceof ApiError && !failure.isOffline && failure.status < 500) this.end(failure.code, failure);
      else this.stream.failed();
    }
  }

  /** `why`: the node's refusal. */
  end(code, why = {}) {
    this.isOver = true;
    this.forgetPage();
    this.stream.close();
    if (code !== "replaced") forgetSeat(this.key);
    this.emit("end", { kind: screenFor(code), why });
  }
}

/** Which closing screen says why a room could not be entered. */
export function endOf(error) {
  return screenFor(error.code);
}
