"""What staff can do in a room, and what those who are in it see of it."""

import pytest
from node import Events, Refused
from program import run


@pytest.fixture
def ward(nodes):
    node = nodes("Reception")
    node.nurse = node.device().staff()
    node.act = lambda **act: node.nurse.post("/api/staff/rooms/Reception/acts", **act)
    return node


def test_staff_see_who_is_where(ward):
    ward.device().enters("Reception", "Anna", "es")
    room = ward.nurse.get("/api/staff/rooms")["rooms"][0]
    assert [(member["name"], member["muted"]) for member in room["members"]] == [("Anna", False)]


def test_a_muted_visitor_reads_and_does_not_speak(ward):
    anna = ward.device().enters("Reception", "Anna", "es")
    boris = ward.device().enters("Reception", "Boris", "es")
    ward.act(act="mute", member=anna.member)
    with pytest.raises(Refused) as refusal:
        anna.says("me?")
    assert refusal.value.code == "muted"
    boris.says("hello")
    anna.sees("hello")
    ward.act(act="unmute", member=anna.member)
    anna.says("again")
    boris.sees("again")


def test_a_removed_visitor_is_told_and_may_come_back(ward):
    device = ward.device()
    anna = device.enters("Reception", "Anna", "es")
    ward.act(act="remove", member=anna.member)
    assert anna.until("removed")["code"] == "removed"
    anna.ended()
    assert device.get("/api/rooms/Reception")["you"] is None
    assert device.enters("Reception", "Anna", "es").hello["n"] == 1


def test_a_banned_visitor_may_not(ward):
    device = ward.device()
    anna = device.enters("Reception", "Anna", "es")
    ward.act(act="ban", member=anna.member, minutes=60)
    anna.until("removed")
    with pytest.raises(Refused) as refusal:
        device.enters("Reception", "Anna", "es")
    assert refusal.value.code == "banned"


def test_a_banned_visitor_is_told_how_long_and_comes_in_once_it_is_undone(ward):
    device = ward.device()
    anna = device.enters("Reception", "Anna", "es")
    boris = ward.device().enters("Reception", "Boris", "ca")
    ward.act(act="ban", member=anna.member, minutes=43_200, scope="device")
    assert anna.until("removed")["values"] == {"n": "43200"}
    with pytest.raises(Refused) as refusal:
        device.enters("Reception", "Anna", "es")
    assert refusal.value.body["error"]["values"] == {"n": "43200"}
    with pytest.raises(Refused) as refusal:
        ward.act(act="ban", member=boris.member, minutes=43_201)
    assert refusal.value.status == 400
    kept = ward.nurse.get("/api/staff/rooms/Reception/bans")
    assert [(ban["name"], ban["scope"]) for ban in kept["bans"]] == [("Anna", "device")] and kept["gone"] == []
    ward.act(act="unban", member=kept["bans"][0]["member"])
    ward.device().enters("Reception", "Carla", "ar")
    device.enters("Reception", "Anna", "es").says("again")
    boris.sees("again")


def test_who_has_left_is_muted_and_banned_all_the_same_and_nobody_else_is_told_of_it(ward):
    ward.device().enters("Reception", "Anna", "es")
    device, other = ward.device(), ward.device()
    boris, carla = device.enters("Reception", "Boris", "ca"), other.enters("Reception", "Carla", "uk")
    boris.asks("leave")
    carla.asks("leave")
    gone = ward.nurse.get("/api/staff/rooms/Reception/bans")["gone"]
    assert [(member["name"], member["lang"]) for member in gone] == [("Carla", "uk"), ("Boris", "ca")]
    ward.act(act="ban", member=boris.member, minutes=60)
    ward.act(act="mute", member=carla.member)
    with pytest.raises(Refused) as refusal:
        device.enters("Reception", "Boris", "ca")
    assert refusal.value.code == "banned"
    kept = ward.nurse.get("/api/staff/rooms/Reception/bans")
    assert [ban["name"] for ban in kept["bans"]] == ["Boris"] and [mute["name"] for mute in kept["muted"]] == ["Carla"]
    with pytest.raises(Refused):
        ward.device().get("/api/staff/rooms/Reception/bans")
    with pytest.raises(Refused) as refusal:
        other.enters("Reception", "Carla", "uk").says("hello")
    assert refusal.value.code == "muted"
    with pytest.raises(Refused) as refusal:
        ward.act(act="remove", member=boris.member)
    assert refusal.value.status == 404, "nobody is sent out who is not in"
    ward.act(act="unmute", member=carla.member)
    assert ward.nurse.get("/api/staff/rooms/Reception/bans")["muted"] == []


