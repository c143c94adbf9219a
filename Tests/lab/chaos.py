#!/usr/bin/env python3
"""Everything happens to a room while people talk in it, and what they were told is counted by an independent reader.

    chaos.py [--minutes N] [--seed S]

Rooms of some minutes each, one after the other (faulted_room.py); the seed decides what happens, in which order. Ends
with status 1 where a law is broken, and then keeps all logs. $SABIR names another program than the debug build.
"""

import argparse
import os
import secrets
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "contract")]
sys.dont_write_bytecode = True

from clocks import Clock  # noqa: E402
from disks import StandingDisk  # noqa: E402
from faulted_room import FaultedRoom  # noqa: E402
from laboratory import Laboratory  # noqa: E402
from people import SABIR  # noqa: E402

SESSION = 300
"""Seconds for which things happen to one room: so that what is counted fits into memory, and each begins anew."""


def missing():
    """What this machine cannot do, each with the reason."""
    reasons = {"slow disk": StandingDisk.why_not(), "clock": Clock.why_not()}
    return {what: why for what, why in reasons.items() if why}


def minute_of_chaos(lab):
    """for most of a minute host, relay and guests are killed, disk, engine and clock fail, as chance has it"""
    cannot = missing()
    room = FaultedRoom(lab, 1, cannot)
    end, quick = time.monotonic() + (SESSION if lab.thorough else 40), room.quick_faults()
    room.random.shuffle(quick)
    while time.monotonic() < end and (quick or lab.thorough):
        room.happens() if lab.thorough else room.suffers(quick.pop())
    tally = room.count()
    lab.note(f"{sum(room.done.values())} faults, {tally}" + "".join(f"; {why}" for why in cannot.values()))
    assert tally.is_well, str(tally)


CHAOS = [minute_of_chaos]


class Sum:
    """Of the rooms so far."""

    COUNTS = ("acknowledged", "missing", "double", "twice", "holes", "disorder", "unclean", "told", "translated")

    def __init__(self):
        self.counts, self.faults, self.beside, self.rooms = Counter(), Counter(), Counter(), 0

    def add(self, room, tally):
        self.rooms += 1
        self.faults += room.done
        self.beside += room.beside
        self.counts.update({name: getattr(tally, name) for name in self.COUNTS})

    def __str__(self):
        counts, happened = self.counts, listed(self.faults)
        return (
            f"{self.rooms} rooms, {self.faults.total()} faults:\n{happened}\nand beside them:\n{listed(self.beside)}\n"
            f"{counts['acknowledged']:,} lines acknowledged: missing {counts['missing']}, double {counts['double']}, "
            f"said once and there twice {counts['twice']}, holes {counts['holes']}, "
            f"out of order {counts['disorder']}.\n"
            f"{counts['translated']:,} translations shown, with what an engine may not send: {counts['unclean']}. "
            f"Lines that a guest was told it cannot have: {counts['told']}."
        )


def listed(counter):
    return "\n".join(f"  {n:4} {what}" for what, n in counter.most_common())


def say(text):
    print(f"{time.strftime('%H:%M:%S')}  {text}", flush=True)


def session(lab, seed, end, cannot, total):
    """One room, until the time given; returns whether every law held."""
    room = FaultedRoom(lab, seed, cannot)
    say(f"{room.room}, seed {seed}: host in the north, relay in the south, three people talk")
    start = time.monotonic()
    try:
        while time.monotonic() < end:
            start = time.monotonic()
            room.happens()
            acknowledged = sum(len(life.acknowledged()) for life in room.lives)
            say(f"  {room.now} ({time.monotonic() - start:.0f} s; {acknowledged:,} acknowledged)")
        room.now = "the count"
        tally = room.count()
    except Exception:
        say(f"  {room.now}: this went wrong after {time.monotonic() - start:.0f} s")
        room.keeps_its_disk()
        raise
    total.add(room, tally)
    say(f"{room.room}: {tally}")
    if not tally.is_well:
        room.keeps_its_disk()
    return tally.is_well


def run(options, folder):
    """Returns what went wrong, or None."""
    total, start, cannot, seed = Sum(), time.monotonic(), missing(), options.seed
    for what, why in cannot.items():
        say(f"Left out, {what}: {why}.")
    failure, end = None, start + 60 * options.minutes
    with Laboratory(folder, places=()) as lab:
        while not failure and time.monotonic() < end:
            try:
                if not session(lab, seed, min(end, time.monotonic() + SESSION), cannot, total):
                    failure = "a law is broken"
            except Exception as error:
                place = "" if isinstance(error, AssertionError) else traceback.format_exc()
                failure = f"{error}\n{place or traceback.format_tb(error.__traceback__)[-1]}"
            if failure:
                failure = f"BROKEN in the room of seed {seed}: {failure}"
            lab.clear_scene()
            seed += 1
    print(f"\n{(time.monotonic() - start) / 60:.1f} minutes from seed {options.seed} on, {total}")
    return failure


def options():
    parser = argparse.ArgumentParser(prog="scripts/chaos", description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=5, help="for how long (5)")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1_000_000), help="what happens (by chance)")
    chosen = parser.parse_args()
    if not 0 < chosen.minutes <= 10_000:
        parser.error("--minutes is more than 0, and at most 10000.")
    return chosen


ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def ends(number, _):
    """Once: what was started is ended, in order, whatever comes meanwhile."""
    for other in ENDINGS:
        signal.signal(other, signal.SIG_IGN)
    say(f"Ended by {signal.Signals(number).name}; taking everything down.")
    sys.exit(128 + number)


def main():
    chosen = options()
    if os.geteuid() != 0:
        sys.exit("scripts/chaos makes network namespaces and mounts disks: it needs root.")
    if not os.access(SABIR, os.X_OK):
        sys.exit(f"There is no program {SABIR}: swift build makes it, or $SABIR names another.")
    for number in ENDINGS:
        signal.signal(number, ends)
    folder = tempfile.mkdtemp(prefix="sabir-chaos-")
    failure = "ended before its time"
    try:
        failure = run(chosen, folder)
    finally:
        if failure and failure != "ended before its time":
            print(f"{failure}\nThe logs of everything that ran are in {folder}.")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    sys.exit(1 if failure else 0)


if __name__ == "__main__":
    main()
