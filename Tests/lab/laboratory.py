"""The laboratory: five hosts on one bridge, each with its own D-Bus, Avahi and Apertium, and who acts in them."""

from network import Network
from people import Host, Person, Reader
from services import Services

PLACES = ("desk", "anna", "boris", "carla", "six")
PEOPLE = (("anna", "es", "anna"), ("boris", "ca", "boris"), ("carla", "en", "carla"), ("denis", "fr", "carla"))


class Laboratory:
    """Hosts live as long as the laboratory, what a scenario opens as long as the scenario."""

    def __init__(self, folder):
        self._folder, self._network, self._services, self._scene = folder, Network(), {}, []
        self.notes = []

    def __enter__(self):
        self._network.__enter__()
        try:
            for place in PLACES:
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
        self._network.__exit__()

    def clear_scene(self):
        """Ends whoever acted, the guests before the hosts, and mends what the scenario broke."""
        for actor in reversed(self._scene):
            actor.end()
        self._scene, self.notes = [], []
        for services in self._services.values():
            services.site.mend()
            services.mend()

    def at(self, place):
        return self._services[place]

    def note(self, text):
        """Something that is printed beside the scenario's name."""
        self.notes.append(text)

    def _enters(self, actor):
        self._scene.append(actor)
        return actor

    def open(self, place, room="Reception"):
        return self._enters(Host(self.at(place), room))

    def reader(self, place, room="Reception"):
        return self._enters(Reader(self.at(place), room))

    def join(self, name, lang, at=None, room="Reception", within=20):
        return self._enters(Person(self.at(at or name), name, lang, room)).enters(within)

    def everyone(self):
        return [self.join(name, lang, at) for name, lang, at in PEOPLE]
