"""Staff as persons: each with a name and a PIN of their own, made and taken away at the desk or by a command."""

import json
import re
import statistics
import threading
import time

import pytest
from node import PIN, Device, Events, Refused
from program import run

VEGA, RUIZ = "vega-4927", "ruiz-6138"
HOME = "X-Forwarded-For"


def refused(call, *parts, **fields):
    with pytest.raises(Refused) as refusal:
        call(*parts, **fields)
    return refusal.value.code


def logged_in(node, name, pin, **settings):
    device = node.device(**settings)
    device.post("/api/staff/login", name=name, pin=pin)
    return device


def people(device):
    return {person["name"]: person for person in device.get("/api/staff/people")["people"]}


def state(node, name):
    return next(node.home.path.rglob("identity.json")).parent / name


def audit(node):
    return [json.loads(line) for line in state(node, "audit.jsonl").read_text().splitlines()]


def roles(device, room="Reception"):
    return {member["name"]: member.get("role") for member in device.get(f"/api/rooms/{room}/members")["members"]}


@pytest.fixture
def house(nodes):
    """Dr. Vega looks after staff, Pau Ruiz does not; made at the desk by the shared PIN."""
    node = nodes("Reception", "Ward")
    desk = node.device().staff()
    desk.post("/api/staff/people", name="Dr. Vega", pin=VEGA, manages=True)
    desk.post("/api/staff/people", name="Pau Ruiz", pin=RUIZ)
    return node


def test_persons_log_in_by_name_and_pin_and_the_audit_names_them(house):
    anna = house.device().enters("Reception", "Anna", "es")
    boris = house.device().enters("Reception", "Boris", "ca")
    vega = logged_in(house, "dr. vega", VEGA)
    assert vega.get("/api/staff/rooms")["you"] == {"name": "Dr. Vega", "manages": True}
    assert vega.get("/api/rooms/Reception")["staff_name"] == "Dr. Vega"
    assert "staff_name" not in boris.device.get("/api/rooms/Reception")
    doctor = vega.enters("Reception", "Dr. Vega", "es")
    assert roles(anna.device)["Dr. Vega"] == "staff"
    doctor.says("¿qué le duele?")
    assert anna.sees("¿qué le duele?")["role"] == "staff" and boris.sees("¿qué le duele?")["role"] == "staff"
    vega.post("/api/staff/rooms/Reception/acts", act="mute", member=anna.member)
    house.device().staff().post("/api/staff/rooms/Reception/acts", act="mute", member=boris.member)
    made, _, by_name, by_house = audit(house)[-4:]
    assert (made["what"], made["name"]) == ("staff-add", "Dr. Vega") and made["who"].startswith("page ")
    assert by_name["who"] == "Dr. Vega (desk)" and by_name["what"] == "mute" and by_name["name"] == "Anna"
    assert by_house["who"].startswith("page "), "of the shared PIN no name is known"
    assert VEGA not in state(house, "staff.json").read_text()


def test_a_wrong_name_and_a_wrong_pin_are_the_same_answer_in_the_same_time(house):
    def answer(name, pin):
        began = time.monotonic()
        reply = house.device().open(
            "/api/staff/login", "POST", json.dumps({"name": name, "pin": pin}).encode(),
            {"Content-Type": "application/json", "X-Sabir": "1"})
        return (reply.status, reply.body), time.monotonic() - began

    house.device().staff()  # this computer is known, and has a budget that strangers do not use up
    right, wrong = [], []
    for _ in range(2):
        known, seconds = answer("Dr. Vega", "not-hers")
        right.append(seconds)
        nobody, seconds = answer("Dr. Nobody", "not-hers")
        wrong.append(seconds)
        assert known == nobody
    assert json.loads(known[1])["error"]["code"] == "pin-wrong"
    one, other = statistics.mean(right), statistics.mean(wrong)
    assert max(one, other) < 4 * min(one, other), f"{one:.3f} s and {other:.3f} s"


