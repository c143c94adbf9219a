"""A room that everything happens to, as chance has it: at its host, at a relay, to its guests, to the lines between
them, the host's disk, its clock and its translation engine, while all talk. scripts/chaos runs it for as long as one
likes; the lab has a minute of it.

The host is in the north with anna; boris is in the south behind a relay; carla comes from the east over a router. What
was acknowledged is held against the log as an independent reader gets it (log.py) from a host that was killed and has
nothing but its disk, against the relay's copy, and against what each life of each person was shown.
"""

import itertools
import random
import shutil
import signal
import threading
import time
from collections import Counter

from clocks import Clock
from disks import SmallDisk, StandingDisk, keep_copy
from engines import BEHAVIOURS, Engine, configuration
from link_faults import talk
from people import PORT, Host, Person, rooms_until
from readers import LogReader
from relaying import PATIENCE, Relayed
from talk import Tally

KEEPS = 'newcomers_see = "all"\nhistory = "disk"\nkeep_for = "90d"'
MEGABYTES = 96
MACHINES = [("north", "desk"), ("north", "hall"), ("south", "relay"), ("south", "hall"), ("east", "hall")]
STEPS = (3_600, -3_600, 86_400, -86_400, 20 * 86_400, 90, -90)
"""Seconds by which the host's clock may be wrong: less than the room keeps its lines for."""
IN_MEMORY, ON_DISK = "kept in memory only", "history is written to disk again"
"""What the host logs of its history. A host that is killed in between loses what it has told that it may."""
PAGES = 300
"""Seconds for reading the whole log page by page."""


class ClockedHost(Host):
    """`sabir serve`, by a clock of its own where there can be one."""

    def __init__(self, services, clock, *words, **settings):
        self._clock = clock
        super().__init__(services, *words, **settings)

    def environment(self, services):
        return {**super().environment(services), **(self._clock.environment if self._clock else {})}

    def keeps_in_memory(self):
        words = self.log.read_text(encoding="utf-8", errors="replace")
        return words.rfind(IN_MEMORY) > words.rfind(ON_DISK)


