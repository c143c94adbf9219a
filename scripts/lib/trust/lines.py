"""A line as the laws see it, and what they know of its languages."""
import re
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

WORDS = tomllib.loads(Path(__file__).with_name("words.toml").read_text())
TERMS = tomllib.loads(Path(__file__).with_name("terms.toml").read_text())
# Vowel signs, which Python counts as no part of a word.
MARKS = "\u0300-\u036f\u064b-\u065f\u0900-\u0903\u093a-\u094f\u0980-\u0983\u09bc-\u09cd\u09d7\u200c"
NEAR = [{"ca", "es", "gl", "it", "oc", "pt"}, {"ru", "uk"}]


@dataclass
class Line:
    source: str
    language: str
    translation: str
    to: str
    """What the same message is in other languages."""
    others: dict[str, str] = field(default_factory=dict)

    @property
    def is_near(self) -> bool:
        return are_near(self.language, self.to)


def are_near(one: str, other: str) -> bool:
    return any({one, other} <= group for group in NEAR)


@cache
def whole(pattern: str, language: str) -> re.Pattern:
    """For words that begin and end where the pattern does."""
    if language == "zh":
        return re.compile(pattern)
    return re.compile(rf"(?<![\w{MARKS}-])(?:{pattern})(?![\w{MARKS}-])", re.IGNORECASE)


@cache
def exchanges(key: str, language: str) -> list[tuple[re.Pattern, str, bool]]:
    return [(whole(pattern, language), other, bool(alone)) for pattern, other, *alone in WORDS[language][key]]


@cache
def any_of(key: str, language: str) -> re.Pattern:
    """Any of the words of this key; of none where there are none."""
    held = WORDS[language][key]
    patterns = [held] if isinstance(held, str) else [part if isinstance(part, str) else part[0] for part in held]
    return whole("|".join(f"(?:{plain(pattern)})" for pattern in patterns if pattern) or r"(?!)", language)


def plain(pattern: str) -> str:
    """Without groups to refer to: in an alternation their numbers would be others'."""
    return re.sub(r"(?<!\\)\((?!\?)", "(?:", pattern) if r"\1" not in pattern else pattern


def tidy(text: str) -> str:
    """After words were taken out: no double blanks, none before a full stop; a capital where there was one."""
    text = re.sub(r"\s+([.,;:!?])", r"\1", re.sub(r"\s+", " ", text)).strip()
    return text[:1].upper() + text[1:] if text[:1].isalpha() else text


def sentences(text: str) -> list[str]:
    return [part for part in re.split(r"(?<=[.!?。！？।۔؟])\s+|(?<=[。！？])", text) if part]
