"""The catalogues of the page and of the terminal: every language has every sentence, with its slots and plurals."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHARE = ROOT / "share"
LANGUAGES = "ar bn ca de en es eu fa fr gl hi it oc pl pt ro ru tr uk ur zh zh-Hant".split()
FOLDERS = ["web/catalogues", "web/catalogues/setup", "web/catalogues/phone", "web/catalogues/review", "interface"]

# CLDR's cardinal categories for whole numbers (supplemental/plurals), without "many" of millions in Romance languages.
PLURALS = {
    "ar": {"zero", "one", "two", "few", "many", "other"},
    **dict.fromkeys(["pl", "ru", "uk"], {"one", "few", "many", "other"}),
    "ro": {"one", "few", "other"},
    **dict.fromkeys(["zh", "zh-Hant"], {"other"}),
}
SAME_AS_ENGLISH = {"app.name", "line.announce", "people.by-language", "settings.size.0", "staff.persons.pin"}
RIGHT_TO_LEFT = {"ar", "fa", "ur"}
PARTS = SHARE / "web"


def read(folder, language):
    return json.loads((SHARE / folder / f"{language}.json").read_text(encoding="utf-8"))


def slots(value):
    return set(re.findall(r"\{[a-z]+\}", json.dumps(value, ensure_ascii=False)))


def texts(value):
    return list(value.values()) if isinstance(value, dict) else [value]


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_there_with_its_slots(folder, language):
    english, own = read(folder, "en"), read(folder, language)
    assert list(own) == list(english)
    for key, sentence in english.items():
        assert isinstance(own[key], type(sentence)), key
        assert slots(own[key]) == slots(sentence), key
        assert all(text.strip() and "\ufffd" not in text for text in texts(own[key])), key
        if isinstance(sentence, dict):
            assert set(own[key]) == PLURALS.get(language, {"one", "other"}), key


@pytest.mark.parametrize("folder", [*FOLDERS, "warnings"])
def test_traditional_chinese_has_no_simplified_letter(folder):
    """All letters are of Big5, which has the traditional ones alone; scripts/lib/traditional.py makes what is missing."""
    own = read(folder, "zh-Hant")
    text = re.sub(r"[\x00-\x7f\u2000-\u206f]", "", "".join(text for value in own.values() for text in texts(value)))
    assert {letter for letter in text if not letter.encode("big5", "ignore")} == set()


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_no_english_is_left_over(folder, language):
    english, own = read(folder, "en"), read(folder, language)
    assert [key for key in english if own[key] == english[key] and key not in SAME_AS_ENGLISH] == []


@pytest.mark.parametrize("language", sorted(RIGHT_TO_LEFT))
def test_languages_from_right_to_left_are_written_so(language):
    for key, value in read("web/catalogues", language).items():
        letters = re.sub(r"\{[a-z]+\}|[^\w]|[A-Za-z0-9_]", "", "".join(texts(value)))
        assert not letters or any("\u0590" <= letter <= "\u08ff" for letter in letters), key


def text_of(files):
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


PAGE = text_of([*PARTS.glob("js/*.js"), *PARTS.glob("*.html")])
SWIFT = text_of((ROOT / "Sources").rglob("*.swift"))
# What a key may be put together of: whatever stands in quotes, is a case, or is a situation of the phrasebook.
WORDS = {
    *re.findall(r"""["'`]([a-z0-9][a-z0-9.-]*)["'`]""", PAGE),
    *re.findall(r"\b([a-z]+|\d): ", PAGE),
    *re.findall(r'"([a-z0-9][a-z0-9.-]*)"', SWIFT),
    *(word for cases in re.findall(r"^\s*case ([a-z][\w, ]*)$", SWIFT, re.M) for word in cases.split(", ")),
    *re.findall(r'"x-situation">([a-z]+)<', text_of([ROOT / "share/phrasebook/clinic.tmx"])),
}


def said_by_the_page(key):
    """Whether its code has the whole of a key, or a pattern such as `end.${kind}.title` and a word that may fill it."""
    if f'"{key}"' in PAGE or f"`{key}`" in PAGE:
        return True
    parts = key.split(".")
    for start in range(1, len(parts)):
        for end in range(start + 1, len(parts) + 1):
            begun, ended = ".".join([*parts[:start], ""]), ".".join(["", *parts[end:]])
            pattern = re.escape("`" + begun) + r"\$\{[^{}`]*\}" + re.escape(ended + "`")
            if ".".join(parts[start:end]) in WORDS and re.search(pattern, PAGE):
                return True
    return False


