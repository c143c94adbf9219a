/** A room's topic and its notice. */

import { el } from "./dom.js";
import { readsAs } from "./languages.js";
import { read, write } from "./store.js";
import { ask } from "./staff-ask.js";
import { draftOf, forgetDraft, keepDraft } from "./staff-drafts.js";

const TOPIC_LENGTH = 200;
const NOTICE_LENGTH = 1_000;

export function changeTopic(desk, room) {
  const { t } = desk.words;
  const input = el("input", { id: "topic", type: "text", dir: "auto", maxlength: TOPIC_LENGTH });
  const draft = draftOf("topic", room.id);
  input.value = draft ? draft.text : room.topic || "";
  input.addEventListener("input", () => keepDraft("topic", room.id, { text: input.value }));
  const save = async () => {
    await desk.acts.perform(room, "topic", { text: input.value.trim() });
    forgetDraft("topic", room.id);
  };
  ask(desk, {
    open: changeTopic,
    room,
    title: t("staff.room.topic"),
    fields: [el("div", { class: "field" }, el("label", { for: "topic" }, t("staff.room.topic")), input)],
    actions: [{ text: t("staff.save"), run: save, done: t("staff.topic.saved") }],
  });
  input.focus();
}

export function changeNotice(desk, room) {
  const { t } = desk.words;
  const text = el("textarea", { id: "notice", rows: 4, dir: "auto", maxlength: NOTICE_LENGTH });
  const draft = draftOf("notice", room.id) || room.notice;
  text.value = draft ? draft.text : "";
  const lang = languageField(desk, draft ? draft.lang : read("staff.notice.lang", desk.words.tag));
  const keep = () => keepDraft("notice", room.id, { text: text.value, lang: lang.value });
  text.addEventListener("input", keep);
  lang.addEventListener("change", keep);
  const mark = () => text.setAttribute("lang", lang.value);
  lang.addEventListener("change", mark);
  mark();
  ask(desk, {
    open: changeNotice,
    room,
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
  const change = async (notice) => {
    await desk.acts.perform(room, "notice", notice);
    forgetDraft("notice", room.id);
  };
  const pin = () => {
    const notice = text.value.trim();
    if (!notice) return refuse(text);
    write("staff.notice.lang", lang.value);
    return change({ text: notice, lang: lang.value });
  };
  const actions = [{ text: t("staff.notice.pin"), icon: "pin", run: pin, done: t("staff.notice.pinned") }];
  if (room.notice) {
    const unpin = () => change({ text: "" });
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