def test_the_list_is_told_to_staff_alone_and_changed_by_those_who_look_after_it(house):
    visitor = house.device().enters("Reception", "Anna", "es")
    for path in ("", "/pin", "/remove"):
        assert refused(visitor.device.post, f"/api/staff/people{path}", name="Eve", pin="eve-27391") == "forbidden"
    assert refused(visitor.device.get, "/api/staff/people") == "forbidden"
    assert "Vega" not in json.dumps(visitor.device.get("/api/house"))
    assert visitor.device.get("/api/house")["staff_named"] is True
    pau = logged_in(house, "Pau Ruiz", RUIZ)
    assert set(people(pau)) == {"Dr. Vega", "Pau Ruiz"}
    assert people(pau)["Pau Ruiz"]["logins"] == 1 and people(pau)["Dr. Vega"]["logins"] == 0
    assert refused(pau.post, "/api/staff/people", name="Eve", pin="eve-27391") == "not-manager"
    assert refused(pau.post, "/api/staff/people/remove", name="Dr. Vega") == "not-manager"
    assert refused(pau.post, "/api/staff/people/pin", name="Dr. Vega", pin="eve-27391") == "not-manager"
    pau.post("/api/staff/people/pin", name="Pau Ruiz", pin="pau-88213")
    assert refused(pau.get, "/api/staff/rooms") == "forbidden", "whoever has the old PIN is logged out"
    logged_in(house, "Pau Ruiz", "pau-88213").get("/api/staff/rooms")


@pytest.mark.parametrize(("fields", "code"), [
    ({"name": "dr. vega", "pin": "eve-27391"}, "name-taken"),
    ({"name": "Dr. Vegа", "pin": "eve-27391"}, "name-taken"),  # a Cyrillic а
    ({"name": " \u202e ", "pin": "eve-27391"}, "bad-name"),
    ({"name": "Eve", "pin": "12345"}, "pin-weak"),
    ({"name": "Eve", "pin": "123456"}, "pin-weak"),
    ({"name": "Eve", "pin": "ñandú-77"}, "pin-weak"),
    ({"name": "Eve", "pin": "x" * 65}, "pin-weak"),
    ({"name": "Eve"}, "bad-request"),
])
def test_what_nobody_can_be_made_with(house, fields, code):
    desk = house.device().staff()
    assert refused(desk.post, "/api/staff/people", **fields) == code
    assert set(people(desk)) == {"Dr. Vega", "Pau Ruiz"}


def test_who_is_taken_away_is_staff_nowhere_when_the_answer_is_there(house):
    anna = house.device().enters("Reception", "Anna", "es")
    boris = house.device().enters("Ward", "Boris", "ca")
    desk = house.device().staff()
    pau = logged_in(house, "Pau Ruiz", RUIZ)
    nurse, in_ward = pau.enters("Reception", "Pau Ruiz", "es"), pau.enters("Ward", "Pau Ruiz", "ca")
    vega = logged_in(house, "Dr. Vega", VEGA).enters("Reception", "Dr. Vega", "es")
    nurse.says("antes")
    assert anna.sees("antes")["role"] == "staff"
    watch = Events(pau, "/api/staff/watch")
    watch.until("help")
    desk.post("/api/staff/people/remove", name="Pau Ruiz")
    house.kill()
    assert "Pau" not in state(house, "staff.json").read_text()
    house.start()
    assert set(people(house.device().staff())) == {"Dr. Vega"}
    assert refused(Device(house.port).post, "/api/staff/login", name="Pau Ruiz", pin=RUIZ) == "pin-wrong"
    assert not boris.device.cookies.get("sabir-staff") and in_ward.member and vega.member


