/** A line that only the staff read: what is asked before it is sent, what is true of it afterwards, and what staff write back. */

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
  const nobody = el("p", { role: "status" });
  askForWords(session, words, {
    title: t("help.write"),
    above: [el("p", {}, t("help.write.text")), nobody],
    label: t("help.write"),
    send: (text) => session.writeToStaff(text),
    sent: ({ staff }) => told(t(staff ? "calls.report.told" : "calls.report.later")),
  });
  session.whoHelps().then(({ staff }) => staff === false && (nobody.textContent = t("help.ask.nostaff"))).catch(() => {});
}

/** Staff in a room write back to whoever wrote `report`, who alone reads it, translated. */
export function answerLine(session, words, report, { title, told }) {
  const { t } = words;
  askForWords(session, words, {
    title,
    above: said("blockquote", report.text, report.reader),
    label: t("line.reply"),
    send: (text) => session.answerReport(report, "seen", { text, lang: session.lang }),
    sent: () => told(t("calls.unclear.told", { name: report.from })),
  });
}

/** `above`: what is read before one writes; `send(text)` may throw; `sent(answer)`: once it is out. */
function askForWords(session, words, { title, above, label, send, sent }) {
  const { t } = words;
  const sheet = new Sheet(words, title);
  const id = `to-staff-${session.face}`;
  const field = el("textarea", { id, rows: "4", dir: "auto", lang: session.lang, maxlength: LONGEST });
  const trouble = el("p", { class: "fault", role: "alert" });
  const go = button(t("compose.send"), async () => {
    const text = field.value.trim();
    if (!text) return field.focus();
    go.disabled = true;
    try {
      const answer = await send(text);
      sheet.close();
      sent(answer);
    } catch (error) {
      trouble.textContent = refusalText(error, words, "calls.failed");
      go.disabled = false;
    }
  }, { icon: "send", class: "large wide" });
  sheet.show(
    above,
    el("div", { class: "field" }, el("label", { for: id }, label), field),
    trouble,
    go,
    button(t("common.cancel"), () => sheet.close(), { class: "plain wide" }),
  );
  field.focus();
}
