"""Scenarios in which programs and machines fail: killed, stopped, or out of disk. Each ends with a tally (talk.py)."""

import random
import signal
import time

from disks import SmallDisk
from link_faults import DISK, MEMORY, see_the_last_line, talk
from people import PORT, rooms_until
from talk import Talker, count

HOST, GUESTS = "desk", ["anna", "boris", "carla"]
ROUNDS = 50
SECONDS = 60
"""What the rounds of one killing may take where they are not to take long; their number is printed."""


class Clinic:
    """A host and three guests, in which one of them is killed under load and started again, round by round."""

    PEOPLE = (("anna", "es"), ("boris", "ca"), ("carla", "en"))

    def __init__(self, lab, seed, keeps):
        self._lab, self.random, self._keeps = lab, random.Random(seed), keeps
        self._address = f"{lab.at('desk').site.address}:{PORT}"
        self.host = self._open()
        self.people = {name: self._join(name) for name, _ in self.PEOPLE}
        self.lives = list(self.people.values())

    def _open(self):
        flags = ["--unlimited", "--no-translate", "--no-web", "--no-mdns"]
        return self._lab.open("desk", "Reception", *flags, keeps=self._keeps)

    def _join(self, name):
        return self._lab.join(name, dict(self.PEOPLE)[name], room=self._address, flags=["--no-translate"])

    def round(self, victim):
        """All talk; after some echoes, their number chosen by chance, the victim dies; it is started again."""
        talkers = {name: Talker(person) for name, person in self.people.items()}
        self.random.choice(list(self.people.values())).awaits_more_echoes(self.random.randint(1, 60))
        (self.host if victim == HOST else self.people[victim]).kill()
        for talker in talkers.values():
            talker.hushes()
        self._host_returns() if victim == HOST else self._guest_returns(victim)
        for talker in talkers.values():
            talker.falls_silent()

    def _host_returns(self):
        self.host = self._open()
        for person in self.people.values():
            person.expect("reconnected", 30)

    def _guest_returns(self, name):
        self.people[name] = self._join(name)
        self.lives.append(self.people[name])


def kill(lab, seed, victims, keeps):
    """So many rounds with one of the victims each, or as many as the time allows."""
    clinic, end, number = Clinic(lab, seed, keeps), time.monotonic() + SECONDS, 0
    witness = None if HOST in victims else lab.witness("desk")
    while number < ROUNDS and (lab.thorough or time.monotonic() < end):
        clinic.round(clinic.random.choice(victims))
        number += 1
    lab.note(f"{number} rounds, seed {seed}")
    talk(list(clinic.people.values()), 1)  # behind whatever an earlier life has left to be said
    last = see_the_last_line(list(clinic.people.values()))
    count(lab, clinic.lives, witness.reads_to(last) if witness else lab.log("desk"))


def guests_are_killed(lab):
    """guests are killed with -9 at moments chosen by chance while all talk, and come back"""
    kill(lab, 1, GUESTS, MEMORY)


def the_host_is_killed(lab):
    """the host is killed with -9 at moments chosen by chance while all talk, and goes on from its disk"""
    kill(lab, 2, [HOST], DISK)


def host_and_guests_are_killed(lab):
    """host and guests are killed with -9 in turn, as chance has it, while all talk"""
    kill(lab, 3, [HOST] * len(GUESTS) + GUESTS, DISK)


def a_guest_is_stopped(lab):
    """carla's program is stopped: the others talk on, she is given up, and has every line once when it goes on"""
    lab.open("desk", keeps=MEMORY)
    people = anna, boris, carla = lab.join("anna", "es"), lab.join("boris", "ca"), lab.join("carla", "en")
    carla_id = carla.welcome["member"]
    carla.signal(signal.SIGSTOP)
    try:
        start = time.monotonic()
        talk([anna, boris], 60)
        undisturbed = not anna.all("left")
        anna.find("left", 40, where=lambda line: line["member"]["id"] == carla_id)
        if lab.thorough:
            talk_until(start + 60, [anna, boris])
    finally:
        carla.signal(signal.SIGCONT)
    assert undisturbed, "carla was given up before the others were done talking: did they wait for her?"
    carla.find("reconnected", 40)
    talk(people, 10)
    see_the_last_line(people)
    count(lab, people, lab.log("desk"))


def talk_until(end, people):
    while time.monotonic() < end:
        talk(people, 20)


def the_host_is_stopped(lab):
    """the host's program is stopped until its guests give it up: they come back, and what they typed arrives once"""
    host = lab.open("desk", keeps=MEMORY)
    people = lab.join("anna", "es"), lab.join("boris", "ca"), lab.join("carla", "en")
    talk(people, 20)
    host.signal(signal.SIGSTOP)
    try:
        for number in range(20):
            for person in people:
                person.say(f"{person.name} meanwhile {number}")
        for person in people:
            person.find("reconnecting", 40)
    finally:
        host.signal(signal.SIGCONT)
    for person in people:
        person.find("reconnected", 40)
    talk(people, 10)
    see_the_last_line(people)
    count(lab, people, lab.log("desk"))


def the_disk_fills(lab):
    """the host's disk is full: the room goes on in memory and says so once; with room again, it is kept again"""
    disk = lab.enters(SmallDisk(lab.at("desk"), 4_096))
    host = lab.open("desk", keeps=DISK)
    witness = lab.witness("desk")
    # On a disk of its own the room has another id than before, under the same name: others have to hear of it first.
    for place in ("anna", "boris", "carla"):
        rooms_until(lab.at(place), lambda found: [room["id"] for room in found] == [host.opened["id"]])
    people = lab.join("anna", "es"), lab.join("boris", "ca"), lab.join("carla", "en")
    talk(people, 20)
    disk.fill()
    talk(people, 60)
    words = host.log.read_text(encoding="utf-8", errors="replace")
    told = [line for line in words.splitlines() if "disk" in line and ("warning" in line or "error" in line)]
    assert len(told) == 1, f"told of the full disk {len(told)} times:\n{words[-1500:]}"
    disk.make_room()
    talk(people, 20)
    last = see_the_last_line(people)
    count(lab, people, witness.reads_to(last))


PROCESS_FAULTS = [host_and_guests_are_killed, a_guest_is_stopped, the_host_is_stopped, the_disk_fills]
THOROUGH = [guests_are_killed, the_host_is_killed]
"""More of the same, for when there is time."""
