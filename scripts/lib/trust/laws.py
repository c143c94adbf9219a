"""Damage to a right translation, by kinds. Each law gives the damaged text, or None where it would change no meaning."""
import re
from math import ceil
from random import Random

import quantities
from cleaning import words
from lines import Line, are_near, any_of, exchanges, sentences, tidy, whole

CLAUSE = re.compile(r"[^.,;:!?()—–،؛؟。，；：！？、।۔]+")
NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]{2,}\b(?!-)")
PEOPLE = ["Amina", "Bogdan", "Carmen", "Dmitri", "Elisa", "Fatou", "Gerard", "Hassan", "Irene", "Jorge", "Kofi", "Leila"]


# ---- negation ---------------------------------------------------------------------------------------------------------

def denials(text: str, language: str) -> list[tuple[int, int, list]]:
    """The clauses that deny, each with how it is undone; one with two denials stands twice."""
    found = []
    for clause in CLAUSE.finditer(text):
        strong = [(pattern, other) for pattern, other, _ in exchanges("not", language)]
        along = exchanges("with", language)
        count = len(matches(clause[0], language))
        if count:
            found += [(clause.start(), clause.end(), strong + [(p, o) for p, o, _ in along])] * count
        elif any(alone and pattern.search(clause[0]) for pattern, _, alone in along):
            found.append((clause.start(), clause.end(), [(p, o) for p, o, _ in along]))
    return found


def matches(text: str, language: str) -> list[str]:
    """What denies by itself, each place once."""
    left, found = text, []
    for pattern, _, _ in exchanges("not", language):
        found += [match[0] for match in pattern.finditer(left)]
        left = pattern.sub(" ", left)
    return found


def undone(clause: str, ways: list) -> str:
    for pattern, other in ways:
        clause = pattern.sub(other, clause)
    return clause


def is_plain(text: str, language: str) -> bool:
    return not any_of("scope", language).search(text) and not re.search(r"[?？؟]", text)


def negation_lost(line: Line, random: Random) -> str | None:
    """One clause says the contrary: of words that deny together, all are changed, as one left over may still deny."""
    if not is_plain(line.source, line.language) or not is_plain(line.translation, line.to):
        return None
    ours, theirs = denials(line.source, line.language), denials(line.translation, line.to)
    single = [denial for denial in theirs if theirs.count(denial) == 1]
    if not single or len(ours) != len(theirs):
        return None
    start, end, ways = random.choice(single)
    changed = undone(line.translation[start:end], ways)
    return tidy(line.translation[:start] + changed + line.translation[end:])


def without_lost(line: Line, random: Random) -> str | None:
    if len(any_of("without", line.language).findall(line.source)) != 1:
        return None
    if len(any_of("without", line.to).findall(line.translation)) != 1 or not is_plain(line.translation, line.to):
        return None
    return tidy(undone(line.translation, [(pattern, other) for pattern, other, _ in exchanges("without", line.to)]))


def denies(text: str, language: str) -> bool:
    return any(any_of(key, language).search(text) for key in ("not", "with", "without", "denied"))


def negation_added(line: Line, random: Random) -> str | None:
    if re.search(r"[?？؟]", line.source + line.translation):
        return None
    if denies(line.source, line.language) or denies(line.translation, line.to):
        return None
    return first(line.translation, exchanges("add", line.to))


def negation_spread(line: Line, random: Random) -> str | None:
    """A clause beside one that denies is denied as well."""
    if not is_plain(line.source, line.language) or not is_plain(line.translation, line.to):
        return None
    ours, theirs = denials(line.source, line.language), denials(line.translation, line.to)
    if not theirs or len(ours) != len(theirs):
        return None
    for clause in CLAUSE.finditer(line.translation):
        for pattern, other, _ in [] if denies(clause[0], line.to) else exchanges("add", line.to):
            if found := pattern.search(clause[0]):
                start = clause.start() + found.start()
                return tidy(line.translation[:start] + pattern.sub(other, line.translation[start:], count=1))
    return None


def stop_lost(line: Line, random: Random) -> str | None:
    """What should stop begins instead, in a line that stops one thing and denies nothing."""
    for text, language in (line.source, line.language), (line.translation, line.to):
        if len(any_of("stop", language).findall(text)) != 1 or not is_plain(text, language):
            return None
        if any(any_of(key, language).search(text) for key in ("not", "with", "without")):
            return None
    return first(line.translation, exchanges("stop", line.to))


def must_to_may(line: Line, random: Random) -> str | None:
    if denies(line.translation, line.to) or not any_of("must", line.language).search(line.source):
        return None
    return first(line.translation, exchanges("must", line.to))


