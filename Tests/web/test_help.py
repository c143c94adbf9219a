"""Calls for help over HTTP: whom they reach, how long they stand, and how they are answered."""

import pytest
from node import Events, Refused, joined

CONTACT = 'contact = "Extension 12"\n'


@pytest.fixture
def ward(nodes):
    return nodes("Reception", "Dentist", room=CONTACT)


def calls(desk, test=lambda calls: True):
    return desk.until("help", lambda news: test(news["calls"]))["calls"]


def watch(nurse):
    """A desk that is open, and has been told of what there is."""
    return Events(nurse, "/api/staff/watch")


def test_a_call_reaches_the_room_the_desk_and_staff_in_another_room(ward):
    nurse = ward.device().staff()
    desk = watch(nurse)
    assert calls(desk) == []
    inside = ward.device().staff().enters("Dentist", "Olga", "es")
    stranger = ward.device().enters("Dentist", "Pau", "ca")
    anna = ward.device().enters("Reception", "Anna", "es")
    boris = ward.device().enters("Reception", "Boris", "ca")
    line = boris.says("La doctora vindrà aviat.")["id"]
    newcomer = ward.device().enters("Reception", "Carla", "fr")
    answer = anna.asks("person", about=line)
    assert answer["contact"] == "Extension 12" and (answer["staff"], answer["here"]) == (True, 2)
    assert answer["member"] == anna.member and "held" not in answer
    expected = {"member": anna.member, "from": "Anna", "lang": "es", "about": line, "state": "open"}
    for visit in (anna, boris, newcomer):
        told = visit.until("help")
        assert {key: told[key] for key in expected} == expected and told["contact"] == "Extension 12"
        assert told["ts"] == answer["ts"] and told["age"] >= 0 and "room" not in told
        assert "La doctora" not in str(told), "a call holds no text of the line that it is about"
    assert anna.until("person")["id"] is None, "as older clients know it"
    [call] = calls(desk, len)
    assert call["member"] == anna.member and call["room"]["name"] == "Reception" and call["present"] is True
    assert inside.until("help")["room"]["name"] == "Reception"
    # Whoever is in another room and not staff hears nothing: its own call comes first.
    stranger.asks("person")
    assert stranger.until("help")["member"] == stranger.member
    assert not [kind for kind, _ in stranger.events if kind == "help"]


def test_staff_come_and_are_done_and_everybody_sees_it(ward):
    nurse = ward.device().staff()
    desk = watch(nurse)
    anna = ward.device().enters("Reception", "Anna", "es")
    boris = ward.device().enters("Reception", "Boris", "ca")
    ts = anna.asks("person")["ts"]
    calls(desk, len)
    answer = {"member": anna.member, "state": "coming"}
    with pytest.raises(Refused) as refusal:
        boris.device.post("/api/staff/rooms/Reception/help", **answer)
    assert refusal.value.status == 401
    for _ in range(2):
        nurse.post("/api/staff/rooms/Reception/help", **answer)
    for visit in (anna, boris):
        assert visit.until("help", lambda call: call["state"] == "coming")["ts"] == ts
    assert calls(desk, lambda found: found and found[0]["state"] == "coming")
    [room, _] = nurse.get("/api/staff/rooms")["rooms"]
    assert [(call["from"], call["state"], call["present"]) for call in room["help"]] == [("Anna", "coming", True)]
    nurse.post("/api/staff/rooms/Reception/help", member=anna.member, state="done")
    for visit in (anna, boris):
        visit.until("help", lambda call: call["state"] == "done")
    assert calls(desk, lambda found: not found) == []
    nurse.post("/api/staff/rooms/Reception/help", member=anna.member, state="done")
    with pytest.raises(Refused) as refusal:
        nurse.post("/api/staff/rooms/Reception/help", **answer)
    assert refusal.value.status == 404 and "no call for help" in str(refusal.value)


def test_a_call_stands_for_whoever_comes_in(ward):
    anna = ward.device().enters("Reception", "Anna", "es")
    assert anna.hello["help"] == [] and "role" not in anna.hello
    ts = anna.asks("person")["ts"]
    boris = ward.device().enters("Reception", "Boris", "ca")
    assert [(call["from"], call["ts"], call["state"]) for call in boris.hello["help"]] == [("Anna", ts, "open")]
    assert anna.again().hello["help"][0]["ts"] == ts
    assert ward.device().enters("Dentist", "Pau", "ca").hello["help"] == []
    nurse = ward.device().staff().enters("Dentist", "Olga", "es")
    assert nurse.hello["role"] == "staff"
    assert [(call["from"], call["room"]["name"]) for call in nurse.hello["help"]] == [("Anna", "Reception")]
    assert [call["from"] for call in calls(watch(nurse.device))] == ["Anna"]


def test_whoever_called_takes_it_back_and_may_call_again(ward):
    anna = ward.device().enters("Reception", "Anna", "es")
    boris = ward.device().enters("Reception", "Boris", "ca")
    first = anna.asks("person")["ts"]
    again = anna.asks("person")["ts"]
    assert again > first, "a call that is renewed is another one"
    assert len(anna.again().hello["help"]) == 1
    anna.asks("person/done")
    assert boris.until("help", lambda call: call["state"] == "done")["ts"] == again
    boris.asks("person/done")
    anna.asks("person/done")
    assert anna.asks("person")["ts"] > again


def test_an_empty_room_says_that_nobody_is_there(ward):
    anna = ward.device().enters("Reception", "Anna", "es")
    told = anna.device.get("/api/rooms/Reception/person")
    assert told == {"contact": "Extension 12", "here": 0, "staff": False, "talk_reaches": "all"}
    answer = anna.asks("person")
    assert (answer["staff"], answer["here"]) == (False, 0)
    desk = watch(ward.device().staff())
    assert [call["from"] for call in calls(desk)] == ["Anna"]
    assert anna.device.get("/api/rooms/Reception/person")["staff"] is True
    desk.close()


