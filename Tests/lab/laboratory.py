"""The laboratory: five hosts on one bridge, each with its own D-Bus, Avahi and Apertium, and who acts in them.

Beside it, for whoever asks, three sites that are joined by routers (region.py).
"""

from network import Network
from people import Host, Person
from readers import LogReader, Witness
from region import Region
from services import Services

PLACES = ("desk", "anna", "boris", "carla", "six")
PEOPLE = (("anna", "es", "anna"), ("boris", "ca", "boris"), ("carla", "en", "carla"), ("denis", "fr", "carla"))


class Laboratory:
    """Hosts live as long as the laboratory, what a scenario opens as long as the scenario."""

    def __init__(self, folder, thorough=False, places=PLACES):
        self.thorough, self._places = thorough, places
        """Whether scenarios take their long form; which of the five hosts there are."""
        self._folder, self._network, self._services, self._scene = folder, Network(), {}, []
        self._sites = None
        self.notes = []

    def __enter__(self):
        self._network.__enter__()
        try:
            for place in self._places:
                site = self._network.site(place, ipv4=place != "six")
                self._services[place] = Services(site, self._folder)
                self._services[place].start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.clear_scene()
        for services in self._services.values():
            services.stop()
        if self._sites:
            self._sites.__exit__()
        self._network.__exit__()

    def clear_scene(self):
        """Ends whoever acted, the guests before the hosts, and mends what the scenario broke."""
        for actor in reversed(self._scene):
            actor.end()
        self._scene, self.notes = [], []
        for services in self._services.values():
            services.site.mend()
            services.mend()
        if self._sites:
            self._sites.mend()

    @property
    def _region(self):
        """Made when the first scenario asks for it."""
        if not self._sites:
            self._sites = Region(self, self._folder)
            self._sites.__enter__()
        return self._sites

    def site(self, name):
        """One of three sites that are joined by routers: "north", "south", "east" (region.py)."""
        return self._region.site(name)

    def line(self, one, other):
        """The leased line between two sites: cut(), loses(percent), delays(seconds), mend()."""
        return self._region.line(one, other)

    def gate(self, one, other):
        """A machine at two sites at once."""
        return self._region.gate(one, other)

    def at(self, place):
        return self._services[place]

    def note(self, text):
        """Something that is printed beside the scenario's name."""
        self.notes.append(text)

    def enters(self, actor):
        """It acts until the scenario is over, and is then ended."""
        self._scene.append(actor)
        return actor

    def open(self, place, room="Reception", *flags, keeps=""):
        return self.enters(Host(self.at(place), room, *flags, keeps=keeps))

    def witness(self, place, room="Reception"):
        return self.enters(Witness(self.at(place), room))

    def log(self, place, room="Reception"):
        """Every line that the room has, where its newcomers may see all."""
        return self.log_at(self.at(place), room)

    def log_at(self, services, room):
        """The same of a node anywhere."""
        return self.enters(LogReader(services, room)).reads_all()

    def join(self, name, lang, at=None, room="Reception", within=20, flags=()):
        return self.enters(Person(self.at(at or name), name, lang, room, *flags)).enters(within)

    def everyone(self):
        return [self.join(name, lang, at) for name, lang, at in PEOPLE]
