"""Messages that lexicons are learnt from, of sources that may be tuned on: labels and sentences of packages that the
bench does not read, and half of its tuning part; what is made of lexicons is learnt from the other half.

About 520 packages, 500 MB, which are fetched once and of which the catalogues alone are kept.
"""
import gzip
import json
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
import cleaning  # noqa: E402
import messages  # noqa: E402
from corpus import PARTS, Corpus, draw, part_of, read, version, write  # noqa: E402
from debian import LANGUAGES, SETTINGS, Archive  # noqa: E402

FEWEST_LANGUAGES, LARGEST, MOST_WORDS = 14, 12_000_000, 40


def names(archive: Archive, folder: Path) -> dict[str, str]:
    """Packages with catalogues in many languages, and their sources."""
    records = {record["Package"]: record for record in archive.records("*_Packages")}
    found = defaultdict(set)
    for part in ("all", "amd64"):
        path = folder / f"Contents-{part}.gz"
        if not path.exists():
            address = f"http://deb.debian.org/debian/dists/{SETTINGS['suite']}/main/{path.name}"
            subprocess.run(["/usr/lib/apt/apt-helper", "download-file", address, path], check=True)
        with gzip.open(path, "rt", errors="replace") as lines:
            for line in lines:
                file, _, owners = line.rstrip().rpartition(" ")
                if not file.rstrip().endswith(".mo"):
                    continue
                tags = [part for part in file.split("/") if part in messages.TAGS]
                for owner in owners.split(","):
                    found[owner.rpartition("/")[2]].update(messages.TAGS[tag][0] for tag in tags)
    sources = archive.sources()
    read_by_bench = {sources.get(name) for part in SETTINGS["packages"].values() for name in part.split()}
    return {
        name: sources[name] for name, languages in sorted(found.items())
        if len(languages) >= FEWEST_LANGUAGES and name in records and int(records[name]["Size"]) < LARGEST
        and sources[name] not in read_by_bench and part_of(sources[name]) == PARTS[0]}


def fetch(archive: Archive, folder: Path, wanted: list[str]) -> None:
    missing = [name for name in wanted if not (folder / name).exists()]
    for start in range(0, len(missing), 50):
        archive.apt_get("download", *missing[start:start + 50])
        for name in missing[start:start + 50]:
            (package,) = (archive.folder / "packages").glob(f"{name}_*.deb")
            unfinished = folder / f"{name}.unfinished"
            unfinished.mkdir(exist_ok=True)
            files = subprocess.run(["dpkg-deb", "--fsys-tarfile", package], check=True, stdout=subprocess.PIPE).stdout
            # Says that it found none where a package has none; then the folder stays empty.
            take = ["tar", "-x", "-C", unfinished, "--wildcards", "*.mo"]
            subprocess.run(take, input=files, stderr=subprocess.DEVNULL)
            unfinished.rename(folder / name)
            package.unlink()


def kept(texts: dict[str, str]) -> dict[str, str]:
    """Labels too, which the bench leaves out: what is in few words is learnt best."""
    english = cleaning.cleaned(texts["en"])
    left = {"en": english}
    if re.search(r"[a-z]{2}", english) and len(english.split()) <= MOST_WORDS:
        for language in LANGUAGES:
            text = cleaning.cleaned(texts.get(language, ""))
            if text and text.casefold() != english.casefold() and cleaning.is_in(text, language):
                left[language] = text
    return left


def gather(cache: Path):
    archive, folder = Archive(cache), cache / "others"
    folder.mkdir(exist_ok=True)
    archive.fetch()
    wanted = names(archive, folder)
    fetch(archive, folder, list(wanted))
    # Nothing of what is measured, nor of what the weights are learnt from.
    seen = {cleaning.masked(message["texts"]["en"]) for part in PARTS for message in Corpus(cache).messages(part)}
    for name, source in wanted.items():
        try:
            found = list(messages.catalogues(folder / name, source))
        except ValueError as problem:  # a catalogue whose rule for plurals was never filled in
            print(f"{name}: {problem}", file=sys.stderr)
            continue
        for _, source, texts in found:
            texts = kept(texts)
            key = cleaning.masked(texts["en"])
            if len(texts) > 1 and key not in seen:
                seen.add(key)
                yield {"source": source, "texts": texts}


def is_for_lexicons(message: dict) -> bool:
    return message["source"] != "phrasebook" and draw("lexicon", message["source"]) < 0.5


def others(cache: Path) -> list[dict]:
    path = cache / f"others-{version('bench.toml', 'cleaning.py', 'corpus.py', 'debian.py', 'messages.py')}.jsonl"
    if not path.exists():
        write(path, gather(cache))
    return read(path) + [message for message in Corpus(cache).messages(PARTS[0]) if is_for_lexicons(message)]
