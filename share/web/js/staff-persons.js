/** Who is logged in at this desk, and who else is staff: made here, given a PIN, taken away. */

import { get, post } from "./api.js";
import { plainDigits } from "./digits.js";
import { button, el, icon } from "./dom.js";
import { Sheet } from "./sheet.js";
import { ask } from "./staff-ask.js";

const LONGEST = 64;

export function whoIsHere(desk) {
  const { t } = desk.words;
  const name = desk.you.name || t("staff.persons.house-pin");
  return el(
    "button",
    { type: "button", class: "button plain staff-you", "aria-haspopup": "dialog", "aria-label": [t("staff.title"), name].join(": "), on: { click: () => showPersons(desk) } },
    icon("shield"),
    el("bdi", {}, name),
  );
}

export async function showPersons(desk) {
  try {
    const found = await get("/api/staff/people");
    const { t } = desk.words;
    const sheet = new Sheet(desk.words, t("staff.title"));
    const then = (next) => () => {
      sheet.close();
      next();
    };
    sheet.show(
      el("p", {}, found.you.name ? t("staff.persons.you", { name: found.you.name }) : t("staff.persons.you.house")),
      found.people.length > 0
        ? el("ul", { class: "staff-people" }, found.people.map((person) => row(desk, found, person, then)))
        : el("p", {}, t("staff.persons.none")),
      found.shared_logins > 0 && el("p", { class: "hint" }, ["staff.persons.house-pin", "staff.persons.here"].map((key) => t(key)).join(": ")),
      found.you.manages && button(t("staff.persons.add"), then(() => askForPerson(desk)), { class: "wide large", icon: "plus" }),
      found.you.manages && found.setup && el("a", { class: "button plain wide", href: "/setup" }, t("staff.place")),
    );
  } catch (error) {
    desk.failedAct(error);
  }
}

/** Whoever may change something about a person gets a button, others only read. */
function row(desk, { you }, person, then) {
  const { t } = desk.words;
  const facts = [
    person.logins > 0 && t("staff.persons.here"),
    person.manages && t("staff.persons.manages"),
    person.interpreter && t("staff.persons.interpreter"),
    person.key && t("staff.persons.key"),
  ].filter(Boolean);
  const content = [icon("person"), el("span", { class: "staff-person-name" }, el("bdi", {}, person.name), el("small", {}, facts.join(" · ")))];
  const mayChange = you.manages || you.name === person.name;
  return el("li", {}, mayChange
    ? el("button", { type: "button", class: "staff-person", "aria-haspopup": "dialog", on: { click: then(() => askAbout(desk, you, person)) } }, content)
    : el("div", { class: "staff-person" }, content));
}

function askAbout(desk, you, person) {
  const { t } = desk.words;
  const actions = [
    { text: t("staff.persons.new-pin"), hint: t("staff.persons.new-pin.hint"), icon: "lock", run: () => {}, then: () => askForPIN(desk, person) },
    you.manages && { text: t("staff.persons.remove"), hint: t("staff.persons.remove.hint"), icon: "remove", run: () => {}, then: () => askToRemove(desk, person) },
  ].filter(Boolean);
  ask(desk, { title: t("staff.person.acts", { name: person.name }), actions });
}

export function askForPerson(desk) {
  const { t } = desk.words;
  const name = textField("person-name", t("staff.persons.name"));
  const pin = pinField(t);
  const manages = choice(t("staff.persons.manages"), t("staff.persons.manages.hint"));
  const interpreter = choice(t("staff.persons.interpreter"), t("staff.persons.interpreter.hint"));
  /* An interpreter is no staff in all else. */
  manages.input.addEventListener("change", () => manages.input.checked && (interpreter.input.checked = false));
  interpreter.input.addEventListener("change", () => interpreter.input.checked && (manages.input.checked = false));
  const make = async () => {
    const missing = [name, pin].find(({ input }) => !input.value.trim());
    if (missing) return refuse(missing.input);
    await post("/api/staff/people", {
      name: name.input.value.trim(), pin: plainDigits(pin.input.value.trim()), manages: manages.input.checked, interpreter: interpreter.input.checked,
    });
    desk.reports.tell(t("staff.persons.added", { name: name.input.value.trim() }));
  };
  ask(desk, {
    open: askForPerson,
    title: t("staff.persons.add"),
    fields: [name.element, pin.element, manages.element, interpreter.element],
    actions: [{ text: t("staff.persons.add"), icon: "plus", run: make, then: () => showPersons(desk) }],
  });
  name.input.focus();
}

function choice(name, hint) {
  const input = el("input", { type: "checkbox", role: "switch" });
  const element = el("label", { class: "switch staff-manages" }, el("span", {}, el("b", {}, name), el("small", {}, hint)), input);
  return { input, element };
}

function askForPIN(desk, person) {
  const { t } = desk.words;
  const { name } = person;
  const pin = pinField(t);
  const set = async () => {
    if (!pin.input.value.trim()) return refuse(pin.input);
    await post("/api/staff/people/pin", { name, pin: plainDigits(pin.input.value.trim()) });
  };
  ask(desk, {
    title: [t("staff.persons.new-pin"), name].join(": "),
    text: t("staff.persons.new-pin.hint"),
    fields: [pin.element],
    actions: [{ text: t("staff.save"), icon: "lock", run: set, done: t("staff.persons.pin.set", { name }) }],
  });
  pin.input.focus();
}

function askToRemove(desk, { name }) {
  const { t } = desk.words;
  const remove = () => post("/api/staff/people/remove", { name });
  ask(desk, {
    title: t("staff.persons.remove.ask", { name }),
    text: t("staff.persons.remove.lost"),
    actions: [{ text: t("staff.persons.remove"), icon: "remove", class: "fault", run: remove, done: t("staff.persons.removed", { name }) }],
  });
}

/** Seen while it is typed: it is told to somebody else. */
function pinField(t) {
  return textField("person-pin", t("staff.persons.pin"), { hint: t("staff.persons.pin.hint"), dir: "ltr", inputmode: "numeric" });
}

function textField(id, label, { hint = "", ...rest } = {}) {
  const input = el("input", { id, type: "text", dir: "auto", maxlength: LONGEST, autocomplete: "off", spellcheck: "false", "aria-describedby": hint ? `${id}-hint` : null, ...rest });
  const element = el("div", { class: "field" }, el("label", { for: id }, label), input, hint && el("p", { id: `${id}-hint`, class: "hint" }, hint));
  return { input, element };
}

function refuse(input) {
  input.setAttribute("aria-invalid", "true");
  input.focus();
  return false;
}
