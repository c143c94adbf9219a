"""Reports and lines that only staff read, over HTTP: whom they reach, whom not, and that they outlive the node."""

import pytest
from node import Events, Refused
from program import steady_port

SECRET = "Tengo miedo de mi acompañante"


def watch(nurse):
    return Events(nurse, "/api/staff/watch")


def reports(desk, test=len):
    return desk.until("reports", lambda news: test(news["reports"]))["reports"]


def told(events):
    return [data for kind, data in events.events if kind == "report"]


@pytest.mark.parametrize("room", ["", 'history = "disk"\n'])
def test_a_line_to_staff_reaches_them_wherever_they_are_and_nobody_else(nodes, room):
    node = nodes("Reception", "Dentist", room=room + "kiosk_lines = 5\n", port=steady_port())
    first, second = watch(node.device().staff()), watch(node.device().staff())
    inside = node.device().staff().enters("Dentist", "Olga", "ca")
    anna = node.device().enters("Reception", "Anna", "es")
    boris = node.device().enters("Reception", "Boris", "ar")
    away = node.device().enters("Dentist", "Pau", "ca")
    wall = Events(node.device(), "/api/rooms/Reception/watch")
    assert anna.asks("report", text=SECRET) == {"present": False, "staff": True}
    newcomer = node.device().enters("Reception", "Carla", "fr")
    for desk in (first, second):
        [line] = reports(desk)
        expected = {"kind": "line", "from": "Anna", "reader": "es", "about": None, "text": SECRET, "state": "open"}
        assert {key: line[key] for key in expected} == expected
        assert line["room"]["name"] == "Reception"
    assert inside.until("report")["text"] == SECRET
    assert [line["text"] for line in inside.again().hello["reports"]] == [SECRET]
    anna.says("Buenos días")
    for other in (boris, newcomer, wall):
        other.until("line")
    away.says("Bon dia")
    away.until("line")
    for other in (anna, boris, newcomer, away, wall):
        assert SECRET not in str(other.events)
        assert told(other) == []
    assert "reports" not in boris.again().hello
    assert SECRET not in str(boris.device.get("/api/rooms/Reception/lines?before=100"))


def test_what_was_told_outlives_the_node_until_staff_are_done_with_it(nodes):
    node = nodes("Reception", "Dentist", port=steady_port())
    anna = node.device().enters("Reception", "Anna", "es")
    assert anna.asks("report", text=SECRET)["staff"] is False
    line = anna.says("Ve a la puerta")["id"]
    boris = node.device().enters("Reception", "Boris", "ar")
    boris.asks("report", text=SECRET + ".")
    node.kill()
    node.start()
    nurse = node.device().staff()
    desk = watch(nurse)
    [first, second] = reports(desk)
    assert [first["text"], second["text"], first["from"]] == [SECRET, SECRET + ".", "Anna"], line
    done = {"member": first["member"], "ts": first["ts"]}
    with pytest.raises(Refused) as refusal:
        node.device().post("/api/staff/rooms/Reception/reports", state="seen", **done)
    assert refusal.value.status == 401
    nurse.post("/api/staff/rooms/Reception/reports", state="seen", **done)
    node.kill()
    node.start()
    nurse = node.device().staff()
    desk = watch(nurse)
    assert [report["state"] for report in reports(desk)] == ["seen", "open"], "what is seen stays, and stays seen"
    nurse.post("/api/staff/rooms/Reception/reports", state="done", **done)
    nurse.post("/api/staff/rooms/Reception/reports", state="done", member=second["member"], ts=second["ts"])
    assert reports(desk, lambda found: not found) == []
    with pytest.raises(Refused) as refusal:
        nurse.post("/api/staff/rooms/Reception/reports", state="done", **done)
    assert refusal.value.status == 404 and "no such report" in str(refusal.value)
    node.kill()
    assert not [path for path in node.home.path.rglob("*") if path.is_file() and SECRET in path.read_text(errors="replace")]


def test_a_report_names_a_message_and_its_words_go_when_the_room_is_cleared(nodes):
    node = nodes("Reception", "Dentist", port=steady_port())
    nurse = node.device().staff()
    desk = watch(nurse)
    anna = node.device().enters("Reception", "Anna", "es")
    boris = node.device().enters("Reception", "Boris", "ca")
    line = boris.says("Calla!")["id"]
    anna.sees("Calla!")
    assert anna.asks("report", id=line)["staff"] is True
    [report] = reports(desk)
    assert (report["kind"], report["about"], report["message"], report["lang"]) == ("report", "Boris", "Calla!", "ca")
    assert told(boris) == []
    nurse.post("/api/staff/rooms/Reception/acts", act="clear")
    assert reports(desk, lambda found: not found) == []


@pytest.mark.parametrize("fields", [{}, {"text": "  "}, {"text": "x" * 501}, {"id": "nonsense"}, {"text": 7}])
def test_what_says_nothing_or_too_much_is_refused_in_plain_words(nodes, fields):
    node = nodes("Reception")
    anna = node.device().enters("Reception", "Anna", "es")
    with pytest.raises(Refused) as refusal:
        anna.asks("report", **fields)
    assert refusal.value.status == 400


