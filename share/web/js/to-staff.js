/** A line that only the staff read: what is asked before it is sent, and what is true of it afterwards. */

import { button, el } from "./dom.js";
import { refusalText } from "./refusals.js";
import { Sheet } from "./sheet.js";

/** As many as the node takes. */
const LONGEST = 500;

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
