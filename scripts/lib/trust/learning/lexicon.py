#!/usr/bin/env python3
"""Learns share/languages/lexicon: what words mean, from text that is not measured on (others.py).

  scripts/lib/trust/learning/lexicon.py PROGRAM [--cache FOLDER]

PROGRAM is sabir-check-lines (scripts/bench/trust builds it into .build-trust/release), which says what stands for a
word. Needs numpy. What each language's words stand for in English comes from the first of Brown's models of alignment
(Brown et al. 1993, "The Mathematics of Statistical Machine Translation"), both ways; how much a word with a counterpart
or without one says, from a fifth of the packages, which the meanings were not learnt from. omissions.py has to be run
after it: what is made of this is weighed there.
"""
import argparse
import json
import math
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

import numpy

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parent)]
import cleaning  # noqa: E402
from corpus import ROOT, draw  # noqa: E402
from debian import LANGUAGES  # noqa: E402
from others import others  # noqa: E402

FOLDER = ROOT / "share/languages/lexicon"
ROUNDS, MOST_STEMS = 6, 60
# A meaning is what a word, or the English word for it, is translated as this often at least.
LEAST_SHARE, LEAST_TIMES, MOST_MEANINGS = 0.08, 1, 5
# Rarer words are left out.
LEAST_LINES = 3
# Of the text that odds are taken from, for each language: pairs with any other.
PAIRS = 4000


def stemmed(program: Path, found: list[dict]) -> list[dict[str, list[str]]]:
    """For each message the stems of its texts."""
    asked = [(message, language) for message in found for language in message["texts"]]
    given = "".join(
        json.dumps({"text": message["texts"][language], "language": language}) + "\n" for message, language in asked)
    run = subprocess.run(
        [program, ROOT / "share/languages", "stems"], input=given, text=True, stdout=subprocess.PIPE, check=True)
    stems = defaultdict(dict)
    for (message, language), line in zip(asked, run.stdout.splitlines()):
        stems[id(message)][language] = json.loads(line)
    return [stems[id(message)] for message in found]


def aligned(pairs: list[tuple[list[int], list[int]]]):
    """How often each word of the second is the translation of each of the first, and the share of it: the place 0
    stands for words that are the translation of none."""
    ours, theirs, places = [], [], []
    place = 0
    for first, second in pairs:
        ours.append(numpy.tile(numpy.array([0, *first]), len(second)))
        theirs.append(numpy.repeat(numpy.array(second), len(first) + 1))
        places.append(numpy.repeat(numpy.arange(place, place + len(second)), len(first) + 1))
        place += len(second)
    ours, theirs, places = (numpy.concatenate(part) for part in (ours, theirs, places))
    width = int(theirs.max()) + 1
    keys, index = numpy.unique(ours.astype(numpy.int64) * width + theirs, return_inverse=True)
    first, second = keys // width, keys % width
    share = numpy.ones(len(keys))
    for _ in range(ROUNDS):
        odds = share[index]
        count = numpy.bincount(index, odds / numpy.bincount(places, odds, minlength=place)[places], minlength=len(keys))
        # Half an occurrence more in all, so that a word seen once is sure of nothing.
        share = count / (numpy.bincount(first, count) + 0.5)[first]
    return first, second, share, count


def meanings(language: str, stems: list[dict]) -> dict[str, list[str]]:
    """For each stem the English ones, likeliest first."""
    words = {"en": {"": 0}, language: {"": 0}}
    pairs = [
        tuple([words[name].setdefault(stem, len(words[name])) for stem in line[name]] for name in ("en", language))
        for line in stems if all(0 < len(line.get(name, ())) < MOST_STEMS for name in ("en", language))]
    english, own = (list(words[name]) for name in ("en", language))
    found = defaultdict(lambda: defaultdict(float))
    there, back = aligned(pairs), aligned([(second, first) for first, second in pairs])
    for one, other, share, count in (there, (back[1], back[0], *back[2:])):
        for a, b, part, times in zip(one, other, share, count):
            if a and b and part > LEAST_SHARE and times >= LEAST_TIMES:
                found[own[b]][english[a]] = max(found[own[b]][english[a]], part)
    return {stem: sorted(for_it, key=for_it.get, reverse=True)[:MOST_MEANINGS] for stem, for_it in found.items()}