def test_taken_away_in_rooms_and_on_streams(house):
    anna = house.device().enters("Reception", "Anna", "es")
    boris = house.device().enters("Ward", "Boris", "ca")
    desk = house.device().staff()
    pau = logged_in(house, "Pau Ruiz", RUIZ)
    nurse, in_ward = pau.enters("Reception", "Pau Ruiz", "es"), pau.enters("Ward", "Pau Ruiz", "ca")
    logged_in(house, "Dr. Vega", VEGA).enters("Reception", "Dr. Vega", "es")
    nurse.says("antes")
    watch = Events(pau, "/api/staff/watch")
    watch.until("help")
    desk.post("/api/staff/people/remove", name="Pau Ruiz")
    assert roles(anna.device) == {"Anna": None, "Pau Ruiz": None, "Dr. Vega": "staff"}
    assert roles(boris.device, "Ward")["Pau Ruiz"] is None
    nurse.says("después")
    in_ward.says("també")
    assert anna.sees("antes")["role"] == "staff", "the role of the moment it was said stays on the line"
    assert anna.sees("después").get("role") is None and boris.sees("també").get("role") is None
    assert refused(pau.get, "/api/staff/rooms") == "forbidden"
    anna.device.post("/api/rooms/Reception/person")
    with watch.news:
        assert watch.news.wait_for(lambda: watch.has_ended, 30), "who is taken away hears no more calls"
        assert not [kind for kind, _ in watch.events if kind == "help"]


def test_what_is_told_survives_the_end_of_the_process(house):
    desk = house.device().staff()
    desk.post("/api/staff/people", name="Noor", pin="noor-55172")
    house.kill()
    house.start()
    noor = logged_in(house, "Noor", "noor-55172")
    assert noor.get("/api/staff/rooms")["you"]["name"] == "Noor"


