/**
 * The words of the page in one language. No state is shared: a view may hold several, one for each reader.
 *
 * A text is a string with `{places}`, or `{one, few, other, …}` chosen by the value `n`. Values are isolated, so that
 * a name in another script does not turn the sentence around.
 */

const FOLDER = new URL("../catalogues/", import.meta.url).href;
const ENGLISH = "en";
/** Swedes write dates as ISO 8601 has them. */
const DIGITS = "sv";
const RTL_SCRIPTS = new Set(["Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa", "Adlm"]);
const RTL_LANGUAGES = new Set([
  "ar",
  "fa",
  "ur",
  "ps",
  "he",
  "yi",
  "dv",
  "ckb",
  "sd",
  "ug",
  "syr",
  "nqo",
  "rhg",
  "prs",
]);
/** The languages that have a file there; for others nothing is fetched. */
export const WRITTEN = new Set(
  "ar bn ca de en es eu fa fr gl hi it oc pl pt ro ru tr uk ur zh zh-Hant".split(" "),
);
/** What a language that is written in two ways is written in here: fonts and voices differ. */
const FORMS = { zh: "zh-Hans" };
/** Chinese as Taiwan, Hong Kong and Macau write it, by script or by region. */
const TRADITIONAL = /^(yue|(zh|cmn)(-yue)?-(?!hans)(.*-)?(hant|tw|hk|mo))(-|$)/i;
/** Tags under which a catalogue is asked for that has another name. */
const ALIKE = { prs: "fa", cmn: "zh", mo: "ro", ary: "ar", arz: "ar", apc: "ar" };
const files = new Map();

/** The name of the catalogue that the readers of a tag read: `zh-Hant` of `zh-TW`, `fa` of `prs`. */
export function catalogueOf(tag) {
  if (TRADITIONAL.test(tag)) return "zh-Hant";
  const language = primary(tag || ENGLISH);
  return ALIKE[language] || language;
}

function primary(tag) {
  return String(tag).split("-")[0].toLowerCase();
}

/** The language of a catalogue as browsers are told it. */
export function formOf(name) {
  return FORMS[name] || name;
}

/** Whether the page itself speaks this language. */
export function isWritten(tag) {
  return WRITTEN.has(catalogueOf(tag || "-"));
}

/**
 * The catalogue for a language tag, or else English; one file a language, each of them whole. Never fails. `part`: the
 * folder of a page's own catalogues, with a slash behind it.
 */
export async function loadCatalogue(tag, part = "") {
  const language = catalogueOf(tag);
  const own = await file(language, part);
  return own ? new Catalogue(language, own) : new Catalogue(ENGLISH, (await file(ENGLISH, part)) || {});
}

function file(language, part) {
  if (!WRITTEN.has(language)) return Promise.resolve(null);
  const name = part + language;
  if (!files.has(name)) files.set(name, fetchFile(name));
  return files.get(name);
}

async function fetchFile(name) {
  try {
    const response = await fetch(`${FOLDER}${name}.json`);
    if (!response.ok) return null;
    return await response.json();
  } catch {
    files.delete(name);
    return null;
  }
}

export function directionOf(tag) {
  const parts = String(tag || "").split("-");
  const script = parts.find((part, index) => index > 0 && part.length === 4);
  if (script) return RTL_SCRIPTS.has(script) ? "rtl" : "ltr";
  return RTL_LANGUAGES.has(parts[0].toLowerCase()) ? "rtl" : "ltr";
}

