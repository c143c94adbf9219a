#!/usr/bin/env python3
"""Learns share/languages/shape/omissions.json from the tuning part: lengths, what ends no line, and the weights.

  scripts/lib/trust/learning/omissions.py PROGRAM [--cache FOLDER] [--apart] [--doubted SHARE]

PROGRAM is sabir-check-lines (scripts/bench/trust builds it into .build-trust/release), which works out the evidence, so
that there is one description of it. Needs numpy. With --apart a third of the packages is left out of the learning, and
what is found in them is printed and nothing written: at which share of right lines doubted, --doubted says.
"""
import argparse
import hashlib
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from random import Random

import numpy

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parent)]
import laws  # noqa: E402
from corpus import ROOT, Corpus, draw  # noqa: E402
from debian import LANGUAGES, SETTINGS  # noqa: E402
from lines import MARKS, Line  # noqa: E402
from others import is_for_lexicons  # noqa: E402

KINDS = ["head-lost", "middle-lost", "end-lost", "half-lost", "sentence-lost", "cut"]
LINES_INTO, LINES_CHECKED_INTO = 2500, 1500
# Of right lines at most, in each language.
MOST_DOUBTED = 0.006
# A language is not judged more or less strictly than the others by more than this: some have catalogues whose lines are
# mixed up, and such lines are doubted rightly.
MOST_APART = 0.8
FILE = ROOT / "share/languages/shape/omissions.json"
WORD = re.compile(rf"[^\W\d_][\w{MARKS}'’]*")
# Ideographs are words of their own.
IDEOGRAPH = re.compile(r"[\u3400-\u9fff]")


def is_apart(message: dict) -> bool:
    return message["source"] != "phrasebook" and draw("apart", message["source"]) < 0.35


def pairs(messages: list[dict], most: int) -> list[dict]:
    """Right lines and the same damaged; the phrasebook in full, as it is what rooms are like."""
    random, found, count = Random(SETTINGS["seed"]), [], Counter()
    messages = random.sample(messages, len(messages))
    for message in sorted(messages, key=lambda message: message["source"] != "phrasebook"):
        texts = message["texts"]
        for to in sorted(texts):
            others = sorted(set(texts) - {to})
            rest = [other for other in others if other != "en"] or others
            chosen = rest if message["source"] == "phrasebook" else [
                "en" if "en" in others and random.random() < 0.5 else random.choice(rest)]
            for language in random.sample(chosen, min(len(chosen), 3)):
                if count[to] < most:
                    count[to] += 1
                    found += rows(Line(texts[language], language, texts[to], to))
    return found


def rows(line: Line):
    common = {"source": line.source, "from": line.language, "to": line.to}
    yield {**common, "translation": line.translation, "kind": "right"}
    for kind in KINDS:
        text = laws.damaged(kind, line, Random(f"learn {kind} {line.source} {line.to}"))
        if text is not None:
            yield {**common, "translation": text, "kind": kind}


def last_words(messages: list[dict]) -> dict[str, list[str]]:
    """Frequent words that hardly ever end a line."""
    inner = {}
    for language in LANGUAGES:
        count, last = Counter(), Counter()
        for message in messages:
            text = message["texts"].get(language, "").lower().replace("’", "'")
            words = IDEOGRAPH.findall(text) if language == "zh" else WORD.findall(text)
            words = [word for part in words for word in part.split("'") if word]
            count.update(words)
            last.update(words[-1:])
        least = max(20, sum(count.values()) / 4000)
        inner[language] = sorted(word for word in count if count[word] >= least and last[word] < count[word] / 250)
    return inner


def evidence(program: Path, model: dict, data: list[dict]) -> tuple[list[str], numpy.ndarray]:
    with tempfile.TemporaryDirectory() as folder:
        for path in FILE.parent.parent.glob("*.json"):
            (Path(folder) / path.name).symlink_to(path)
        (Path(folder) / "lexicon").symlink_to(FILE.parents[1] / "lexicon")
        (Path(folder) / "shape").mkdir()
        (Path(folder) / "shape/omissions.json").write_text(json.dumps(model))
        given = "".join(json.dumps(row) + "\n" for row in data)
        run = subprocess.run([program, folder, "evidence"], input=given, text=True, stdout=subprocess.PIPE, check=True)
    names, *found = (json.loads(line) for line in run.stdout.splitlines())
    return names, numpy.array(found)


