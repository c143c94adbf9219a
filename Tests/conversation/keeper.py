"""Who keeps a history: a process that owns its file, as a node does, and writes lines of any day into it."""

import json
import subprocess
from pathlib import Path

from host import sabir


class Keeper:
    """`sabir-bench fill` on the history of a home. Owns the file until the `with` ends."""

    def __init__(self, home):
        self.path = history_of(home)
        program = Path(sabir()).parent / "sabir-bench"
        self.process = subprocess.Popen(
            [program, "fill", str(self.path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )
        assert self.process.stdout.readline() == "open\n"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        assert self.process.wait(30) == 0

    def hears(self, message, by="Anna", room="Reception", lang="en", ts=None):
        line = {"room": room, "from": by, "lang": lang, "message": message}
        self._tell(json.dumps({**line, "ts": ts} if ts else line, ensure_ascii=False))

    def looks_after_it(self):
        """What a node does once a minute; returns when it is done, and all lines so far are kept."""
        self._tell("")
        assert self.process.stdout.readline() == "maintained\n"

    def _tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()


def history_of(home):
    return home.path / "sabir/history.sqlite"


def files_with(home, text):
    """The files of the state directory in which these bytes stand."""
    files = [file for file in (home.path / "sabir").rglob("*") if file.is_file()]
    return sorted(file.name for file in files if text.encode("utf-8") in file.read_bytes())