def test_nobody_pushes_out_what_others_told(nodes):
    node = nodes("Reception", web="")
    anna = node.device().enters("Reception", "Anna", "es")
    boris = node.device().enters("Reception", "Boris", "ca")
    anna.asks("report", text=SECRET)
    for number in range(49):
        boris.asks("report", text=f"{number}")
    # Then the desk is full, and whoever filled it is refused.
    with pytest.raises(Refused) as refusal:
        boris.asks("report", text="49")
    assert refusal.value.detail == "desk-full"
    found = reports(watch(node.device().staff()))
    assert [report["text"] for report in found] == [SECRET, *(str(number) for number in range(49))]


def test_a_desk_reads_it_in_its_own_language(nodes, engines):
    node = nodes("Reception", engines=[engines()])
    nurse = node.device().staff()
    anna = node.device().enters("Reception", "Anna", "es")
    anna.asks("report", text="Buenos días")
    [report] = nurse.get("/api/staff/rooms/Reception/reports?lang=ca")["reports"]
    assert report["translation"]["state"] == "translated" and report["translation"]["text"] != "Buenos días"
    [report] = nurse.get("/api/staff/rooms/Reception/reports?lang=es")["reports"]
    assert "translation" not in report


def test_its_writer_alone_is_told_that_staff_have_read_it_and_what_they_answer(nodes, engines):
    node = nodes("Reception", engines=[engines()])
    anna, boris = node.device().enters("Reception", "Anna", "es"), node.device().enters("Reception", "Boris", "es")
    nurse = node.device().staff()
    desk = watch(nurse)
    anna.asks("report", text=SECRET)
    [line] = reports(desk)
    assert line["page"] is True and "talk" not in line

    def answers(state, **words):
        nurse.post("/api/staff/rooms/Reception/reports", member=anna.member, ts=line["ts"], state=state, **words)

    answers("seen")
    assert anna.until("read") == {"ts": line["ts"]}
    for words in ({"text": "Ja venim"}, {"text": " ", "lang": "ca"}, {"text": "a" * 501, "lang": "ca"}):
        with pytest.raises(Refused) as refusal:
            answers("seen", **words)
        assert refusal.value.status == 400
    answers("seen", text="Ja venim", lang="ca")
    told_anna = anna.until("read")
    assert told_anna["answer"]["text"] == "Ja venim" and told_anna["answer"]["translation"]["text"] == "es:Ja venim"
    anna = anna.again()
    assert anna.hello["read"] == told_anna, "a page that was away is told too"
    answers("done")
    boris.says("hola")
    for visit in (anna, boris):
        visit.sees("hola")
        assert not [kind for kind, _ in visit.events if kind == "read"]
    assert "read" not in boris.again().hello


@pytest.mark.parametrize("way", ["leaves", "is removed"])
def test_a_desk_is_told_at_once_that_a_writer_cannot_be_answered_any_more(nodes, way):
    node = nodes("Reception")
    anna = node.device().enters("Reception", "Anna", "es")
    nurse = node.device().staff()
    desk = watch(nurse)
    anna.asks("report", text=SECRET)
    reports(desk, lambda found: found and found[0]["page"])
    if way == "leaves":
        anna.asks("leave")
    else:
        nurse.post("/api/staff/rooms/Reception/acts", act="remove", member=anna.member)
    reports(desk, lambda found: found and not found[0]["page"])


def test_both_sides_of_a_tablet_can_be_answered(nodes):
    node = nodes("Reception")
    desk = watch(node.device().staff())
    for face in ("a", "b"):
        visit = node.device().enters("Reception", "Anna", "es", face=face)
        visit.asks("report", text=face)
        assert reports(desk, lambda found, text=face: found and found[-1]["text"] == text)[-1]["page"] is True


def test_staff_invite_whoever_wrote_to_them_and_nobody_else_learns_of_it(nodes):
    node = nodes("Reception")
    anna, boris = node.device().enters("Reception", "Anna", "es"), node.device().enters("Reception", "Boris", "es")
    nurse = node.device().staff()
    desk = watch(nurse)
    assert reports(desk, lambda found: not found) == []
    anna.asks("report", text=SECRET)
    [line] = reports(desk)
    talk = nurse.post("/api/staff/rooms/Reception/talks", member=anna.member, report=line["ts"])
    assert anna.until("invited")["talk"] == talk
    assert reports(desk, lambda found: found and found[0]["state"] == "seen")[0]["talk"] == talk
    with pytest.raises(Refused):
        boris.device.enters(talk["room"], "Boris", "es")
    anna.device.enters(talk["room"], "Anna", "es")
    reports(desk, lambda found: not found)
    with pytest.raises(Refused) as refusal:
        nurse.post("/api/staff/rooms/Reception/talks", member=anna.member, report=line["ts"])
    assert refusal.value.status == 404
    boris.says("hola")
    boris.sees("hola")
    assert not [kind for kind, _ in boris.events if kind in ("help", "invited", "read")]
