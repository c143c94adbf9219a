"""The catalogues of the page and of the terminal: every language has every sentence, with its slots and plurals."""

import json
import re
from pathlib import Path

import pytest

SHARE = Path(__file__).parents[2] / "share"
LANGUAGES = "ar bn ca de en es eu fa fr gl hi it oc pl pt ro ru tr uk ur zh zh-Hant".split()
FOLDERS = ["web/catalogues", "interface"]

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


def test_the_page_uses_every_sentence_and_no_other():
    code = "\n".join(file.read_text(encoding="utf-8") for file in [*PARTS.glob("js/*.js"), *PARTS.glob("*.html")])
    named = set(re.findall(r"""["'`]([a-z]+(?:\.[a-z0-9-]+)+)["'`]""", code))
    begun = {match for match in re.findall(r"""["'`]([a-z.-]+\.)(?:["'`]\s*\+|\$\{)""", code)}
    named -= {"two.place"}  # what a tablet remembers, not what it says
    english = read("web/catalogues", "en")
    groups = {key.split(".")[0] for key in english}
    unknown = {key for key in named if key.split(".")[0] in groups and key not in english}
    # The beginnings of keys that are put together count for all of their kind.
    assert {key for key in unknown if not any(other.startswith(key + ".") for other in english)} == set()
    assert [key for key in english if key not in named and not any(key.startswith(part) for part in begun)] == []


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
            named = {"welcome": "enter.title", "pick": "language.pick"}
            assert text == own[named.get(key, f"outlook.{key}")], f"{language} {key}"


def test_the_page_asks_for_the_catalogues_that_there_are():
    listed = re.search(r'WRITTEN = new Set\(\s*"([A-Za-z -]+)"', (PARTS / "js/catalogue.js").read_text(encoding="utf-8"))
    assert listed[1].split() == LANGUAGES
    assert sorted(file.stem for file in (PARTS / "catalogues").glob("*.json") if file.stem != "outlooks") == LANGUAGES
