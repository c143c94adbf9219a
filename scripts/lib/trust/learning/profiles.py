#!/usr/bin/env python3
"""Learns share/languages/shape/profiles.json from the tuning part: the groups of three letters of each language.

  scripts/lib/trust/learning/profiles.py [--cache FOLDER]
"""
import argparse
import json
import math
import re
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from corpus import ROOT, Corpus  # noqa: E402
from debian import LANGUAGES  # noqa: E402
from lines import MARKS  # noqa: E402

FILE = ROOT / "share/languages/shape/profiles.json"
# More of them tell near languages apart, and cost room: 1500 are 11 KB a language.
GROUPS = 1500
# A group that is not listed is taken to be as rare as this in every language.
RAREST = math.log(1 / 20_000)
WORD = re.compile(rf"[^\W\d_](?:[^\W\d_]|[{MARKS}])*")


def groups(text: str):
    for word in WORD.findall(text.lower()):
        if word[0] < "\u3000":
            ended = f"_{word}_"
            yield from (ended[start:start + 3] for start in range(len(ended) - 2))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cache", type=Path, default=Path.home() / ".cache/sabir-trust")
    messages = Corpus(parser.parse_args().cache).messages("tuning")
    lines = []
    for language in LANGUAGES:
        # Of Chinese only Latin letters would be counted, which are of other languages.
        if language == "zh":
            continue
        count = Counter(group for message in messages for group in groups(message["texts"].get(language, "")))
        whole = sum(count.values())
        found = [(group, round(10 * (math.log(times / whole) - RAREST))) for group, times in count.most_common(GROUPS)]
        kept = sorted((group, odds) for group, odds in found if odds > 0)
        entry = {"groups": " ".join(group for group, _ in kept), "odds": [odds for _, odds in kept]}
        lines.append(f'"{language}": {json.dumps(entry, ensure_ascii=False, separators=(",", ":"))}')
    FILE.write_text('{"languages": {\n' + ",\n".join(lines) + "\n}}\n")


if __name__ == "__main__":
    main()
