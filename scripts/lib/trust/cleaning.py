"""Leaves of messages what is like ordinary talk: no markup, no commands, no labels, nothing twice."""
import re
import unicodedata

from debian import LANGUAGES

FEWEST_WORDS, MOST_WORDS = 3, 60
SCRIPTS = {
    "ar": "ARABIC", "fa": "ARABIC", "ur": "ARABIC", "bn": "BENGALI", "hi": "DEVANAGARI", "ru": "CYRILLIC",
    "uk": "CYRILLIC", "zh": "CJK"}
# What is not said but typed, filled in or clicked: formats, markup, addresses, paths, options, names of files and of
# variables.
MACHINE = re.compile(
    r"[<>{}$\\|=`~^*\[\]@#«»]{2}|[<>{}$\\|=`~^*\[\]@#]|%(?!\s|$|[1-9]\d(?![\w$])|[).,;:!?،。-](?!\d))|&\w+;|://|''"
    r"|(?:^|[\s(])--?[a-z]|\S/\S*/|(?:^|\s)/\w|\w\.(?:[a-zA-Z]{2,5}\b)(?<!e\.g)(?<!i\.e)|\w_\w|\w\(\)|\ufffd|[a-z][A-Z]")
# A letter that a menu is reached with: "_File", "&File", and where a script has no such letter "文件(_F)".
SHORTCUT = re.compile(r"\s?\([_&]\w\)|(?<!\w)[_&](?=\w)")
SENTENCE = re.compile(r"[.!?…]\)?$")


def is_space(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def cleaned(text: str) -> str:
    """"" where it is not ordinary talk."""
    if "\n" in text.strip() and re.search(r"\n\s*(?:[-*•]|\d+[.)]|\n)", text.strip()):
        return ""
    if len(SHORTCUT.findall(text)) == 1:
        text = SHORTCUT.sub("", text)
    text = re.sub(r"[\u200e\u200f\u202a-\u202e\u2066-\u2069\u00ad]", "", text)
    text = is_space(text.replace("\u00a0", " ").replace("\u202f", " "))
    return "" if MACHINE.search(text) or "&" in text or not text.isprintable() and "\u200c" not in text else text


def words(text: str, language: str) -> int:
    """Of Chinese, which does not part them, as many as there would be in English."""
    if language == "zh":
        return round(sum(unicodedata.name(c, "").startswith("CJK") for c in text) / 1.6) + len(
            re.findall(r"[A-Za-z0-9]+", text))
    return sum(any(c.isalnum() for c in word) for word in text.split())


def is_talk(english: str) -> bool:
    """A sentence, not a label: labels have capitals, or no end and few words."""
    parts = [word for word in re.findall(r"[^\W\d_][\w'’-]*", english)]
    if len(parts) < FEWEST_WORDS:
        return False
    capitals = sum(word[0].isupper() for word in parts[1:])
    return capitals * 2 <= len(parts) - 1 and (bool(SENTENCE.search(english)) or len(parts) >= 6)


def is_in(text: str, language: str) -> bool:
    """Whether some of it at least is in the language's script."""
    letters = [c for c in text if c.isalpha()]
    wanted = SCRIPTS.get(language)
    if not letters or not wanted:
        return bool(letters)
    return sum(unicodedata.name(c, "").startswith(wanted) for c in letters) * 3 >= len(letters)


def masked(english: str) -> str:
    """The same for two texts that differ in numbers, names and marks alone."""
    text = re.sub(r"\S*\d\S*", "0", english)
    text = re.sub(r"(?<=\S )[A-Z]\S*", "N", text)
    return re.sub(r"[\W_]+", " ", text.casefold()).strip()


def message(texts: dict[str, str]) -> dict[str, str] | None:
    """What is left of a message's languages."""
    english = cleaned(texts.get("en", ""))
    if not english or not is_talk(english) or not FEWEST_WORDS <= words(english, "en") <= MOST_WORDS:
        return None
    left = {"en": english}
    for language in LANGUAGES:
        text = cleaned(texts.get(language, ""))
        if language == "en" or not text or text.casefold() == english.casefold() or not is_in(text, language):
            continue
        # A fifth or five times as long is no translation but a slip of whoever kept the catalogue.
        if FEWEST_WORDS <= words(text, language) <= MOST_WORDS * 1.5 and 0.2 <= words(text, language) / words(
                english, "en") <= 5:
            left[language] = text
    return left if len(left) > 1 else None
