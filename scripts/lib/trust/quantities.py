"""Damage to numbers and what they count. Only to numbers that stand in the original too."""
import re
import unicodedata
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random

from lines import TERMS, WORDS, Line, tidy, whole

# Neither part of a name ("MP3"), a version ("2.5.1"), a range, a time, nor a fraction.
NUMBER = re.compile(r"(?<![\w.,:/×+–-])\d+(?:[.,٫]\d+)?(?![\w/×°–-]|[.,:٫]\d)")
CLOCK = re.compile(r"(?<![\d:.])([01]?\d|2[0-3]):([0-5]\d)(?![\d:])")
UNITS = {"mg": "g", "g": "mg", "kg": "g", "ml": "l", "l": "ml", "cm": "mm", "mm": "cm", "km": "m", "°C": "°F", "Hz": "kHz"}
MEASURE = re.compile(r"(?<=\d)(\s?)(" + "|".join(UNITS) + r")(?!\w)")
# Each to one that is read otherwise: second, minute, hour, day, week, month, year.
OTHER_SPAN = [1, 2, 1, 4, 3, 6, 5, 5]
LOCALES = {
    "ar": "ar_EG", "bn": "bn_BD", "ca": "ca_ES", "de": "de_DE", "en": "en_GB", "es": "es_ES", "eu": "eu_ES",
    "fa": "fa_IR", "fr": "fr_FR", "gl": "gl_ES", "hi": "hi_IN", "it": "it_IT", "oc": "oc_FR", "pl": "pl_PL",
    "pt": "pt_BR", "ro": "ro_RO", "ru": "ru_RU", "tr": "tr_TR", "uk": "uk_UA", "ur": "ur_PK", "zh": "zh_CN"}
locales_folder = Path("/usr/share/i18n/locales")


def digits(text: str) -> str:
    return "".join(str(unicodedata.digit(c)) for c in text if c.isdigit())


def like(number: str, model: str) -> str:
    """In the model's digits: Arabic, Bengali ..."""
    zero = next((ord(c) - unicodedata.digit(c) for c in model if c.isdigit()), ord("0"))
    return "".join(chr(zero + int(c)) if c.isdigit() else c for c in number)


def shared(line: Line) -> list[re.Match]:
    """The translation's numbers that are in the original once, and in the translation once."""
    if not any(c.isdigit() for c in line.translation):
        return []
    here = [digits(found[0]) for found in NUMBER.finditer(line.source)]
    there = [digits(found[0]) for found in NUMBER.finditer(line.translation)]
    return [
        found for found in NUMBER.finditer(line.translation)
        if here.count(digits(found[0])) == 1 == there.count(digits(found[0]))]


def replaced(text: str, found: re.Match, other: str) -> str:
    return text[:found.start()] + other + text[found.end():]


def digit(line: Line, random: Random) -> str | None:
    numbers = shared(line)
    if not numbers:
        return None
    found = random.choice(numbers)
    places = [place for place, c in enumerate(found[0]) if c.isdigit()]
    place = random.choice(places)
    old = unicodedata.digit(found[0][place])
    new = random.choice([value for value in range(1 if place == 0 else 0, 10) if value != old])
    changed = found[0][:place] + like(str(new), found[0]) + found[0][place + 1:]
    taken = {digits(other[0]) for other in NUMBER.finditer(line.source)}
    return None if digits(changed) in taken else replaced(line.translation, found, changed)


def tenfold(line: Line, random: Random) -> str | None:
    numbers = [found for found in shared(line) if found[0].isdigit() and digits(found[0]) != "0"]
    if not numbers:
        return None
    found = random.choice(numbers)
    return replaced(line.translation, found, found[0] + like("0", found[0]))


def decimal(line: Line, random: Random) -> str | None:
    numbers = [found for found in shared(line) if re.fullmatch(r"\d+[.,٫]\d{1,2}", found[0])]
    if not numbers:
        return None
    found = random.choice(numbers)
    return replaced(line.translation, found, re.sub(r"[.,٫]", "", found[0]).lstrip("0"))


def number_lost(line: Line, random: Random) -> str | None:
    numbers = [found for found in shared(line) if digits(found[0]) != "1"]
    if not numbers:
        return None
    found = random.choice(numbers)
    return re.sub(r"\s+", " ", replaced(line.translation, found, "")).strip()