def test_two_desks_at_once(house):
    desks = [house.device().staff() for _ in range(4)]
    answers = []

    def make(desk, number):
        try:
            desk.post("/api/staff/people", name="Same Name", pin=f"pin-{number}-7731")
            answers.append("made")
        except Refused as refusal:
            answers.append(refusal.code)

    threads = [threading.Thread(target=make, args=pair) for pair in zip(desks, range(4))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(answers) == ["made", "name-taken", "name-taken", "name-taken"]
    # One takes away while the other gives a PIN: whichever is second finds the person gone, or takes it away.
    first = threading.Thread(target=lambda: desks[0].post("/api/staff/people/remove", name="Same Name"))
    first.start()
    try:
        desks[1].post("/api/staff/people/pin", name="Same Name", pin="pin-9-77315")
    except Refused as refusal:
        assert refusal.code == "not-found"
    first.join(60)
    assert "Same Name" not in people(desks[2])


def test_the_name_of_staff_is_kept_for_them(house):
    house.device().enters("Reception", "Anna", "es")
    # In every room, also while she is in none.
    false = house.device().enters("Reception", "DR. VEGA", "es")
    assert roles(false.device) == {"Anna": None, "DR. VEGA 2": None}
    cyrillic = house.device().enters("Ward", "Dr. Vegа", "uk")
    assert list(roles(cyrillic.device, "Ward")) == ["Dr. Vegа 2"]
    # Nor by another name later, nor by who is staff by the shared PIN or as somebody else.
    guest = house.device().enters("Ward", "Guest", "es")
    assert guest.device.post("/api/rooms/Ward/profile", name="dr. vega")["name"] == "dr. vega 3"
    assert house.device().staff().enters("Ward", "Pau Ruiz", "es").entry["name"] == "Pau Ruiz 2"
    assert logged_in(house, "Pau Ruiz", RUIZ).enters("Ward", "Dr. Vega", "es").entry["name"] != "Dr. Vega"
    assert logged_in(house, "Dr. Vega", VEGA).enters("Ward", "Dr. Vega", "es").entry["name"] == "Dr. Vega"


def test_who_logs_in_as_another_at_the_same_device_is_not_the_first_any_more(house):
    device = logged_in(house, "Dr. Vega", VEGA)
    anna = house.device().enters("Reception", "Anna", "es")
    doctor = device.enters("Reception", "Dr. Vega", "es")
    device.post("/api/staff/login", name="Pau Ruiz", pin=RUIZ)
    assert roles(anna.device)["Dr. Vega"] is None
    doctor.says("¿sigo siendo yo?")
    assert anna.sees("¿sigo siendo yo?").get("role") is None


def test_without_a_shared_pin_the_last_who_looks_after_staff_stays(nodes):
    node = nodes("Reception", web="staff_shared = false")
    assert refused(node.device().post, "/api/staff/login", pin=PIN) == "forbidden"
    assert node.device().get("/api/house")["staff_shared"] is False
    command(node, "staff", "add", "Dr. Vega", "--pin", "--manages", typed=VEGA)
    vega = logged_in(node, "Dr. Vega", VEGA)
    vega.post("/api/staff/people", name="Pau Ruiz", pin=RUIZ)
    assert refused(vega.post, "/api/staff/people/remove", name="Dr. Vega") == "last-way-in"
    vega.post("/api/staff/people", name="Noor", pin="noor-55172", manages=True)
    vega.post("/api/staff/people/remove", name="Dr. Vega")
    assert refused(vega.get, "/api/staff/people") == "forbidden"
    noor = logged_in(node, "Noor", "noor-55172")
    noor.post("/api/staff/people/remove", name="Pau Ruiz")
    assert refused(noor.post, "/api/staff/people/remove", name="Noor") == "last-way-in"


def command(node, *arguments, typed=None, status=0):
    done = run(*arguments, home=node.home, typed=f"{typed}\n" if typed else None)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_a_command_does_the_same_while_the_node_runs(house):
    anna = house.device().enters("Reception", "Anna", "es")
    pau = logged_in(house, "Pau Ruiz", RUIZ)
    pau.enters("Reception", "Pau Ruiz", "es")
    command(house, "staff", "add", "Noor", "--pin", typed="noor-55172")
    assert "6 to 64" in command(house, "staff", "add", "Eve", "--pin", typed="1234", status=1)
    listed = [json.loads(line) for line in command(house, "staff", "list", "--json").splitlines()]
    assert [(one["name"], one["pin"], one["manages"]) for one in listed] == [
        ("Dr. Vega", True, True), ("Pau Ruiz", True, False), ("Noor", True, False)]
    logged_in(house, "Noor", "noor-55172")
    command(house, "staff", "pin", "Noor", typed="noor-66283")
    command(house, "staff", "remove", "pau ruiz")
    command(house, "staff", "remove", "Nobody", status=1)
    written = [(line["what"], line["name"]) for line in audit(house) if line["who"].startswith("command ")]
    assert written == [("staff-add", "Noor"), ("staff-pin", "Noor"), ("staff-remove", "Pau Ruiz")]
    anna.until("changed", lambda change: change["member"]["name"] == "Pau Ruiz" and change["member"].get("role") is None)
    assert refused(pau.get, "/api/staff/rooms") == "forbidden"


def test_a_list_of_before_is_taken_over_and_a_damaged_one_is_nobodys(nodes):
    node = nodes("Reception")
    key = "GtVl0oYJqO1Q2cXj8w7bZy5kN3mRf6sTu9vAeDhLpEI"
    before = {"staff": [{"key": key, "name": "Rosa Mir", "since": "2026-10-01T08:00:00Z"}]}
    file = state(node, "staff.json")
    file.touch(0o600)
    file.write_text(json.dumps(before))
    desk = node.device().staff()
    rosa = people(desk)["Rosa Mir"]
    assert (rosa["key"], rosa["pin"], rosa["manages"]) == (True, False, False)
    assert refused(node.device().post, "/api/staff/login", name="Rosa Mir", pin="anything") == "pin-wrong"
    desk.post("/api/staff/people/pin", name="Rosa Mir", pin="rosa-55172")
    logged_in(node, "Rosa Mir", "rosa-55172")
    assert json.loads(file.read_text())["staff"][0]["key"] == key, "her key is still hers"
    rosa = logged_in(node, "Rosa Mir", "rosa-55172")
    damaged = file.read_text().replace("sabir-password-1", "sabir-passwort-1")
    file.write_text(damaged)
    assert refused(desk.get, "/api/staff/people") == "staff-list"
    assert refused(rosa.get, "/api/staff/rooms") == "forbidden"
    assert refused(node.device().post, "/api/staff/login", name="Rosa Mir", pin="rosa-55172") == "staff-list"
    assert refused(desk.post, "/api/staff/people", name="Eve", pin="eve-27391") == "staff-list"
    assert file.read_text() == damaged, "nothing begins anew over it"
    desk.get("/api/staff/rooms")


def test_guessing_from_many_addresses_does_not_lock_out_a_known_device(nodes):
    node = nodes("Reception", web='trusted_proxies = ["127.0.0.1"]')

    def device(address):
        return node.device(headers={HOME: address, "X-Forwarded-Proto": "https"})

    node.device().staff().post("/api/staff/people", name="Dr. Vega", pin=VEGA)
    known = device("10.0.0.7")
    known.post("/api/staff/login", name="Dr. Vega", pin=VEGA)
    codes = [refused(device(f"10.1.0.{number}").post, "/api/staff/login", name="DR. VEGA", pin=f"no-{number}")
             for number in range(14)]
    assert codes[0] == "pin-wrong" and codes[-1] == "pin-wait", "her PIN is not guessed from everywhere"
    known.post("/api/staff/login", name="Dr. Vega", pin=VEGA)
    # Another person's PIN is not touched by it.
    assert refused(device("10.2.0.1").post, "/api/staff/login", name="Pau Ruiz", pin="no") == "pin-wrong"


def test_a_code_logs_in_amid_wrong_pins_once_and_the_audit_has_them(nodes):
    node = nodes("Reception", web='trusted_proxies = ["127.0.0.1"]\nstaff_over_http = true')
    node.device().staff().post("/api/staff/people", name="Dr. Vega", pin=VEGA, manages=True)
    strangers = (Device(node.port, headers={HOME: f"10.0.1.{number}"}) for number in range(40))
    answers = (refused(one.post, "/api/staff/login", name="Dr. Vega", pin="not-hers") for one in strangers)
    assert "pin-wait" in answers
    new = Device(node.port, headers={HOME: "10.0.0.5"})
    code = re.search(r"\d{4}-\d{4}-\d{4}", command(node, "staff", "code", "Dr. Vega"))[0]
    new.post("/api/staff/login", name="Dr. Vega", pin=code)
    told = new.get("/api/staff/rooms")
    assert told["you"]["name"] == "Dr. Vega" and "pin-guessed" in [notice["code"] for notice in told["notices"]]
    _, *wrong, made, used = audit(node)
    assert {(line["what"], line["name"]) for line in wrong} == {("pin-wrong", "Dr. Vega")}
    assert len(wrong) >= 10 and wrong[0]["who"] == "page 10.0.1.0"
    assert (made["what"], used["what"], used["who"]) == ("staff-code", "staff-code-used", "page 10.0.0.5")
    other = Device(node.port, headers={HOME: "10.0.0.6"})
    assert refused(other.post, "/api/staff/login", name="Dr. Vega", pin=code) in ("pin-wait", "pin-wrong"), "once"
    new.post("/api/staff/login", name="Dr. Vega", pin=VEGA)


def test_the_desk_is_known_without_its_cookies_after_a_restart_amid_an_attack(nodes):
    node = nodes("Reception", web='trusted_proxies = ["127.0.0.1"]\nstaff_over_http = true')
    desk = Device(node.port, headers={HOME: "10.0.0.5"}).staff()
    desk.get("/api/staff/people")  # read behind what is written of the login
    node.kill()
    node.start()
    for number in range(40):
        refused(Device(node.port, headers={HOME: f"10.0.1.{number}"}).post, "/api/staff/login", pin="0000")
    assert refused(Device(node.port, headers={HOME: "10.0.0.6"}).staff) == "pin-wait"
    Device(node.port, headers={HOME: "10.0.0.5"}).staff().get("/api/staff/rooms")
