"""Which lines are measured: right ones, and damaged ones of each kind, for each language translated into."""
from collections import Counter
from random import Random

import facts
import laws
import quantities
from corpus import Corpus, draw, read, version, write
from debian import LANGUAGES, SETTINGS
from lines import Line

# No package has more of a language's right lines than this, and descriptions of packages no more than that.
MOST_OF_ONE_PACKAGE, MOST_DESCRIPTIONS = 0.15, 0.4
# Laws that seldom find a place look at no more lines than this.
MOST_LOOKED_AT = 30_000


class Sample:
    """Rows: kind ("right", or of damage), source, from, translation, to, package; damaged ones with what was `right`."""

    def __init__(self, corpus: Corpus, part: str):
        self.corpus, self.part = corpus, part
        quantities.locales_folder = corpus.folder / "unpacked/locales/usr/share/i18n/locales"

    def rows(self) -> list[dict]:
        """Those made before, as long as neither laws nor text have changed."""
        path = self.corpus.folder / f"sample-{self.part}-{version()}.jsonl"
        if not path.exists():
            found = self.corpus.messages(self.part)
            write(path, (row for language in LANGUAGES for row in self.of(language, found)))
        return read(path)

    def of(self, language: str, found: list[dict]):
        candidates = list(self.candidates(language, found))
        yield from right(candidates)
        yield from damaged(candidates)

    def candidates(self, language: str, found: list[dict]):
        """Each message from English, or from another language that has it as well; then each the other way."""
        again = []
        for message in found:
            texts = message["texts"]
            if language not in texts:
                continue
            rest = [other for other in sorted(texts) if other not in ("en", language)]
            chosen = draw(language, message["source"], texts["en"])
            sources = [rest[int(chosen * len(rest))]] if rest else []
            if language != "en":
                sources.insert(int(chosen * 1000) % 2, "en")
            lines = [(message, Line(texts[other], other, texts[language], language, texts)) for other in sources]
            yield from lines[:1]
            again += lines[1:]
        yield from again


def right(candidates):
    most = SETTINGS["right_lines"]
    packages, descriptions, count = Counter(), 0, 0
    for message, line in candidates:
        is_description = message["origin"] == "description"
        if packages[message["source"]] >= most * MOST_OF_ONE_PACKAGE and message["source"] != "phrasebook" or (
                is_description and descriptions >= most * MOST_DESCRIPTIONS):
            continue
        packages[message["source"]] += 1
        descriptions += is_description
        count += 1
        yield row("right", message, line)
        if count == most:
            return


def damaged(candidates):
    wanted = {kind: SETTINGS["damaged_lines"] for kind in laws.LAWS}
    wanted |= {kind: SETTINGS["fact_lines"] for kind in facts.LAWS}
    for message, line in candidates[:MOST_LOOKED_AT]:
        for kind in list(wanted):
            random = Random(f"{SETTINGS['seed']} {kind} {line.language} {line.to} {line.source}")
            if kind in facts.LAWS:
                before, text = facts.with_fact(kind, line, random) or (line, None)
            else:
                before, text = line, laws.damaged(kind, line, random)
            if text is not None:
                yield {**row(kind, message, before), "translation": text, "right": before.translation}
                wanted[kind] -= 1
                if not wanted[kind]:
                    del wanted[kind]
        if not wanted:
            return


def row(kind: str, message: dict, line: Line) -> dict:
    return {
        "kind": kind, "package": message["source"], "source": line.source, "from": line.language,
        "translation": line.translation, "to": line.to}