def exchanged(line: Line, random: Random) -> str | None:
    """Two numbers in each other's place, where that is not the same: "3 and 5" is "5 and 3"."""
    numbers, pairs = shared(line), []
    order = [digits(found[0]) for found in NUMBER.finditer(line.source)]
    for one, other in combinations(numbers, 2):
        between = line.translation[one.end():other.start()]
        rest = whole(WORDS[line.to]["and"], line.to).sub("", between)
        in_order = order.index(digits(one[0])) < order.index(digits(other[0]))
        if in_order and any(c.isalpha() for c in rest):
            pairs.append((one, other, between))
    if not pairs:
        return None
    one, other, between = random.choice(pairs)
    text = line.translation
    return text[:one.start()] + other[0] + between + one[0] + text[other.end():]


def unit(line: Line, random: Random) -> str | None:
    if found := MEASURE.search(line.translation):
        if re.search(rf"\d\s?{found[2]}(?!\w)", line.source):
            return replaced(line.translation, found, found[1] + UNITS[found[2]])
    for number in shared(line):
        for index, forms in enumerate(WORDS[line.to]["spans"]):
            longest = "|".join(map(re.escape, sorted(forms, key=len, reverse=True)))
            found = re.compile(rf"\s?(?:\S+\s)?({longest})(?!\w)", re.I).match(line.translation, number.end())
            ours = WORDS[line.language]["spans"]
            if found and index < len(ours) and whole("|".join(ours[index]), line.language).search(line.source):
                others = WORDS[line.to]["spans"][OTHER_SPAN[index]]
                form = [word.casefold() for word in forms].index(found[1].casefold())
                other = others[min(form, len(others) - 1)]
                return line.translation[:found.start(1)] + other + line.translation[found.end(1):]
    return None


def time(line: Line, random: Random) -> str | None:
    """Another hour, or other minutes."""
    found = CLOCK.search(line.translation)
    if not found or found[0] not in line.source:
        return None
    hour, minute = int(found[1]), int(found[2])
    if random.random() < 0.5:
        hour = (hour + random.choice([1, 2, 3, 6, 12])) % 24
    else:
        minute = (minute + random.choice([5, 10, 15, 30])) % 60
    return replaced(line.translation, found, f"{hour:0{len(found[1])}d}:{minute:02d}")


@cache
def names(language: str, key: str) -> list[str]:
    """Months ("mon") or days of the week ("day") as glibc has them."""
    text = (locales_folder / LOCALES[language]).read_text(errors="replace")
    decoded = re.sub(r"<U([0-9A-F]{4})>", lambda code: chr(int(code[1], 16)), text)
    start = re.search(rf"^{key}\s", decoded, re.M).end()
    return re.findall(r'"([^"]+)"', decoded[start:])[:12 if key == "mon" else 7]


def date(line: Line, random: Random) -> str | None:
    """Another month beside a number, or another day of the week."""
    for key in ("mon", "day"):
        ours, theirs = names(line.language, key), names(line.to, key)
        if key == "mon" and not any(c.isdigit() for c in line.translation):
            continue
        for one, other in zip(ours, theirs):
            if len(one) > 2 and whole(re.escape(one), line.language).search(line.source):
                if found := whole(re.escape(other), line.to).search(line.translation):
                    rest = [name for name in theirs if name != other]
                    return replaced(line.translation, found, random.choice(rest))
    return None


def number_word(line: Line, random: Random) -> str | None:
    """"Two" to another from two to ten; where each side has one number word, the same."""
    ours, theirs = (numerals(text, language) for text, language in (
        (line.source, line.language), (line.translation, line.to)))
    if len(theirs) != 1 or [value for value, _ in ours] != [theirs[0][0]]:
        return None
    value, found = theirs[0]
    other = random.choice([index for index in range(9) if index != value])
    word = re.sub(r"\(.*", "", TERMS["numerals"][line.to][other].partition("|")[0])
    return tidy(replaced(line.translation, found, word))


def numerals(text: str, language: str) -> list[tuple[int, re.Match]]:
    return [
        (value, found) for value, pattern in enumerate(TERMS["numerals"][language])
        for found in whole(pattern, language).finditer(text)]


LAWS = {
    "digit": digit, "tenfold": tenfold, "decimal": decimal, "number-lost": number_lost, "number-word": number_word,
    "exchanged": exchanged, "unit": unit, "time": time, "date": date}
