"""A discrete-event simulation's clock, and what requests queue for: processors and links."""

import heapq
from itertools import count


class Clock:
    """Runs events in the order of their times; of equal times in the order in which they were set."""

    def __init__(self):
        self.now, self._events, self._numbers = 0.0, [], count()

    def at(self, time: float, event, *arguments) -> None:
        heapq.heappush(self._events, (time, next(self._numbers), event, arguments))

    def run(self, until: float) -> None:
        """What is under way then runs to its end, so that slow lines are counted as well."""
        while self._events:
            self.now, _, event, arguments = heapq.heappop(self._events)
            event(*arguments)
            if self.now > 3 * until:
                return


class Station:
    """Some workers and one queue, first come, first served. What it does all the time makes it slower for the rest."""

    def __init__(self, clock: Clock, kind: str, workers: int = 1, background: float = 0.0):
        self.clock, self.kind, self.background = clock, kind, background
        self.work = 0.0
        self._workers = workers
        self._free = [0.0] * workers

    def serve(self, seconds: float, then, *arguments, after: float = 0.0) -> None:
        """Calls `then` when it is done, and so many seconds `after`."""
        slowed = seconds / max(0.02, 1 - self.background)
        start = max(heapq.heappop(self._free), self.clock.now)
        heapq.heappush(self._free, start + slowed)
        self.work += seconds
        self.clock.at(start + slowed + after, then, *arguments)

    def utilisation(self, seconds: float) -> float:
        """Asked of it, by what it can; above 1 it never catches up."""
        return self.background + self.work / seconds / self._workers


class Link:
    """One direction of a connection between two places."""

    def __init__(self, clock: Clock, kind: str, megabits: float, delay: float, background_bytes: float = 0.0):
        self._bytes_a_second = megabits * 125_000
        self._delay = delay
        self._line = Station(clock, kind, background=background_bytes / self._bytes_a_second)
        self.kind = kind

    def send(self, size: float, then, *arguments) -> None:
        self._line.serve(size / self._bytes_a_second, then, *arguments, after=self._delay)

    def utilisation(self, seconds: float) -> float:
        return self._line.utilisation(seconds)


class Latencies:
    """Waits with weights (how many phones waited so long), in seconds."""

    def __init__(self):
        self._values: list[tuple[float, int]] = []

    def add(self, seconds: float, weight: int = 1) -> None:
        self._values.append((seconds, weight))

    def quantile(self, share: float) -> float:
        ordered, total = sorted(self._values), sum(weight for _, weight in self._values)
        passed = 0
        for seconds, weight in ordered:
            passed += weight
            if passed >= share * total:
                return seconds
        return 0.0
