"""The page of a node that relays: whoever is on its side comes in there, and its staff act upon the host."""

import json
import threading
import time

import pytest
from node import Events, Refused
from program import run
from relayed import NAME, sites  # noqa: F401
from relaying import lists


FEAR = "Tengo miedo de mi acompañante"


@pytest.fixture
def clinic(nodes, sites):  # noqa: F811
    host = nodes("Reception")
    return host, sites(host)


def health(node):
    return node.device().get("/healthz")


def test_phones_of_both_sides_are_in_one_room(clinic):
    host, relay = clinic
    anna = host.device().enters("Reception", "Anna", "es")
    anna.says("before you came")
    boris = relay.device().enters("Reception", "Boris", "uk")
    boris.says("from floor 2")
    line = anna.sees("from floor 2")
    anna.says("from the door")
    assert boris.sees("from the door")["seq"] == line["seq"] + 1
    house = relay.device().get("/api/house")
    assert [(room["name"], room["linked"], room["n"]) for room in house["rooms"]] == [("Reception", True, 2)]


def test_a_relay_is_no_reader_of_its_language(nodes, sites, engines):  # noqa: F811
    """Two people and a relay: counts, lists, the draft check, what one who comes can count on, and the languages are of two."""
    host = nodes("Reception", engines=[engines()])
    relay = sites(host)
    anna = host.device().enters("Reception", "Anna", "es")
    boris = relay.device().enters("Reception", "Boris", "uk")
    anna.until("joined", lambda change: change["member"]["name"] == "Boris")
    for side, phone in ((host, anna), (relay, boris)):
        room = side.device().get("/api/house")["rooms"][0]
        assert (room["n"], room["langs"]) == (2, {"es": 1, "uk": 1})
        ahead = side.device().get("/api/rooms/Reception?lang=ca")["ahead"]
        assert ahead["of"] == 2 and set(ahead["langs"]) <= {"es", "uk"}
        draft = phone.device.post("/api/rooms/Reception/check", text="hola", lang="es")
        assert [reading["lang"] for reading in draft["languages"]] == ["uk"]
    eva = host.device().enters("Reception", "Eva", "es")
    assert (eva.hello["n"], eva.hello["langs"]) == (3, {"es": 2, "uk": 1})
    assert {member["name"] for member in eva.hello["members"]} == {"Anna", "Boris", "Eva"}


def test_staff_of_the_relay_act_upon_the_host(clinic):
    host, relay = clinic
    anna = host.device().enters("Reception", "Anna", "es")
    nurse = relay.device().staff()
    nurse.post("/api/staff/rooms/Reception/acts", act="topic", text="Vaccinations")
    assert anna.until("room", lambda room: room["topic"] == "Vaccinations")
    nurse.post("/api/staff/rooms/Reception/acts", act="lock")
    anna.until("room", lambda room: room["locked"])
    with pytest.raises(Refused) as refusal:
        host.device().enters("Reception", "Eva", "es")
    assert refusal.value.code == "locked"


def test_an_act_is_confirmed_when_the_host_has_done_it_and_refused_with_its_reason(clinic):
    host, relay = clinic
    nurse = relay.device().staff()
    with pytest.raises(Refused) as refusal:
        nurse.post("/api/staff/rooms/Reception/acts", act="mute", member="mzzzz")
    assert refusal.value.code == "not-found", "the host says so: it alone knows who is in"
    nurse.post("/api/staff/rooms/Reception/acts", act="lock")
    with pytest.raises(Refused) as refusal:
        host.device().enters("Reception", "Eva", "es")
    assert refusal.value.code == "locked", "at once: what was confirmed is so"
    nurse.post("/api/staff/rooms/Reception/acts", act="lock")  # is so already
    nurse.post("/api/staff/rooms/Reception/acts", act="unlock")
    host.device().enters("Reception", "Eva", "es")


def test_phones_of_a_relay_without_an_engine_read_what_the_hosts_engine_makes(nodes, sites, engines):  # noqa: F811
    engine = engines()
    host = nodes("Reception", engines=[engine])
    relay = sites(host)
    anna = host.device().enters("Reception", "Anna", "es")
    phone = relay.device()
    boris = phone.enters("Reception", "Boris", "ca")
    line = anna.says("hola")
    read = boris.reads("ca:hola")
    assert (read["seq"], read["engine"]) == (line["seq"], f"host ({engine.name})")
    about = relay.device().get("/api/rooms/Reception")
    assert {entry["tag"]: entry["outlook"] for entry in about["languages"]}["ca"] == "translated"
    draft = phone.post("/api/rooms/Reception/check", text="bon dia", lang="ca")
    assert {reading["lang"]: reading["text"] for reading in draft["languages"]}["es"] == "es:bon dia"


