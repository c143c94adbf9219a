"""A node on a wifi with a patient, a nurse and one phone, what each of the two does meanwhile, and what has to hold."""

import json
import os
import re
import subprocess
import sys
import threading
import time
import uuid
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path

from host import Host, clean_environment, sabir
from node import Refused, Visit
from pair import Conversation, Desk, Person, milliseconds
from wifi import Handset, inside

PORT, PAGE, SECURE = 47275, 8275, 8276
SHARED, VEGA, PASSWORD = "271828-house", "vega-4927", "dos nous i tres ametlles"
MOST_ON_DISK, MOST_IN_LOG = 32 << 20, 160 << 20
"""Bytes a minute of the history: more would fill the disk of a small node within a day. SQLite's log beside it is used again
once it was copied into the file, so that it has a size and no rate."""
TOLD = {"desk-full", "too-fast"}
"""Refusals that people may meet whose network is the phone's, with very many addresses (docs/security.md)."""
MOST_GUESSES = {"PIN of a person": 20, "PIN of all": 60}
"""PINs judged right or wrong, a minute: docs/security.md names ten of a person and thirty of strangers together."""

CONFIGURATION = """
[node]
port = {port}
[discovery]
mdns = false
[share]
port = 0
[translation]
enabled = false

[[room]]
name = "Reception"
history = "disk"

[[room]]
name = "Waiting"
newcomers_see = "all"

[[room]]
name = "Neighbours"

[[room]]
name = "Closed"
password_file = "{password}"

[web]
port = {page}
https_port = {secure}
staff_pin = "{shared}"
"""


