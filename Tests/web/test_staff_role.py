"""Who is shown as staff: whoever logged in, for as long as that holds, and nobody who sits opposite."""

import json
import socket
import struct
from pathlib import Path

import pytest
from node import Refused
from relayed import sites  # noqa: F401

SHARE = Path(__file__).parents[2] / "share"


def words(key, lang, **slots):
    """A sentence of the program, as its catalogue has it."""
    return json.loads((SHARE / "interface" / f"{lang}.json").read_text(encoding="utf-8"))[key].format(**slots)


def in_room(device, room="Reception"):
    """The roles of those who are in, by name."""
    return {member["name"]: member.get("role") for member in device.get(f"/api/rooms/{room}/members")["members"]}


def test_the_visitors_half_of_a_tablet_is_a_visitors_whoever_logged_in_there(nodes):
    node = nodes("Reception")
    anna = node.device().enters("Reception", "Anna", "es")
    tablet = node.device().staff()
    nurse = tablet.enters("Reception", "Nurse", "ca")
    patient = tablet.enters("Reception", "Patient", "uk", face="b", anew=True)
    assert in_room(tablet) == {"Anna": None, "Nurse": "staff", "Patient": None}
    patient.says("болить голова")
    nurse.says("què li fa mal?")
    assert anna.sees("болить голова").get("role") is None
    assert anna.sees("què li fa mal?").get("role") == "staff"
    late = node.device().enters("Reception", "Late", "ar")
    assert [member.get("role") for member in late.hello["members"] if member["name"] == "Patient"] == [None]
    with pytest.raises(Refused) as refusal:
        tablet.post("/api/staff/rooms/Reception/acts", act="mute", member=nurse.member)
    assert refusal.value.code == "forbidden"
    tablet.post("/api/staff/rooms/Reception/acts", act="mute", member=patient.member)
    with pytest.raises(Refused) as refusal:
        patient.says("чуєте?")
    assert refusal.value.code == "muted", "what staff do is for the visitor opposite as for everybody"


def test_plainer_words_are_told_to_staff_alone_and_advice_to_everybody(nodes):
    """In the draft's language; the tablet's other half is a visitor's. What is said is said all the same."""
    node = nodes("Reception")
    anna = node.device().enters("Reception", "Anna", "es")
    tablet = node.device().staff()
    nurse = tablet.enters("Reception", "Nurse", "ca")
    patient = tablet.enters("Reception", "Patient", "uk", face="b", anew=True)
    text, hard = "Tiene hipertensión: tome 2 cada 8. Es pan comido.", {}
    for visit in (anna, nurse, patient):
        advice = {one["kind"]: one for one in visit.asks("check", text=text, lang="es")["advice"]}
        assert (advice["idiom"]["word"], advice["bare-number"]["word"]) == ("pan comido", "2")
        assert advice["bare-number"]["text"] == words("advice.bare-number", "es", words="2, 8")
        hard[visit] = advice.get("hard-word", {}).get("text")
    plainer = words("advice.hard-word", "es", words="hipertensión: tensión alta")
    assert hard == {anna: None, nurse: plainer, patient: None}
    plain = nurse.asks("check", text="Hola, siéntese.", lang="es")["advice"]
    assert not [one for one in plain if one["kind"] != "misspelt"]
    nurse.says(text)
    assert anna.sees(text)["from"] == "Nurse"


def test_a_room_for_one_visit_locks_behind_the_visitor_at_the_tablet(nodes):
    node = nodes("Reception")
    tablet = node.device().staff()
    room = tablet.post("/api/staff/rooms", private=True)["id"]
    tablet.enters(room, "Nurse", "ca")
    tablet.enters(room, "Patient", "uk", face="b", anew=True)
    with pytest.raises(Refused) as refusal:
        node.device().enters(room, "Curious", "es")
    assert refusal.value.code == "locked"
    # Staff hand their tablet to the next one, whom the lock does not keep out.
    tablet.post(f"/api/rooms/{room}/leave", face="b")
    assert tablet.enters(room, "Next", "ar", face="b", anew=True).hello["n"] == 2