def test_while_the_link_is_cut_the_page_reads_holds_and_says_so(clinic):
    host, relay = clinic
    anna = host.device().enters("Reception", "Anna", "es")
    boris = relay.device().enters("Reception", "Boris", "uk")
    boris.says("one")
    anna.sees("one")
    relay.cable.is_cut()
    assert boris.until("room", lambda room: not room["linked"], within=20)
    late = relay.device().enters("Reception", "Clara", "uk")
    assert late.sees("one")
    nurse = relay.device().staff()
    with pytest.raises(Refused) as refusal:
        nurse.post("/api/staff/rooms/Reception/acts", act="lock")
    assert (refusal.value.status, refusal.value.code) == (503, "unreachable")
    told = boris.says("two", id="7d9f1c1e-4b1a-4f0e-9d7a-2f1d5c3b6a77")
    assert told == {"id": "7d9f1c1e-4b1a-4f0e-9d7a-2f1d5c3b6a77", "held": True}, "it waits here, and is not refused"
    relay.cable.is_mended()
    assert boris.until("room", lambda room: room["linked"], within=30)
    anna.sees("two", within=30)
    assert boris.says("two", id="7d9f1c1e-4b1a-4f0e-9d7a-2f1d5c3b6a77")["seq"] == 2
    boris.says("three")
    anna.sees("three")
    assert not [data for kind, data in anna.events if kind == "line" and data["text"] == "two"], "said twice, told once"


def tree(device):
    nodes = device.get("/api/staff/rooms/Reception/topology")["nodes"]
    names = {node["id"]: node["name"] or node["kind"] for node in nodes}
    return {names[node["id"]]: {**node, "parent": names.get(node["parent"])} for node in nodes}


def until(condition, device, within=30):
    """Relays tell once a second how far they are: asked until they have."""
    ends = time.monotonic() + within
    while not condition(found := tree(device)):
        assert time.monotonic() < ends, found
        threading.Event().wait(0.3)
    return found


def test_staff_of_both_sides_see_how_the_room_is_carried(clinic):
    host, relay = clinic
    host.device().enters("Reception", "Anna", "es").says("hola")
    relay.device().enters("Reception", "Boris", "uk")
    nurse, other = host.device().staff(), relay.device().staff()
    found = until(lambda nodes: nodes.get(NAME, {}).get("behind") == 0 and nodes[NAME]["people"] == 1, nurse)
    assert found["host"]["own"] and found["host"]["people"] == 1 and found[NAME]["parent"] == "host"
    assert found[NAME]["up"] is True and found[NAME]["held"] == 0 and not found[NAME]["standby"]
    seen = until(lambda nodes: nodes.get(NAME, {}).get("up") is True, other)
    assert seen[NAME]["own"] and seen[NAME]["people"] == 1 and seen["host"]["people"] == 1
    relay.cable.is_cut()
    lost = until(lambda nodes: nodes[NAME]["up"] is False, nurse)[NAME]
    assert lost["since"] > 0 and lost["behind"] is None
    assert until(lambda nodes: nodes[NAME]["up"] is False, other)[NAME]["own"]


def test_a_room_of_that_name_here_stands_before_the_one_that_is_carried(nodes, sites):  # noqa: F811
    host = nodes("Reception")
    relay = sites(host, relay='[[room]]\nname = "Reception"')
    assert "does not show the one that it carries" in relay.program.logs("of that name itself", 20)
    assert len(relay.device().get("/api/house")["rooms"]) == 1


def test_a_call_for_help_and_its_answer_go_over_the_link(clinic):
    host, relay = clinic
    anna = host.device().enters("Reception", "Anna", "es")
    boris = relay.device().enters("Reception", "Boris", "uk")
    desk = Events(host.device().staff(), "/api/staff/watch")
    desk.until("help", lambda news: not news["calls"])
    answer = boris.asks("person")
    assert answer["here"] == 1 and answer["staff"] is None, "whether the host's desk is open is not known here"
    [call] = desk.until("help", lambda news: news["calls"])["calls"]
    assert (call["from"], call["ts"]) == ("Boris", answer["ts"])
    assert anna.until("help")["ts"] == answer["ts"]
    desk.device.post("/api/staff/rooms/Reception/help", member=call["member"], state="coming")
    assert boris.until("help", lambda told: told["state"] == "coming")["ts"] == answer["ts"]
    boris.asks("person/done")
    desk.until("help", lambda news: not news["calls"])
    # Each change is told once, however often it goes up and comes back.
    boris.says("fine")
    anna.sees("fine")
    boris.sees("fine")
    assert [told["state"] for kind, told in boris.events if kind == "help"] == ["open", "done"]