class FaultedRoom(Relayed):
    """Opens with everybody in. `happens()` is one fault, `count()` the end."""

    PAUSE = 0.05
    serial = itertools.count(1)

    def __init__(self, lab, seed, missing=()):
        """`missing`: which of "clock" and "slow disk" this machine cannot have."""
        self.random, self._next = random.Random(seed), []
        self.done, self.beside = Counter(), Counter()
        self.now = "nothing yet"
        self._missing, desk = missing, lab.site("north").at("desk")
        for site, machine in MACHINES:
            shutil.rmtree(lab.site(site).at(machine).folder / "home", ignore_errors=True)
        self.disk = lab.enters(self._new_disk(desk))
        self.clock = None if "clock" in missing else Clock(desk.folder)
        self.engine = lab.enters(Engine(desk))
        super().__init__(lab, f"Chaos {next(self.serial)}")
        self.relay("South", "south").carries()
        self.at = {name: self._arrives(name) for name in ("anna", "boris", "carla")}

    def _new_disk(self, desk):
        if "slow disk" in self._missing:
            return SmallDisk(desk, MEGABYTES << 10)
        return StandingDisk(desk, MEGABYTES)

    def _open(self):
        flags = ("--unlimited", "--no-web")
        return self._lab.enters(ClockedHost(
            self.services["Host"], self.clock, self.room, *flags, keeps=KEEPS, also=configuration(self.engine.port)))

    LANGUAGES = {"anna": ("es", "north"), "boris": ("ca", "south"), "carla": ("en", "east")}

    def _arrives(self, name):
        """carla's network hears no announcement; she alone has lines translated, by the host's engine."""
        lang, site = self.LANGUAGES[name]
        services, flags = self._lab.site(site).at("hall"), ("--no-translate",)
        room = self.room
        if name == "carla":
            room, flags = f"{self.addresses['Host']}/{self.room}", ()
        else:
            rooms_until(services, lambda found: any(r["name"].startswith(self.room) for r in found), within=PATIENCE)
        person = self._lab.enters(Person(services, name, lang, room, *flags)).enters(PATIENCE)
        self.lives.append(person)
        self.people = [p for p in self.people if p.name != name] + [person]
        return person

    # One fault

    def happens(self):
        """One, while all talk, each as often as the others; returns what it was, in words. Beside it lines may be slow,
        the engine ill and the clock wrong."""
        if not self._next:
            self._next = [f for f in FAULTS if f not in SLOW_DISK or "slow disk" not in self._missing]
            self.random.shuffle(self._next)
        return self.suffers(self._next.pop())

    @staticmethod
    def quick_faults():
        """Those after which everybody is back within seconds."""
        return [
            FaultedRoom.kill_the_host, FaultedRoom.kill_a_guest, FaultedRoom.kill_the_relay, FaultedRoom.stop_somebody,
            FaultedRoom.cut_briefly, FaultedRoom.disk_stands, FaultedRoom.disk_stands_and_host_dies,
        ]

    def suffers(self, fault):
        beside = list(self._beside())
        self.done[fault.__doc__] += 1
        self.beside.update(beside)
        self.now = ", ".join([fault.__doc__, *beside])

        def happens():
            self._one().awaits_more_echoes(self.random.randint(1, 40))
            fault(self)

        try:
            self.while_all_talk(happens)
        finally:
            for line in (self._lab.line("north", "south"), self._lab.line("north", "east")):
                line.mend()
        self._all_live()
        return self.now

    def _beside(self):
        if self.random.random() < 1 / 3:
            for line in (self._lab.line("north", "south"), self._lab.line("north", "east")):
                line.delays(0.03)
                line.loses(3)
            yield "lines between sites slow and losing packets"
        how = self.random.choice(["well", "well", *BEHAVIOURS])
        self.engine.behaves(how)
        if how != "well":
            yield f"engine {how}"
        if self.clock and self.random.random() < 1 / 4:
            self.clock.shows(self.random.choice([0, *STEPS]))
            yield "clock of the host steps"

    def _all_live(self):
        """What nobody has killed still runs."""
        for program in (self.host, *self.relays.values(), *self.people, self.engine):
            assert program.process.poll() is None, f"{program} ended by itself: {program.process.returncode}"

    def _one(self):
        return self.at[self.random.choice(list(self.at))]

    def _seconds(self, least, most):
        threading.Event().wait(self.random.uniform(least, most))

    def _written(self):
        """The host has on its disk what it has acknowledged."""
        deadline = time.monotonic() + 2 * PATIENCE
        while self.host.keeps_in_memory():
            assert time.monotonic() < deadline, "the host's history is not written to disk again"
            time.sleep(0.2)

    def _kill_the_host(self):
        self._written()
        self._all_live()
        self.host.kill()
        self.host = self._open()

    def kill_the_host(self):
        """host killed"""
        self._kill_the_host()

    def kill_the_relay(self):
        """relay killed"""
        self._all_live()
        self.relays["South"].kill()
        self.relays["South"] = self._lab.enters(self.relays["South"].again()).carries()
        self.at["boris"].expect("reconnected", PATIENCE)

    def kill_both(self):
        """host and relay killed at once"""
        self._written()
        self._all_live()
        self.relays["South"].kill()
        self._kill_the_host_after_the_relay()

    def _kill_the_host_after_the_relay(self):
        self.host.kill()
        self.host = self._open()
        self.relays["South"] = self._lab.enters(self.relays["South"].again()).carries()
        self.at["boris"].expect("reconnected", PATIENCE)

    def kill_a_guest(self):
        """guest killed"""
        victim = self._one()
        assert victim.process.poll() is None, f"{victim} ended by itself: {victim.process.returncode}"
        victim.kill()
        self.at[victim.name] = self._arrives(victim.name)

    def stop_somebody(self):
        """program stopped for some seconds"""
        victim = self.random.choice([self.host, self.relays["South"], self._one()])
        victim.signal(signal.SIGSTOP)
        try:
            self._seconds(1, 8)
        finally:
            victim.signal(signal.SIGCONT)

    def cut_briefly(self):
        """line between sites cut for less than anybody notices"""
        line = self._lab.line("north", self.random.choice(["south", "east"]))
        line.cut()
        self._seconds(0.5, 5)
        line.mend()

    def cut_the_relay_off(self):
        """relay cut off from its host until it is given up"""
        self._cut("south", "link", up=False)

    def cut_a_guest_off(self):
        """guest cut off until it gives up"""
        self._cut("east", "reconnecting")

    def _cut(self, site, told, **fields):
        """Until whoever is there is told."""
        person = self.at["boris" if site == "south" else "carla"]
        line = self._lab.line("north", site)
        line.cut()
        try:
            person.expect(told, PATIENCE, **fields)
        finally:
            line.mend()
        person.awaits_more_echoes(1)

    def half_open(self):
        """link of a guest or the relay half open until it is given up"""
        person, site = self.random.choice([
            (self.at["anna"], self._machine("north", "hall")),
            (self.at["boris"], self._machine("south", "relay")),
            (self.at["boris"], self._machine("south", "hall")),
            (self.at["carla"], self._machine("east", "hall")),
        ])
        self.random.choice([site.hears_nothing, site.is_not_heard])()
        try:
            person.expect("reconnecting", PATIENCE)
        finally:
            site.mend()
        person.expect("reconnected", PATIENCE)

    def reset(self):
        """connections reset by a firewall"""
        at_relay = self.random.random() < 0.5
        person = self.at["boris" if at_relay else "anna"]
        site = self._machine("south", "relay") if at_relay else self._machine("north", "hall")
        site.refuses(PORT)
        try:
            # What is reset is the relay's way to its host: its people stay in.
            person.expect("link" if at_relay else "reconnecting", PATIENCE)
        finally:
            site.mend()
        person.awaits_more_echoes(1)

    def lose_packets(self):
        """every fifth packet lost"""
        site = self._machine(*self.random.choice([("north", "hall"), ("south", "relay"), ("east", "hall")]))
        site.loses(20)
        try:
            self._seconds(2, 6)
        finally:
            site.mend()

    def _machine(self, site, machine):
        return self._lab.site(site).at(machine).site

    def disk_stands(self):
        """disk stands still for some seconds"""
        self.disk.stands_still(round(self.random.uniform(1, 3), 1))

    def disk_hangs(self):
        """disk stands still for longer than the room waits for it"""
        self.disk.stands_still(8)
        self._written()

    def disk_is_slow(self):
        """disk slow"""
        self.disk.is_slow(self.random.uniform(4, 8), 0.4, 0.1)
        self._written()

    def disk_stands_and_host_dies(self):
        """host killed while its disk stands still"""
        self._written()
        self.disk.stands_still(2, self.host.kill)
        self.host = self._open()

    def disk_fills(self):
        """disk full"""
        self.disk.fill()
        try:
            self._seconds(3, 6)
        finally:
            self.disk.make_room()
        self._written()

    # What became of it

    def count(self):
        """The host's last life has nothing but the disk. Returns the tally."""
        self.engine.behaves("well")
        talk(self.people, 1)  # behind whatever an earlier life has left to be said
        last = self.people[0].says("the last line", PATIENCE)
        for person in self.people[1:]:
            person.sees(last, PATIENCE)
        relayed = self._reads("South")
        self._kill_the_host()
        tally = FaultedTally(self._reads("Host"), self.lives)
        tally.hold_against(relayed)
        return tally

    def keeps_its_disk(self):
        """For whoever looks into a fault."""
        keep_copy(self.disk, self.services["Host"].folder / "disk-kept")

    def _reads(self, name):
        return self._lab.enters(LogReader(self.services[name], self.room)).reads_all(PAGES)


