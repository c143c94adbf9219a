"""A running node reads its file again: what changes at once, and that nobody loses a connection or a line by it."""

import os
import signal

import pytest
from conversation import ENGINE
from engine import Engine
from node import PIN, Events, Refused, joined
from program import run, without_books
from wire import Member, compare


class Reloading:
    """A node with two rooms, and people in both: a terminal and two phones in one, a phone in the other."""

    def __init__(self, nodes, engine):
        self.node = nodes("Reception", "Pharmacy", engines=[engine], room='newcomers_see = "all"')
        self.anna = self.node.device().enters("Reception", "Anna", "es")
        self.boris = self.node.device().enters("Reception", "Boris", "ca")
        self.clara = self.node.device().enters("Pharmacy", "Clara", "ca")

    def reads_again(self, configuration, says="SIGHUP: the configuration was read again"):
        self.node.home.write("sabir/sabir.toml", configuration)
        self.node.program.signal(signal.SIGHUP)
        return self.node.program.logs(says)

    def nobody_lost_anything(self):
        """Each stream is the one that was opened at the start."""
        visits = (self.anna, self.boris, self.clara)
        assert not any(visit.has_ended for visit in visits)
        self.anna.says("sigo aquí")
        self.boris.sees("sigo aquí")
        self.clara.says("soc aquí")
        self.clara.sees("soc aquí")


@pytest.fixture
def second():
    """Another engine."""
    made = Engine("second")
    yield made
    made.close()


@pytest.fixture
def ward(nodes, engines):
    engine = engines("first")
    ward = Reloading(nodes, engine)
    ward.first, ward.configuration = engine, ward.node.configuration
    return ward


def test_an_engine_is_exchanged_while_lines_are_translated(ward, second):
    ward.anna.says("hola")
    ward.boris.reads("ca:hola")
    ward.first.holds()
    ward.anna.says("espera un momento")
    ward.first.await_question("espera un momento")
    ward.reads_again(ward.configuration.replace(ENGINE.format(ward.first), ENGINE.format(second)))
    assert "[[translation.endpoint]]" in ward.node.program.logs("changed from now on")
    ward.anna.says("adiós")
    assert ward.boris.until("translation", lambda found: found["text"] == "ca:adiós")["engine"] == "second"
    assert ward.first.asked("adiós") == 0
    ward.first.is_well()
    late = ward.boris.until("translation", lambda found: found["text"] == "ca:espera un momento")
    assert late["engine"] == "first", "What was under way comes to its end."
    ward.nobody_lost_anything()


def test_whom_lines_reach_is_judged_anew_when_engines_go_and_come(ward):
    ward.reads_again(ward.configuration.replace(ENGINE.format(ward.first), "[translation]\nendpoint = []\n"))
    ward.anna.says("hola sin motor")
    ward.boris.until("translation", lambda found: found["state"] == "untranslated")
    ward.reads_again(ward.configuration)
    ward.boris.reads("ca:hola sin motor")
    ward.nobody_lost_anything()


def test_what_a_reload_takes_is_told_before_and_no_more_after(ward):
    home = ward.node.home

    def told(text):
        file = home.write("new.toml", without_books(text))
        os.chmod(file, 0o600)
        done = run("check-config", file, home=home)
        assert done.returncode == 0, done
        return done.stdout.splitlines()[1:]

    changed = '[node]\nlog_level = "debug"\n' + ward.configuration.replace('name = "Reception"\n', 'name = "Reception"\ntopic = "Visits"\n')
    heading, late = "Changes for the node that runs here:", "  taken by a restart alone: [node] log_level"
    assert told(ward.configuration) == ["The node that runs here has all of it already."]
    assert told(changed) == [heading, '  taken by a reload (systemctl reload sabir): [[room]] "Reception" topic', late]
    ward.reads_again(changed)
    assert told(changed) == [heading, late]
    assert PIN not in "".join(told(changed.replace(PIN, "739251")))
    ward.nobody_lost_anything()
    ward.node.program.signal(signal.SIGTERM)
    ward.node.program.process.wait(30)
    assert told(changed) == [] and not (home.path / "sabir/running.json").exists()


SEEN = {"topic": ('topic = "Visits"', "Visits"), "contact": ('contact = "555 0100"', "555 0100"),
        "take_back": ('take_back = "1m"', 60), "keep_hours": ('keep_for = "3h"', 3), "keep_messages": ("keep_messages = 7", 7),
        "confirmed_by": ("staff_confirm = true", ["interpreter", "staff"])}


@pytest.mark.parametrize("field", SEEN)
def test_a_page_that_is_open_is_told_what_changes_of_its_room(ward, field):
    line, value = SEEN[field]
    assert ward.anna.hello["room"][field] != value
    ward.reads_again(ward.configuration.replace('name = "Reception"\n', f'name = "Reception"\n{line}\n'))
    for visit in (ward.anna, ward.boris):
        visit.until("room", lambda room: room[field] == value)
    ward.nobody_lost_anything()
    assert not [event for event in ward.clara.events if event[0] == "room"], "Nothing of the other room has changed."


