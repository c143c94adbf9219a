"""A region: sites with a node and phones, rooms that span some of them, NATS servers in its middle; and a busy hour."""

import math
import random
from dataclasses import dataclass, field

from scale_queue import Clock, Latencies, Link, Station


@dataclass
class Plan:
    sites: int = 400
    rooms_a_site: int = 20
    phones: int = 200_000
    messages: float = 40  # of a phone, a day
    busy_share: float = 0.15  # of the day's, in its busiest hour
    languages: int = 5
    regional: float = 0.1  # share of rooms that span several sites
    span: int = 8  # sites of a regional room
    local_in_streams: bool = False  # or numbered by their site's node
    servers: int = 3
    server_cores: float = 4
    node_cores: int = 2
    engine_workers: int = 2
    wan_megabits: float = 20
    wan_ms: float = 10
    server_megabits: float = 1_000
    seconds: int = 60
    seed: int = 1
    load: float = 1.0  # times the messages
    wider: dict = field(default_factory=dict)  # kind of resource to how many times its capacity

    def scale(self, kind: str) -> float:
        return self.wider.get(kind, 1)

    @property
    def messages_a_second(self) -> float:
        """In the busiest hour, on average."""
        return self.phones * self.messages * self.busy_share / 3_600 * self.load


@dataclass
class Room:
    sites: list[int]
    phones: dict[int, int]  # by site
    leader: int | None  # number of the server; none for a room that its node numbers


