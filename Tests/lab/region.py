"""Three sites with a router each and a leased line between any two: packets are routed, multicast stays where it is.

    lab.site("north").open()                                 a room at the north's desk
    lab.site("south").join("anna", "es", room=...)           a guest at the south's hall
    lab.line("north", "south").cut()                         until the scenario is over, or mend()
    lab.gate("north", "south")                               a machine with a network interface at each of the two

Machines come to be when they are asked for first, with a D-Bus and an Avahi of their own and without a translation
engine, and stay until the laboratory closes; so a scenario takes no longer than the machines that it needs.
"""

import itertools

from line import Line
from network import Network, command
from people import Host, Person, rooms, rooms_until
from services import Services

SITES = {"north": "10.77.1", "south": "10.77.2", "east": "10.77.3"}
QUIET = ("--no-translate", "--no-web")


class Branch:
    """A site: a network with a router, and its machines. `lab` is told of whoever acts here."""

    def __init__(self, lab, name, folder):
        self.name, self._lab, self._folder, self._machines = name, lab, folder, {}
        self.network = Network(name, SITES[name])
        self.network.__enter__()
        self.network.becomes_router()

    def at(self, machine):
        """The services of that machine, which is made at the first call; `at("desk").site` is the machine itself."""
        if machine not in self._machines:
            host = self.network.site(f"{self.name}-{machine}")
            self._machines[machine] = Services(host, self._folder, translates=False)
            self._machines[machine].start()
        return self._machines[machine]

    def address(self, machine="desk"):
        """IPv4, routed from everywhere."""
        return self.at(machine).site.address

    def open(self, room="Reception", *flags, at="desk", keeps="", also=""):
        """`sabir serve`; `keeps` is what its configuration says of the room, `also` the tables besides."""
        flags = (*QUIET, *flags)
        return self._lab.enters(Host(self.at(at), room, *flags, keeps=keeps, also=also))

    def join(self, name, lang, at="hall", room="Reception", within=20, flags=()):
        flags = ("--no-translate", *flags)
        return self._lab.enters(Person(self.at(at), name, lang, room, *flags)).enters(within)

    def rooms(self, at="hall"):
        return rooms(self.at(at))

    def rooms_until(self, satisfied, at="hall", within=20):
        return rooms_until(self.at(at), satisfied, within)

    def mend(self):
        for services in self._machines.values():
            services.site.mend()
            services.mend()

    def stop(self):
        for services in self._machines.values():
            services.stop()
        self.network.__exit__()


class Region:
    def __init__(self, lab, folder):
        self._lab, self._folder, self._sites, self._lines, self._gates = lab, folder, {}, {}, {}

    def __enter__(self):
        for name in SITES:
            self._sites[name] = Branch(self._lab, name, self._folder)
        for pair in itertools.combinations(SITES, 2):
            self._lines[frozenset(pair)] = self._connect(*pair)
        return self

    def _connect(self, one, other):
        """Each router's way to the other's network leads over this line alone, as where nobody speaks of routes."""
        ends = (self._sites[one].network, f"to-{other}"), (self._sites[other].network, f"to-{one}")
        line = Line(*((network.namespace, device) for network, device in ends))
        for (network, device), (there, _) in zip(ends, reversed(ends), strict=True):
            network.ip("link", "set", device, "up")
            network.ip("route", "add", f"{there.subnet}.0/24", "dev", device, "src", network.gateway)
        return line

    def site(self, name):
        return self._sites[name]

    def line(self, one, other):
        return self._lines[frozenset((one, other))]

    def gate(self, one, other):
        """Its eth0 is at the one, its eth1 at the other; it carries nothing between them by itself."""
        if (one, other) not in self._gates:
            machine = self._sites[one].network.site(f"gate-{one[0]}{other[0]}")
            machine.plug(self._sites[other].network)
            self._gates[one, other] = Services(machine, self._folder, interfaces="eth0,eth1", translates=False)
            self._gates[one, other].start()
        return self._gates[one, other]

    def mend(self):
        for line in self._lines.values():
            line.mend()
        for part in (*self._sites.values(), *self._gates.values()):
            part.mend()

    def __exit__(self, *_):
        for part in (*self._gates.values(), *self._sites.values()):
            part.stop()
        for line in self._lines.values():
            line.end()