def test_a_tablet_where_nobody_logged_in_passes_no_lock(nodes):
    node = nodes("Reception")
    tablet = node.device()
    tablet.enters("Reception", "Anna", "es")
    node.device().staff().post("/api/staff/rooms/Reception/acts", act="lock")
    with pytest.raises(Refused) as refusal:
        tablet.enters("Reception", "Boris", "ca", face="b", anew=True)
    assert refusal.value.code == "locked"


def test_who_logs_out_is_staff_no_longer_in_any_room(nodes):
    node = nodes("Reception", "Ward")
    anna = node.device().enters("Reception", "Anna", "es")
    boris = node.device().enters("Ward", "Boris", "ca")
    phone = node.device().staff()
    nurse, nurse_in_ward = (phone.enters(room, "Nurse", "es") for room in ("Reception", "Ward"))
    doctor = node.device().staff().enters("Reception", "Doctor", "es")
    nurse.says("antes")
    assert anna.sees("antes").get("role") == "staff"
    phone.post("/api/staff/logout")
    # Told at once, in each room: no badge is left when the answer is there.
    assert in_room(anna.device) == {"Anna": None, "Nurse": None, "Doctor": "staff"}
    assert in_room(boris.device, "Ward") == {"Boris": None, "Nurse": None}
    anna.until("changed", lambda change: change["member"]["name"] == "Nurse" and change["member"].get("role") is None)
    boris.until("changed", lambda change: change["member"].get("role") is None)
    nurse.says("después")
    nurse_in_ward.says("també")
    doctor.says("buenos días")
    assert anna.sees("después").get("role") is None and anna.sees("buenos días").get("role") == "staff"
    assert boris.sees("també").get("role") is None
    late = node.device().enters("Reception", "Carla", "ar")
    assert {member["name"]: member.get("role") for member in late.hello["members"]}["Nurse"] is None
    # Whoever sat down as a visitor does not become staff by changing the name after a login.
    phone.staff()
    phone.post("/api/rooms/Reception/profile", name="Nurse A.", face="a")
    assert in_room(anna.device)["Nurse A."] is None


def test_a_login_that_is_used_from_elsewhere_makes_nobody_staff(nodes):
    """The role falls with the first thing that is asked for without the login."""
    node = nodes("Reception")
    anna = node.device().enters("Reception", "Anna", "es")
    phone = node.device().staff()
    nurse = phone.enters("Reception", "Nurse", "es")
    for name in [name for name in phone.cookies if "staff" in name]:
        del phone.cookies[name]
    nurse.says("soy yo")
    assert anna.sees("soy yo").get("role") is None
    assert in_room(anna.device) == {"Anna": None, "Nurse": None}


def test_over_a_relay_nobody_is_staff_whose_login_is_over(nodes, sites):  # noqa: F811
    host = nodes("Reception")
    near, far = sites(host), sites(host, name="Floor 3")
    anna = host.device().enters("Reception", "Anna", "es")
    boris = far.device().enters("Reception", "Boris", "ca")
    phone = near.device().staff()
    nurse = phone.enters("Reception", "Nurse", "es")
    for visit in (anna, boris):
        visit.until("joined", lambda change: change["member"]["name"] == "Nurse" and change["member"].get("role") == "staff")
    phone.post("/api/staff/logout")
    for visit in (anna, boris):
        visit.until("changed", lambda change: change["member"]["name"] == "Nurse" and change["member"].get("role") is None)
    nurse.says("buenas tardes")
    for visit in (anna, boris):
        assert visit.sees("buenas tardes").get("role") is None


def test_a_request_whose_connection_is_gone_ends_nobody_s_role(nodes):
    """A page that connects anew and changes its mind: when the request is looked at, nobody can say where it came from."""
    node = nodes("Reception")
    anna = node.device().enters("Reception", "Anna", "es")
    desk = node.device().staff()
    nurse = desk.enters("Reception", "Nurse", "ca")
    request = f"GET /api/rooms/Reception/events HTTP/1.1\r\nHost: 127.0.0.1:{node.port}\r\n"
    request += "".join(f"{name}: {value}\r\n" for name, value in desk._cookie().items()) + "\r\n"
    for _ in range(200):
        with socket.create_connection(("127.0.0.1", node.port), 10) as gone:
            gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            gone.sendall(request.encode())
    nurse.says("què li fa mal?")
    assert anna.sees("què li fa mal?").get("role") == "staff"
    assert in_room(desk)["Nurse"] == "staff"
