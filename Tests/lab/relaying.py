"""Relays in the lab, and a conversation over them to which things happen while all talk."""

import re
import subprocess
import time

from people import PORT, SABIR, Program, environment
from region import QUIET
from talk import Tally, Talker

PATIENCE = 60
"""Seconds within which whatever was broken has to be whole again, on the slowest machine."""


class Relay(Program):
    """`sabir serve` that carries one room to where its machine is; its lines are what it carries."""

    key = "what"
    TOLD = re.compile(r"^(?P<what>carry|stand-by) (?P<room>.+) (?P<id>\S+)$")

    def __init__(self, services, source, name, keys=""):
        self.name, self.services, self._how = name, services, (services, source, name, keys)
        config = services.folder / "relay.toml"
        table = f'[[relay]]\nfrom = "{source}"\nas = "{name}"\nnewcomers_see = "all"\n{keys}\n'
        config.write_text(table, encoding="utf-8")
        flags = ["--port", str(PORT), "--plaintext", "--unlimited", *QUIET]
        super().__init__(services, SABIR, "serve", "--config", str(config), *flags)

    def parse(self, line):
        found = self.TOLD.match(line)
        return found.groupdict() if found else {"what": line}

    def carries(self, within=PATIENCE):
        self.expect("carry", within)
        return self

    def stands_by(self, within=PATIENCE):
        self.expect("stand-by", within)
        return self

    def logs(self, words, within=PATIENCE):
        """Waits until it has logged that; nobody is told when a file grows, so it is read again and again."""
        deadline = time.monotonic() + within
        while words not in (logged := self.log.read_text(encoding="utf-8", errors="replace")):
            assert time.monotonic() < deadline, f"{self} has not logged \"{words}\":\n{logged[-600:]}"
            time.sleep(0.05)

    def carries_now(self):
        told = self.all("carry", "stand-by")
        return bool(told) and told[-1]["what"] == "carry"

    def again(self):
        """The same relay's next life."""
        return Relay(*self._how)

    def __str__(self):
        return f"the relay {self.name}"


def sabir(services, *words):
    command = services.site.inside(SABIR, *words)
    return subprocess.run(command, env=environment(services), stdin=subprocess.DEVNULL, capture_output=True, timeout=60)


def lists(host, relay, name):
    """The node in `host` knows the relay in `relay` from now on."""
    key = sabir(relay, "staff", "key")
    added = sabir(host, "staff", "add", "--relay", "--", name, key.stdout.decode().strip())
    assert added.returncode == 0 or b"on the list already" in added.stderr, key.stderr + added.stderr