class Siege:
    """The node, those who talk, and what was promised and did not hold."""

    def __init__(self, wifi, folder):
        self.patient, self.nurse, self.newcomer, self.next_door = None, None, "was not tried", None
        self.wifi, self.home, self.broken, self.told = wifi, folder / "home", [], []
        self.shares_network = wifi.way != "IPv4"
        self.home.mkdir()
        password = self.home / "closed.password"
        subprocess.run(
            [sabir(), "password", "--file", str(password)], input=PASSWORD + "\n", check=True, timeout=60,
            env=clean_environment(str(self.home)), capture_output=True, encoding="utf-8",
        )  # fmt: skip
        self.configuration = CONFIGURATION.format(
            port=PORT, page=PAGE, secure=SECURE, shared=SHARED, password=password)

    def __enter__(self):
        with inside(self.wifi.namespace("node")):
            self.host = Host(
                "Reception", "Waiting", "Neighbours", "Closed", config=self.configuration, home=self.home, secure=True,
                flags=["--bind", self.wifi.node, "--port", str(PORT)])
        return self

    def __exit__(self, *_):
        for person in filter(None, (self.patient, self.nurse, *(self.next_door.people if self.next_door else ()))):
            person.has_gone = True
        self.host.__exit__()

    def device(self, part, is_secure=False):
        return Handset(
            self.wifi.namespace("people"), self.wifi.node, SECURE if is_secure else PAGE, self.wifi.people[part],
            is_secure)

    def screen(self):
        """A browser at the node's own computer."""
        return Handset(self.wifi.namespace("node"), "127.0.0.1", PAGE)

    @contextmanager
    def promise(self, sentence, or_told=False):
        """`or_told`: whoever shares the phone's network may be refused instead, at once and in words."""
        try:
            yield
        except Refused as refusal:
            code = refusal.detail or refusal.code
            if or_told and self.shares_network and code in TOLD:
                self.told.append(f"{sentence} In the phone's own network it was refused: {code}.")
            else:
                self.broken.append(f"{sentence} It did not hold: {refusal}"[:400])
        except (AssertionError, OSError, HTTPException) as fault:
            self.broken.append(f"{sentence} It did not hold: {type(fault).__name__} {str(fault)[:300]}")

    # Before

    def begins(self):
        screen = self.screen()
        screen.post("/api/staff/login", pin=SHARED)
        screen.post("/api/staff/people", name="Dr. Vega", pin=VEGA, manages=True)
        nurse, self.known = self.device("nurse", is_secure=True), self.device("patient", is_secure=True)
        fresh = set(nurse.cookies)
        nurse.post("/api/staff/login", name="Dr. Vega", pin=VEGA)
        self.was_right = {name: value for name, value in nurse.cookies.items() if name not in fresh}
        self.desk = Desk(nurse)
        self.nurse = Person(nurse, "Reception", "Dr. Vega", "en")
        self.patient = Person(self.device("patient"), "Reception", "Rosa", "es")
        self.known.post("/api/rooms/Closed/enter", name="Rosa", lang="es", face="a", password=PASSWORD)
        self.known.post("/api/rooms/Closed/leave", face="a")
        waiting = Person(self.device("visitor"), "Waiting", "Luis", "es")
        waiting.asks("messages", id="0b0f3d52-8c39-4b7c-a1b7-5f7d2d2f9e02", text="alergia a la penicilina")
        waiting.goes()
        self.conversation = Conversation(self.patient, self.nurse)
        self.next_door = Conversation(
            *(Person(self.device("nurse"), "Neighbours", name, lang) for name, lang in (("Ana", "es"), ("Pau", "en"))))
        self.patient.asks("person")
        self.patient.asks("report", text="tengo miedo")
        assert self.desk.shows("help", self.is_patients("open")), "the desk showed no call before the attack"
        assert self.desk.shows("reports", self.is_fear), "the desk showed no line to staff before the attack"

    def is_patients(self, *states):
        return lambda call: call["member"] == self.patient.member and call["state"] in states

    def is_fear(self, report):
        return report["member"] == self.patient.member and report["text"] == "tengo miedo"

    # Meanwhile

    def steps(self):
        """What is done between lines, by the share of the attack's time at which."""
        return [
            (0.3, self.the_first_call_is_answered), (0.4, self.the_desk_works), (0.5, self.the_phone_is_dark),
            (0.52, self.somebody_comes), (0.55, self.a_code_lets_in), (0.6, self.a_known_password_lets_in),
            (0.7, self.a_new_call_is_answered), (0.75, self.a_line_to_staff_is_read), (0.8, self.the_nurse_logs_in),
        ]  # fmt: skip

    def answers(self):
        self.patient.help.clear()
        for state in ("coming", "done"):
            self.nurse.post("/api/staff/rooms/Reception/help", member=self.patient.member, state=state)
            assert self.patient.learns(state), f"the patient was not told “{state}”"

    def the_first_call_is_answered(self):
        with self.promise("A patient's call from before the attack stands until the nurse answers it."):
            assert self.desk.shows("help", self.is_patients("open")), "it is gone from the desk"
            self.answers()

    def a_new_call_is_answered(self):
        with self.promise("A patient who calls during the attack is seen, and learns that somebody comes.", True):
            self.patient.asks("person")
            assert self.desk.shows("help", self.is_patients("open")), "the desk does not show it"
            self.answers()

    def a_line_to_staff_is_read(self):
        with self.promise("A patient's line to staff during the attack is read.", or_told=True):
            self.patient.asks("report", text="me mareo")
            assert self.desk.shows("reports", lambda r: r["text"] == "me mareo"), "the desk does not show it"

    def the_desk_works(self):
        with self.promise("The nurse can mute and ban during the attack."):
            rooms = self.nurse.device.get("/api/staff/rooms")["rooms"]
            pair = {self.patient.member, self.nurse.member}
            members = next(room for room in rooms if room["name"] == "Reception")["members"]
            strangers = [member["id"] for member in members if member["id"] not in pair]
            while strangers and not self.is_sent_out(strangers.pop()):
                continue

    def is_sent_out(self, member):
        """False of one that has left meanwhile and is not known any more."""
        try:
            for act in ("mute", "ban"):
                self.nurse.device.post("/api/staff/rooms/Reception/acts", act=act, member=member)
        except Refused as refusal:
            if refusal.status not in (400, 404):
                raise
            return False
        return True

    def acts(self, act, room="Reception", **fields):
        self.nurse.post(f"/api/staff/rooms/{room}/acts", act=act, **fields)

    def the_phone_is_dark(self):
        with self.promise("A patient's phone that was dark for three seconds comes back to its place."):
            assert self.patient.comes_back(after=3), "its stream was not opened again"

    def somebody_comes(self):
        """No promise: docs/security.md says that many addresses may take up all places."""
        told = refusal_of(self.device("visitor"), "Reception/enter", name="Luis", lang="es", face="a")
        self.newcomer = f"was refused with {told}" if told else "came in"

    def a_code_lets_in(self):
        with self.promise("A join code from the desk lets an honest visitor in during the attack.", or_told=True):
            code = self.nurse.device.post("/api/staff/rooms/Closed/codes")["code"]
            self.device("visitor").post("/api/rooms/Closed/enter", name="Luis", lang="es", face="a", code=code)

    def a_known_password_lets_in(self):
        with self.promise("Where a room's password was known before, it lets in during the attack."):
            self.known.post("/api/rooms/Closed/enter", name="Rosa", lang="es", face="a", password=PASSWORD)

    def the_nurse_logs_in(self):
        with self.promise("The nurse logs in at the node's own screen during the attack."):
            screen = self.screen()
            screen.post("/api/staff/login", name="Dr. Vega", pin=VEGA)
            screen.get("/api/staff/rooms")
        with self.promise("The nurse logs in again at her own desk during the attack."):
            again = self.device("nurse", is_secure=True)
            again.cookies |= self.was_right
            again.post("/api/staff/login", name="Dr. Vega", pin=VEGA)
        with self.promise("The desk stays open."):
            if self.desk.has_ended:
                self.desk = Desk(self.nurse.device)
                raise AssertionError("its stream was ended")

    def is_attacked(self, seconds):
        """Has the pair talk undisturbed, then under attack with each step at its time; returns what the phone tells."""
        calm = time.monotonic() + min(10, seconds / 3)
        self.both_go_on(lambda: calm, "idle")
        self.bytes_before, began, waiting = self.on_disk(), time.monotonic(), self.steps()
        told = {
            "host": self.wifi.node, "port": PORT, "page": PAGE, "secure": SECURE, "sources": self.wifi.phone,
            "seconds": seconds,
        }  # fmt: skip
        with inside(self.wifi.namespace("phone")):
            program = str(Path(__file__).parent / "one_phone.py")
            phone = subprocess.Popen([sys.executable, program, json.dumps(told)], stdout=subprocess.PIPE, text=True)
        out = []
        reading = threading.Thread(target=lambda: out.append(phone.communicate()[0]))
        reading.start()

        def step():
            if waiting and time.monotonic() - began > waiting[0][0] * seconds:
                waiting.pop(0)[1]()

        # The phone goes on until the last step was taken, or its time is over.
        latest = began + seconds + 60
        try:
            self.both_go_on(lambda: latest if reading.is_alive() else 0, "attack", step)
        finally:
            phone.kill() if reading.is_alive() else None
            reading.join()
        self.minutes = (time.monotonic() - began) / 60
        if waiting:
            self.broken.append(f"All took so long that {len(waiting)} of the other promises were not tried.")
        assert out and out[0], f"the phone ended with status {phone.returncode} before it told anything"
        return json.loads(out[0])

    def both_go_on(self, end, part, step=lambda: None):
        beside = threading.Thread(target=self.next_door.goes_on, args=(end, part))
        beside.start()
        try:
            self.conversation.goes_on(end, part, step)
        finally:
            beside.join()

    # Afterwards

    def ends(self):
        with self.promise("A line to staff from before the attack is still to be read afterwards."):
            reports = self.nurse.device.get("/api/staff/rooms/Reception/reports?lang=en")["reports"]
            assert any(map(self.is_fear, reports)), f"the desk has {len(reports)} others"
        with self.promise("A newcomer reads in the room in memory what a patient said before the attack."):
            screen = self.screen()
            entry = screen.post("/api/rooms/Waiting/enter", name="Ana", lang="es", face="a")
            self.reads_everything(Visit(screen, "Waiting", entry))
        with self.promise("Staff can mute, ban, lock and close after the attack."):
            self.disturber_is_kept_out()
        with self.promise("The node goes on."):
            assert self.host.process.poll() is None, self.host.log()

    def judges(self, attacks):
        """What was promised of the attacks and of the conversation, by what was counted."""
        talk = self.conversation
        through = [each for attack in attacks.values() for each in attack["through"]]
        self.broken += [f"A name that looks like staff, or a guess, got through: {each}." for each in through]
        for name, most in MOST_GUESSES.items():
            judged = attacks[name]["refused"].get("pin-wrong", 0) + attacks[name]["accepted"]
            if judged > most * max(1, self.minutes):
                self.broken.append(f"{name}: the node said of {judged} guesses whether they were right.")
        if self.files().get("history.sqlite-wal", 0) > MOST_IN_LOG:
            self.broken.append(f"SQLite's log took {self.files()['history.sqlite-wal'] >> 20} MiB.")
        if self.grown() > MOST_ON_DISK * max(1, self.minutes):
            grown = f"{self.grown() >> 20} MiB in {self.minutes:.1f} minutes"
            self.broken.append(f"One phone made the history grow by {grown}.")
        self.broken += [f"A line was lost: {lost}." for lost in talk.lost + self.next_door.lost]
        if talk.doubled():
            self.broken.append(f"{talk.doubled()} lines of the pair came twice.")
        for person in talk.people:
            self.broken += [f"{amiss}." for amiss in sorted(set(person.amiss))]
            refused = {why for why in person.refused if not self.shares_network or why.split()[-1] not in TOLD}
            if refused:
                self.broken.append(f"{person.name} was refused: {spelt(person.refused)}.")

    def grown(self):
        return self.on_disk() - self.bytes_before

    def table(self, attacks):
        talk, rows = self.conversation, [("attack", "tries", "accepted", "refused")]
        rows += [(name, f"{a['tries']:,}", f"{a['accepted']:,}", spelt(a["refused"])) for name, a in attacks.items()]
        wide = [max(len(row[n]) for row in rows) for n in range(3)]
        lines = [f"One phone over {self.wifi.way}, {len(self.wifi.phone)} addresses, {60 * self.minutes:.0f} s"]
        lines += [f"  {a:<{wide[0]}}  {b:>{wide[1]}}  {c:>{wide[2]}}  {d}" for a, b, c, d in rows]
        sent, received, cuts = len(talk.said), talk.received(), sum(person.cuts for person in talk.people)
        files = ", ".join(f"{name} {size / 2**20:.1f}" for name, size in self.files().items())
        lines += [
            f"  the pair: {sent} lines sent, {received} received, {sent - received} lost, {talk.doubled()} double",
            f"  the node cut a stream of theirs {cuts} times; each was opened again from its last line on",
            f"  a line that was taken at once took {spans(talk.times)}",
            f"  and next door, where the phone is not: {spans(self.next_door.times)}",
            f"  {len(talk.again)} lines were refused at first and said again, and took {milliseconds(talk.again)}",
            f"  a visitor from elsewhere on the wifi {self.newcomer} during the attack",
            f"  the history grew by {self.grown() / 2**20:.1f} MiB ({files})",
            f"  the node took {self.memory() >> 20} MiB of memory",
        ]
        lines += [f"  {person.name} was refused: {spelt(person.refused)}" for person in talk.people if person.refused]
        lines += [f"  told: {sentence}" for sentence in self.told]
        return "\n".join(lines + [f"  BROKEN: {sentence}" for sentence in self.broken])

    def memory(self):
        status = Path(f"/proc/{self.host.process.pid}/status")
        peak = re.search(r"VmHWM:\s+(\d+)", status.read_text()) if self.host.process.poll() is None else None
        return int(peak[1]) * 1024 if peak else 0

    def reads_everything(self, visit):
        before = visit.hello["seq"] + 1
        while before > visit.hello["from"]:
            told = visit.device.open(f"{visit.path}/lines?before={before}&limit=100&face=a")
            assert told.status == 200, told.body[:200]
            data = told.body.decode()
            if "alergia a la penicilina" in data:
                return
            numbers = [int(n) for n in re.findall(r'"seq"\s*:\s*(\d+)', data) if int(n) < before]
            if not numbers:
                break
            before = min(numbers)
        raise AssertionError(f"of lines 1 to {visit.hello['seq']} it may ask from {visit.hello['from']} on")

    def disturber_is_kept_out(self):
        # A person at the node's own screen, so that no limit of addresses answers in staff's place.
        screen = self.screen()
        entry = screen.post("/api/rooms/Reception/enter", name="Pep", lang="es", face="a")
        self.acts("mute", member=entry["member"])
        said = refusal_of(screen, "Reception/messages", id=str(uuid.uuid4()), text="x", face="a")
        assert said == "muted", f"whoever was muted got {said}"
        self.acts("ban", member=entry["member"])
        self.acts("close", room="Waiting")
        for device, room, codes, then in (
            (screen, "Reception", {"banned"}, "lock"), (self.screen(), "Reception", {"locked"}, "unlock"),
            (self.screen(), "Waiting", {"closing", "no-room"}, None),
        ):  # fmt: skip
            told = refusal_of(device, f"{room}/enter", name="Pep", lang="es", face="a")
            assert told in codes, f"at the door of {room} came {told} and not {codes}"
            if then:
                self.acts(then)

    def on_disk(self):
        return sum(size for name, size in self.files().items() if not name.endswith("-wal"))

    def files(self):
        return {file.name: file.stat().st_size for file in self.home.rglob("history.sqlite*")}


def refusal_of(device, path, **fields):
    """The code of the refusal; None where there was none."""
    try:
        device.post(f"/api/rooms/{path}", **fields)
    except Refused as refusal:
        return refusal.code
    except (OSError, HTTPException) as fault:
        return type(fault).__name__
    return None


def spans(times):
    return f"idle {milliseconds(times['idle'])}; under attack {milliseconds(times['attack'])}"


def spelt(counts):
    return ", ".join(f"{count:,} {code}" for code, count in sorted(counts.items(), key=lambda pair: -pair[1])) or "-"
