"""A patient who writes Spanish and a nurse who writes English, in one room of a node, and the nurse's desk."""

import http.client
import itertools
import socket
import threading
import time
import uuid
from collections import Counter

from node import Events, Refused, Visit

MARK = "⁂"  # what lines of the two begin with, and no other
WITHIN = 30  # seconds after which a line counts as lost
AGAIN = 5  # seconds for which what was refused for the moment is tried again
BEAT = 0.25  # seconds from one line to the next
SAID = {"es": "me duele el pecho desde ayer", "en": "how strong is the pain, from one to ten?"}


class Ears(Visit):
    """A stream in a room, which tells a person what comes and keeps nothing. Where the node ends it, it is opened anew
    from its last line on, as a browser does."""

    def __init__(self, person, last=None):
        self.person, self.is_hung_up = person, False
        super().__init__(person.device, person.room, person.entry, last=last)

    def _read(self):
        super()._read()
        if not self.is_hung_up:
            self.person.was_cut(self.last)

    def _take(self, kind, data, number):
        self.last = number or self.last
        if kind == "hello":
            super()._take(kind, data, number)
        self.person.hears(kind, data)


class Person:
    """Somebody in a room at a page: `heard` has for each line of the pair when it came, once for each time."""

    def __init__(self, device, room, name, lang):
        self.device, self.room, self.name, self.lang = device, room, name, lang
        self.has_gone = False
        self.news, self.heard, self.amiss, self.help = threading.Condition(), {}, [], []
        self.refused, self.cuts = Counter(), 0
        self._enter()
        self.ears = Ears(self)

    def _enter(self):
        self.entry = self.asks("enter", name=self.name, lang=self.lang)

    @property
    def member(self):
        return self.entry["member"]

    def hears(self, kind, data):
        now = time.monotonic()
        with self.news:
            if kind == "line" and data["text"].startswith(MARK):
                self.heard.setdefault(data["id"], []).append(now)
            elif kind in ("gap", "removed", "closing", "cleared", "muted"):
                self.amiss.append(f"{self.name} was told “{kind}”: {str(data)[:200]}")
            elif kind == "help" and data.get("member") == self.member:
                self.help.append(data["state"])
            elif kind == "hello":  # what became of one's call while the stream was down
                self.help += [call["state"] for call in data["help"] if call["member"] == self.member]
            else:
                return
            self.news.notify_all()

    def comes_back(self, after=0.0):
        """Closes the stream as a phone whose screen goes dark does, and opens it again."""
        hang_up(self.ears)
        threading.Event().wait(after)
        return self.opens(self.ears.last)

    def was_cut(self, last):
        if not self.has_gone:
            self.cuts += 1
            threading.Event().wait(1)
            self.opens(last)

    def opens(self, last):
        """The stream again. Who has no seat any more enters, as a page does; that is told."""
        end = time.monotonic() + WITHIN
        while time.monotonic() < end and not self.has_gone:
            try:
                self.ears = Ears(self, last)
                return True
            except (AssertionError, OSError, http.client.HTTPException) as fault:
                why = f"{type(fault).__name__} {str(fault)[:200]}"
                if getattr(fault, "status", None) == 403:
                    self.amiss.append(f"{self.name} was no longer in the room: {why}")
                    self._enter()
            threading.Event().wait(1)
        if not self.has_gone:
            self.amiss.append(f"{self.name}'s stream could not be opened again in {WITHIN} s: {why}")
        return False

    def goes(self):
        self.has_gone = True
        hang_up(self.ears)

    def hears_line(self, line, within=WITHIN):
        with self.news:
            return self.news.wait_for(lambda: line in self.heard, within) and self.heard[line][0]

    def learns(self, state, within=30):
        with self.news:
            return self.news.wait_for(lambda: state in self.help, within)

    def post(self, path, **fields):
        """As a page does it: what is refused for the moment is tried again, and told."""
        end = time.monotonic() + AGAIN
        while True:
            try:
                return self.device.post(path, **fields)
            except Refused as refusal:
                self.refused[f"{refusal.status} {refusal.detail or refusal.code}"] += 1
                if time.monotonic() > end or refusal.status not in (429, 503):
                    raise
            except (OSError, http.client.HTTPException) as fault:
                self.refused[type(fault).__name__] += 1
                if time.monotonic() > end:
                    raise
            threading.Event().wait(0.5)

    def asks(self, what, **fields):
        return self.post(f"/api/rooms/{self.room}/{what}", face="a", **fields)


def hang_up(stream):
    """Its reader, who waits for more, is woken first."""
    stream.is_hung_up = True
    stream.connection.raw.shutdown(socket.SHUT_RDWR)
    stream.ended()
    stream.close()


class Desk(Events):
    """The stream of a desk: the calls and reports that stand now."""

    def __init__(self, device):
        self.latest = {"help": [], "reports": []}
        super().__init__(device, "/api/staff/watch")

    def _take(self, kind, data, number):
        with self.news:
            self.latest[kind] = data["calls" if kind == "help" else kind]
            self.news.notify_all()

    def shows(self, kind, test, within=30):
        with self.news:
            return self.news.wait_for(lambda: any(test(each) for each in self.latest[kind]), within)


class Conversation:
    """They say lines by turns. What each line took is in `times`, by the part of the time in which it was said; of one
    that was refused at first, in `again`."""

    def __init__(self, patient, nurse):
        self.turns = itertools.cycle([(patient, nurse), (nurse, patient)])
        self.people, self.said = (patient, nurse), []
        self.times, self.again, self.lost = {"idle": [], "attack": []}, [], []

    def goes_on(self, end, part, between=lambda: None):
        while time.monotonic() < end():
            beat = time.monotonic() + BEAT
            self._one_line(*next(self.turns), part)
            between()
            threading.Event().wait(max(0, beat - time.monotonic()))

    def _one_line(self, speaker, listener, part):
        line, number = str(uuid.uuid4()), len(self.said)
        self.said.append(line)
        began, refused = time.monotonic(), speaker.refused.total()
        try:
            told = speaker.asks("messages", id=line, text=f"{MARK} {number} {SAID[speaker.lang]}")
        except (AssertionError, OSError, http.client.HTTPException) as fault:
            return self.lost.append(f"line {number} of {speaker.name} was not taken: {str(fault)[:200]}")
        if "seq" not in told:
            self.lost.append(f"line {number} of {speaker.name} got no ✓")
        at = listener.hears_line(line)
        if not at:
            return self.lost.append(f"line {number} of {speaker.name} did not reach {listener.name} in {WITHIN} s")
        if not speaker.hears_line(line):
            self.lost.append(f"line {number} did not come back to {speaker.name}, who said it")
        (self.times[part] if speaker.refused.total() == refused else self.again).append(at - began)

    def doubled(self):
        return sum(len(times) > 1 for person in self.people for times in person.heard.values())

    def received(self):
        return sum(all(line in person.heard for person in self.people) for line in self.said)


def milliseconds(times):
    """Median and 99th percentile, in words."""
    ordered = sorted(times)
    if not ordered:
        return "none"
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000 for share in (0.5, 0.99)]
    return f"median {at[0]:.0f} ms, p99 {at[1]:.0f} ms"