def lengths(data: list[dict], sizes: numpy.ndarray, model: dict) -> None:
    """Factors and spreads by least squares of what is left after the outermost, for all pairs at once."""
    right = numpy.array([row["kind"] == "right" for row in data])
    index = {language: place for place, language in enumerate(LANGUAGES)}
    ours, theirs = (numpy.array([index[row[name]] for row in data])[right] for name in ("from", "to"))
    before, after = sizes[right].T
    ratio = numpy.log((after + 2) / (before + 2))
    factors = numpy.zeros(len(LANGUAGES))
    for _ in range(20):
        left = ratio - factors[theirs] + factors[ours]
        for place in range(len(LANGUAGES)):
            both = numpy.concatenate([left[theirs == place], -left[ours == place]])
            factors[place] += numpy.median(both) / 2
        factors -= factors[index["en"]]
    expected = before * numpy.exp(factors[theirs] - factors[ours])
    left = numpy.log((after + 2) / (expected + 2))
    kept = abs(left) < numpy.quantile(abs(left), 0.97)
    shape = numpy.stack([numpy.ones(kept.sum()), 1 / (expected[kept] + 1)], 1)
    variance = numpy.maximum(numpy.linalg.lstsq(shape, left[kept] ** 2, rcond=None)[0], 1e-3)
    normal = numpy.log(left[kept] ** 2 / (shape @ variance) + 1e-3)
    spreads = numpy.zeros(len(LANGUAGES))
    for _ in range(20):
        rest = normal - normal.mean() - spreads[ours[kept]] - spreads[theirs[kept]]
        for place in range(len(LANGUAGES)):
            spreads[place] += rest[(ours[kept] == place) | (theirs[kept] == place)].mean() / 2
    model["variance"], model["varianceOfShort"] = (round(float(value), 5) for value in variance)
    for language, place in index.items():
        model["languages"][language]["length"] = round(float(factors[place]), 4)
        model["languages"][language]["spread"] = round(float(numpy.exp(spreads[place])), 4)


def regression(values: numpy.ndarray, damaged: numpy.ndarray, strength: float = 3.0) -> numpy.ndarray:
    """By Newton's method, both classes weighing the same; without the constant, for which the biases stand."""
    scale = values.std(0) + 1e-9
    given = numpy.hstack([values / scale, numpy.ones((len(values), 1))])
    weight = numpy.where(damaged, 0.5 / damaged.mean(), 0.5 / (1 - damaged.mean()))
    found = numpy.zeros(given.shape[1])
    for _ in range(25):
        odds = 1 / (1 + numpy.exp(-given @ found))
        slope = given.T @ (weight * (odds - damaged)) + strength * found
        bend = (given * (weight * odds * (1 - odds))[:, None]).T @ given + strength * numpy.eye(len(found))
        found -= numpy.linalg.solve(bend, slope)
    return found[:-1] / scale


def biases(data: list[dict], scores: numpy.ndarray, most: float) -> tuple[dict, dict]:
    """What leaves `most` of the right lines doubted, into each language and from it."""
    into, away = (dict.fromkeys(LANGUAGES, 0.0) for _ in range(2))
    by_to, by_from = defaultdict(list), defaultdict(list)
    for row, score in zip(data, scores):
        if row["kind"] == "right":
            by_to[row["to"]].append((score, row["from"]))
            by_from[row["from"]].append((score, row["to"]))
    for _ in range(6):
        for language in LANGUAGES:
            found = [score + away[other] for score, other in by_to[language]]
            into[language] = -float(numpy.quantile(found, 1 - most))
        for language in LANGUAGES:
            found = [score + into[other] for score, other in by_from[language]]
            # Fewer lines are from a language than into it, and a bias for both would learn them by heart.
            away[language] = -float(numpy.quantile(found, 1 - most)) / 2 + away[language] / 2
    for language in LANGUAGES:
        found = [score + away[other] for score, other in by_to[language]]
        into[language] = -float(numpy.quantile(found, 1 - most))
    usual = float(numpy.median(list(into.values())))
    into = {language: min(max(value, usual - MOST_APART), usual + MOST_APART) for language, value in into.items()}
    return into, away


