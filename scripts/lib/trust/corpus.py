"""The text that the bench measures on, in two parts: one to tune on, one that is only measured."""
import hashlib
import json
import os
import time
from collections import Counter
from pathlib import Path

import cleaning
import messages
from debian import SETTINGS, Archive

PARTS = ("tuning", "held-out")
ROOT = Path(__file__).parents[3]


def draw(*words: str) -> float:
    """From 0 to 1, always the same for the same words."""
    digest = hashlib.sha256(" ".join((SETTINGS["seed"], *words)).encode()).hexdigest()
    return int(digest[:12], 16) / 16**12


def part_of(source: str) -> str:
    return PARTS[0] if draw(source) < SETTINGS["tuning_share"] else PARTS[1]


def version(*names: str) -> str:
    """Of what makes a file of the cache: these files of this folder, or all but the report."""
    found = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.*")):
        if path.name in names or not names and path.name != "report.py":
            found.update(path.read_bytes())
    return found.hexdigest()[:12]


def write(path: Path, rows) -> None:
    """Whole or not at all. What another version of the bench made goes after a day: other clones may use it."""
    for old in path.parent.glob(f"{path.name.rpartition('-')[0]}-*"):
        if time.time() - old.stat().st_mtime > 86_400:
            old.unlink()
    unfinished = path.with_suffix(f".{os.getpid()}")
    with unfinished.open("w") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    unfinished.rename(path)


def read(path: Path) -> list[dict]:
    with path.open() as file:
        return [json.loads(line) for line in file]


class Corpus:
    """Messages as dictionaries: `origin`, `source` (the package), `texts` (language to text)."""

    def __init__(self, folder: Path):
        self.folder = folder

    def path(self, part: str) -> Path:
        made = version("bench.toml", "cleaning.py", "corpus.py", "debian.py", "messages.py")
        return self.folder / f"corpus-{part}-{made}.jsonl"

    def messages(self, part: str) -> list[dict]:
        if not self.path(part).exists():
            self.build()
        return read(self.path(part))

    def build(self) -> None:
        archive = Archive(self.folder)
        archive.fetch()
        kept = {part: [] for part in PARTS}
        for origin, source, texts in messages.everything(archive):
            if left := cleaning.message(texts):
                kept[part_of(source)].append({"origin": origin, "source": source, "texts": left})
        for origin, source, texts in messages.phrasebook(ROOT / "share/phrasebook/clinic.tmx"):
            kept["tuning"].append({"origin": origin, "source": source, "texts": texts})
        seen: set[str] = set()
        # What is in both parts is tuned on, so it is not measured on.
        for part in PARTS:
            kept[part].sort(key=lambda found: draw(found["source"], found["texts"]["en"]))
            first = []
            for found in kept[part]:
                key = cleaning.masked(found["texts"]["en"])
                if key not in seen:
                    seen.add(key)
                    first.append(found)
            write(self.path(part), first)

    def summary(self, part: str) -> str:
        """With the text's checksum: figures of two texts are not of one kind."""
        found = self.messages(part)
        languages = Counter(language for message in found for language in message["texts"])
        origins = Counter(message["origin"] for message in found)
        packages = len({message["source"] for message in found})
        digest = hashlib.sha256(self.path(part).read_bytes()).hexdigest()[:12]
        return (
            f"{part} ({digest}): {len(found)} messages of {packages} source packages ("
            + ", ".join(f"{count} {origin}" for origin, count in sorted(origins.items())) + "); "
            + ", ".join(f"{language} {count}" for language, count in sorted(languages.items())))