def sense(lexicon: dict, language: str, stems: list[str]) -> set[str]:
    return set(stems).union(*(lexicon[language].get(stem, ()) for stem in stems))


def odds(lexicon: dict, stems: list[dict]) -> dict[str, dict[str, tuple[int, int]]]:
    """For each stem, in tenths: that of having no counterpart when its part was lost against when it was translated;
    and the other way about for having one. Another line's translation stands for one without the part."""
    right, other = (defaultdict(Counter) for _ in range(2))
    for to in LANGUAGES:
        lines = [line for line in stems if to in line and len(line) > 1][:PAIRS]
        for place, line in enumerate(lines):
            for language in sorted(line.keys() - {to}, key=lambda name: draw(to, name, str(place)))[:2]:
                for count, translation in ((right, line), (other, lines[(place * 7 + 13) % len(lines)])):
                    there = sense(lexicon, to, translation[to])
                    for stem in line[language]:
                        if stem in lexicon[language]:
                            isfound = stem in there or not there.isdisjoint(lexicon[language][stem])
                            count[language][stem, isfound] += 1
    found = {}
    for language in LANGUAGES:
        count = right[language]
        usual = sum(times for (_, isfound), times in count.items() if isfound) / max(count.total(), 1)
        found[language] = {stem: weighed(count, other[language], stem, usual) for stem in lexicon[language]}
    return found


def weighed(right: Counter, other: Counter, stem: str, usual: float) -> tuple[int, int]:
    """Rare words are taken to be as others of the language are, of which `usual` have a counterpart."""
    kept = (right[stem, True] + 4 * usual) / (right[stem, True] + right[stem, False] + 4)
    chance = (other[stem, True] + 4 * 0.05) / (other[stem, True] + other[stem, False] + 4)
    kept, chance = min(max(kept, 0.02), 0.97), min(max(chance, 0.01), 0.97)
    if kept < chance + 0.02:
        return 0, 0
    return round(10 * math.log((1 - chance) / (1 - kept))), round(10 * math.log(kept / chance))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--cache", type=Path, default=Path.home() / ".cache/sabir-trust")
    options = parser.parse_args()
    found = others(options.cache)
    stems = stemmed(options.program, found)
    isapart = [draw("odds", message["source"]) < 0.2 for message in found]
    learnt = [line for line, apart in zip(stems, isapart) if not apart]
    kept = [line for line, apart, message in zip(stems, isapart, found)
            if apart and cleaning.is_talk(message["texts"]["en"])]
    count = {
        language: Counter(stem for line in learnt for stem in set(line.get(language, ()))) for language in LANGUAGES}
    english = {stem for stem, times in count["en"].items() if times >= LEAST_LINES}
    lexicon = {"en": {stem: [stem] for stem in english}}
    for language in LANGUAGES:
        if language != "en":
            all_of_it = meanings(language, learnt)
            lexicon[language] = {
                stem: left for stem, for_it in all_of_it.items() if count[language][stem] >= LEAST_LINES
                and (left := [word for word in for_it if word in english])}
            print(language, len(lexicon[language]), file=sys.stderr)
    FOLDER.mkdir(exist_ok=True)
    for language, values in odds(lexicon, kept).items():
        (FOLDER / f"{language}.txt").write_text("".join(
            " ".join([stem, *map(str, values[stem]), *(lexicon[language][stem] if language != "en" else [])]) + "\n"
            for stem in sorted(lexicon[language])))


if __name__ == "__main__":
    main()
