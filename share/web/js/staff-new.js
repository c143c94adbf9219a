/** New rooms: one for everybody, or a private one for a single visit. */

import { post } from "./api.js";
import { el } from "./dom.js";
import { ask } from "./staff-ask.js";
import { showCode } from "./staff-code.js";
import { draftOf, forgetDraft, keepDraft } from "./staff-drafts.js";

const NAME_BYTES = 63;
const TOPIC_LENGTH = 200;

export function askForRoom(desk) {
  const { t } = desk.words;
  const name = field("room-name", t("staff.room.name"), NAME_BYTES);
  const topic = field("room-topic", t("staff.room.topic"), TOPIC_LENGTH, t("staff.optional"));
  const draft = draftOf("room") || { name: "", topic: "" };
  [name.input.value, topic.input.value] = [draft.name, draft.topic];
  const keep = () => keepDraft("room", "", { name: name.input.value, topic: topic.input.value });
  for (const { input } of [name, topic]) input.addEventListener("input", keep);
  const make = async () => {
    const wish = name.input.value.trim();
    if (!wish) return refuse(name.input);
    const room = await post("/api/staff/rooms", { name: wish, topic: topic.input.value.trim(), private: false });
    forgetDraft("room");
    await desk.poll.now();
    location.hash = encodeURIComponent(room.id);
    desk.reports.tell(t("staff.opened", { room: room.name }));
  };
  ask(desk, {
    open: askForRoom,
    title: t("staff.room.open"),
    text: t("staff.room.open.hint"),
    fields: [name.element, topic.element],
    actions: [{ text: t("staff.room.open"), icon: "plus", run: make }],
  });
  name.input.focus();
}

/** The second tap makes the room and shows its code. `text`: what is said of it before. */
export function askForVisit(desk, text = desk.words.t("staff.visit.what")) {
  const { t } = desk.words;
  let room = null;
  const make = async () => {
    room = await post("/api/staff/rooms", { private: true });
    await desk.poll.now();
    location.hash = encodeURIComponent(room.id);
  };
  const show = () => showCode(desk, room);
  ask(desk, { title: t("staff.visit.new"), text, actions: [{ text: t("staff.visit.make"), icon: "qr", run: make, then: show }] });
}

function field(id, label, maxlength, hint = "") {
  const input = el("input", { id, type: "text", dir: "auto", maxlength, autocomplete: "off" });
  const element = el("div", { class: "field" }, el("label", { for: id }, label, hint && el("span", { class: "hint" }, ` (${hint})`)), input);
  return { input, element };
}

function refuse(input) {
  input.setAttribute("aria-invalid", "true");
  input.focus();
  return false;
}
