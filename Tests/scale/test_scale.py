"""scripts/scale: the same seed gives the same figures, queues grow as they must, and what breaks first is named."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "scripts/lib"))

from scale_queue import Clock, Latencies, Link, Station  # noqa: E402

SMALL = ["--sites", "12", "--phones", "3000", "--seconds", "10", "--span", "3", "--regional", "0.5"]


def scale(*options):
    command = [sys.executable, str(ROOT / "scripts/scale"), *SMALL, "--json", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_seed_decides_all():
    assert scale("--seed", "7") == scale("--seed", "7")
    assert scale("--seed", "7") != scale("--seed", "8")


def test_twice_the_lines_use_twice_of_what_works_for_lines_alone():
    once, twice = scale("--messages", "400"), scale("--messages", "800")
    assert twice["utilisation"]["engine"][0] / once["utilisation"]["engine"][0] == pytest.approx(2, rel=0.25)


def test_rooms_of_one_site_need_no_stream_unless_asked_for():
    alone = scale("--regional", "0")
    assert (alone["streams"], alone["utilisation"]["server"][0]) == (0, 0)
    assert scale("--regional", "0", "--local-in-streams")["streams"] == alone["rooms"] == 12 * 20


def test_a_line_through_streams_waits_for_the_way_there_and_back():
    waits = scale("--local-in-streams", "--wan-ms", "50")["wait_ms"]["original"]
    assert waits["p50"] > 100


def test_what_is_scarce_breaks_first_and_the_next_after_it_was_widened():
    found = scale("--until-it-breaks", "--wan-megabits", "0.1", "--local-in-streams")
    assert found[0]["breaks"].startswith("WAN")
    assert [one["load"] for one in found] == sorted(one["load"] for one in found) and len(found) == 3


def test_nonsense_is_refused():
    command = [sys.executable, str(ROOT / "scripts/scale"), "--sites", "0"]
    assert subprocess.run(command, capture_output=True, timeout=60, check=False).returncode == 1


def test_a_station_serves_in_order_and_knows_what_it_was_asked_for():
    clock, done = Clock(), []
    station = Station(clock, "node")
    for name in "abc":
        clock.at(0, station.serve, 2, lambda name: done.append((name, clock.now)), name)
    clock.run(10)
    assert done == [("a", 2), ("b", 4), ("c", 6)]
    assert station.utilisation(10) == pytest.approx(0.6)


def test_a_link_takes_its_time_for_bytes_and_its_delay():
    clock, came = Clock(), []
    link = Link(clock, "WAN", 8, 0.1)
    clock.at(0, link.send, 1_000_000, lambda: came.append(clock.now))
    clock.run(10)
    assert came == [pytest.approx(1.1)]


def test_waits_are_weighted_by_who_waits():
    waits = Latencies()
    waits.add(1, 99)
    waits.add(5, 1)
    assert (waits.quantile(0.5), waits.quantile(0.99), waits.quantile(1)) == (1, 1, 5)
