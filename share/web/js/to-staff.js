/** A line that only the staff read: what is asked before it is sent, and what is true of it afterwards. */

import { button, el, said } from "./dom.js";
import { hasText } from "./origin.js";
import { readingCard } from "./reading.js";
import { refusalText } from "./refusals.js";
import { Sheet } from "./sheet.js";
import { signal } from "./sound.js";
import { read, write } from "./store.js";

/** As many as the node takes. */
const LONGEST = 500;

/** That staff have read it, and what they answer: a card until it is closed, after a reload too. */
export class ReadByStaff {
  constructor(session, words, calls) {
    Object.assign(this, { session, words, calls });
    this.key = `told.${session.key}`;
    session.on("hello", (hello) => hello.read && this.show(hello.read, false));
    session.on("read", (told) => this.show(told, true));
  }

  /** `isNews`: told just now; otherwise it may have been shown, or closed, before. */
  show(told, isNews) {
    const { session, words, calls } = this;
    const face = JSON.stringify(told);
    if (!isNews && [this.face, read(this.key)].includes(face)) return;
    this.face = face;
    const { answer } = told;
    calls.add("shield", "report", words.t(answer ? "room.notice" : "help.write.read"), this.content(answer), () => write(this.key, face));
    if (answer) calls.tell(hasText(answer.translation) ? answer.translation.text : answer.text);
    signal("message");
  }

  content(answer) {
    const { session, words } = this;
    if (!answer) return [];
    return [
      answer.translation && readingCard({ ...answer.translation, lang: session.lang }, { session, words }),
      said("blockquote", answer.text, answer.lang),
    ];
  }
}

/** `told(text)`: what became of it. */
export function writeToStaff(session, words, told) {
  const { t } = words;
  const sheet = new Sheet(words, t("help.write"));
  const id = `to-staff-${session.face}`;
  const field = el("textarea", { id, rows: "4", dir: "auto", lang: session.lang, maxlength: LONGEST });
  const trouble = el("p", { class: "fault", role: "alert" });
  const send = button(t("compose.send"), async () => {
    const text = field.value.trim();
    if (!text) return field.focus();
    send.disabled = true;
    try {
      const { staff } = await session.writeToStaff(text);
      sheet.close();
      told(t(staff ? "calls.report.told" : "calls.report.later"));
    } catch (error) {
      trouble.textContent = refusalText(error, words, "calls.failed");
      send.disabled = false;
    }
  }, { icon: "send", class: "large wide" });
  const nobody = el("p", { role: "status" });
  sheet.show(
    el("p", {}, t("help.write.text")),
    nobody,
    el("div", { class: "field" }, el("label", { for: id }, t("help.write")), field),
    trouble,
    send,
    button(t("common.cancel"), () => sheet.close(), { class: "plain wide" }),
  );
  field.focus();
  session.whoHelps().then(({ staff }) => staff === false && (nobody.textContent = t("help.ask.nostaff"))).catch(() => {});
}
