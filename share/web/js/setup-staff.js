/** The last step: the PIN of staff, and the wifi that codes lead into. */

import { plainDigits } from "./digits.js";
import { el } from "./dom.js";
import { field, text } from "./setup-fields.js";

export class StaffStep {
  constructor(page) {
    const { t } = page.words;
    this.page = page;
    this.title = t("setup.pin.title");
    const pin = () => el("input", { type: "password", autocomplete: "new-password", maxlength: 64, dir: "ltr" });
    [this.pin, this.again] = [pin(), pin()];
    const wifi = page.settings.wifi || { name: "", password: "" };
    this.wifi = text(wifi.name, { maxlength: 32, dir: "ltr" });
    this.password = text(wifi.password || "", { maxlength: 63, dir: "ltr" });
    const hint = page.place.awaited ? t("setup.pin.hint") : `${t("setup.pin.hint")} ${t("setup.pin.keep")}`;
    this.element = el(
      "div",
      { class: "setup-form" },
      field("pin", t("setup.pin.label"), hint, this.pin),
      field("again", t("setup.pin.again"), "", this.again),
      field("wifi", t("setup.wifi.name"), t("setup.wifi.hint"), this.wifi),
      field("wifi-password", t("setup.wifi.password"), t("setup.wifi.password.hint"), this.password),
    );
  }

  take() {
    const { settings, words } = this.page;
    settings.wifi = this.wifi.value ? { name: this.wifi.value, password: this.password.value || null } : null;
    const [pin, again] = [this.pin, this.again].map(({ value }) => plainDigits(value));
    if (pin !== again) return words.t("setup.pin.differs");
    settings.pin = pin || null;
    return "";
  }
}
