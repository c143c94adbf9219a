/** A room as a member sees it: puts the parts together and brings the session's events to them. */

import { lineActs, reword } from "./acts.js";
import { Announcer } from "./announcer.js";
import { Bar } from "./bar.js";
import { Calls } from "./calls.js";
import { careActions } from "./care.js";
import { Comings } from "./comings.js";
import { Composer } from "./composer.js";
import { Confirming } from "./confirming.js";
import { button, el } from "./dom.js";
import { isShared } from "./forgetting.js";
import { Help } from "./help.js";
import { Log } from "./log.js";
import { showMenu } from "./menu.js";
import { OlderLines } from "./older.js";
import { readsAs } from "./languages.js";
import { explainOrigin } from "./origin.js";
import { forgetLine, showEarlier } from "./own-words.js";
import { People } from "./people.js";
import { preferences } from "./preferences.js";
import { reachText } from "./reach.js";
import { tellReaders } from "./readers.js";
import { roomName } from "./room-name.js";
import { showSettings } from "./settings.js";
import { Sheet } from "./sheet.js";
import { signal, wakeSound } from "./sound.js";
import { speech } from "./speech.js";
import { askInRoom } from "./staff-member.js";
import { Transcript } from "./transcript.js";
import { Unread } from "./unread.js";
import { keepLow, keepToViewport } from "./viewport.js";

export class RoomView {
  /** `outlooks`: words for the language grid; `left()`: the visitor has gone; `again()`: to be built anew. */
  constructor(session, words, { outlooks, left, again }) {
    Object.assign(this, { session, words, outlooks, left, again });
    this.unread = 0;
    this.tell = (text) => this.announcer.tell(text);
    this.build();
    this.listen();
    for (const entry of session.outbox.entries) this.log.addSending(entry);
  }

  build() {
    const { session, words } = this;
    this.confirming = new Confirming(session, words, this.tell);
    this.announcer = new Announcer(words, (view) => this.speak(view));
    this.log = new Log(words, this.lineContext());
    this.backlog = new Unread(this.log, session, words, this.tell);
    this.log.drawn = () => {
      this.announcer.flush();
      this.backlog.lookSoon();
    };
    this.log.takenBack = (line) => forgetLine(this, line);
    this.older = new OlderLines(session, this.log, words, this.tell);
    this.composer = new Composer(session, words, { tell: this.tell });
    this.calls = new Calls(session, words, { log: this.log, reword: (view) => reword(this.composer, view), tell: this.tell });
    this.help = new Help(session, words, { calls: this.calls, log: this.log, tell: this.tell, mayTalkAlone: !session.room.private });
    this.comings = new Comings(words, (text) => this.quietly(text));
    this.people = new People(session, words, (member) => askInRoom(this, member));
    this.bar = new Bar(session, words, {
      leave: () => this.askToLeave(),
      help: () => this.help.ask(),
      people: () => this.showPeople(),
      confirming: () => this.confirming.showList(),
      reconnect: () => session.stream.connect(),
      settings: () => this.showSettings(),
    });
    this.side = el("aside", { class: "side", "aria-label": words.t("people.title") });
    this.element = el(
      "div",
      { class: "room" },
      this.bar.element,
      el(
        "main",
        { class: "room-main" },
        this.log.element,
        this.calls.element,
        this.composer.element,
      ),
      this.side,
      this.announcer.element,
    );
    this.dockPeople();
  }

  /** For whoever moves by keyboard or listens: the room begins at its name. */
  focus() {
    this.bar.title.focus({ preventScroll: true });
  }

  lineContext() {
    const view = this;
    const { session, words } = this;
    return {
      words,
      get languages() {
        return session.languages;
      },
      get lang() {
        return session.lang;
      },
      get isStaff() {
        return session.isStaff;
      },
      member: () => session.member,
      isOwn: (line) => line.member === session.member,
      menu: (line) => showMenu(line, session, words, view.acts),
      care: (line) => careActions(line, session, words, view.acts),
      confirming: (line) => view.confirming.actions(line),
      explain: (line) => explainOrigin(line, { words, languages: session.languages, lang: session.lang, isStaff: session.isStaff }),
      get phrases() {
        return session.hasPhrases ? () => view.composer.phrasebook.open() : null;
      },
      readsToo: (lang) => session.reads.some((tag) => readsAs(tag, lang)),
      retry: (id) => session.outbox.retry(id),
      earlier: (line) => showEarlier(line, words),
      discard: (id) => {
        session.discard(id);
        view.log.discard(id);
        view.announcer.forget(id);
        view.composer.focus();
      },
    };
  }

