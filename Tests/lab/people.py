"""Those who act in a scenario: `sabir serve`, and people at `sabir join --json`.

Each is a process in a host of the laboratory whose lines of JSON are awaited as they come; nothing sleeps.
"""

import itertools
import json
import os
import re
import signal
import subprocess
import threading
import time
from pathlib import Path

from services import ROOT, end

SABIR = os.environ.get("SABIR", str(ROOT / ".build/debug/sabir"))
PORT = 47275
NO_BOOKS = "\n[phrasebook]\nfiles = []\n[glossary]\nfiles = []\n"
"""Set sentences that come with Sabir would be shown in place of what an engine answers."""


def environment(services):
    """A home of the host's own (a restarted program finds its state again) and the host's bus."""
    home = services.folder / "home"
    home.mkdir(exist_ok=True)
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "SABIR"))}
    if not (services.folder / "etc/sabir/sabir.toml").exists():
        configure(services, "")
    xdg = {"XDG_CONFIG_HOME": str(services.folder / "etc"), "XDG_STATE_HOME": str(home)}
    return {**kept, **services.environment, **xdg, "HOME": str(home), "LANG": "C.UTF-8"}


def configure(services, text):
    """The configuration of whoever names none in that host."""
    file = services.folder / "etc/sabir/sabir.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text + NO_BOOKS, encoding="utf-8")


