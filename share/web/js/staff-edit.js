/** A room's topic and its notice. */

import { el } from "./dom.js";
import { readsAs } from "./languages.js";
import { read, write } from "./store.js";
import { ask } from "./staff-ask.js";

const TOPIC_LENGTH = 200;
const NOTICE_LENGTH = 1_000;

export function changeTopic(desk, room) {
  const { t } = desk.words;
  const input = el("input", { id: "topic", type: "text", dir: "auto", maxlength: TOPIC_LENGTH, value: room.topic || "" });
  ask(desk, {
    title: t("staff.room.topic"),
    fields: [el("div", { class: "field" }, el("label", { for: "topic" }, t("staff.room.topic")), input)],
    actions: [{ text: t("staff.save"), run: () => desk.acts.perform(room, "topic", { text: input.value.trim() }), done: t("staff.topic.saved") }],
  });
  input.focus();
}

export function changeNotice(desk, room) {
  const { t } = desk.words;
  const text = el("textarea", { id: "notice", rows: 4, dir: "auto", maxlength: NOTICE_LENGTH });
  text.value = room.notice ? room.notice.text : "";
  const lang = languageField(desk, room.notice ? room.notice.lang : read("staff.notice.lang", desk.words.tag));
  const mark = () => text.setAttribute("lang", lang.value);
  lang.addEventListener("change", mark);
  mark();
  ask(desk, {
    title: t("staff.notice"),
    text: t("staff.notice.hint"),
    fields: [
      el("div", { class: "field" }, el("label", { for: "notice" }, t("staff.notice.text")), text),
      el("div", { class: "field" }, el("label", { for: "notice-lang" }, t("staff.notice.lang")), lang),
    ],
    actions: noticeActions(desk, room, text, lang),
  });
  text.focus();
}

function noticeActions(desk, room, text, lang) {
  const { t } = desk.words;
  const pin = () => {
    const notice = text.value.trim();
    if (!notice) return refuse(text);
    write("staff.notice.lang", lang.value);
    return desk.acts.perform(room, "notice", { text: notice, lang: lang.value });
  };
  const actions = [{ text: t("staff.notice.pin"), icon: "pin", run: pin, done: t("staff.notice.pinned") }];
  if (room.notice) {
    const unpin = () => desk.acts.perform(room, "notice", { text: "" });
    actions.push({ text: t("staff.notice.unpin"), icon: "close", class: "plain", run: unpin, done: t("staff.notice.unpinned") });
  }
  return actions;
}

function refuse(field) {
  field.setAttribute("aria-invalid", "true");
  field.focus();
  return false;
}

function languageField(desk, chosen) {
  const options = desk.languages.list.map(({ tag, name, dir }) => el("option", { value: tag, lang: tag, dir, selected: readsAs(tag, chosen) }, name));
  return el("select", { id: "notice-lang" }, options);
}
