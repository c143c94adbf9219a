/** The question before a ban: for how long, and for whom. Nobody can come back to complain, so both are chosen. */

import { el } from "./dom.js";
import { ask } from "./staff-ask.js";

/** Minutes, and how they are said. */
const TIMES = [
  [60, 1, "hour"],
  [480, 8, "hour"],
  [1_440, 1, "day"],
  [10_080, 7, "day"],
];

/** `told(minutes, scope)` comes after it is done. */
export function askForBan(desk, room, member, told) {
  const { t } = desk.words;
  const times = choices(t("staff.ban.minutes"), "ban-minutes", TIMES.map(([minutes, n, unit]) => [minutes, lasting(desk.words, n, unit)]));
  const hint = el("p", { class: "soft", id: "ban-address-hint", hidden: true }, t("staff.ban.address.hint"));
  const scopes = choices(t("staff.ban.whom"), "ban-scope", [["device", t("staff.ban.device")], ["address", t("staff.ban.address")]], { address: "ban-address-hint" });
  scopes.element.addEventListener("change", () => (hint.hidden = scopes.chosen() !== "address"));
  let minutes, scope;
  const run = () => {
    [minutes, scope] = [Number(times.chosen()), scopes.chosen()];
    return desk.acts.perform(room, "ban", { member: member.id, minutes, scope });
  };
  ask(desk, {
    title: t("staff.ban.ask", { name: member.name }),
    text: t("staff.ban.hint"),
    fields: [times.element, scopes.element, hint],
    actions: [{ text: t("staff.ban"), icon: "remove", class: "fault", run, then: () => told(minutes, scope) }],
  });
}

/** The first is chosen. */
function choices(label, name, options, described = {}) {
  const inputs = options.map(([value], index) => el("input", { type: "radio", name, value, checked: index === 0, "aria-describedby": described[value] || null }));
  const labels = options.map(([, text], index) => el("label", { class: "choice" }, inputs[index], el("span", {}, text)));
  const element = el("fieldset", { class: "field" }, el("legend", { class: "label" }, label), el("div", { class: "choices staff-choices" }, labels));
  return { element, chosen: () => inputs.find(({ checked }) => checked).value };
}

function lasting(words, n, unit) {
  try {
    return new Intl.NumberFormat(words.tag, { style: "unit", unit, unitDisplay: "long" }).format(n);
  } catch {
    /* An old browser knows no units. */
    return `${words.number(n)} ${unit === "hour" ? "h" : "d"}`;
  }
}