def test_a_call_is_not_lost_while_the_link_is_cut(clinic):
    host, relay = clinic
    anna = host.device().enters("Reception", "Anna", "es")
    boris = relay.device().enters("Reception", "Boris", "uk")
    clara = relay.device().enters("Reception", "Clara", "uk")
    nurse = relay.device().staff()
    relay.cable.is_cut()
    boris.until("room", lambda room: not room["linked"], within=20)
    answer = boris.asks("person")
    assert answer["held"] is True and answer["here"] == 1, "Anna is not said to have been told"
    assert clara.until("help")["ts"] == answer["ts"]
    clara.asks("person")
    nurse.post("/api/staff/rooms/Reception/help", member=boris.member, state="coming")
    assert boris.until("help", lambda told: told["state"] == "coming")
    clara.asks("person/done")
    relay.cable.is_mended()
    told = anna.until("help", lambda told: told["from"] == "Boris", within=40)
    assert (told["state"], told["ts"]) == ("coming", answer["ts"])
    [room] = host.device().staff().get("/api/staff/rooms")["rooms"]
    assert [(call["from"], call["state"]) for call in room["help"]] == [("Boris", "coming")]


def test_a_line_from_a_relays_side_is_at_the_desks_of_both_and_with_nobody_else(clinic):
    host, relay = clinic
    anna = relay.device().enters("Reception", "Anna", "es")
    karim = relay.device().enters("Reception", "Karim", "ar")
    boris = host.device().enters("Reception", "Boris", "en")
    here, there = relay.device().staff(), host.device().staff()
    rosa = host.device().staff().enters("Reception", "Rosa", "ca")
    anna.asks("report", text=FEAR)
    told = Events(there, "/api/staff/watch").until("reports", lambda data: data["reports"])["reports"]
    assert [(one["text"], one["from"], one["room"]["name"]) for one in told] == [(FEAR, "Anna", "Reception")]
    assert [one["text"] for one in Events(here, "/api/staff/watch").until("reports")["reports"]] == [FEAR]
    assert rosa.until("report")["text"] == FEAR
    newcomer = host.device().enters("Reception", "Carla", "fr")
    for other in (karim, boris, newcomer):
        other.says("hello")
        other.sees("hello")
        with other.news:
            assert FEAR not in json.dumps([other.hello, *other.events])
    report = told[0]
    there.post("/api/staff/rooms/Reception/reports", member=report["member"], ts=report["ts"], state="done")
    # The link is lost and back: what those above are done with does not come again, and what was written meanwhile does.
    relay.cable.is_cut()
    anna.until("room", lambda room: room["linked"] is False)
    anna.asks("report", text="mientras tanto")
    relay.cable.is_mended()
    watch = Events(there, "/api/staff/watch")
    told = watch.until("reports", lambda data: any(one["text"] == "mientras tanto" for one in data["reports"]), within=45)["reports"]
    assert [one["text"] for one in told] == ["mientras tanto"]
    with rosa.news:
        assert [data for kind, data in rosa.events if kind == "report" and data["text"] == FEAR and data["state"] == "open"] == []


def test_a_relay_is_none_of_the_staff(nodes, sites):  # noqa: F811
    host = nodes("Reception", "Dentist")
    sites(host)
    boris = host.device().enters("Reception", "Boris", "ca")
    anna = host.device().enters("Dentist", "Anna", "es")
    room = host.device().get("/api/rooms/Reception")
    assert room["n"] == 1, "a relay is no person"
    assert anna.asks("person")["staff"] is False, "nobody is said to have been told"
    assert boris.asks("report", text=FEAR) == {"present": False, "staff": False}


def test_a_relay_that_is_struck_off_says_so_to_those_behind_it(clinic):
    host, relay = clinic
    anna = relay.device().enters("Reception", "Anna", "es")
    assert run("staff", "remove", NAME, home=host.home).returncode == 0
    assert anna.until("closing")["detail"] == "relay-struck"
    # It was told before this relay asked again.
    relay.program.logs("knows no relay by your key")
    assert health(relay)["notices"] == ["relay-struck"]
    (struck,) = relay.device().get("/status")["attention"]
    assert struck["code"] == "relay-struck" and '"Reception"' in struck["text"] and "The host says" in struck["text"]
    lists(host.home, relay.home, NAME)
    relay.program.until(lambda: sum(line.startswith("page Reception ") for line in relay.program.lines) == 2, 60)
    assert health(relay)["status"] == "ok"