  get acts() {
    return lineActs(this, this.outlooks);
  }

  listen() {
    const { session, words } = this;
    session.on("hello", (hello) => this.hello(hello));
    session.on("line", (line) => this.line(line));
    session.on("translation", (translation) => this.translation(translation));
    session.on("reach", ({ lines }) => this.reach(lines));
    session.on("ahead", (ahead) => this.log.ahead(ahead));
    session.on("entry", (entry) => this.entry(entry));
    session.on("sent", ({ entry, receipt }) => this.sent(entry, receipt));
    session.on("people", (change) => this.peopleChanged(change));
    session.on("room", (change) => this.roomChanged(change));
    session.on("notice", (notice) => this.notice(notice));
    session.on("readers", () => tellReaders(words));
    session.on("role", () => this.roleChanged());
    session.on("unclear", (event) => this.calls.unclear(event));
    session.on("person", (event) => this.calls.person(event));
    session.on("cleared", () => this.cleared("room.cleared"));
    session.on("restarted", ({ isKnown }) => this.restarted(isKnown));
    session.on("gap", () => this.log.gap());
    session.on("connection", (state) => this.connection(state));
    this.onVisible = () => document.visibilityState === "visible" && this.seen();
    document.addEventListener("visibilitychange", this.onVisible);
    /* Another page of this device has stored something: its desk, perhaps, that somebody has logged in. */
    this.onStored = () => this.takeRole();
    addEventListener("storage", this.onStored);
    this.wide = matchMedia("(min-width: 64rem)");
    this.onWide = () => this.dockPeople();
    if (this.wide.addEventListener) this.wide.addEventListener("change", this.onWide);
    const releases = [keepToViewport(this.element), keepLow(this.element)];
    this.releaseViewport = () => releases.forEach((release) => release());
    this.element.addEventListener("pointerdown", wakeSound, { once: true });
    this.element.addEventListener("keydown", wakeSound, { once: true });
    this.dockPeople();
  }

  hello(hello) {
    /* Only whoever was invited has a way back: the staff were told as they came. */
    this.log.greeted(hello, this.session.room.back && this.words.t("room.empty.talk"));
    this.bar.update();
    this.people.update();
    this.confirmsChanged();
  }

  line(line) {
    const isNew = this.log.add(line);
    if (line.member === this.session.member) this.announcer.sent(line);
    if (!isNew || line.member === this.session.member || line.seq <= this.session.seqAtHello) return;
    signal("message");
    this.announcer.expect(this.log.find(line.id), this.session.lang);
    if (document.visibilityState === "hidden") this.showUnread(this.unread + 1);
  }

  entry(entry) {
    this.log.addSending(entry);
    this.announcer.sending(entry);
  }

  sent(entry, receipt) {
    this.log.sent(entry, receipt);
    this.announcer.sent(entry);
  }

  translation(translation) {
    const view = this.log.translate(translation);
    if (view) this.announcer.translated(view);
  }

  reach(lines) {
    if (this.log.reach(lines)) this.tell(reachText(lines[lines.length - 1], this.words));
  }

  speak(view) {
    if (preferences.get("speak") && view.lang && speech.speaking === null) {
      speech.say(view.line.id, view.text, view.lang);
    }
  }

  peopleChanged({ joined, left, changed, before = [] }) {
    this.bar.update();
    this.people.update();
    const { words } = this;
    if (joined.length) signal("joined");
    if (left.length) signal("left");
    this.comings.add({ joined, left });
    changed.forEach(({ id, name, lang }, index) => {
      if (id === this.session.member || !before[index] || before[index].lang === lang) return;
      this.quietly(
        words.t("people.changed", { name, language: words.language(lang, this.session.languages.nameOf(lang)) }),
      );
    });
  }

  quietly(text) {
    this.bar.remark(text);
    this.tell(text);
  }

  roomChanged({ before, room }) {
    this.bar.update();
    this.confirmsChanged();
    document.title = roomName(room, this.words);
    if (before.locked !== room.locked) this.quietly(this.words.t(room.locked ? "room.locked" : "room.unlocked"));
  }