def test_a_mute_of_who_is_away_can_be_taken_back_after_a_restart(ward):
    device = ward.device()
    carla = device.enters("Reception", "Carla", "uk")
    ward.act(act="mute", member=carla.member)
    ward.program.kill()
    ward.start()
    device.port = ward.port
    nurse = ward.device().staff()
    muted = nurse.get("/api/staff/rooms/Reception/bans")["muted"]
    assert [member["name"] for member in muted] == ["Carla"]
    nurse.post("/api/staff/rooms/Reception/acts", act="unmute", member=muted[0]["member"])
    assert nurse.get("/api/staff/rooms/Reception/bans")["muted"] == []
    device.enters("Reception", "Carla", "uk").says("again")


def test_a_locked_room_keeps_those_it_knows(ward):
    device = ward.device()
    anna = device.enters("Reception", "Anna", "es")
    ward.act(act="lock")
    with pytest.raises(Refused) as refusal:
        ward.device().enters("Reception", "Boris", "es")
    assert refusal.value.code == "locked"
    anna.close()
    device.enters("Reception", "Anna", "es")
    ward.act(act="unlock")
    ward.device().enters("Reception", "Boris", "es")


def test_a_topic_is_seen_by_all(ward):
    anna = ward.device().enters("Reception", "Anna", "es")
    ward.act(act="topic", text="Vaccinations today")
    assert anna.until("room")["topic"] == "Vaccinations today"


def test_a_notice_is_pinned_and_translated_for_all(nodes, engines):
    node = nodes("Reception", engines=[engines()])
    nurse = node.device().staff()
    anna = node.device().enters("Reception", "Anna", "ca")
    nurse.post("/api/staff/rooms/Reception/acts", act="notice", text="puerta azul", lang="es")
    notice = anna.until("notice", lambda found: found.get("translation"))
    assert notice["text"] == "puerta azul" and notice["translation"]["text"] == "ca:puerta azul"
    late = node.device().enters("Reception", "Boris", "es")
    assert late.hello["room"]["notice"]["text"] == "puerta azul"
    nurse.post("/api/staff/rooms/Reception/acts", act="notice", text="", lang="es")
    anna.until("notice", lambda found: found["text"] == "")


def test_a_cleared_room_has_forgotten(ward):
    anna = ward.device().enters("Reception", "Anna", "es")
    anna.says("my secret")
    anna.sees("my secret")
    ward.act(act="clear")
    anna.until("cleared")
    late = ward.device().enters("Reception", "Boris", "es")
    anna.says("fresh")
    assert late.until("line")["text"] == "fresh"
    anna.sees("fresh")


def test_a_closed_room_takes_nobody_until_it_is_opened(ward):
    anna = ward.device().enters("Reception", "Anna", "es")
    ward.act(act="close")
    anna.until("closing")
    with pytest.raises(Refused):
        ward.device().enters("Reception", "Boris", "es")
    ward.act(act="open")
    ward.device().enters("Reception", "Boris", "es")


