/** The first step: what the place is called, and which languages are spoken there. */

import { el } from "./dom.js";
import { field, text } from "./setup-fields.js";
import { languageList } from "./setup-languages.js";
import { trial } from "./setup-trial.js";

export class PlaceStep {
  constructor(page) {
    const { t } = page.words;
    this.page = page;
    this.title = t("setup.place.title");
    this.name = text(page.settings.name, { maxlength: 63, required: true });
    const { settings, visitors } = page;
    this.element = el(
      "div",
      { class: "setup-form" },
      field("name", t("setup.place.name"), t("setup.place.name.hint"), this.name),
      languageList("languages", t("setup.place.languages"), "", page, settings.languages, () => {}),
      languageList("visitors", t("setup.place.visitors"), t("setup.place.visitors.hint"), page, visitors, () => {}),
      trial(page, () => [settings.languages, visitors]),
    );
  }

  /** What is wrong, in a sentence; nothing where it was taken. */
  take() {
    const { settings, words } = this.page;
    settings.name = this.name.value.trim();
    if (!settings.name) return words.t("setup.wrong.name");
    return settings.languages.length ? "" : words.t("setup.wrong.languages");
  }
}
