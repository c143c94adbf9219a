/** What is written in a room, at the desk: as far as the room lets staff read it, in the desk's language. */

import { afterTap } from "./after-tap.js";
import { queryString } from "./api.js";
import { button, el, fill, icon } from "./dom.js";
import { Emitter } from "./emitter.js";
import { Log } from "./log.js";
import { OlderLines } from "./older.js";
import { explainOrigin } from "./origin.js";
import { forgetMentions, showEarlier } from "./own-words.js";
import { EventStream } from "./stream.js";

/** One reader without a seat: nobody in the room is told of it. Emits what a member's `Session` emits of lines. */
class DeskReader extends Emitter {
  constructor(room, lang) {
    super();
    this.epoch = null;
    const base = `/api/staff/rooms/${encodeURIComponent(room.id)}`;
    this.linesPath = (page) => `${base}/lines${queryString({ ...page, lang })}`;
    this.stream = new EventStream({
      path: (last) => `${base}/events${queryString({ lang, last })}`,
      onEvent: (kind, data) => (kind === "hello" ? this.hello(data) : this.emit(kind, data)),
      onState: () => {},
      onRefused: (error) => this.emit("refused", error),
    });
  }

  hello(hello) {
    const isAnother = this.epoch !== null && this.epoch !== hello.epoch;
    this.epoch = hello.epoch;
    if (isAnother) this.emit("restarted");
    this.emit("hello", hello);
  }

  close() {
    this.stream.close();
    this.silence();
  }
}

export class StaffLines {
  /** `room`: as the desk has it. */
  constructor(desk, room) {
    Object.assign(this, { desk, words: desk.words, t: desk.words.t, reader: null, isFull: false });
    this.told = el("div", { class: "staff-lines-told" });
    this.place = el("div", { class: "staff-lines-log" });
    this.element = el(
      "section",
      { class: "staff-lines", "aria-labelledby": "staff-lines" },
      el("h3", { id: "staff-lines", tabindex: "-1" }, this.t("staff.lines")), this.told, this.place,
    );
    this.update(room);
  }

  update(room) {
    this.room = room;
    this.element.hidden = room.closed;
    const isRead = room.lines === "shown" && !room.closed;
    if (isRead && !this.reader && !this.isFull) this.open();
    if (!isRead) this.close();
    this.place.hidden = !this.reader;
    this.told.hidden = Boolean(this.reader);
    this.tell(isRead ? "full" : room.lines);
  }

  /** Why nothing is shown, and where it can be read. */
  tell(why) {
    const face = `${why} ${this.room.path}`;
    if (this.told.hidden || face === this.face) return;
    this.face = face;
    const again = () => {
      this.isFull = false;
      this.update(this.room);
      this.element.querySelector("h3").focus();
    };
    fill(
      this.told,
      el("p", {}, icon("eye"), el("span", {}, this.t(`staff.lines.${why}`))),
      why === "full"
        ? button(this.t("common.retry"), again, { class: "plain" })
        : !this.room.private && el("a", { class: "button soft", href: this.room.path, target: "_blank", rel: "noopener" }, icon("door"), el("span", {}, this.t("staff.visit.enter"))),
    );
  }

  open() {
    const { words } = this;
    const { languages } = this.desk;
    const reader = (this.reader = new DeskReader(this.room, words.tag));
    const log = (this.log = new Log(words, {
      words,
      languages,
      lang: words.tag,
      isStaff: true,
      isOwn: () => false,
      readsToo: () => false,
      earlier: (view) => showEarlier(view, words),
      explain: (view) => explainOrigin(view, { words, languages, lang: words.tag, isStaff: true }),
    }));
    log.hint.hidden = true;
    log.takenBack = forgetMentions;
    reader.on("hello", (hello) => {
      if (hello.cleared >= log.oldest) log.clear(this.t("room.cleared"));
      log.greeted(hello);
    });
    this.older = new OlderLines(reader, log, words, () => {});
    reader.on("line", (line) => log.add(line));
    reader.on("translation", (translation) => log.translate(translation));
    reader.on("gap", () => log.gap());
    reader.on("cleared", () => log.clear(this.t("room.cleared")));
    reader.on("restarted", () => log.clear(this.t("room.restarted")));
    reader.on("refused", (error) => afterTap(() => this.reader === reader && this.refused(error)));
    this.place.appendChild(log.element);
    reader.stream.open();
  }

  /** Too many read along, or the login is over, or the room is gone: the desk's own question says which of these. */
  refused(error) {
    this.close();
    this.isFull = Boolean(error) && error.code === "too-many-desks";
    if (this.isFull) this.update(this.room);
    else this.desk.poll.now();
  }

  close() {
    if (!this.reader) return;
    this.reader.close();
    this.older.close();
    this.log.close();
    this.log.element.remove();
    this.reader = null;
  }
}
