"""A private talk, over HTTP: who asked and who is invited, staff learn, and nobody else by whatever they can ask."""

import json
import re
import uuid

import pytest
from node import Events, Refused, joined
from program import steady_port

SECRET = re.compile(r'wish|private"|"talk": \{|invited')
"""What tells of a private talk in anything that the node sends; a room says `private: false` of itself."""


def calls(anna, **fields):
    return anna.asks("person", wish="private", **fields)


def invite(desk, anna, room="Reception"):
    return desk.post(f"/api/staff/rooms/{room}/talks", member=anna.member)


def at_desk(desk, room="Reception"):
    return next(one for one in desk.get("/api/staff/rooms")["rooms"] if one["name"] == room)


def all_that_came(visit):
    with visit.news:
        return json.dumps([visit.hello, *visit.events]).replace('"private": false', "")


def test_the_wish_is_told_to_staff_and_in_nothing_that_others_get(nodes):
    node = nodes("Reception", "Dentist", room='kiosk_lines = 5\nhistory = "disk"')
    anna = node.device().enters("Reception", "Anna", "es")
    karim = node.device().enters("Reception", "Karim", "ar")
    first, second = node.device().staff(), node.device().staff()
    rosa = node.device().staff().enters("Dentist", "Rosa", "ca")
    wall = Events(node.device(), "/api/rooms/Reception/watch")
    watch = Events(first, "/api/staff/watch")
    with joined(node, "Terminal", "en", room="Reception") as terminal:
        calls(anna)
        told = watch.until("help", lambda data: any(call.get("wish") for call in data["calls"]))["calls"][0]
        assert told["wish"] == "private" and told["page"] is True and told["from"] == "Anna"
        assert at_desk(second)["help"][0]["wish"] == "private"
        assert rosa.until("help", lambda call: call.get("wish") == "private")["room"]["name"] == "Reception"
        newcomer = node.device().enters("Reception", "Boris", "en")
        assert newcomer.hello["help"][0]["from"] == "Anna"
        talk = invite(second, anna)
        assert anna.until("invited")["talk"]["room"] == talk["room"]
        assert invite(first, anna) == talk, "a second desk gets the same room"
        karim.until("help", lambda call: call["state"] == "coming")
        anna.says("gracias")
        for other in (karim, newcomer):
            other.sees("gracias")
            assert not SECRET.search(all_that_came(other)), all_that_came(other)
            for path in ("", "/members", "/person"):
                answer = json.dumps(other.device.get(f"/api/rooms/Reception{path}")).replace('"private": false', "")
                assert not SECRET.search(answer), answer
            assert talk["room"] not in json.dumps(other.device.get("/api/house"))
        wall.until("line")
        with wall.news:
            assert not SECRET.search(json.dumps(wall.events).replace('"private": false', ""))
        terminal.expect("message", message="gracias")
        heard = json.dumps(terminal.events)
        assert "Anna" in heard and not SECRET.search(heard) and talk["room"] not in heard, heard
    for name in node.home.path.rglob("*"):
        if name.is_file() and b"gracias" in name.read_bytes():
            assert talk["room"].encode() not in name.read_bytes()


@pytest.mark.parametrize("who", ["another", "nobody", "cookieless"])
def test_only_the_invited_device_and_staff_get_in(nodes, who):
    node = nodes("Reception")
    anna = node.device().enters("Reception", "Anna", "es")
    karim = node.device().enters("Reception", "Karim", "ar")
    desk = node.device().staff()
    calls(anna)
    talk = invite(desk, anna)
    other = {"another": karim.device, "nobody": node.device(), "cookieless": node.device()}[who]
    if who == "cookieless":
        other.cookies.clear()
    with pytest.raises(Refused) as refusal:
        other.enters(talk["room"], "Karim", "ar")
    assert refusal.value.status in (403, 409), refusal.value
    if who != "cookieless":
        assert other.get(f"/api/rooms/{talk['room']}")["refused"]["code"] == "locked"
    assert "back" not in other.get(f"/api/rooms/{talk['room']}")
    assert anna.device.get(f"/api/rooms/{talk['room']}")["refused"] is None
    there = anna.device.enters(talk["room"], "Anna", "es")
    assert anna.device.get(f"/api/rooms/{talk['room']}")["back"] == {"path": "/r/Reception", "name": "Reception"}
    with pytest.raises(Refused):
        other.enters(talk["room"], "Karim", "ar")
    nurse = desk.enters(talk["room"], "Rosa", "ca")
    there.says("a solas")
    nurse.sees("a solas")
    assert at_desk(desk, talk["name"])["invited"] == {"name": "Anna", "state": "taken"}
    assert at_desk(desk, talk["name"])["locked"] and at_desk(desk)["help"] == [], "the call is done with"
    karim.until("help", lambda call: call["state"] == "done")
    anna = anna.again()
    assert anna.hello["invited"]["in"] is True, "a reload forgets nothing"
    desk.post(f"/api/staff/rooms/{talk['room']}/acts", act="close")
    anna.until("invited", lambda told: told["talk"] is None)


