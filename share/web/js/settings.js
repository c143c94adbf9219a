/** What everybody may set for themselves. */

import { button, el, fill } from "./dom.js";
import { languageGrid } from "./grid.js";
import { nameProblem } from "./naming.js";
import { preferences } from "./preferences.js";
import { readsRow } from "./reads.js";
import { refusalText } from "./refusals.js";
import { Sheet } from "./sheet.js";
import { canVibrate, play, wakeSound } from "./sound.js";
import { speech } from "./speech.js";
import { topicCard } from "./topic.js";

/** `changeLanguage(lang)`: the reader wants another one; `outlooks`: as for `languageGrid`; `takeHome()`. */
export function showSettings(session, words, { outlooks, changeLanguage, takeHome }) {
  const sheet = new Sheet(words, words.t("settings.title"), { class: "tall" });
  sheet.show(
    topicCard(session.room, session.lang, words),
    nameField(session, words),
    languageRow(session, words, () => chooseLanguage(session, words, outlooks, changeLanguage, sheet)),
    readsRow(session, words, outlooks, () => {
      sheet.close();
      changeLanguage(session.lang);
    }),
    sizes(words),
    el(
      "div",
      { class: "switches" },
      toggle(words, "contrast"),
      toggle(words, "originals"),
      speech.has(session.lang) && toggle(words, "speak"),
      toggle(words, "soundMessage", "sound.message"),
      toggle(words, "soundPeople", "sound.people"),
      canVibrate() && toggle(words, "vibrateMessage", "vibrate.message"),
      canVibrate() && toggle(words, "vibratePeople", "vibrate.people"),
    ),
    button(words.t("take.open"), () => {
      sheet.close();
      takeHome();
    }, { class: "plain wide", icon: "take", "aria-haspopup": "dialog" }),
  );
}

function nameField(session, words) {
  const wrong = el("p", { class: "wrong", id: "settings-wrong", role: "alert" });
  const input = el("input", {
    type: "text",
    id: "settings-name",
    value: session.name,
    maxlength: "64",
    autocomplete: "off",
    "aria-describedby": "settings-wrong",
  });
  const save = async () => {
    const problem = nameProblem(input.value);
    if (problem) return fill(wrong, words.t(problem));
    try {
      await session.changeProfile({ name: input.value.trim() });
      fill(wrong);
      input.value = session.name;
    } catch (error) {
      fill(wrong, refusalText(error, words, "settings.failed"));
    }
  };
  return el(
    "form",
    {
      class: "field",
      on: {
        submit: (event) => {
          event.preventDefault();
          save();
        },
      },
    },
    el("label", { for: "settings-name" }, words.t("settings.name")),
    el(
      "div",
      { class: "with-button wraps" },
      input,
      button(words.t("settings.name.save"), null, { class: "soft", type: "submit" }),
    ),
    wrong,
  );
}

function languageRow(session, words, change) {
  const own = session.languages.nameOf(session.lang);
  return el(
    "div",
    { class: "field" },
    el("span", { class: "label" }, words.t("settings.language")),
    button(own, change, { class: "plain wide", icon: "globe", lang: session.lang }),
  );
}

function chooseLanguage(session, words, outlooks, changeLanguage, sheet) {
  const wrong = el("p", { class: "wrong", role: "alert" });
  const take = async (language) => {
    try {
      await session.changeProfile({ lang: language.tag });
      sheet.close();
      changeLanguage(language.tag);
    } catch (error) {
      fill(wrong, refusalText(error, words, "settings.failed"));
    }
  };
  const here = session.roster.languages.map(([lang]) => lang);
  sheet.show(wrong, languageGrid({ list: session.languages.list, suggested: [session.lang], here, words, outlooks, take }));
}

function sizes(words) {
  const choice = (size) =>
    el(
      "label",
      { class: `choice size-${size}` },
      el("input", {
        type: "radio",
        name: "size",
        value: size,
        checked: preferences.get("size") === size,
        on: { change: (event) => setSize(size, event.target) },
      }),
      el("span", {}, words.t(`settings.size.${size}`)),
    );
  return el(
    "fieldset",
    { class: "field" },
    el("legend", { class: "label" }, words.t("settings.size")),
    el("div", { class: "choices" }, [0, 1, 2].map(choice)),
  );
}

/** Larger letters push what one has just chosen out of sight. */
function setSize(size, { parentNode }) {
  preferences.set("size", size);
  parentNode.scrollIntoView({ block: "nearest" });
}

function toggle(words, name, key = name) {
  const change = (event) => {
    preferences.set(name, event.target.checked);
    wakeSound();
    if (event.target.checked && name.startsWith("sound")) play(name === "soundMessage" ? "message" : "joined");
  };
  return el(
    "label",
    { class: "switch" },
    el("span", {}, words.t(`settings.${key}`)),
    el("input", { type: "checkbox", role: "switch", checked: preferences.get(name), on: { change } }),
  );
}
