/** A question over the page. A failure is told inside it, where the reader is looking; success closes it. */

import { button, el, fill, icon } from "./dom.js";
import { Sheet } from "./sheet.js";
import { staffRefusalText } from "./refusals.js";

/**
 * `actions`: `{text, hint, icon, class, run, done, then}`; `run` may return false to keep the question open, `then` comes
 * after it has closed. `fields`: nodes
 * to fill in; with them, Enter in a field does the first action. `open(desk, room)`: asks the same once more, where the
 * login ends meanwhile; `room`: which. Returns the sheet.
 */
export function ask(desk, { title, text = "", fields = [], actions, cancel = true, open = null, room = null }) {
  const { words } = desk;
  const own = open && { open, room: room && room.id };
  desk.page.reopen = own;
  const onClose = () => {
    if (desk.page.reopen === own) desk.page.reopen = null;
    /* What was asked about has moved, or gone, with the answer. */
    if (document.activeElement === document.body && desk.resting) desk.resting.focus({ preventScroll: true });
  };
  const sheet = new Sheet(words, title, { onClose });
  const trouble = el("div", { role: "alert" });
  const buttons = actions.map((action, index) => actionButton(action, fields.length && index === 0 ? null : () => attempt(action)));
  const stop = cancel && button(words.t("staff.cancel"), () => sheet.close(), { class: "plain wide large" });

  async function attempt({ run, done, then }) {
    setBusy(true);
    fill(trouble);
    try {
      if ((await run()) === false) return;
      sheet.close();
      if (done) desk.reports.tell(done);
      if (then) then();
    } catch (error) {
      if (error.status === 401) return desk.failed(error);
      fill(trouble, el("p", { class: "card fault staff-trouble" }, icon("fault"), el("span", {}, staffRefusalText(error, words))));
    } finally {
      setBusy(false);
    }
  }

  function setBusy(isBusy) {
    for (const node of buttons) node.disabled = isBusy;
  }

  function submit(event) {
    event.preventDefault();
    if (!buttons[0].disabled) attempt(actions[0]);
  }

  const content = [text && el("p", {}, text), ...fields, trouble, el("div", { class: "staff-actions" }, buttons, stop)];
  return sheet.show(fields.length ? el("form", { class: "staff-form", on: { submit } }, content) : content);
}

/** Without `onClick` it submits the form it stands in. */
function actionButton({ text, hint = "", icon: picture = null, class: extra = "" }, onClick) {
  if (!hint) return button(text, onClick, { class: `wide large ${extra}`, icon: picture, type: onClick ? "button" : "submit" });
  return el(
    "button",
    { type: "button", class: "staff-action", on: { click: onClick } },
    picture && icon(picture),
    el("span", {}, el("b", {}, text), el("small", {}, hint)),
  );
}
