"""Reads messages in several languages out of what Debian's packages hold: (origin, source package, {language: text})."""
import gettext
import hashlib
import json
import re
import struct
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from pathlib import Path

from debian import LANGUAGES, SETTINGS, Archive, fields

TAGS = {tag: (language, rank) for language, tags in SETTINGS["languages"].items() for rank, tag in enumerate(tags)}
COUNT = re.compile(r"%l*[diu]")


def everything(archive: Archive):
    sources = archive.sources()
    yield from descriptions(archive, sources)
    for package, folder in archive.unpacked():
        source = sources.get(package, package)
        yield from catalogues(folder, source)
        yield from questions(folder, source)
        yield from keyed(folder, source)


def gathered(origin, source, found):
    """One message for each English text, of the translations that were found with their ranks."""
    for english, texts in found.items():
        best = {language: min(ranked)[1] for language, ranked in texts.items()}
        yield origin, source, {**best, "en": english}


def catalogues(folder: Path, source: str):
    found = defaultdict(lambda: defaultdict(list))
    for path in sorted(folder.rglob("*.mo")):
        tags = [part for part in (*path.parts, re.split(r"[-.]", path.stem)[-1], path.stem) if part in TAGS]
        if not tags:
            continue
        language, rank = TAGS[tags[-1]]
        if language == "en":
            continue
        for english, text in entries(path):
            found[english][language].append((rank, text))
    return gathered("catalogue", source, found)


def entries(path: Path):
    """Texts and translations of one .mo file (the format is in gettext's manual, "The Format of GNU MO Files")."""
    data = path.read_bytes()
    order = "<" if data[:4] == b"\xde\x12\x04\x95" else ">"
    count, texts, translations = struct.unpack(order + "3I", data[8:20])
    plural = None
    for index in range(count):
        length, at = struct.unpack_from(order + "2I", data, texts + 8 * index)
        english = data[at:at + length].decode(errors="replace").rpartition("\x04")[2].split("\0")
        length, at = struct.unpack_from(order + "2I", data, translations + 8 * index)
        forms = data[at:at + length].decode(errors="replace").split("\0")
        if english == [""]:
            rule = re.search(r"plural=([^;\n]+)", forms[0])
            plural = gettext.c2py(rule[1].strip()) if rule else None
            continue
        if len(english) == 1:
            yield counted(english[0], forms[0])
        elif plural and COUNT.search(english[1]):
            number = number_for(english[1])
            if plural(number) < len(forms):
                yield counted(english[1], forms[plural(number)], number)


def number_for(text: str) -> int:
    """From 11 to 98: forms for fewer may leave the number out; and none that is a century or a dozen of anything."""
    return 11 + int(hashlib.sha256(text.encode()).hexdigest()[:8], 16) % 88


def counted(english: str, text: str, first: int = 0) -> tuple[str, str]:
    """With numbers where a program would fill them in; as they are where that is not so simple."""
    if not COUNT.search(english) or len(COUNT.findall(english)) != len(COUNT.findall(text)):
        return english, text
    numbers = [first or number_for(english + "0")] + [number_for(english + str(turn)) for turn in range(1, 9)]
    here, there = iter(numbers), iter(numbers)
    try:
        return COUNT.sub(lambda _: str(next(here)), english), COUNT.sub(lambda _: str(next(there)), text)
    except StopIteration:
        return english, text


def paragraphs(text: str) -> list[str]:
    """Those of a description, each in one line; "" for one that is a list or a table."""
    lines = text.split("\n")
    found = [[]]
    for line in lines[1:]:
        if line.strip() == ".":
            found.append([])
        else:
            found[-1].append(line)
    return [lines[0]] + [
        "" if any(re.match(r"\s|[-*o] ", line) for line in part) else " ".join(part) for part in found if part]


def descriptions(archive: Archive, sources: dict[str, str]):
    """The descriptions of Debian's packages, paragraph by paragraph, by the checksum of the English text."""
    english, seen = {}, {}
    for record in archive.records("*_Translation-en"):
        english[record["Description-md5"]] = paragraphs(record.get("Description-en", ""))
        seen[record["Description-md5"]] = sources.get(record["Package"], record["Package"])
    found = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    for record in archive.records("*_Translation-*"):
        ours = english.get(record.get("Description-md5"))
        for name, value in record.items():
            tag = name.removeprefix("Description-")
            if tag == name or tag not in TAGS or TAGS[tag][0] == "en" or not ours:
                continue
            theirs = paragraphs(value)
            if len(theirs) == len(ours):
                language, rank = TAGS[tag]
                source = seen[record["Description-md5"]]
                for one, other in zip(ours[1:], theirs[1:]):
                    for a, b in sentences(one, other):
                        found[source][a][language].append((rank, b))
    for source, texts in found.items():
        yield from gathered("description", source, texts)


def sentences(one: str, other: str):
    """A paragraph, and where it has as many sentences in both languages, each of them instead."""
    ends = r"(?<=[.!?。！？।۔])\s+(?=\S)|(?<=[。！？])"
    ours, theirs = ([part for part in re.split(ends, text) if part] for text in (one, other))
    # Every second paragraph stays whole, so that there are long lines.
    if len(ours) == len(theirs) and number_for(one) % 2:
        return list(zip(ours, theirs))
    return [(one, other)]


def questions(folder: Path, source: str):
    """What a package asks when it is installed (debconf-devel(7))."""
    found = defaultdict(lambda: defaultdict(list))
    path = folder / "DEBIAN" / "templates"
    for paragraph in path.read_text(errors="replace").split("\n\n") if path.exists() else []:
        record = fields(paragraph)
        ours = paragraphs(record.get("Description", ""))
        for name, value in record.items():
            tag = re.sub(r"^Description-|\.UTF-8$", "", name)
            if tag in TAGS and name.endswith(".UTF-8"):
                theirs = paragraphs(value)
                for one, other in zip(ours, theirs) if len(ours) == len(theirs) else ():
                    for a, b in sentences(one, other):
                        found[a][TAGS[tag][0]].append((TAGS[tag][1], b))
    return gathered("question", source, found)


def keyed(folder: Path, source: str):
    """Files of JSON, one a language, with the same keys: MediaWiki's."""
    for path in sorted(folder.rglob("i18n/**/en.json")):
        ours = json.loads(path.read_text())
        found = defaultdict(lambda: defaultdict(list))
        for other in path.parent.glob("*.json"):
            if other.stem in TAGS and other.stem != "en":
                language, rank = TAGS[other.stem]
                for key, text in json.loads(other.read_text()).items():
                    if isinstance(text, str) and isinstance(ours.get(key), str):
                        found[ours[key]][language].append((rank, text))
        yield from gathered("catalogue", source, found)


def phrasebook(path: Path):
    """Everyday sentences of a clinic; made for this project, so for tuning alone."""
    for unit in ElementTree.parse(path).getroot().iter("tu"):
        texts = {
            part.get("{http://www.w3.org/XML/1998/namespace}lang"): part.findtext("seg") or "" for part in unit.iter("tuv")}
        yield "phrasebook", "phrasebook", {language: text for language, text in texts.items() if language in LANGUAGES}
