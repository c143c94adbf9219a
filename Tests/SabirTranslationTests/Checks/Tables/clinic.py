#!/usr/bin/env python3
"""Writes clinic.tsv of the sentences in clinic.txt: python3 clinic.py

Each language from English or into it, by turns: words that matter must not doubt these.
"""
import pathlib
import re

HERE = pathlib.Path(__file__).parent


def rows(number, block):
    lines = dict(line.split("|", 1) for line in block.split("\n"))
    for turn, language in enumerate(language for language in lines if language != "en"):
        source, target = ("en", language) if (number + turn) % 2 else (language, "en")
        yield "ok", source, target, lines[source], lines[target]


text = re.sub(r"(?m)^#.*\n", "", (HERE / "clinic.txt").read_text(encoding="utf-8")).strip()
table = [row for number, block in enumerate(re.split(r"\n\n+", text)) for row in rows(number, block)]
(HERE / "clinic.tsv").write_text("".join("\t".join(row) + "\n" for row in table), encoding="utf-8")
print(f"{len(table)} pairs")