def test_the_page_uses_every_sentence_and_no_other():
    named = set(re.findall(r"""["'`]([a-z]+(?:\.[a-z0-9-]+)+)["'`]""", PAGE))
    named -= {"two.place"}  # what a tablet remembers, not what it says
    english = read("web/catalogues", "en")
    groups = {key.split(".")[0] for key in english}
    unknown = {key for key in named if key.split(".")[0] in groups and key not in english}
    # The beginnings of keys that are put together count for all of their kind.
    assert {key for key in unknown if not any(other.startswith(key + ".") for other in english)} == set()
    assert said_by_the_page("end.full.title") and not said_by_the_page("end.full.heading") and not said_by_the_page("staff.unsaid")
    assert [key for key in english if not said_by_the_page(key)] == []


def said_by_a_program(key):
    """Whether the programs have the whole of a key, or its beginning (`"chat." +`) with words that may follow it."""
    if f'"{key}"' in SWIFT:
        return True
    parts = key.split(".")
    ways = [(".".join(parts[:at]) + ".", ".".join(parts[at:])) for at in range(1, len(parts))]
    return any(
        (f'"{begun}" +' in SWIFT or f'"{begun}\\(' in SWIFT) and (rest in WORDS or said_by_a_program(rest))
        # The other way round: `"call.coming" + ".by"`.
        or f'"{begun[:-1]}"' in SWIFT and f'"{"." + rest}"' in SWIFT
        for begun, rest in ways
    )


def test_the_programs_say_every_sentence_of_the_interface():
    assert said_by_a_program("chat.act.ban") and said_by_a_program("call.coming.to.by")
    assert not any(map(said_by_a_program, ["chat.unsaid", "chat.act.unsaid", "unsaid.ban", "call.coming.to.unsaid"]))
    assert [key for key in read("interface", "en") if not said_by_a_program(key)] == []


# What of a call is shown or read out: `el(name, attributes, …children)`, `button(label, …)`.
SHOWN = re.compile(
    r"""(?:\.textContent = |"aria-label": |\b(?:title|placeholder|alt): |\bbutton\(\s*)(["'`][^"'`]*["'`])"""
    r"""|\bel\(\s*"[a-z0-9]+",\s*(?:\{[^{}]*\}|null),\s*(["'`][^"'`]*["'`])\s*[,)]"""
    r"""|setAttribute\("(?:aria-label|title|placeholder|alt)", (["'`][^"'`]*["'`])"""
)


def worded(code):
    """The texts that code shows without asking a catalogue."""
    found = [next(filter(None, match.groups())) for match in SHOWN.finditer(code)]
    # A name of a standard needs no words, and a key is put into some by whoever is given it.
    keys = {f'"{key}"' for key in read("web/catalogues", "en")} | {'"SHA-256 "'}
    return [text for text in found if text not in keys and re.search(r"[^\W\d_]", re.sub(r"\$\{[^}]*\}", "", text))]


def test_no_text_is_shown_that_is_in_no_catalogue():
    assert worded('el("p", { class: "a" }, "Hello")') == ['"Hello"']
    assert worded('button("Send", x); el("b", {}, words.t("a.b")); node.textContent = `${n} people`') == ['"Send"', "`${n} people`"]
    found = {file.name: worded(file.read_text(encoding="utf-8")) for file in PARTS.glob("js/*.js")}
    assert {name: texts for name, texts in found.items() if texts} == {}


def test_the_words_of_the_first_grid_are_those_of_the_catalogues():
    """Made by scripts/lib/outlooks.py."""
    grid = json.loads((PARTS / "catalogues/outlooks.json").read_text(encoding="utf-8"))
    assert sorted(grid) == LANGUAGES
    for language, words in grid.items():
        own = read("web/catalogues", language)
        for key, text in words.items():
            named = {"welcome": "enter.title", "pick": "language.pick", "numbered": "room.numbered"}
            assert text == own[named.get(key, f"outlook.{key}")], f"{language} {key}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_knows_what_a_node_calls_a_room_that_it_numbers(language):
    key = "room.numbered"
    assert read("web/catalogues", language)[key] == read("interface", language)[key]


def test_the_page_asks_for_the_catalogues_that_there_are():
    listed = re.search(r'WRITTEN = new Set\(\s*"([A-Za-z -]+)"', (PARTS / "js/catalogue.js").read_text(encoding="utf-8"))
    assert listed[1].split() == LANGUAGES
    assert sorted(file.stem for file in (PARTS / "catalogues").glob("*.json") if file.stem != "outlooks") == LANGUAGES