class Program:
    """A process whose standard output is a JSON object a line; `key` names the field that says what each is."""

    serial = itertools.count(1)
    key = "event"

    def __init__(self, services, *command):
        self.site = services.site
        self.log = services.folder / f"{next(self.serial)}-{Path(command[0]).name}.log"
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                services.site.inside(*command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                env=self.environment(services),
                cwd=services.folder,
                start_new_session=True,
                text=True,
            )
        self.lines, self._read, self._ended, self._news = [], 0, False, threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()

    def environment(self, services):
        return environment(services)

    def _listen(self):
        for line in self.process.stdout:
            with self._news:
                self.lines.append((time.monotonic(), self.parse(line.rstrip("\n"))))
                self.arrived(self.lines[-1][1])
                self._news.notify_all()
        with self._news:
            self._ended = True
            self._news.notify_all()

    def parse(self, line):
        return json.loads(line)

    def sees(self, message, within=10):
        return self.find("message", within, id=message["id"])

    def arrived(self, line):
        """Called with each line as it comes, `_news` held."""

    def write(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def expect(self, kind, within=10, where=None, **fields):
        """Waits for a line of this kind with these fields, among those not yet passed over."""

        def fits(line):
            same = all(line.get(key) == value for key, value in fields.items())
            return line.get(self.key) == kind and same and (where is None or where(line))

        deadline = time.monotonic() + within
        with self._news:
            while True:
                while self._read < len(self.lines):
                    _, line = self.lines[self._read]
                    self._read += 1
                    if fits(line):
                        return line
                left = deadline - time.monotonic()
                if left <= 0 or self._ended:
                    raise AssertionError(self._complaint(kind, fields, within))
                self._news.wait(left)

    def passes_over(self):
        """`expect` looks at what comes from now on."""
        with self._news:
            self._read = len(self.lines)

    def find(self, kind, within=10, where=None, **fields):
        """As `expect`, but among all lines since the start."""
        with self._news:
            self._read = 0
        return self.expect(kind, within, where, **fields)

    def _complaint(self, kind, fields, within):
        recent = "\n    ".join(str(line)[:300] for _, line in self.lines[-6:])
        words = self.log.read_text(encoding="utf-8", errors="replace")[-600:]
        ended = "the program ended" if self._ended else f"{within} s passed"
        return f"{self}: no {kind} {fields or ''}, {ended}; last came\n    {recent}\n  and it logged\n{words}"

    def __str__(self):
        return f"{type(self).__name__} at {self.site.name}"

    def all(self, *kinds, **fields):
        """Every line of these kinds with these fields so far."""
        with self._news:
            lines = [line for _, line in self.lines if line.get(self.key) in kinds]
        return [line for line in lines if all(line.get(key) == value for key, value in fields.items())]

    def kill(self):
        end(self.process, signal.SIGKILL)

    def signal(self, number):
        os.killpg(self.process.pid, number)

    def end(self):
        if self.process.poll() is None:
            end(self.process)
        return self.process.returncode


class Host(Program):
    """`sabir serve` with one room; its lines are what it opened. `keeps` is what its configuration says of the room,
    `also` the tables besides."""

    key = "what"
    OPEN = re.compile(r"^open (?P<room>.+) (?P<address>\S+):(?P<port>\d+) (?P<id>\S+)$")

    def __init__(self, services, room="Reception", *flags, keeps="", also=""):
        config = services.folder / "serve.toml"
        config.write_text(f'[[room]]\nname = "{room}"\n{keeps}\n\n{also}\n{NO_BOOKS}', encoding="utf-8")
        super().__init__(services, SABIR, "serve", "--config", str(config), "--port", str(PORT), "--plaintext", *flags)
        self.opened = self.expect("open", 20)

    def parse(self, line):
        found = self.OPEN.match(line)
        return {"what": "open", **found.groupdict()} if found else {"what": line}


class Person(Program):
    """`sabir join --json`: says, sees, reads."""

    def __init__(self, services, name, lang, room="Reception", *flags):
        self.name, self.lang, self._waiting, self._echoes = name, lang, set(), 0
        super().__init__(services, SABIR, "join", room, "--json", "--name", name, "--lang", lang, "--plaintext", *flags)

    def enters(self, within=20):
        self.welcome = self.expect("welcome", within)
        return self

    def say(self, text):
        with self._news:
            self._waiting.add(text)
        self.write(json.dumps({"message": text}, ensure_ascii=False))

    def arrived(self, line):
        if line["event"] == "message" and line["own"]:
            self._echoes += 1
            self._waiting.discard(line["message"])

    def says(self, text, within=10):
        """Says it and waits for its own echo; returns that."""
        self.say(text)
        return self.find("message", within, own=True, message=text)

    def reads(self, message, *words, state="translated", within=15):
        """The line in this person's language, with each of the words in it; returns the translation."""
        line = self.find("translation", within, id=message["id"], lang=self.lang)
        assert line["state"] == state, f"{self}: {line}, expected {state}"
        assert all(word.lower() in line["text"].lower() for word in words), f"{self}: {words} not in {line}"
        if state == "translated":
            assert line["engine"], f"{self}: no engine named in {line}"
        return line

    def order(self):
        return [line["id"] for line in self.all("message")]

    def acknowledged(self):
        """The ids of what it said and saw again as its own."""
        return [line["id"] for line in self.all("message", own=True)]

    def promised(self):
        """The ids of what its program has taken charge of, over its own death too."""
        return [line["id"] for line in self.all("sending", kept=True)]

    def awaits_echoes(self, most, within=90):
        """Waits until fewer than `most` of its lines are without an echo; false where the program ends instead."""
        with self._news:
            return self._news.wait_for(lambda: self._ended or len(self._waiting) < most, within) and not self._ended

    def awaits_more_echoes(self, number, within=60):
        """Waits for so many echoes more than there are now."""
        with self._news:
            wanted = self._echoes + number
            assert self._news.wait_for(lambda: self._echoes >= wanted, within), f"{self}: no more echoes"

    def quits(self):
        self.write(json.dumps({"quit": True}))
        assert self.process.wait(10) == 0, f"{self}: exit status {self.process.returncode} after quit"

    def __str__(self):
        return self.name


def refused(services, room):
    """What `sabir join` says of a room that it cannot enter."""
    command = services.site.inside(SABIR, "join", room, "--json", "--name", "nobody", "--lang", "en", "--plaintext")
    done = subprocess.run(
        command, env=environment(services), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=40
    )
    assert done.returncode != 0, f"{room} was entered: {done.stdout[-600:]}"
    return done.stdout + done.stderr


def rooms(services, timeout=3):
    """What `sabir rooms --json` lists in that host: a list of objects."""
    command = services.site.inside(SABIR, "rooms", "--json", "--timeout", str(timeout))
    done = subprocess.run(command, env=environment(services), stdin=subprocess.DEVNULL, capture_output=True, timeout=30)
    found = [json.loads(line) for line in done.stdout.splitlines() if line.strip()]
    return [room for line in found for room in (line if isinstance(line, list) else [line])]


def rooms_until(services, satisfied, within=20):
    """Asks again and again what rooms there are, until the answer satisfies; each question takes its own time."""
    deadline = time.monotonic() + within
    while True:
        found = rooms(services)
        if satisfied(found):
            return found
        assert time.monotonic() < deadline, f"rooms at {services.site.name} after {within} s: {found}"