def first(text: str, changes: list) -> str | None:
    """With the first of the words that is there changed."""
    for pattern, other, _ in changes:
        if pattern.search(text):
            return tidy(pattern.sub(other, text, count=1))
    return None


# ---- parts missing ----------------------------------------------------------------------------------------------------

def pieces(line: Line) -> tuple[list[str], str, str]:
    """Words (of Chinese, letters) without the mark at the end, what stands between them, and the mark."""
    end = re.search(r"[\s.!?…:。！？।۔؟]*$", line.translation)[0]
    text = line.translation[:len(line.translation) - len(end)]
    return (list(text), "", end) if line.to == "zh" else (text.split(), " ", end)


def left(line: Line, keep) -> str | None:
    """What `keep` leaves of lines that are long enough."""
    if words(line.source, line.language) < 5 or words(line.translation, line.to) < 5:
        return None
    parts, between, end = pieces(line)
    kept = tidy(between.join(keep(parts)) + end)
    return kept if any(c.isalpha() for c in kept) else None


def head_lost(line: Line, random: Random) -> str | None:
    return left(line, lambda parts: parts[ceil(len(parts) / 3):])


def middle_lost(line: Line, random: Random) -> str | None:
    def keep(parts):
        third = ceil(len(parts) / 3)
        start = (len(parts) - third) // 2
        return parts[:start] + parts[start + third:]
    return left(line, keep)


def end_lost(line: Line, random: Random) -> str | None:
    return left(line, lambda parts: parts[:len(parts) - ceil(len(parts) / 3)])


def half_lost(line: Line, random: Random) -> str | None:
    return left(line, lambda parts: parts[:len(parts) // 2])


def sentence_lost(line: Line, random: Random) -> str | None:
    ours, theirs = sentences(line.source), sentences(line.translation)
    if len(ours) != len(theirs) or len(theirs) < 2:
        return None
    gone = random.randrange(len(theirs))
    if words(theirs[gone], line.to) < 3:
        return None
    return " ".join(theirs[:gone] + theirs[gone + 1:])


def cut(line: Line, random: Random) -> str | None:
    """As by a limit of letters: in the middle of a word, and less than half is left."""
    if len(line.translation) < 12:
        return None
    return line.translation[:int(len(line.translation) * random.uniform(0.2, 0.45))]


def empty(line: Line, random: Random) -> str | None:
    return random.choice(["", " ", "…", ".", "-"])


# ---- another line -----------------------------------------------------------------------------------------------------

def echo(line: Line, random: Random) -> str | None:
    """As it was; between languages that look alike that is a kind of its own."""
    return None if line.is_near or line.source == line.translation else line.source


def echo_near(line: Line, random: Random) -> str | None:
    return line.source if line.is_near and line.source != line.translation else None


def other_language(line: Line, random: Random, near: bool) -> str | None:
    found = [
        text for language, text in sorted(line.others.items())
        if language not in (line.language, line.to) and are_near(language, line.to) == near
        and text not in (line.source, line.translation)]
    return random.choice(found) if found else None


def wrong_language(line: Line, random: Random) -> str | None:
    return other_language(line, random, near=False)


def wrong_near(line: Line, random: Random) -> str | None:
    return other_language(line, random, near=True)


def name(line: Line, random: Random) -> str | None:
    """Two names in each other's place, or another name."""
    found = [match for match in NAME.finditer(line.translation) if whole(match[0], "en").search(line.source)]
    if not found:
        return None
    if len(found) > 1 and found[0][0] != found[1][0]:
        one, other = found[:2]
        text = line.translation
        return text[:one.start()] + other[0] + text[one.end():other.start()] + one[0] + text[other.end():]
    return quantities.replaced(line.translation, found[0], random.choice(PEOPLE))


LAWS = {
    **quantities.LAWS, "negation-lost": negation_lost, "negation-added": negation_added,
    "negation-spread": negation_spread, "without-lost": without_lost, "stop-lost": stop_lost, "must-to-may": must_to_may,
    "head-lost": head_lost, "middle-lost": middle_lost, "end-lost": end_lost, "half-lost": half_lost,
    "sentence-lost": sentence_lost, "cut": cut, "empty": empty, "echo": echo, "echo-near": echo_near,
    "wrong-language": wrong_language, "wrong-near": wrong_near, "name": name}


def damaged(kind: str, line: Line, random: Random) -> str | None:
    found = LAWS[kind](line, random)
    return found if found != line.translation else None
