#!/usr/bin/env python3
"""Writes share/web/catalogues/outlooks.json anew: the few words of every language that the first grid shows at once,
before anybody has chosen one, and what a node calls a room that it numbers. Run after a change of `enter.title`,
`language.pick`, `room.numbered` or `outlook.*` in a catalogue."""

import json
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "share/web/catalogues"
KEYS = {
    "welcome": "enter.title", "pick": "language.pick", "numbered": "room.numbered",
    **{name: f"outlook.{name}" for name in ("translated", "partly", "phrases", "none")},
}  # fmt: skip


def line(file):
    sentences = json.loads(file.read_text(encoding="utf-8"))
    words = {name: sentences[key] for name, key in KEYS.items()}
    return f'  {json.dumps(file.stem)}: {json.dumps(words, ensure_ascii=False)}'


files = sorted(file for file in FOLDER.glob("*.json") if file.stem != "outlooks")
(FOLDER / "outlooks.json").write_text("{\n" + ",\n".join(map(line, files)) + "\n}\n", encoding="utf-8")
