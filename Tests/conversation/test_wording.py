"""What the interface says: every language has every sentence, with the same slots, and the program has a use for it."""

import json
import re

import pytest
from host import ROOT

FOLDER = ROOT / "share/interface"
LANGUAGES = "ca es en fr pt it ro de ar fa ur hi bn zh uk ru pl tr eu gl oc".split()
ENGLISH = json.loads((FOLDER / "en.json").read_text(encoding="utf-8"))


def slots(sentence):
    return sorted(set(re.findall(r"\{(\w+)\}", sentence)))


def test_these_are_the_languages():
    assert sorted(path.stem for path in FOLDER.glob("*.json")) == sorted(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_sentence_with_its_slots(language):
    sentences = json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    assert set(sentences) == set(ENGLISH)
    assert not [key for key, sentence in sentences.items() if not sentence.strip()]
    assert not [key for key, sentence in sentences.items() if slots(sentence) != slots(ENGLISH[key])]


def test_the_terminal_asks_for_no_sentence_that_is_not_there():
    code = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "Sources/sabir/Chat").glob("*.swift"))
    asked = set(re.findall(r'phrase\("([\w.-]+)"', code))
    asked |= {f"chat.{key}" for key in re.findall(r'(?:phrases|self|people)\("([\w.-]+)"', code) if not key.endswith(".")}
    assert len(asked) > 30
    assert not [key for key in asked if key not in ENGLISH]