  /** Each line that waits for a person shows whether this one may confirm it. */
  confirmsChanged() {
    const { confirms } = this.session;
    if (confirms !== this.confirms) this.log.renderAll();
    this.confirms = confirms;
  }

  notice(notice) {
    this.session.room.notice = notice.text ? notice : null;
    this.bar.update();
    if (notice.text) {
      this.tell(`${this.words.t("room.notice")}: ${(notice.translation && notice.translation.text) || notice.text}`);
    }
  }

  cleared(key) {
    this.log.clear(this.words.t(key));
    this.calls.clear();
    this.tell(this.words.t(key));
    for (const entry of this.session.outbox.entries) this.log.addSending(entry);
  }

  /** What was said before stays where it was read, for whoever was there until the room ended. */
  restarted(isKnown) {
    if (!isKnown || !this.log.keepPast()) return this.cleared("room.restarted");
    this.calls.clear();
    this.tell(this.words.t("room.restarted.kept"));
  }

  connection(state) {
    if (this.bar.connection(state)) this.quietly(this.words.t("connection.back"));
  }

  seen() {
    this.showUnread(0);
    if (this.session.isLoggedOut) this.regainRole();
    else this.takeRole();
  }

  /** Whoever came in before they logged in at this device. */
  takeRole() {
    if (this.session.hasNewLogin) this.regainRole();
  }

  /** Not on a page in front of which visitors take turns. */
  async regainRole() {
    return !isShared() && this.session.regainRole();
  }

  /** Without a login their lines have no mark: staff come in anew by a newer login of this device, or are told where to log in. */
  async roleChanged() {
    const { session, words, help } = this;
    const key = "logged-out";
    this.confirmsChanged();
    if (!session.isLoggedOut) {
      this.isLoggedOut = false;
      help.remove(key);
      return this.takeRole();
    }
    if (this.isLoggedOut) return;
    this.isLoggedOut = true;
    if ((await this.regainRole()) || !session.isLoggedOut) return;
    const text = words.t("staff.error.session-ended");
    const actions = el("div", { class: "actions" }, help.way("/staff", words.t("staff.title")));
    const putAway = () => {
      help.remove(key);
      session.forgetRole();
    };
    help.place(key, help.makeCard(key, "open", text, putAway, actions, "shield"));
    this.tell(text);
  }

  showUnread(n) {
    this.unread = n;
    const name = roomName(this.session.room, this.words);
    document.title = n ? `(${this.words.number(n)}) ${name}` : name;
  }

  /** Beside the lines where there is room for it, otherwise in a sheet. */
  dockPeople() {
    if (this.wide && this.wide.matches) {
      this.side.appendChild(this.people.element);
      /* A tablet that is turned shows beside the conversation what its sheet had. */
      if (this.sheetOfPeople) this.sheetOfPeople.close();
    }
    this.people.update();
    this.side.hidden = !(this.wide && this.wide.matches);
  }

  showPeople() {
    if (this.wide.matches) return this.people.element.querySelector("summary").focus();
    this.people.render();
    this.sheetOfPeople = new Sheet(this.words, this.words.t("people.title"), { class: "tall" }).show(this.people.element);
  }

  showSettings() {
    showSettings(this.session, this.words, {
      outlooks: this.outlooks,
      changeLanguage: () => this.again(),
      takeHome: () => new Transcript(this),
    });
  }

  askToLeave() {
    const { words, session } = this;
    const unsent = session.outbox.entries.length;
    const sheet = new Sheet(words, words.t("room.leave.title"));
    sheet.show(
      el("p", {}, words.t("room.leave.text")),
      unsent > 0 && el("p", { class: "card care" }, words.t("room.leave.unsent", { n: unsent })),
      el(
        "div",
        { class: "actions even" },
        button(words.t("room.leave.stay"), () => sheet.close(), { class: "plain" }),
        button(words.t("room.leave.go"), async () => {
          sheet.close();
          await session.leave();
          this.left();
        }, { icon: "exit", mirrors: true }),
      ),
    );
  }

  close() {
    document.removeEventListener("visibilitychange", this.onVisible);
    removeEventListener("storage", this.onStored);
    if (this.wide.removeEventListener) this.wide.removeEventListener("change", this.onWide);
    this.releaseViewport();
    for (const part of [this.backlog, this.older, this.log, this.help, this.comings, this.announcer, this.composer, this.bar]) part.close();
    this.element.remove();
  }
}
