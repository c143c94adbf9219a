"""Scenarios in which the way between guests and their host fails. Each ends with a tally (talk.py)."""

import sys
from pathlib import Path

from people import PORT, Program
from talk import Talker, count

MEMORY = 'newcomers_see = "all"\nkeep_messages = 10000'
DISK = 'newcomers_see = "all"\nhistory = "disk"'
AWAY = 10_000
"""Lines that are said while one guest is away: more than any host keeps in memory by default."""


def talk(people, lines):
    """Each says so many lines, all at the same time; returns once every one is acknowledged."""
    for talker in [Talker(person, lines) for person in people]:
        talker.join(100)
        assert not talker.is_alive(), "a talker still waits for an echo"
    for person in people:
        assert person.awaits_echoes(1), f"{person} still waits for an echo"


def see_the_last_line(people):
    """A line of the first of them has reached everybody, and with it all that came before."""
    line = people[0].says("the last line", 30)
    for person in people[1:]:
        person.sees(line, 60)
    return line


def half_open_links(lab):
    """boris hears nothing and carla is not heard, until both are given up: they come back, every line arrives once"""
    lab.open("desk", keeps=MEMORY)
    people = anna, boris, carla = lab.join("anna", "es"), lab.join("boris", "ca"), lab.join("carla", "en")
    talk(people, 20)
    ids = {boris.welcome["member"], carla.welcome["member"]}
    lab.at("boris").site.hears_nothing()
    lab.at("carla").site.is_not_heard()
    for number in range(20):
        for person in people:
            person.say(f"{person.name} meanwhile {number}")
    for person in (boris, carla):
        person.find("reconnecting", 30)
    anna.find("left", 30, where=lambda line: line["member"]["id"] in ids)
    for place in ("boris", "carla"):
        lab.at(place).site.mend()
    for person in (boris, carla):
        person.find("reconnected", 40)
    talk(people, 5)
    see_the_last_line(people)
    count(lab, people, lab.log("desk"))


def every_fifth_packet_is_lost(lab):
    """of every hundred packets to and from boris and carla 20 are lost"""
    lab.open("desk", keeps=MEMORY)
    people = [lab.join("anna", "es"), lab.join("boris", "ca"), lab.join("carla", "en")]
    for place in ("boris", "carla"):
        lab.at(place).site.loses(20)
    talk(people, 60)
    for place in ("boris", "carla"):
        lab.at(place).site.mend()
    see_the_last_line(people)
    count(lab, people, lab.log("desk"))


def a_long_way(lab):
    """carla's way to the host takes 150 ms in each direction"""
    lab.open("desk", keeps=MEMORY)
    delay = str(Path(__file__).with_name("delay.py"))
    way = Program(lab.at("carla"), sys.executable, delay, "4747", "0.15", lab.at("desk").site.address, str(PORT))
    lab.enters(way).expect("open")
    people = [lab.join("anna", "es"), lab.join("boris", "ca"), lab.join("carla", "en", room="127.0.0.1:4747")]
    talk(people, 60)
    see_the_last_line(people)
    count(lab, people, lab.log("desk"))


def the_host_moves(lab):
    """the host gets another address: its guests find it there by its name, every line arrives once"""
    lab.open("desk", keeps=MEMORY)
    people = anna, boris = lab.join("anna", "es"), lab.join("boris", "ca")
    talk(people, 20)
    lab.at("desk").site.moves("10.77.0.200")
    for number in range(20):
        for person in people:
            person.say(f"{person.name} meanwhile {number}")
    for person in people:
        person.find("reconnected", 60)
    talk(people, 5)
    see_the_last_line(people)
    count(lab, people, lab.log("desk"))


def away(lab, keeps):
    """boris is away while anna says 10,000 lines, and comes back. Returns him and the log by a witness who stayed."""
    lab.open("desk", "Reception", "--unlimited", keeps=keeps)
    witness, flags = lab.witness("desk"), ["--no-translate"]
    people = anna, boris = lab.join("anna", "es", flags=flags), lab.join("boris", "es", flags=flags)
    talk(people, 20)
    lab.at("boris").site.refuses(PORT)
    talk([anna], AWAY)
    boris.find("reconnecting", 20)
    lab.at("boris").site.mend()
    boris.find("reconnected", 30)
    last = see_the_last_line(people)
    log = witness.reads_to(last)
    count(lab, people, log)
    return boris, log


def away_for_longer_than_memory(lab):
    """boris is away while anna says 10,000 lines: of what is no longer kept he is told, the rest arrives once"""
    boris, _ = away(lab, 'newcomers_see = "all"\nkeep_messages = 1000')
    assert sum(gap["to"] - gap["from"] + 1 for gap in boris.all("gap")) > AWAY - 1_100


def away_from_a_room_on_disk(lab):
    """boris is away while anna says 10,000 lines into a room on disk: all of them arrive, once"""
    boris, log = away(lab, DISK)
    assert not boris.all("gap"), boris.all("gap")[:3]
    assert [line["id"] for line in lab.log("desk")] == [line["id"] for line in log], "pages differ from what was told"


LINK_FAULTS = [
    half_open_links,
    every_fifth_packet_is_lost,
    a_long_way,
    the_host_moves,
    away_for_longer_than_memory,
    away_from_a_room_on_disk,
]
