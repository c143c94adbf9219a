#!/usr/bin/env python3
"""Writes order.tsv of the sentences in order.txt: python3 order.py

Each language with English, both ways, and with the next one of its block; each pair right and with the two numbers of the
translation exchanged.
"""
import pathlib
import re

HERE = pathlib.Path(__file__).parent
PLACE = re.compile(r"\{([^}]*)\}")


def rows(block):
    lines = dict(line.split("|", 1) for line in block.split("\n"))
    rest = [language for language in lines if language != "en"]
    pairs = [pair for language in rest for pair in (("en", language), (language, "en"))]
    for source, target in pairs + list(zip(rest, rest[1:] + rest[:1])):
        text, (one, other) = lines[target], PLACE.findall(lines[target])
        exchanged = text.replace(f"{{{one}}}", "{}", 1).replace(f"{{{other}}}", one).replace("{}", other)
        for verdict, translation in ("ok", text), ("exchanged", exchanged):
            yield verdict, source, target, PLACE.sub(r"\1", lines[source]), PLACE.sub(r"\1", translation)


text = re.sub(r"(?m)^#.*\n", "", (HERE / "order.txt").read_text(encoding="utf-8")).strip()
table = [row for block in re.split(r"\n\n+", text) for row in rows(block)]
(HERE / "order.tsv").write_text("".join("\t".join(row) + "\n" for row in table), encoding="utf-8")
print(f"{len(table)} pairs")
