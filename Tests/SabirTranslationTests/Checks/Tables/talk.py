#!/usr/bin/env python3
"""Writes talk.tsv and talk-held-out.tsv of the sentences in the .txt files of the same names.

    python3 talk.py

A block of lines is one sentence in several languages: `xx|text`. `{a>b}` is a place that may be damaged: `a` is right,
`b` is not. Each pair of a new language with English and Spanish, both ways, and of two new ones in a ring, gives one
right row and one row for each damage of the translation.
"""
import pathlib, re

HERE = pathlib.Path(__file__).parent
NEW, KNOWN = ["pl", "tr", "fa", "bn"], ["en", "es"]
PAIRS = [pair for new in NEW for known in KNOWN for pair in ((new, known), (known, new))] + list(zip(NEW, NEW[1:] + NEW[:1]))
PLACE = re.compile(r"\{([^{}>]*)>([^{}>]*)\}")


def right(text):
    return tidy(PLACE.sub(r"\1", text))


def damaged(text):
    for place in PLACE.finditer(text):
        if place[1] != place[2]:
            yield tidy(right(text[:place.start()] + "{}") .replace("{}", place[2]) + right(text[place.end():]))


def tidy(text):
    return re.sub(r" +([.,।?]|$)", r"\1", re.sub(r"  +", " ", text))


def rows(blocks):
    for block in blocks:
        lines = dict(line.split("|", 1) for line in block.split("\n"))
        for source, target in PAIRS:
            if source in lines and target in lines:
                yield "ok", source, target, right(lines[source]), right(lines[target])
                for line in damaged(lines[target]):
                    yield "damaged", source, target, right(lines[source]), line


for name in ["talk", "talk-held-out"]:
    if not (HERE / f"{name}.txt").exists():
        continue
    text = re.sub(r"(?m)^#.*\n", "", (HERE / f"{name}.txt").read_text(encoding="utf-8")).strip()
    table = list(dict.fromkeys(rows(re.split(r"\n\n+", text))))
    (HERE / f"{name}.tsv").write_text("".join("\t".join(row) + "\n" for row in table), encoding="utf-8")
    good = sum(row[0] == "ok" for row in table)
    print(f"{name}: {len(table)} pairs, {good} right, {len(table) - good} damaged")