def test_a_screen_shows_the_lines_that_the_room_allows_from_then_on(ward):
    screen = Events(ward.node.device(), "/api/rooms/Reception/watch")
    assert screen.until("hello")["lines"] == []
    ward.anna.says("la puerta azul")
    ward.boris.sees("la puerta azul")
    ward.reads_again(ward.configuration.replace('name = "Reception"\n', 'name = "Reception"\nkiosk_lines = 3\n'))
    assert [line["text"] for line in screen.until("hello")["lines"]] == ["la puerta azul"]
    ward.reads_again(ward.configuration)
    assert screen.until("hello")["lines"] == []
    ward.nobody_lost_anything()
    assert not [event for event in screen.events if event[0] == "line"]


PHRASES = """<?xml version="1.0" encoding="UTF-8"?><tmx version="1.4"><header srclang="es"/><body><tu>
<tuv xml:lang="es"><seg>Siéntese aquí.</seg></tuv><tuv xml:lang="ca"><seg>{}</seg></tuv></tu></body></tmx>"""


def test_a_phrasebook_is_read_anew_and_nobody_is_shown_an_answer_from_before(ward):
    phrasebook = ward.node.home.write("clinic.tmx", PHRASES.format("Segui aquí."))
    configuration = ward.configuration + f'\n[phrasebook]\nfiles = ["{phrasebook}"]\n'
    ward.anna.says("Siéntese aquí.")
    ward.boris.reads("ca:Siéntese aquí.")
    ward.reads_again(configuration)
    ward.boris.reads("Segui aquí.")
    ward.node.home.write("clinic.tmx", PHRASES.format("Assegui's aquí."))
    ward.reads_again(configuration)
    ward.boris.reads("Assegui's aquí.")
    late = ward.node.device().enters("Reception", "Dolors", "ca")
    late.reads("Assegui's aquí.")
    ward.nobody_lost_anything()


def test_what_a_person_should_confirm_is_said_from_then_on_in_the_rooms_of_the_file(ward):
    dolors = ward.node.device().enters("Pharmacy", "Dolors", "es")

    def kinds(reader, text):
        while (told := reader.until("translation"))["text"] != f"ca:{text}":
            pass
        return [warning["kind"] for warning in told["warnings"] if warning["weight"] == "plain"]

    for safety, here, there in (("", True, True), ('rooms = ["Reception"]', True, False), ("topics = []", False, False)):
        ward.reads_again(ward.configuration + f"\n[safety]\n{safety}\n")
        for author, reader, is_marked in ((ward.anna, ward.boris, here), (dolors, ward.clara, there)):
            author.says(f"Tome una pastilla {safety}")
            assert kinds(reader, f"Tome una pastilla {safety}") == ["confirm"] * is_marked, safety
    ward.nobody_lost_anything()


def test_a_phrasebook_that_cannot_be_used_changes_nothing(ward, second):
    broken = ward.node.home.write("broken.tmx", "<tmx>\n<body>\n")
    configuration = ward.configuration.replace(ENGINE.format(ward.first), ENGINE.format(second))
    for file, where in ((broken, "broken.tmx:"), ("/nowhere.tmx", "/nowhere.tmx: ")):
        ward.reads_again(configuration + f'\n[phrasebook]\nfiles = ["{file}"]\n', "SIGHUP: nothing is changed")
        ward.node.program.logs(where)
    ward.anna.says("hola")
    assert ward.boris.until("translation")["engine"] == "first"
    ward.nobody_lost_anything()


def test_while_many_talk_no_line_is_lost_and_nobody_put_out(ward, second):
    texts = [f"línea {n}" for n in range(9)]
    with joined(ward.node, "Dani", "es", "Reception") as dani:
        for n, text in enumerate(texts):
            ward.anna.says(text)
            if n % 3 == 1:
                engine = second if n == 4 else ward.first
                ward.reads_again(ward.configuration.replace(ENGINE.format(ward.first), ENGINE.format(engine)))
        for text in texts:
            ward.boris.sees(text)
            dani.sees(text)
        assert not dani.all("reconnecting")
        seqs = [event["seq"] for event in dani.all("message")]
        assert seqs == list(range(seqs[0], seqs[0] + len(texts)))
    ward.nobody_lost_anything()