def test_an_invitation_ends_with_its_call_and_an_empty_room_goes_with_it(nodes):
    node = nodes("Reception")
    anna = node.device().enters("Reception", "Anna", "es")
    node.device().enters("Reception", "Karim", "ar")
    desk = node.device().staff()
    calls(anna)
    talk = invite(desk, anna)
    anna.until("invited", lambda told: told["talk"] is not None)
    anna.asks("person/done")
    anna.until("invited", lambda told: told["talk"] is None)
    assert "invited" not in anna.again().hello
    assert [room["name"] for room in desk.get("/api/staff/rooms")["rooms"]] == ["Reception"]
    with pytest.raises(Refused):
        anna.device.enters(talk["room"], "Anna", "es")
    with pytest.raises(Refused) as refusal:
        invite(desk, anna)
    assert refusal.value.status == 404
    calls(anna)
    second = invite(desk, anna)
    assert second["room"] != talk["room"]


def test_a_call_that_is_made_again_without_the_wish_has_none(nodes):
    node = nodes("Reception")
    anna = node.device().enters("Reception", "Anna", "es")
    desk = node.device().staff()
    calls(anna)
    assert at_desk(desk)["help"][0]["wish"] == "private"
    anna.asks("person")
    assert "wish" not in at_desk(desk)["help"][0]
    with pytest.raises(Refused) as refusal:
        anna.asks("person", wish="loud")
    assert refusal.value.status == 400


def test_who_is_at_a_terminal_cannot_be_invited_and_the_desk_is_told(nodes):
    node = nodes("Reception")
    node.device().enters("Reception", "Karim", "ar")
    desk = node.device().staff()
    watch = Events(desk, "/api/staff/watch")
    with joined(node, "Boris", "en") as boris:
        boris.sends(person=True)
        told = watch.until("help", lambda data: data["calls"])["calls"][0]
        assert told["page"] is False and "wish" not in told
        with pytest.raises(Refused) as refusal:
            desk.post("/api/staff/rooms/Reception/talks", member=told["member"])
        assert refusal.value.code == "not-on-page" and refusal.value.status == 409
        assert len(desk.get("/api/staff/rooms")["rooms"]) == 1, "no room is made for it"


def test_visitors_cannot_invite(nodes):
    node = nodes("Reception")
    anna = node.device().enters("Reception", "Anna", "es")
    karim = node.device().enters("Reception", "Karim", "ar")
    calls(anna)
    for device in (karim.device, anna.device, node.device()):
        with pytest.raises(Refused) as refusal:
            invite(device, anna)
        assert refusal.value.status == 401


def test_after_a_node_was_killed_the_same_call_asks_again(nodes):
    node = nodes("Reception", port=steady_port())
    anna = node.device().enters("Reception", "Anna", "es")
    calls(anna)
    old = invite(node.device().staff(), anna)
    node.kill()
    node.start()
    back = anna.device.enters("Reception", "Anna", "es")
    assert "invited" not in back.hello
    calls(back)
    desk = node.device().staff()
    assert at_desk(desk)["help"][0]["wish"] == "private"
    assert invite(desk, back)["room"] != old["room"]


def test_who_is_coming_is_named_where_staff_are_known(nodes):
    node = nodes("Reception")
    anna = node.device().enters("Reception", "Anna", "es")
    karim = node.device().enters("Reception", "Karim", "ar")
    house = node.device().staff()
    house.post("/api/staff/people", name="Dr. Vega", pin="914207")
    vega = node.device()
    vega.post("/api/staff/login", name="Dr. Vega", pin="914207")
    with joined(node, "Boris", "en") as boris:
        anna.asks("person")
        vega.post("/api/staff/rooms/Reception/help", member=anna.member, state="coming")
        for visit in (anna, karim):
            assert visit.until("help", lambda call: call["state"] == "coming")["by"] == "Dr. Vega"
        told = boris.expect("help", state="coming")
        assert told["by"] == "Dr. Vega" and told["text"] == "Dr. Vega is coming to Anna."
        assert node.device().enters("Reception", "Newcomer", "en").hello["help"][0]["by"] == "Dr. Vega"
    karim.asks("person")
    house.post("/api/staff/rooms/Reception/help", member=karim.member, state="coming")
    assert "by" not in karim.until("help", lambda call: call["member"] == karim.member and call["state"] == "coming")


def test_ids_are_judged(nodes):
    node = nodes("Reception")
    desk = node.device().staff()
    for member in ("", "m1", "m999999", "\u0000", str(uuid.uuid4()), "m" * 500):
        with pytest.raises(Refused) as refusal:
            desk.post("/api/staff/rooms/Reception/talks", member=member)
        assert refusal.value.status == 404
