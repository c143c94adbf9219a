"""Talk under load, and the count of what became of it.

A talker says a line as soon as an earlier one is acknowledged: as fast as the room takes them, without a clock. A tally
holds what was acknowledged against what the room has, by a reader that is not the program's, and against what
everybody saw.
"""

import itertools
import threading

AHEAD = 8
"""Lines of one talker that wait for their echo at once."""


class Talker(threading.Thread):
    """Lets a person talk until told to be silent, or until the person's program dies. `pause`: seconds between lines,
    for those whose way is narrower than the room is fast."""

    serial = itertools.count(1)

    def __init__(self, person, lines=None, pause=0):
        super().__init__(daemon=True)
        self._pause = pause
        self._person, self._left, self._is_silent = person, lines, threading.Event()
        self._prefix = f"{person.name}/{next(self.serial)}"
        self.start()

    def run(self):
        for number in range(self._left) if self._left else itertools.count():
            if not self._person.awaits_echoes(AHEAD) or self._is_silent.wait(self._pause):
                return
            try:
                self._person.say(f"{self._prefix} {number}")
            except (BrokenPipeError, ValueError):
                return  # killed; what it said and saw acknowledged counts

    def hushes(self):
        """Says no more; what it said may still wait for its echo."""
        self._is_silent.set()

    def falls_silent(self):
        self.hushes()
        self.join(60)
        assert not self.is_alive(), f"{self._prefix} still waits for an echo"


class Tally:
    """What the room has (`log`, a reader's lines from the first on) against what each life of each person saw."""

    def __init__(self, log, lives):
        self._places = {line["id"]: line["seq"] for line in log}
        acknowledged = {line for life in lives for line in life.acknowledged()}
        promised = {line for life in lives for line in life.promised()}
        self.acknowledged = len(acknowledged)
        self.missing = len((acknowledged | promised) - set(self._places))
        self.double = len(log) - len(self._places)
        self.disorder = self.holes = self.told = 0
        for life in lives:
            self._look_at(life)

    def _look_at(self, life):
        """Whatever a life was shown: each line once, with the room's number, in order, and no number left out."""
        shown = life.all("message")
        self.double += len(shown) - len({line["id"] for line in shown})
        self.disorder += sum(1 for line in shown if self._places.get(line["id"]) != line["seq"])
        newest = None
        for line in life.all("message", "gap", "welcome", "reconnected"):
            if line["event"] == "message":
                # The answer to a repeat may bear a number from before: its sender was not there to see it.
                if newest is not None and line["seq"] <= newest and line["own"]:
                    continue
                first, last = line["seq"], line["seq"]
            elif line["event"] == "gap":
                first, last = line["from"], line["to"]
                self.told += last - first + 1
                # What was said in the room's new life before this one was back, which starts over behind it.
                if (first, last) == (1, newest):
                    continue
            else:
                newest = line["seq"] if line["event"] == "welcome" or not line["resumed"] else newest
                continue
            self.disorder += last <= newest
            self.holes += max(0, first - newest - 1)
            newest = last

    def hold_against(self, copy):
        """What another node has of the room: the same lines under the same numbers, in the same order."""
        numbers = [line["seq"] for line in copy]
        self.double += len(copy) - len({line["id"] for line in copy})
        self.disorder += sum(1 for line in copy if self._places.get(line["id"]) != line["seq"])
        self.holes += (numbers[-1] - numbers[0] + 1 - len(numbers)) if numbers else 0

    def __str__(self):
        gaps = f", told as gone {self.told}" if self.told else ""
        order = "same" if not self.disorder else f"DIFFERS {self.disorder} times"
        counts = f"acknowledged {self.acknowledged}, missing {self.missing}, double {self.double}"
        return f"{counts}, holes {self.holes}{gaps}, order {order}"

    @property
    def is_well(self):
        return self.acknowledged > 0 and not (self.missing or self.double or self.disorder or self.holes)


def count(lab, lives, log):
    """Notes the tally of these lives against the room's log, and fails where it is not well."""
    tally = Tally(log, lives)
    lab.note(str(tally))
    assert tally.is_well, str(tally)