def test_a_room_for_one_visit_is_reached_by_its_code_alone_and_locks_itself(ward):
    room = ward.nurse.post("/api/staff/rooms", private=True)
    assert room["private"] and room["id"] in room["url"]
    assert room["id"] not in [listed["id"] for listed in ward.device().get("/api/house")["rooms"]]
    visitor = ward.device().enters(room["id"], "Visitor", "ar")
    with pytest.raises(Refused) as refusal:
        ward.device().enters(room["id"], "Curious", "es")
    assert refusal.value.code == "locked"
    ward.nurse.enters(room["id"], "Nurse", "es").says("hola")
    visitor.sees("hola")
    ward.nurse.post(f"/api/staff/rooms/{room['id']}/acts", act="close")
    visitor.until("closing")
    with pytest.raises(Refused):
        ward.nurse.enters(room["id"], "Nurse", "es")


def test_what_staff_do_wrong_is_told(ward):
    for act in ({"act": "dance"}, {"act": "mute"}, {"act": "mute", "member": "nobody"}):
        with pytest.raises(Refused) as refusal:
            ward.act(**act)
        assert 400 <= refusal.value.status < 500 and refusal.value.body["error"]["text"]


def test_staff_can_leave(ward):
    ward.nurse.post("/api/staff/logout")
    with pytest.raises(Refused):
        ward.nurse.get("/api/staff/rooms")


def test_a_kiosk_is_refused_where_there_is_none(nodes):
    node = nodes("Reception", web="kiosk = false")
    with pytest.raises(Refused) as refusal:
        Events(node.device(), "/api/rooms/Reception/watch")
    assert refusal.value.status == 403


def test_what_visitors_report_stands_on_the_page_of_staff(ward):
    anna, boris = (ward.device().enters("Reception", name, "es") for name in ("Anna", "Boris"))
    boris.says("a threat")
    line = anna.sees("a threat")
    assert ward.nurse.get("/api/staff/rooms")["rooms"][0]["reports"] == []
    assert anna.asks("report", id=line["id"], text="he threatens me")["present"] is False
    report = ward.nurse.get("/api/staff/rooms")["rooms"][0]["reports"][0]
    assert (report["from"], report["about"], report["message"]) == ("Anna", "Boris", "a threat")
    assert report["text"] == "he threatens me" and report["lang"] == "es"
    with pytest.raises(Refused) as refusal:
        anna.asks("report", id="0b0f3d52-8c39-4b7c-a1b7-5f7d2d2f9e02")
    assert refusal.value.code == "not-found"


def test_a_visitor_whose_name_is_taken_is_told_another(ward):
    ward.device().enters("Reception", "Anna", "es")
    device = ward.device()
    entry = device.post("/api/rooms/Reception/enter", name="АNNA", lang="es", face="a")
    assert entry["name"] == "АNNA 2"
    assert device.post("/api/rooms/Reception/enter", name="Anna", lang="es", face="a")["name"] == "Anna 2"


def test_acts_of_the_page_are_written_down(ward):
    anna = ward.device().enters("Reception", "Anna", "es")
    anna.says("una frase secreta")
    ward.act(act="mute", member=anna.member)
    ward.act(act="notice", text="un avís secret", lang="ca")
    ward.program.signal(15)
    assert ward.program.ended(15) == 0
    audit = next(ward.home.path.rglob("audit.jsonl")).read_text(encoding="utf-8")
    assert '"what":"mute"' in audit and '"who":"page 127.0.0.1"' in audit and "secret" not in audit


def test_the_history_at_a_terminal_shows_who_was_staff_by_what_no_name_shows(nodes):
    node = nodes("Reception", room='history = "disk"')
    node.device().staff().enters("Reception", "Rosa", "ca").says("de la casa")
    node.device().enters("Reception", "Rosa [staff]", "ca").says("de fora")
    commands = (["show", "Reception"], ["search", "de"])
    shown = {command[0]: run("history", *command, home=node.home).stdout for command in commands}
    for command, text in shown.items():
        assert "  Rosa [staff] (ca): de la casa" in text and "  Rosa (staff) (ca): de fora" in text, command
