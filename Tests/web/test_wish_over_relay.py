"""A wish to talk with the staff alone, behind a relay: the staff above learn of it, and nobody else on either side."""

import json
import re

import pytest
from node import Events, Refused, joined
from program import steady_port
from relayed import sites  # noqa: F401

SECRET = re.compile(r'wish|private"|invited')


def wishing(calls, name="Anna"):
    return [call for call in calls if call["from"] == name and call.get("wish") == "private"]


def told(desk, name="Anna"):
    """A relay comes back within its longest pause."""
    return wishing(desk.until("help", lambda news: wishing(news["calls"], name), within=60)["calls"], name)[0]


def all_of(visit):
    with visit.news:
        return json.dumps([visit.hello, *visit.events]).replace('"private": false', "")


@pytest.fixture
def clinic(nodes, sites):  # noqa: F811
    host = nodes("Reception", "Dentist", room='history = "disk"', port=steady_port())
    return host, sites(host, relay='history = "disk"')


def test_the_staff_of_the_host_learn_of_it_and_nobody_else(nodes, sites):  # noqa: F811
    host = nodes("Reception", "Dentist", room="kiosk_lines = 5")
    relay, other = (sites(host, name=name, relay=f'side = "{name}"') for name in ("Floor 2", "Floor 3"))
    anna = relay.device().enters("Reception", "Anna", "es")
    karim = relay.device().enters("Reception", "Karim", "ar")
    boris = host.device().enters("Reception", "Boris", "ca")
    pau = other.device().enters("Reception", "Pau", "ca")
    away = host.device().enters("Dentist", "Eva", "es")
    first = host.device().staff()
    watches = [Events(desk, "/api/staff/watch") for desk in (first, host.device().staff())]
    above = Events(other.device().staff(), "/api/staff/watch")
    rosa = host.device().staff().enters("Dentist", "Rosa", "ca")
    wall = Events(host.device(), "/api/rooms/Reception/watch")
    with joined(host, "Terminal", "en", "Reception") as terminal:
        receipt = anna.asks("person", wish="private")
        assert (receipt["staff"], receipt["talk_reaches"]) == (None, "all")
        for watch in watches:
            call = told(watch)
            assert (call["page"], call["via"], call["state"]) == (False, "Floor 2", "open")
        assert rosa.until("help", lambda call: call.get("wish"))["via"] == "Floor 2"
        late = host.device().staff()
        [call] = next(room for room in late.get("/api/staff/rooms")["rooms"] if room["name"] == "Reception")["help"]
        assert call["wish"] == "private", "a desk that is opened later knows it too"
        assert host.device().staff().enters("Reception", "Olga", "ca").hello["help"][0]["wish"] == "private"
        with pytest.raises(Refused) as refusal:
            first.post("/api/staff/rooms/Reception/talks", member=call["member"])
        assert refusal.value.code == "not-on-page", "no invitation can be shown there"
        newcomers = [node.device().enters("Reception", f"Newcomer {at}", "en") for at, node in enumerate((host, relay, other))]
        for newcomer in newcomers:
            assert newcomer.hello["help"][0]["from"] == "Anna", "of the call itself all are told"
        first.post("/api/staff/rooms/Reception/help", member=call["member"], state="coming")
        karim.until("help", lambda call: call["state"] == "coming")
        boris.says("bon dia")
        for one in (karim, pau, *newcomers):
            one.sees("bon dia")
        for one in (karim, boris, pau, *newcomers):
            assert not SECRET.search(all_of(one)), all_of(one)
        wall.until("line")
        terminal.expect("message", message="bon dia")
        for heard in (wall.events, terminal.events, away.events, above.events):
            assert not SECRET.search(json.dumps(heard).replace('"private": false', "")), heard
        assert "Anna" in json.dumps(terminal.events)


def test_what_was_wished_while_the_way_was_lost_and_after_the_host_was_killed(clinic):
    host, relay = clinic
    anna = relay.device().enters("Reception", "Anna", "es")
    boris = host.device().enters("Reception", "Boris", "ca")
    relay.cable.is_cut()
    anna.until("room", lambda room: not room["linked"])
    receipt = anna.asks("person", wish="private")
    assert receipt["held"] is True and receipt["staff"] is None
    watch = Events(host.device().staff(), "/api/staff/watch")
    relay.cable.is_mended()
    assert told(watch)["via"] == "Floor 2"
    watch.close()
    host.kill()
    host.start()
    relay.cable.leads_to(int(host.room_address.rpartition(":")[2]))
    assert told(Events(host.device().staff(), "/api/staff/watch"))["state"] == "open", "the relay says it again"
    boris = boris.device.enters("Reception", "Boris", "ca")
    assert boris.hello["help"][0]["from"] == "Anna" and not SECRET.search(all_of(boris))


def test_a_call_made_again_without_it_has_none_and_one_that_asks_for_it_later_has_it(clinic):
    host, relay = clinic
    anna = relay.device().enters("Reception", "Anna", "es")
    watch = Events(host.device().staff(), "/api/staff/watch")
    for wish in ({}, {"wish": "private"}, {}):
        ts = anna.asks("person", **wish)["ts"]
        [call] = watch.until("help", lambda news, ts=ts: [call for call in news["calls"] if call["ts"] == ts])["calls"]
        assert call.get("wish") == wish.get("wish")