def test_who_waits_is_told_when_staff_come_to_a_desk(ward):
    anna, boris = ward.device().enters("Reception", "Anna", "es"), ward.device().enters("Reception", "Boris", "ca")
    assert anna.asks("person")["staff"] is False
    desk = watch(ward.device().staff())
    assert calls(desk, len)
    assert anna.until("staff") == {"here": True}
    assert anna.device.get("/api/rooms/Reception/person")["staff"] is True
    boris.says("hola")
    anna.sees("hola")
    assert not [kind for kind, _ in boris.events if kind == "staff"], "nobody else"


def test_a_tab_that_nobody_reads_is_not_said_to_have_been_told(ward):
    anna = ward.device().enters("Reception", "Anna", "es")
    boris = ward.device().enters("Reception", "Boris", "ca")
    boris.close()
    # The room hears of it when the node does.
    while anna.device.get("/api/rooms/Reception/person")["here"]:
        anna.asks("profile", name="Anna")
    assert anna.asks("person")["here"] == 0
    assert boris.again().hello["help"], "it is told when it comes back"


def test_the_muted_and_those_who_said_too_much_may_call(nodes):
    node = nodes("Reception", before="[limits]\nmessage_rate = 1\nmessage_burst = 2\n")
    nurse = node.device().staff()
    anna = node.device().enters("Reception", "Anna", "es")
    with pytest.raises(Refused) as refusal:
        for _ in range(20):
            anna.says("?")
    assert refusal.value.code == "too-fast"
    nurse.post("/api/staff/rooms/Reception/acts", act="mute", member=anna.member)
    anna.asks("person")
    assert anna.until("help")["state"] == "open"
    with pytest.raises(Refused) as refusal:
        for _ in range(20):
            anna.asks("person")
    assert refusal.value.code == "too-fast"


def test_whom_staff_send_out_calls_no_longer_and_a_room_that_closes_has_no_calls(ward):
    nurse = ward.device().staff()
    desk = watch(nurse)
    anna = ward.device().enters("Reception", "Anna", "es")
    boris = ward.device().enters("Reception", "Boris", "ca")
    for visit in (anna, boris):
        visit.asks("person")
    calls(desk, lambda found: len(found) == 2)
    nurse.post("/api/staff/rooms/Reception/acts", act="remove", member=anna.member)
    calls(desk, lambda found: [call["from"] for call in found] == ["Boris"])
    nurse.post("/api/staff/rooms/Reception/acts", act="close")
    assert calls(desk, lambda found: not found) == []


def test_a_caller_who_left_is_shown_as_gone(ward):
    desk = watch(ward.device().staff())
    anna = ward.device().enters("Reception", "Anna", "es")
    anna.asks("person")
    assert calls(desk, len)[0]["present"] is True
    anna.asks("leave")
    assert calls(desk, lambda found: found and not found[0]["present"])[0]["from"] == "Anna"
    back = anna.device.enters("Reception", "Anna", "es")
    assert calls(desk, lambda found: found and found[0]["present"])
    back.asks("person/done")
    assert calls(desk, lambda found: not found) == []


def test_a_line_that_the_room_does_not_know_keeps_no_call_from_going_out(ward):
    anna = ward.device().enters("Reception", "Anna", "es")
    anna.asks("person", about="0190a6ff-0000-7000-8000-000000000000")
    assert anna.until("help")["about"] is None


def test_the_private_call_about_a_line_is_as_it_was(ward):
    anna = ward.device().enters("Reception", "Anna", "es")
    boris = ward.device().enters("Reception", "Boris", "ca")
    carla = ward.device().enters("Reception", "Carla", "ca")
    line = anna.says("tome dos comprimidos")["id"]
    assert boris.asks("person", id=line) == {"contact": "Extension 12"}
    for visit in (anna, boris):
        assert visit.until("person")["id"] == line
    carla.says("fi")
    carla.sees("fi")
    assert not {"person", "help"} & {kind for kind, _ in carla.events}


def test_a_watch_needs_the_login_and_ends_with_it(ward):
    with pytest.raises(Refused) as refusal:
        Events(ward.device(), "/api/staff/watch")
    assert refusal.value.status == 401
    nurse = ward.device().staff()
    desk = watch(nurse)
    calls(desk)
    nurse.post("/api/staff/logout")
    anna = ward.device().enters("Reception", "Anna", "es")
    anna.asks("person")
    desk.ended()
    assert not [kind for kind, _ in desk.events if kind == "help"], "whoever has logged out is told nothing more"


def test_somebody_at_a_terminal_calls_and_is_answered_at_the_desk(ward):
    nurse = ward.device().staff()
    desk = watch(nurse)
    calls(desk)
    anna = ward.device().enters("Reception", "Anna", "es")
    with joined(ward, "Pau", "ca", room="Reception") as pau:
        pau.sends(person=True)
        [call] = calls(desk, len)
        assert call["from"] == "Pau"
        assert anna.until("help")["from"] == "Pau"
        nurse.post("/api/staff/rooms/Reception/help", member=call["member"], state="coming")
        assert anna.until("help", lambda told: told["state"] == "coming")


def test_calls_are_counted(ward):
    anna = ward.device().enters("Reception", "Anna", "es")
    anna.asks("person")
    text = ward.device().get("/metrics").decode()
    assert "sabir_help_calls_total 1" in text and "sabir_help_unanswered 1" in text