class Relayed:
    """A room in the north on its disk, relays behind it, and people at each of them."""

    def __init__(self, lab, room):
        self._lab, self.room = lab, room
        self.services = {"Host": lab.site("north").at("desk")}
        self.addresses = {"Host": f'{lab.site("north").address("desk")}:{PORT}'}
        self.host, self.relays, self.people, self.lives = self._open(), {}, [], []

    def _open(self):
        keeps = 'newcomers_see = "all"\nhistory = "disk"'
        return self._lab.site("north").open(self.room, "--unlimited", keeps=keeps)

    def relay(self, name, site, behind="Host", at="relay", keys=""):
        """A relay at that site's machine, which follows the host or another relay; whether it carries is to be
        awaited."""
        place = self._lab.site(site)
        return self.relay_at(name, place.at(at), place.address(at), behind, keys)

    def relay_at(self, name, services, address, behind="Host", keys="", source=None):
        """`source`: how it is told where the room is, in place of the address."""
        lists(self.services[behind], services, name)
        self.services[name], self.addresses[name] = services, f"{address}:{PORT}"
        relay = Relay(services, source or f"{self.addresses[behind]}/{self.room}", name, keys)
        self.relays[name] = self._lab.enters(relay)
        return relay

    def enters(self, name, lang, site, over=None):
        """Somebody in that site's hall, by the room's name, as it is announced there, or over the relay named."""
        room = f"{self.addresses[over]}/{self.room}" if over else self.room
        person = self._lab.site(site).join(name, lang, room=room, within=PATIENCE)
        self.people.append(person)
        self.lives.append(person)
        return person

    # What happens while all talk

    PAUSE = 0.02
    """Seconds between two lines of one who talks: 50 a second."""

    def while_all_talk(self, happens):
        """All talk; `happens` is called among the echoes."""
        for person in self.people:
            person.passes_over()
        talkers = [Talker(person, pause=self.PAUSE) for person in self.people]
        for person in self.people:
            person.awaits_more_echoes(5)
        happens()
        for talker in talkers:
            talker.hushes()
        for talker in talkers:
            talker.join(PATIENCE + 30)
            assert not talker.is_alive(), "a talker still waits for an echo"
        for person in self.people:
            assert person.awaits_echoes(1, PATIENCE), f"{person} still waits for an echo"

    def cut_and_mend(self, line, *behind):
        """Nobody is told of the cut; those behind it are, once the link is given up. Then it is mended."""

        def happens():
            line.cut()
            for person in behind:
                person.expect("link", PATIENCE, up=False)
            line.mend()
            for person in behind:
                person.awaits_more_echoes(1)

        self.while_all_talk(happens)

    def kill_relay(self, name, *behind):
        """With -9, and it is started again; those who were in there come back by themselves."""

        def happens():
            self.relays[name].kill()
            for person in behind:
                person.expect("reconnecting", PATIENCE)
            self.relays[name] = self._lab.enters(self.relays[name].again()).carries()
            for person in behind:
                person.expect("reconnected", PATIENCE)

        self.while_all_talk(happens)

    def kill_host(self):
        """With -9; it goes on from its disk."""

        def happens():
            self.host.kill()
            self.host = self._open()

        self.while_all_talk(happens)

    def take_over(self, *behind):
        """Of two relays the one that carries is killed with -9: the other carries. Started again, it stands by. Returns
        how long the takeover took, in seconds."""
        def again(carrying):
            for person in behind:
                person.awaits_more_echoes(1)
            self.relays[carrying.name] = self._lab.enters(carrying.again()).stands_by()

        return self._taken_over(again)

    def fall_silent(self, *behind):
        """The one that carries no longer reaches its host, while its people still reach it: the other carries. When the
        way is back, it stands by, and its people come over."""

        def happens():
            carrying, standing_by = self._parts()
            self._way(carrying, "add")
            standing_by.carries()
            self._way(carrying, "delete")
            carrying.stands_by()
            for person in behind:
                person.awaits_more_echoes(1)

        self.while_all_talk(happens)

    def _way(self, relay, change):
        """What the relay's machine sends to the host is dropped without a word, or no longer."""
        host = self.addresses["Host"].rpartition(":")[0]
        command = relay.services.site.inside("ip", "route", change, "blackhole", host)
        subprocess.run(command, check=True, capture_output=True, timeout=20)

    def _parts(self):
        """The one of the two that carries, and the other; after a fault it may take them a while to settle that."""
        deadline = time.monotonic() + PATIENCE
        while True:
            for relay in self.relays.values():
                relay.passes_over()
            carrying, standing_by = sorted(self.relays.values(), key=lambda relay: not relay.carries_now())
            if carrying.carries_now() and not standing_by.carries_now():
                return carrying, standing_by
            assert time.monotonic() < deadline, f"of {carrying} and {standing_by} not one carries"
            time.sleep(0.05)

    def _taken_over(self, again):
        taken = []

        def happens():
            carrying, standing_by = self._parts()
            start = time.monotonic()
            carrying.kill()
            standing_by.carries()
            taken.append(time.monotonic() - start)
            again(carrying)

        self.while_all_talk(happens)
        return taken[0]

    # What became of it

    def count(self, *remarks, copies=True):
        """The last line has reached everybody. What everybody saw, and with `copies` what each relay has, is held
        against the host's log; the counts are noted."""
        last = self.people[0].says("the last line", PATIENCE)
        for person in self.people[1:]:
            person.sees(last, PATIENCE)
        tally = Tally(self._log("Host"), self.lives)
        for name in self.relays if copies else ():
            tally.hold_against(self._log(name))
        for remark in remarks:
            self._lab.note(remark)
        self._lab.note(f"{len(self.lives)} people, {tally}")
        assert tally.is_well, str(tally)

    def _log(self, name):
        return self._lab.log_at(self.services[name], self.room)