def checksum() -> str:
    """Of the lexicons that the weights go with."""
    found = hashlib.sha256()
    for path in sorted((FILE.parents[1] / "lexicon").glob("*.txt")):
        found.update(path.name.encode() + path.read_bytes())
    return found.hexdigest()[:16]


def learnt(program: Path, messages: list[dict], doubted: float) -> dict:
    data, inner = pairs(messages, LINES_INTO), last_words(messages)
    zero = {"length": 0, "spread": 1, "into": 0, "from": 0}
    model = {"variance": 1, "varianceOfShort": 1, "lexicons": checksum(), "weights": {}, "languages": {
        language: zero | {"inner": inner[language]} for language in LANGUAGES}}
    lengths(data, evidence(program, model, data)[1][:, :2], model)
    names, found = evidence(program, model, data)
    damaged = numpy.array([row["kind"] != "right" for row in data])
    weights = regression(found[:, 2:], damaged)
    model["weights"] = {name: round(float(weight), 4) for name, weight in zip(names, weights)}
    into, away = biases(data, found[:, 2:] @ weights, doubted)
    for language, entry in model["languages"].items():
        entry |= {"into": round(into[language], 3), "from": round(away[language], 3)}
    return model


def report(program: Path, model: dict, messages: list[dict]) -> None:
    """What is found in them at the odds of the model."""
    data = pairs(messages, LINES_CHECKED_INTO)
    names, found = evidence(program, model, data)
    scores = found[:, 2:] @ numpy.array([model["weights"][name] for name in names])
    languages = model["languages"]
    scores += [languages[row["to"]]["into"] + languages[row["from"]]["from"] for row in data]
    share = defaultdict(list)
    for row, score in zip(data, scores):
        kind = row["kind"] if row["kind"] in ("right", "half-lost", "sentence-lost", "cut") else "third-lost"
        share[row["to"], kind].append(score > 0)
        share["all", kind].append(score > 0)
        share[f"of {min(len(row['source'].split()) // 4 * 4, 16)} words", kind].append(score > 0)
    kinds = ["right", "third-lost", "half-lost", "sentence-lost", "cut"]
    print("found, %", *kinds, sep="\t")
    for language in ["all", *LANGUAGES, *(f"of {count} words" for count in range(0, 17, 4))]:
        print(language, *(f"{100 * numpy.mean(share[language, kind]):.1f}" for kind in kinds), sep="\t")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--cache", type=Path, default=Path.home() / ".cache/sabir-trust")
    parser.add_argument("--apart", action="store_true")
    parser.add_argument("--doubted", type=float, default=MOST_DOUBTED)
    options = parser.parse_args()
    messages = [message for message in Corpus(options.cache).messages("tuning") if not is_for_lexicons(message)]
    if options.apart:
        model = learnt(options.program, [message for message in messages if not is_apart(message)], options.doubted)
        print(model["weights"], model["variance"], model["varianceOfShort"])
        return report(options.program, model, [message for message in messages if is_apart(message)])
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(written(learnt(options.program, messages, options.doubted)))


def written(model: dict) -> str:
    """A line for each language."""
    def line(entry):
        return json.dumps(entry, ensure_ascii=False)
    languages = ",\n".join(f"{line(name)}: {line(entry)}" for name, entry in model.pop("languages").items())
    return line(model)[:-1] + ', "languages": {\n' + languages + "\n}}\n"


if __name__ == "__main__":
    main()
