/** The top of a room: the way out, its name, who is here, originals, settings; the notice and the connection below. */

import { button, el, fill, icon, iconButton, said } from "./dom.js";
import { helpButton } from "./help.js";
import { hasText, originMark, originOf } from "./origin.js";
import { preferences } from "./preferences.js";
import { roomName } from "./room-name.js";

const FLEETING = 4_500;
/** Pixels; below this a notice shows its head alone until it is opened. */
const LOW = 480;
/** A connection that is back at once is not worth a word. */
const PATIENCE = 1_500;

export class Bar {
  /** `acts`: `leave()`, `help()`, `people()`, `confirming()`, `settings()`, `reconnect()`. */
  constructor(session, words, acts) {
    Object.assign(this, { session, words, acts });
    this.count = el("span", { class: "bar-count" });
    this.people = el(
      "button",
      { type: "button", class: "icon-button bar-people", "aria-haspopup": "dialog", on: { click: acts.people } },
      icon("people"),
      this.count,
    );
    this.originals = iconButton(
      "originals",
      words.t("room.originals"),
      () => preferences.set("originals", !preferences.get("originals")),
      { class: "bar-originals" },
    );
    this.confirming = iconButton("verified", words.t("confirm.title"), acts.confirming, { class: "bar-confirming", "aria-haspopup": "dialog", hidden: true });
    this.title = el("h1", { class: "bar-title", tabindex: "-1" });
    this.topic = el("p", { class: "bar-topic", dir: "auto" });
    this.notice = el("aside", { class: "notice", hidden: true });
    this.lost = this.lostBanner();
    this.unlinked = this.unlinkedBanner();
    this.news = el("p", { class: "bar-news", "aria-hidden": "true", hidden: true });
    /* The room begins at its name: the first step from there leads past all else. */
    const skip = el("a", { class: "button skip", href: `#text-${session.face}` }, words.t("compose.label"));
    this.names = el("div", { class: "bar-names" }, this.title, skip, this.topic, this.news);
    this.off = preferences.on("originals", () => this.showOriginals());
    this.element = el("header", { class: "bar" }, this.row(), this.wayBack(), this.lost, this.unlinked, this.notice);
    this.showOriginals();
    this.update();
  }

  row() {
    const { words, acts } = this;
    return el(
      "div",
      { class: "bar-row" },
      iconButton("exit", words.t("room.leave"), acts.leave, { mirrors: true, "aria-haspopup": "dialog" }),
      this.names,
      helpButton(words, acts.help),
      this.confirming,
      this.people,
      this.originals,
      iconButton("settings", words.t("room.settings"), acts.settings, { "aria-haspopup": "dialog" }),
    );
  }

  /** Out of a room to which staff have invited one, to where one was. */
  wayBack() {
    const { back } = this.session.room;
    const text = back && this.words.t("room.back", { room: back.name });
    return back && el("a", { class: "button plain small bar-back", href: back.path }, icon("back", { small: true, mirrors: true }), el("span", {}, text));
  }

  lostBanner() {
    const { words } = this;
    return el(
      "div",
      { class: "banner lost", role: "status", hidden: true },
      icon("offline", { small: true }),
      el("span", { class: "grow" }, words.t("connection.lost")),
      button(words.t("connection.retry"), this.acts.reconnect, { class: "plain small" }),
    );
  }

  /* The node is there, but its way to the room's host is not. */
  unlinkedBanner() {
    return el(
      "div",
      { class: "banner unlinked", role: "status", hidden: true },
      icon("offline", { small: true }),
      el("span", { class: "grow" }, this.words.t("room.unlinked")),
    );
  }

  update() {
    const { session, words } = this;
    const { room, roster } = session;
    this.unlinked.hidden = room.linked !== false;
    this.confirming.hidden = !session.confirms;
    fill(
      this.title,
      el("bdi", {}, roomName(room, words)),
      room.locked &&
        el(
          "span",
          { class: "bar-lock" },
          icon("lock", { small: true }),
          el("span", { class: "unseen" }, words.t("rooms.locked")),
        ),
    );
    fill(this.topic, room.topic);
    this.topic.hidden = !room.topic;
    const text = `${words.t("room.people", { n: roster.n })}. ${words.t("room.people.open")}`;
    this.people.setAttribute("aria-label", text);
    this.people.setAttribute("title", text);
    fill(this.count, words.number(roster.n));
    this.showNotice(room.notice);
  }

  showOriginals() {
    this.originals.setAttribute("aria-pressed", String(preferences.get("originals")));
  }

  showNotice(notice) {
    this.notice.hidden = !(notice && notice.text);
    if (this.notice.hidden) return fill(this.notice);
    if (this.shownNotice === notice) return;
    if (!this.shownNotice || this.shownNotice.ts !== notice.ts) {
      this.notice.classList.toggle("folded", innerHeight < LOW);
    }
    this.isNoticeFolded = this.notice.classList.contains("folded");
    this.shownNotice = notice;
    const { words, session } = this;
    const translation = notice.translation;
    const origin = originOf(notice, translation, session.lang);
    const shown = hasText(translation) ? translation : notice;
    this.notice.setAttribute("aria-label", words.t("room.notice"));
    const texts = el(
      "div",
      { class: "notice-texts", tabindex: "0", role: "group", "aria-label": words.t("room.notice") },
      said("p", shown.text, shown.lang, { class: "notice-text" }),
      shown !== notice && said("p", notice.text, notice.lang, { class: "notice-original" }),
      origin !== "same" && el("p", { class: "notice-origin" }, originMark(origin, translation, words, session.isStaff)),
    );
    fill(this.notice, this.noticeHead(), texts);
  }

  /** On a small screen a long notice would leave no room for the lines. */
  noticeHead() {
    const head = el(
      "button",
      {
        type: "button",
        class: "notice-head",
        "aria-expanded": String(!this.isNoticeFolded),
        on: { click: () => fold(!this.isNoticeFolded) },
      },
      icon("pin", { small: true }),
      el("span", {}, this.words.t("room.notice")),
      icon("chevron", { small: true }),
    );
    const fold = (isFolded) => {
      this.isNoticeFolded = isFolded;
      head.setAttribute("aria-expanded", String(!isFolded));
      this.notice.classList.toggle("folded", isFolded);
    };
    return head;
  }

  /** True where the connection is back after having been lost for long enough to be told. */
  connection(state) {
    if (state !== "open") {
      this.waiting = this.waiting || setTimeout(() => (this.lost.hidden = false), PATIENCE);
      return false;
    }
    const wasTold = !this.lost.hidden;
    clearTimeout(this.waiting);
    this.waiting = null;
    this.lost.hidden = true;
    return wasTold;
  }

  /**
   * A remark that goes by itself, in the place of the topic: it covers no line. One that is too long for it has the place
   * of the room's name too. Whoever cannot see it is told elsewhere.
   */
  remark(text) {
    clearTimeout(this.going);
    fill(this.news, text);
    this.news.hidden = false;
    this.names.classList.remove("whole");
    this.names.classList.add("telling");
    this.names.classList.toggle("whole", this.news.scrollWidth > this.news.clientWidth);
    this.going = setTimeout(() => this.remarkOver(), FLEETING);
  }

  remarkOver() {
    this.news.hidden = true;
    this.names.classList.remove("telling", "whole");
  }

  close() {
    this.off();
    clearTimeout(this.waiting);
    clearTimeout(this.going);
  }
}