class Region:
    """One run. What costs what is in `costs` (scale_figures.toml)."""

    def __init__(self, plan: Plan, costs: dict[str, float]):
        self.plan, self.costs, self.clock = plan, costs, Clock()
        self.random = random.Random(plan.seed)
        self.rooms = self._rooms()
        self.clustered = [room for room in self.rooms if room.leader is not None]
        self.seats = sum(len(room.sites) for room in self.clustered)
        self.originals, self.translations = Latencies(), Latencies()
        self.said = 0
        self._build()

    def _rooms(self) -> list[Room]:
        """Equal shares of a site's phones for its rooms; a regional room's are spread over its sites."""
        plan, rooms = self.plan, []
        share = max(1, plan.phones // (plan.sites * plan.rooms_a_site))
        for number in range(plan.sites * plan.rooms_a_site):
            home = number % plan.sites
            spans = self.random.random() < plan.regional and plan.sites > 1
            others = self.random.sample(range(plan.sites), min(plan.span, plan.sites)) if spans else []
            sites = [home, *(site for site in others if site != home)][: max(1, plan.span)]
            phones = {site: max(1, share // len(sites)) for site in sites}
            in_stream = spans or plan.local_in_streams
            rooms.append(Room(sites, phones, self.random.randrange(plan.servers) if in_stream else None))
        return rooms

    def _build(self) -> None:
        plan, cost, clock = self.plan, self.costs, self.clock
        seats_of = [0] * plan.sites
        for room in self.clustered:
            for site in room.sites:
                seats_of[site] += 1
        self.nodes, self.engines, self.up, self.down = [], [], [], []
        for site in range(plan.sites):
            idle = seats_of[site] * cost["seat_idle_node_us"] / 1e6
            self.nodes.append(self._station("node", plan.node_cores, idle))
            self.engines.append(self._station("engine", plan.engine_workers, 0))
            self.up.append(self._link("WAN up", seats_of[site] * cost["seat_idle_bytes"] / 4))
            self.down.append(self._link("WAN down", seats_of[site] * cost["seat_idle_bytes"]))
        idle = (len(self.clustered) * cost["room_idle_server_us"] + self.seats * cost["seat_idle_server_us"]) / 1e6
        self.servers = [self._station("server", int(plan.server_cores), idle / plan.servers)
                        for _ in range(plan.servers)]
        self.server_links = [
            Link(clock, "server link", plan.server_megabits * plan.scale("server link"), 0.0005,
                 self.seats * cost["seat_idle_bytes"] / plan.servers) for _ in range(plan.servers)]

    def _station(self, kind: str, workers: int, idle: float) -> Station:
        """`idle`: cores that are busy while nobody talks."""
        workers = max(1, round(workers * self.plan.scale(kind)))
        return Station(self.clock, kind, workers, idle / workers)

    def _link(self, kind: str, idle: float) -> Link:
        return Link(self.clock, kind, self.plan.wan_megabits * self.plan.scale(kind), self.plan.wan_ms / 1_000, idle)

    # A busy hour's middle: its load swells and ebbs by a fifth, and of all lines a third answer another in their room.

    def run(self) -> None:
        plan, at = self.plan, 0.0
        rate = plan.messages_a_second * 1.2 / 1.5
        while True:
            at += self.random.expovariate(rate)
            if at >= plan.seconds:
                break
            if self.random.random() < 0.8 + 0.2 * math.sin(math.pi * at / plan.seconds):
                self._burst(at)
        self.clock.run(plan.seconds)

    def _burst(self, at: float) -> None:
        room = self.random.choice(self.rooms)
        while at < self.plan.seconds:
            site = self.random.choice(room.sites)
            self.clock.at(at, self._say, room, site, at)
            at += self.random.expovariate(0.5)
            if self.random.random() >= 1 / 3:
                return

    # A line on its way: phone, node, stream, nodes, phones.

    def _say(self, room: Room, site: int, said: float) -> None:
        self.said += 1
        if room.leader is None:
            self._hear(room, site, said)
        else:
            self.nodes[site].serve(self.costs["say_us"] / 1e6, self._publish, room, site, said)

    def _publish(self, room: Room, site: int, said: float) -> None:
        entry = site % self.plan.servers
        to_leader = self._lead if entry == room.leader else self._forward
        self.up[site].send(self.costs["line_up_bytes"], to_leader, room, said, entry)

    def _forward(self, room: Room, said: float, entry: int) -> None:
        self.server_links[entry].send(self.costs["copy_bytes"], self._lead, room, said, room.leader)

    def _lead(self, room: Room, said: float, _entry: int) -> None:
        """A third of the cost for each of three copies; it counts when the first of two followers has it."""
        self.servers[room.leader].serve(self.costs["publish_us"] / 3e6, self._copy, room, said)

    def _copy(self, room: Room, said: float) -> None:
        counted = []
        followers = [(room.leader + step) % self.plan.servers for step in (1, 2)][: self.plan.servers - 1]
        if not followers:
            return self._deliver(room, said)
        for follower in followers:
            self.server_links[room.leader].send(
                self.costs["copy_bytes"], self._follow, room, said, follower, counted)

    def _follow(self, room: Room, said: float, follower: int, counted: list) -> None:
        self.servers[follower].serve(self.costs["publish_us"] / 3e6, self._counts, room, said, counted, after=0.0005)

    def _counts(self, room: Room, said: float, counted: list) -> None:
        counted.append(True)
        if len(counted) == 1:
            self._deliver(room, said)

    def _deliver(self, room: Room, said: float) -> None:
        for site in room.sites:
            self.servers[room.leader].serve(self.costs["deliver_us"] / 1e6, self._towards, room, said, site)

    def _towards(self, room: Room, said: float, site: int) -> None:
        entry, size = site % self.plan.servers, self.costs["line_down_bytes"]
        if entry == room.leader:
            return self._descend(room, said, site)
        self.server_links[room.leader].send(size, self._descend, room, said, site)

    def _descend(self, room: Room, said: float, site: int) -> None:
        self.down[site].send(self.costs["line_down_bytes"], self._hear, room, site, said)

    def _hear(self, room: Room, site: int, said: float) -> None:
        phones = room.phones[site]
        cost = self.costs["hear_us"] + phones * self.costs["phone_us"]
        self.nodes[site].serve(cost / 1e6, self._shown, said, phones)
        for _ in range(self._languages(phones) - 1):
            if self.random.random() < self.costs["translated_anew"]:
                self.engines[site].serve(
                    self.costs["translate_ms"] / 1e3, self._translated, site, said, phones)

    def _languages(self, phones: int) -> int:
        return min(self.plan.languages, phones)

    def _shown(self, said: float, phones: int) -> None:
        self.originals.add(self.clock.now - said, phones)

    def _translated(self, site: int, said: float, phones: int) -> None:
        readers = max(1, phones // self._languages(phones))
        self.nodes[site].serve(
            (self.costs["hear_us"] + readers * self.costs["phone_us"]) / 1e6, self._read, said, readers)

    def _read(self, said: float, readers: int) -> None:
        self.translations.add(self.clock.now - said, readers)

    def utilisations(self) -> dict[str, tuple[float, float]]:
        """Of each kind of resource the mean and the highest."""
        kinds: dict[str, list[float]] = {}
        for station in (*self.nodes, *self.engines, *self.servers, *self.up, *self.down, *self.server_links):
            kinds.setdefault(station.kind, []).append(station.utilisation(self.plan.seconds))
        return {kind: (sum(values) / len(values), max(values)) for kind, values in kinds.items()}
