"""The table "Who sees what" of docs/security.md, the marks by which a thing is found in what a way out gave, and what
the tests of its rows have in common."""

import json
import subprocess

from host import ROOT, clean_environment, sabir

FAR = "127.66.6.6"
"""An address that nobody else has."""
PASSWORD = "dos nous i tres ametlles"
"""Of the room "Closed"."""
MARKS = {
    "line before entry": "zzbefore", "cleared line": "zzcleared", "private room": "zzprivate",
    "password room's notice": "zznotice", "password room's topic": "zztopic", "names": "zzname", "addresses": FAR,
}  # fmt: skip
FILES = {
    "relay": "irc/test_who_sees_relay.py",
    "cluster node": "cluster/test_who_sees.py",
    "export": "conversation/test_who_sees_history.py",
    "backup of rooms on disk": "conversation/test_who_sees_history.py",
}
"""Which test looks at a way out; irc/test_who_sees.py at all others."""


def _table():
    """{(way, thing): cell} of the table between the anchors."""
    text = (ROOT / "docs/security.md").read_text(encoding="utf-8")
    text = text.split("<!-- who-sees-what -->")[1].split("<!-- /who-sees-what -->")[0]
    rows = [line for line in text.splitlines() if line.startswith("|")]
    split = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    things = split[0][1:]
    return {(row[0], thing): cell for row in split[2:] for thing, cell in zip(things, row[1:], strict=True)}


CELLS = _table()


def cells_of(file):
    """The cells that a test file holds, for its parameters."""
    return [(way, thing) for way, thing in CELLS if FILES.get(way, "irc/test_who_sees.py") == file]


def judge(ways, way, thing):
    """`ways`: what each way out gave, as text, to whoever must not have the things."""
    text = CELLS[way, thing]
    assert text.startswith(("no", "yes")), f"{way} × {thing}: a cell says no or yes"
    found = MARKS[thing] in ways[way]
    assert found == text.startswith("yes"), f"{way} × {thing}: {text}, but {'it is there' if found else 'it is not'}"


class Faraway:
    """What makes a page's device that of somebody at an address that nobody else has; stands before its class."""

    def connection(self, within=30):
        made = super().connection(within)
        made.source_address = (FAR, 0)
        return made


def password_file(folder):
    """By which a room with the password is opened; made by the program itself."""
    file = folder / "closed.password"
    subprocess.run(
        [sabir(), "password", "--file", str(file)], input=PASSWORD + "\n", check=True, timeout=60,
        env=clean_environment(str(folder)), capture_output=True, encoding="utf-8",
    )  # fmt: skip
    return file


def seen(events):
    """All that a stream of the page gave."""
    return json.dumps([getattr(events, "hello", None), *events.events], ensure_ascii=False)


def said(connection):
    """All that a connection was told."""
    return json.dumps([packet for _, packet in connection.history], ensure_ascii=False)


def answer(ask, refused):
    """What was answered, also where it is a refusal of that class."""
    try:
        return json.dumps(ask(), ensure_ascii=False, default=lambda data: data.decode("utf-8", "replace"))
    except refused as refusal:
        return str(refusal)