def test_a_hundred_members_keep_their_connections_and_lines_over_twenty_reloads(ward, second):
    host, port = ward.node.room_address.rsplit(":", 1)
    rooms = ["Reception", "Pharmacy"]
    many = [Member((host, int(port)), f"m{n}", "es", rooms[n % 2], tls=True) for n in range(100)]
    others = [ward.configuration.replace(ENGINE.format(ward.first), ENGINE.format(second)),
              ward.configuration + "\n[limits]\nmessage_burst = 40\n",
              ward.configuration.replace("[web]", '[[room]]\nname = "Garden"\n[web]', 1), ward.configuration]
    said = {member: [] for member in many}
    for n in range(400):
        member = many[n % 100]
        said[member].append(member.say(f"línea {n}"))
        if n % 20 == 19:
            ward.reads_again(others[n // 20 % 4])
    for number in range(2):
        here = many[number::2]
        for member in here:
            member.read_to(here[0].me["seq"] + 200)
        orders = [[line["id"] for line in member.ledger.lines.values()] for member in here]
        report, is_well = compare([line for member in here for line in said[member]], *orders)
        assert is_well, report
    ward.nobody_lost_anything()
    for member in many:
        member.leave()


def test_a_file_with_a_problem_changes_nothing_and_says_where(ward, second):
    broken = ward.configuration.replace(ENGINE.format(ward.first), ENGINE.format(second)) + "\n[limits]\nrooms = 1\nroms = 2\n"
    ward.reads_again(broken, "SIGHUP: nothing is changed")
    line = broken.splitlines().index("roms = 2") + 1
    assert f"sabir.toml:{line}: " in ward.node.program.logs("roms")
    ward.anna.says("hola")
    assert ward.boris.until("translation")["engine"] == "first"
    ward.nobody_lost_anything()


def test_what_needs_a_restart_is_named(ward):
    ward.reads_again(ward.configuration.replace("mdns = false", "mdns = true"))
    ward.node.program.logs("[discovery] mdns: changed, takes effect with a restart")
    ward.nobody_lost_anything()


def test_another_pin_of_staff_logs_the_desk_out_and_the_old_one_fails(ward):
    desk = ward.node.device().staff()
    nurse = desk.enters("Reception", "Nora", "ca")
    nurse.says("sóc infermera")
    assert ward.boris.sees("sóc infermera").get("role") == "staff"
    ward.reads_again(ward.configuration.replace(PIN, "739251"))
    assert "739251" not in ward.node.program.logs("[web] staff_pin")
    with pytest.raises(Refused) as refusal:
        desk.get("/api/staff/rooms")
    assert refusal.value.status == 401
    nurse.says("encara hi sóc")
    assert ward.boris.sees("encara hi sóc").get("role") is None, "A visitor like all others, with the same connection."
    with pytest.raises(Refused):
        ward.node.device().staff()
    ward.node.device().post("/api/staff/login", pin="739251")
    ward.nobody_lost_anything()


def test_a_pin_file_is_read_anew_and_one_that_cannot_be_read_changes_nothing(ward):
    secret = ward.node.home.write("pin", "571936\n")
    configuration = ward.configuration.replace(f'staff_pin = "{PIN}"', f'staff_pin_file = "{secret}"')
    ward.reads_again(configuration)
    desk = ward.node.device()
    desk.post("/api/staff/login", pin="571936")
    ward.node.home.write("pin", "739251\n")
    ward.reads_again(configuration)
    with pytest.raises(Refused):
        desk.get("/api/staff/rooms")
    desk.post("/api/staff/login", pin="739251")
    ward.reads_again(configuration.replace(secret, "/nowhere/pin"), "SIGHUP: nothing is changed")
    assert "sabir.toml:" in ward.node.program.logs("[web] staff_pin_file")
    assert desk.get("/api/staff/rooms")["rooms"]
    ward.nobody_lost_anything()


def test_a_room_comes_and_goes_and_nobody_elsewhere_loses_anything(ward):
    ward.reads_again(ward.configuration.replace("[web]", '[[room]]\nname = "Garden"\n[web]', 1))
    assert '[[room]] "Garden" (new)' in ward.node.program.logs("changed from now on")
    ward.node.program.until(lambda: any(line.startswith("page Garden ") for line in ward.node.program.lines))
    gardener = ward.node.device().enters("Garden", "Gina", "es")
    with joined(ward.node, "Dani", "ca", "Garden") as dani:
        gardener.says("riego")
        dani.sees("riego")
        opened = next(line for line in ward.node.program.lines if line.startswith("open Garden"))
        ward.reads_again(ward.configuration)
        assert '[[room]] "Garden" (gone)' in ward.node.program.logs("changed from now on")
        gardener.ended()
        dani.expect("reconnecting")
    with pytest.raises(Refused) as refusal:
        ward.node.device().enters("Garden", "Gina", "es")
    assert refusal.value.status == 404
    ward.nobody_lost_anything()
    ward.node.program.lines.clear()
    ward.reads_again(ward.configuration.replace("[web]", '[[room]]\nname = "Garden"\n[web]', 1))
    ward.node.program.until(lambda: opened in ward.node.program.lines, what="the same room, by its id")
    ward.nobody_lost_anything()


def test_a_room_whose_name_is_taken_is_not_opened_and_the_rest_is(ward):
    ward.node.device().staff().post("/api/staff/rooms", name="Garden", private=False)
    ward.reads_again(
        ward.configuration.replace("[web]", '[[room]]\nname = "garden"\n[[room]]\nname = "Cellar"\n[web]', 1),
        'the room "garden" is not opened')
    ward.node.program.until(lambda: any(line.startswith("page Cellar ") for line in ward.node.program.lines))
    ward.node.device().enters("Cellar", "Gina", "es")
    ward.nobody_lost_anything()