class FaultedTally(Tally):
    """Besides: what was said once and stands in the log twice, under whatever ids; what an engine's lie put on a
    screen."""

    def __init__(self, log, lives):
        super().__init__(log, lives)
        said = Counter(line["message"] for line in log)
        self.twice = sum(number - 1 for number in said.values())
        shown = [line.get("text") or "" for life in lives for line in life.all("translation")]
        self.unclean = sum(1 for text in shown if set(text) & set("\x1b\x07\u202e"))
        self.translated = sum(len(life.all("translation", state="translated")) for life in lives)

    @property
    def is_well(self):
        return super().is_well and not (self.twice or self.unclean)


SLOW_DISK = [
    FaultedRoom.disk_stands, FaultedRoom.disk_hangs, FaultedRoom.disk_is_slow, FaultedRoom.disk_stands_and_host_dies]
FAULTS = [
    FaultedRoom.kill_the_host, FaultedRoom.kill_the_relay, FaultedRoom.kill_both, FaultedRoom.kill_a_guest,
    FaultedRoom.stop_somebody, FaultedRoom.cut_briefly, FaultedRoom.cut_the_relay_off, FaultedRoom.cut_a_guest_off,
    FaultedRoom.half_open, FaultedRoom.reset, FaultedRoom.lose_packets, *SLOW_DISK, FaultedRoom.disk_fills,
]
