"""Ports for programs that tests start. Each worker of pytest gives them out of a range of its own, one after the other.

The ranges lie below the ports that the system gives out by itself (32,768 and up); from 10,000 to 15,999 are those of
Swift's tests. A port comes again when the whole range was given out. Two runs at once begin at different places.
"""

import itertools
import os
import socket

# A run without workers has the first range. They are "gw0" and so on; one that died is followed by a new number.
_worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw-1").removeprefix("gw"))
_ranges = max(16, 1 + int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "0")))
_size = 16_000 // _ranges
_first = 16_000 + (_worker + 1) % _ranges * _size
_turns = itertools.count(os.getpid() * 101)


def steady_port():
    """A free port that stays free between two lives of a host."""
    return free_ports(1)


def free_ports(count):
    """The first of so many free ports in a row."""
    row = []
    for turn in itertools.islice(_turns, _size):
        port = _first + turn % _size
        row = [*row, port] if _is_free(port) and (not row or port == row[-1] + 1) else []
        if len(row) == count:
            return row[0]
    raise AssertionError(f"none of the ports from {_first} on is free")


def _is_free(port):
    try:
        socket.create_server(("", port)).close()
    except OSError:
        return False
    return True