export class Catalogue {
  /** `tag`: the language these texts really are in. */
  constructor(tag, texts) {
    this.tag = tag;
    this.dir = directionOf(tag);
    this.texts = texts;
    this.plurals = intl(() => new Intl.PluralRules(tag));
    this.numbers = intl(() => new Intl.NumberFormat(tag));
    this.names = intl(() => new Intl.DisplayNames([tag], { type: "language" }));
    const device = hoursOf(tag, this.numbers);
    this.hours = intl(() => new Intl.DateTimeFormat(device.tag, { hour: "numeric", minute: "2-digit", ...device.options }));
    /* A browser without the words of a language would write "M11" for November: there dates are told in digits. */
    const hasWords = intl(() => Intl.DateTimeFormat.supportedLocalesOf(device.tag).length > 0);
    const named = hasWords ? device.tag : DIGITS;
    this.days = intl(() =>
      new Intl.DateTimeFormat(named, {
        day: "numeric",
        month: hasWords ? "short" : "numeric",
        hour: "numeric",
        minute: "2-digit",
        ...device.options,
      })
    );
    const whole = hasWords ? { weekday: "long", day: "numeric", month: "long" } : { day: "2-digit", month: "2-digit" };
    this.whole = intl(() => new Intl.DateTimeFormat(named, { ...whole, year: "numeric", ...device.numerals }));
    this.t = this.t.bind(this);
  }

  has(key) {
    return Object.prototype.hasOwnProperty.call(this.texts, key);
  }

  /** The text of a key; the key itself where no catalogue has it, so that a gap is seen. */
  t(key, values = {}) {
    const text = this.has(key) ? this.texts[key] : key;
    return this.place(typeof text === "string" ? text : this.form(text, values.n), values);
  }

  form(forms, n) {
    const rule = this.plurals && typeof n === "number" ? this.plurals.select(n) : n === 1 ? "one" : "other";
    return forms[rule] || forms.other || Object.values(forms)[0] || "";
  }

  place(text, values) {
    return text.replace(/\{(\w+)\}/g, (whole, name) => {
      const value = values[name];
      if (value === undefined || value === null) return whole;
      return typeof value === "number" ? this.number(value) : isolated(value);
    });
  }

  number(value) {
    return this.numbers ? this.numbers.format(value) : String(value);
  }

  /** A language's name in this language; `own` (its own name) where the browser knows none. */
  language(tag, own = "") {
    try {
      const name = this.names && this.names.of(tag);
      if (name && name.toLowerCase() !== tag.toLowerCase()) return name;
    } catch {
      /* Not a tag the browser takes. */
    }
    return own || tag;
  }

  /** The hour, with the day where it was not today. */
  time(milliseconds, now = Date.now()) {
    const date = new Date(milliseconds);
    const format = date.toDateString() === new Date(now).toDateString() ? this.hours : this.days;
    return format ? format.format(date) : date.toLocaleString();
  }

  /** The day, in full. */
  day(milliseconds) {
    const date = new Date(milliseconds);
    return this.whole ? this.whole.format(date) : date.toLocaleDateString();
  }

  hour(milliseconds) {
    const date = new Date(milliseconds);
    return this.hours ? this.hours.format(date) : date.toLocaleTimeString();
  }

  moment(milliseconds) {
    return `${this.day(milliseconds)}, ${this.hour(milliseconds)}`;
  }

  /** Gives an element (the whole page, or one half of it) the language and direction of these texts. */
  applyTo(element) {
    element.setAttribute("lang", formOf(this.tag));
    element.setAttribute("dir", this.dir);
  }
}

/**
 * How this device tells the time, for texts in `tag`: of a language that it names with a region (`en-GB`) as there, and
 * with 12 or 24 hours as its owner is used to, in whatever language. Numerals stay those of the catalogue.
 */
function hoursOf(tag, numbers) {
  const wishes = typeof navigator === "object" ? [].concat(navigator.languages || navigator.language || []) : [];
  const own = wishes.find((wish) => primary(wish) === primary(tag) && catalogueOf(wish) === tag) || tag;
  const cycle = intl(() => new Intl.DateTimeFormat(wishes[0], { hour: "numeric" }).resolvedOptions().hourCycle);
  const numerals = intl(() => numbers.resolvedOptions().numberingSystem);
  return {
    tag: own,
    options: { ...(cycle && { hourCycle: cycle }), ...(numerals && { numberingSystem: numerals }) },
    numerals: { ...(numerals && { numberingSystem: numerals }) },
  };
}

function intl(make) {
  try {
    return make();
  } catch {
    return null;
  }
}

/** In the value's own direction, whatever controls it carries. */
function isolated(value) {
  return `\u2068${String(value).replace(/[\u202a-\u202e\u2066-\u2069]/g, "")}\u2069`;
}
