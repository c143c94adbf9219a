"""A stage on which real `sabir` processes talk, so that a test reads as a script:

    with Stage() as stage:
        anna, boris = stage.enters("anna", "en"), stage.enters("boris", "es", engines=[engine])
        anna.says("good morning")
        boris.sees("good morning")
        boris.reads("buenos días")
        anna.leaves()

Every line that a member's process prints is judged when it comes: strict JSON, a known event, its fields and their
types. What is wrong fails the next wait, and the end of the stage.
"""

import json
import signal

from host import OPEN
from program import Home, Program, steady_port

NULL = type(None)
MEMBER = {"id": str, "name": str, "lang": str}
HISTORY = {"kept": str, "for": (int, NULL), "from": int}
WELCOME = {
    "room": {"id": str, "name": str, "topic": str}, "member": str, "members": [MEMBER], "seq": int, "n": int,
    "history": HISTORY,
}  # fmt: skip
PRESENCE = {"member": MEMBER, "n": int}
LINE = {"seq": int, "id": str, "ts": int, "member": str, "from": str, "lang": str, "message": str}

EVENTS = {
    "welcome": {**WELCOME, "notice": str},
    "reconnected": {**WELCOME, "resumed": bool},
    "message": {**LINE, "own": bool},
    "translation": {
        "id": str, "lang": str, "text": (str, NULL), "state": str, "engine": (str, NULL), "reason": (str, NULL),
        "warnings": list,
    },
    "sending": {"id": str, "message": str, "lang": str, "kept": bool, "again": bool},
    "refused": {"id": str, "message": str, "lang": str, "code": str, "reason": str},
    "lines": {"before": int, "more": bool, "messages": [LINE]},
    "joined": PRESENCE,
    "left": PRESENCE,
    "changed": PRESENCE,
    "presence": {"n": int, "langs": dict, "joined": [MEMBER], "changed": [MEMBER], "left": [str]},
    "members": {"members": [MEMBER], "more": bool},
    "reconnecting": {"reason": str},
    "gap": {"from": int, "to": int},
    "error": {"code": str, "reason": str, "fatal": bool},
    "notice": {"text": str},
    "password-wanted": {"wrong": bool},
    "outlook": {"languages": [{"lang": str, "state": str, "engine": (str, NULL), "reason": (str, NULL)}]},
    "check": {
        "text": str, "readings": [{"lang": str, "text": (str, NULL), "state": str, "back": (str, NULL)}],
        "advice": [{"kind": str, "text": str}], "misspelt": [{"word": str, "suggestions": [str]}], "offer": (str, NULL),
    },
    "report": {
        "member": str, "from": str, "words": str, "ts": int, "present": bool, "own": bool, "text": str,
        "id": (str, NULL), "about": (str, NULL), "name": (str, NULL),
    },
    "acted": {"act": str},
    "bans": {"bans": list},
    "link": {"up": bool, "since": int},
    "pinned": {"text": str, "lang": str, "ts": int},
    "pinned-translation": {"lang": str, "text": (str, NULL), "state": str},
    "unpinned": {},
    "unclear": {"member": str, "from": str, "lang": str, "id": (str, NULL), "own": bool, "text": str},
    "person": {"member": str, "from": str, "lang": str, "id": (str, NULL), "own": bool, "text": str},
    "help": {
        "member": str, "from": str, "lang": str, "id": (str, NULL), "state": str, "ts": int, "age": int,
        "present": bool, "contact": str, "new": bool, "own": bool, "text": str,
    },
    "phrases": {"words": str, "phrases": [{"text": str, "lang": str, "languages": [str]}]},
}  # fmt: skip

ENGINE = '[[translation.endpoint]]\nkind = "{0.kind}"\nname = "{0.name}"\nurl = "{0.url}"\n{0.settings}\n'


def misfit(value, form, place):
    """What of `value` has not this form, in words; None where all has."""
    if isinstance(form, dict):
        if not isinstance(value, dict):
            return f"{place} is {value!r}"
        misfits = (misfit(value.get(key, ...), inner, f"{place}.{key}") for key, inner in form.items())
        return next(filter(None, misfits), None)
    if isinstance(form, list):
        if not isinstance(value, list):
            return f"{place} is {value!r}"
        return next(filter(None, (misfit(item, form[0], f"{place}[]") for item in value)), None)
    fits = isinstance(value, form) and not (form is int and isinstance(value, bool))
    return None if fits else f"{place} is {value!r}"


def sense(event):
    """What a translation says against itself, in words; None where nothing."""
    if event["event"] != "translation":
        return None
    state, text, engine, reason = (event[key] for key in ("state", "text", "engine", "reason"))
    sound = {
        "translated": text is not None and engine is not None and reason is None,
        "same": engine is None and reason is None,
        "phrasebook": text is not None and engine is None and reason is None,
        "verified": text is not None and engine is None and reason is None,
        "untranslated": bool(reason) and engine is None and reason.endswith("."),
    }
    return None if sound.get(state) else f"a translation that contradicts itself: {event}"


