/**
 * One reader in one room: the stream, the outbox, who is here. Knows nothing of the page; a view listens to
 * `hello, line, translation, people, room, notice, unclear, person, help, languages, cleared, gap, restarted, entry,
 * sent, connection, end`.
 */

import { ApiError, get, post, roomPath, tellGoing } from "./api.js";
import { Emitter } from "./emitter.js";
import { screenFor } from "./endings.js";
import { Languages } from "./languages.js";
import { Outbox } from "./outbox.js";
import { Roster } from "./roster.js";
import { forgetSeat, rememberedSeat, rememberSeat, seatKey } from "./seat.js";
import { forget } from "./store.js";
import { RoomStream } from "./stream.js";

/** Milliseconds: whoever heard nothing for longer may have missed that the room was cleared before it began anew. */
const MISSED = 600_000;

export class Session extends Emitter {
  /** `facts`: the room as GET /api/rooms/ROOM has it. `face`: "a", or "b" for the other half of a tablet. */
  constructor(facts, { face = "a" } = {}) {
    super();
    this.room = facts;
    this.face = face;
    this.languages = new Languages(facts.languages);
    this.roster = new Roster();
    this.member = null;
    this.epoch = null;
    /** `EPOCH:SEQ`: behind that number everything may be read; told to a node that was started anew. */
    this.last = (rememberedSeat(facts, face) || {}).last || null;
    this.isClosing = false;
    this.key = seatKey(facts, face);
    this.outbox = new Outbox({
      key: this.key,
      send: (entry) => this.deliver(entry),
      changed: (entry) => this.emit("entry", entry),
      sent: (entry, receipt) => this.emit("sent", { entry, receipt }),
    });
    this.stream = new RoomStream({
      room: facts.id,
      face,
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
    const seat = await post(this.path("enter"), { name, lang, face: this.face, anew, last: this.last, ...key });
    this.sitDown(seat);
    return seat;
  }

  /** The node already has us in (after a reload). */
  resume(you) {
    this.sitDown(you);
  }

  sitDown({ member, name, lang }) {
    Object.assign(this, { member, name, lang });
    rememberSeat(this.key, this);
  }

  open() {
    addEventListener("pagehide", this.going);
    addEventListener("pageshow", this.back);
    this.stream.open();
    this.outbox.flush();
  }

  close() {
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

  async deliver({ id, text, lang, reply }) {
    try {
      return await post(this.path("messages"), { id, text, lang, reply: reply || undefined, face: this.face });
    } catch (error) {
      if (error.isOffline) this.stream.suspect();
      if (error.code === "forbidden") this.stream.connect();
      throw error;
    }
  }

  async leave() {
    forgetSeat(this.key);
    forget(`draft.${this.key}`);
    forget(`help.${this.key}`);
    this.outbox.empty();
    this.forgetPage();
    this.stream.close();
    await post(this.path("leave"), { face: this.face }).catch(() => {});
  }

  async changeProfile(change) {
    this.sitDown(await post(this.path("profile"), { ...change, face: this.face }));
  }

  check(text, lang) {
    return post(this.path("check"), { text, lang, face: this.face });
  }

  /** Tells staff of a message. Answers with whether anybody of them is in the room. */
  async report(id) {
    return (await post(this.path("report"), { id, face: this.face })).present;
  }

  unclear(id) {
    return post(this.path("unclear"), { id, face: this.face });
  }

  /** Calls for help. Answers with who has been told: `{staff, here, held, contact}`. */
  async callPerson(about = null) {
    try {
      return await post(this.path("person"), { about: about || undefined, face: this.face });
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

  membersAfter(id) {
    return get(this.path("members"), { after: id, face: this.face });
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
    if (this.epoch !== hello.epoch) this.seqAtHello = hello.seq;
    Object.assign(this, {
      epoch: hello.epoch,
      member: hello.member,
      name: hello.name,
      lang: hello.lang,
      isStaff: hello.role === "staff",
      isClosing: false,
    });
    this.last = `${hello.epoch}:${hello.from - 1}`;
    rememberSeat(this.key, this);
    this.room = { ...this.room, ...hello.room };
    this.languages.replace(hello.languages);
    this.roster.start(hello);
    if (isAnother) this.emit("restarted", { isKnown: this.stream.silence < MISSED });
    this.emit("hello", hello);
    this.emit("people", { joined: [], left: [], changed: [], n: hello.n });
    this.outbox.flush();
  }

  on_joined({ member, n }) {
    this.emit("people", this.roster.change({ joined: [member], n }));
  }

  on_left({ member, n }) {
    this.emit("people", this.roster.change({ left: [member.id], n }));
  }

  on_changed({ member, n }) {
    this.emit("people", this.roster.change({ changed: [member], n }));
  }

  on_presence(presence) {
    this.emit("people", this.roster.change(presence));
  }

  on_line(line) {
    if (line.member === this.member) this.outbox.remove(line.id);
    this.emit("line", line);
  }

  on_room(room) {
    const before = this.room;
    /* The notice comes by an event of its own, translated. */
    this.room = { ...before, ...room, notice: before.notice };
    if (this.room.linked && !before.linked) this.outbox.flush();
    this.emit("room", { before, room: this.room });
  }

  on_languages(list) {
    this.languages.replace(list);
    this.emit("languages", list);
  }

  on_removed({ code, values }) {
    this.end(code || "removed", values);
  }

  on_closing() {
    this.isClosing = true;
  }

  connection(state) {
    this.emit("connection", state);
  }

  /** The node was started anew and no longer knows us, or the room takes us no longer. */
  async refused(error) {
    if (error) return this.end(this.isClosing ? "closed" : error.code, error.values);
    try {
      await this.enter(this.name, this.lang);
      this.stream.open();
    } catch (failure) {
      if (failure instanceof ApiError && !failure.isOffline && failure.status < 500) this.end(failure.code, failure.values);
      else this.stream.failed();
    }
  }

  /** `values`: what the node's refusal names. */
  end(code, values = {}) {
    this.forgetPage();
    this.stream.close();
    if (code !== "replaced") forgetSeat(this.key);
    this.emit("end", { kind: screenFor(code), values });
  }
}

/** Which closing screen says why a room could not be entered. */
export function endOf(error) {
  return screenFor(error.code);
}
