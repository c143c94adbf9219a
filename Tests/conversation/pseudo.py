"""A language in which nothing is English: each letter of the catalogues' English is a Georgian one.

What a terminal shows of Latin letters to a reader of it is a person's own text, a name, a command, or comes from no
catalogue.
"""

import json
import re
import shutil
from pathlib import Path

from host import ROOT

LANGUAGE = "eo"
_LETTERS = {chr(ord("a") + n): chr(0x10D0 + n) for n in range(26)}
_BACK = {georgian: latin for latin, georgian in _LETTERS.items()}


def _strange(text):
    return "".join(_LETTERS.get(letter.lower(), letter) for letter in text)


def written(sentence):
    """The sentence in that language; its slots stay."""
    return "".join(part if part.startswith("{") else _strange(part) for part in re.split(r"(\{[a-z]+\})", sentence))


def english(row):
    """What a row says, for whoever reads why a test failed."""
    return "".join(_BACK.get(letter, letter) for letter in row)


def said(key):
    """The longest part of a sentence of the interface without slots, as it is seen."""
    parts = re.split(r"\{[a-z]+\}", written(_read("interface")[key]))
    return max(parts, key=len).strip()


def _read(folder):
    return json.loads((ROOT / "share" / folder / "en.json").read_text(encoding="utf-8"))


def data_folder(where, without=()):
    """The program's data with that language among it; `without` these keys of the interface."""
    where = Path(where)
    for folder in (ROOT / "share").iterdir():
        if folder.is_dir():
            shutil.copytree(folder, where / folder.name)
    for name in ("interface", "warnings"):
        own = {key: written(sentence) for key, sentence in _read(name).items() if key not in without}
        (where / name / f"{LANGUAGE}.json").write_text(json.dumps(own, ensure_ascii=False), encoding="utf-8")
    return str(where)


COMMANDS = re.compile(
    # Commands as `/help` and the sentences name them, and those of a shell.
    r"(?<![\w/])/{1,2}(?:[a-z]+\b)?(?: (?:X|es|50|60|m1x2)\b)*"
    r"|sabir(?: (?:join|rooms|invite|doctor|trust))\b|HOST:PORT|--accept"
)
# Invites and addresses, fingerprints, ids of rooms.
TOKENS = re.compile(
    r"sabir://\S+|https?://\S+|(?<![\w-])[\w-]{43}(?![\w-])|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"
)


TAGS = {"eo", "ca", "en", "es"}


def english_left(rows, own):
    """The words of these rows that are of no catalogue and not among `own` texts."""
    left = []
    for row in rows:
        rest = TOKENS.sub(" ", row)
        for text in sorted(own, key=len, reverse=True):
            rest = rest.replace(text, " ")
        rest = COMMANDS.sub(" ", rest)
        if words := [word for word in re.findall(r"[A-Za-z]{2,}", rest) if word not in TAGS]:
            left.append((words, english(row)))
    return left