class Actor(Program):
    """A `sabir join … --json` (or `host … --json`). `events` is all it printed; each wait takes an event once."""

    def __init__(self, *command, home, name):
        self.name, self.events, self._taken = name, [], set()
        super().__init__(*command, home=home)

    def printed(self, line):
        super().printed(line)
        try:
            event = json.loads(line)
            form = EVENTS.get(event.get("event"))
            wrong = f"an unknown event: {line}" if form is None else misfit(event, form, event["event"]) or sense(event)
        except (ValueError, AttributeError):
            wrong, event = f"no line of JSON: {line!r}", {"event": None}
        if wrong:
            self.faults.append(f"{self.name}: {wrong}")
        self.events.append(event)

    def expect(self, kind, within=30, where=None, **fields):
        """The next event of this kind with these fields that no earlier wait took."""

        def found():
            for index, event in enumerate(self.events):
                if index not in self._taken and event["event"] == kind and fits(event):
                    self._taken.add(index)
                    return event
            return None

        def fits(event):
            return all(event.get(k) == v for k, v in fields.items()) and (where is None or where(event))

        return self.until(found, within, f"{kind} {fields or ''}")

    def place(self, event):
        """Where in the order of what was printed this very event stands."""
        return next(index for index, other in enumerate(self.events) if other is event)

    def all(self, kind, **fields):
        """Every event of this kind with these fields so far, taken or not."""
        with self.news:
            return [e for e in self.events if e["event"] == kind and all(e.get(k) == v for k, v in fields.items())]

    # What a member does

    def sends(self, **line):
        self.write(json.dumps(line, ensure_ascii=False).encode("utf-8") + b"\n")

    def says(self, text, within=30, **fields):
        """Says it and waits for the echo."""
        self.sends(message=text, **fields)
        return self.expect("message", within, message=text, own=True)

    def sees(self, text, within=30, **fields):
        """The original, as another wrote it."""
        return self.expect("message", within, message=text, own=False, **fields)

    def reads(self, text, within=30, **fields):
        """The translation, by its text."""
        return self.expect("translation", within, text=text, **fields)

    def learns(self, message, within=30):
        """What became of this message's translation."""
        return self.expect("translation", within, id=message["id"])

    def meets(self, newcomer):
        """Hears that this member has come in; it may itself know sooner than the others do."""
        return self.expect("joined", where=lambda e: e["member"]["id"] == newcomer.id)

    def speaks(self, lang):
        self.sends(lang=lang)
        return self.expect("changed", where=lambda e: e["member"] == {**self.me, "lang": lang})

    @property
    def me(self):
        with self.news:
            known = [e["member"] for e in self.events if e["event"] == "changed" and e["member"]["id"] == self.id]
            return known[-1] if known else next(m for m in self.welcome["members"] if m["id"] == self.id)

    @property
    def id(self):
        return self.welcome["member"]

    @property
    def welcome(self):
        return next(e for e in self.events if e["event"] == "welcome")

    def leaves(self):
        self.sends(quit=True)
        assert self.ended() == 0, self.log

    def __str__(self):
        return self.name


class Serving(Program):
    """A `sabir serve` that can end and begin again on its port, with the state it kept."""

    def __init__(self, rooms, port=0, home=None, flags=(), newcomers="all"):
        self.names, self.flags, self.rooms, self.newcomers = rooms, list(flags), {}, newcomers
        self._begin(port, home or Home(self._configuration()))

    def _configuration(self):
        # Newcomers see all unless told otherwise, so that a test can read what a host keeps.
        return "".join(f'[[room]]\nname = "{room}"\nnewcomers_see = "{self.newcomers}"\n' for room in self.names)

    def _begin(self, port, home):
        command = ["serve", "--port", str(port), "--bind", "127.0.0.1", "--no-mdns", "--no-translate", *self.flags]
        # Reading the page is half of what a debug build does when it starts.
        command += [] if "--web-port" in self.flags else ["--no-web"]
        super().__init__(*command, home=home)
        opened = self.until(lambda: len(self.lines) >= len(self.names) and self.lines[: len(self.names)], 60, "open")
        for match in map(OPEN.match, opened):
            self.rooms[match["room"]] = match["id"]
            self.port = int(match["port"])

    @property
    def address(self):
        return ("127.0.0.1", self.port)

    @property
    def is_secure(self):
        return "--plaintext" not in self.flags

    def invite(self, room):
        """The invite that it printed for this room."""

        def found():
            return next((line.split()[-1] for line in self.lines if line.startswith(f"invite {room} ")), None)

        return self.until(found, what=f"an invite to {room}")

    def terminates(self):
        self.signal(signal.SIGTERM)
        status = self.ended()
        assert status == 0, (status, self.log)

    def returns(self):
        self._begin(self.port, self.home)

    def opens(self, *rooms):
        """The same node again, with its certificate, and other rooms."""
        self.names, self.rooms = rooms, {}
        self.home.write("sabir/sabir.toml", self._configuration())
        self.returns()


class Stage:
    """A host with its rooms, and those who enter. Leaving the `with` ends all, and fails where one had a fault."""

    def __init__(self, *rooms, port=0, flags=(), newcomers="all"):
        self.host = Serving(rooms or ("Stage",), port, flags=flags, newcomers=newcomers)
        self.actors = []

    def enters(self, name, lang, to=None, *, engines=(), flags=(), config="", waits=True):
        """A process that joins `to` (the address without it) and translates by these engines, or not at all."""
        home = Home(config + "".join(ENGINE.format(engine) for engine in engines))
        command = ["join", to or f"127.0.0.1:{self.host.port}", "--json", "--name", name, "--lang", lang, *flags]
        command += ["--log-level", "notice"] if engines else ["--no-translate"]
        command += [] if self.host.is_secure else ["--plaintext"]
        actor = Actor(*command, home=home, name=name)
        self.actors.append(actor)
        if waits:
            actor.expect("welcome")
        return actor

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        programs = [*self.actors, self.host]
        for program in programs:
            if program.is_alive():
                program.kill()
            program.ended()
            program.home.remove()
        if kind is None:
            assert not [fault for program in programs for fault in program.faults]


def steady_stage(*rooms, newcomers="all"):
    """A stage whose host may go and come back."""
    return Stage(*rooms, port=steady_port(), newcomers=newcomers)
