"""Translations that an interpreter confirms: who may, who is told what, what waits, and what is left of it."""



import pytest
from node import Refused
from program import run, steady_port
from relayed import sites  # noqa: F401

DOSE, MADE, RIGHT = "Tome 2 pastillas", "Prengui 3 pastilles", "Prengui'n dues"
ROSA = "713852"
OPEN = 'newcomers_see = "all"\n'


def staged(engines, made=MADE):
    engine = engines()
    engine.says(DOSE, made)
    return engine


def adds_interpreter(node, name="Rosa Mir", pin=ROSA):
    node.device().staff().post("/api/staff/people", name=name, pin=pin, interpreter=True)


def interpreter(node, lang, room="Reception", name="Rosa Mir", pin=ROSA):
    device = node.device()
    device.post("/api/staff/login", name=name, pin=pin)
    return device.enters(room, name, lang)


def confirms(visit, line, text, lang):
    return visit.says(text, lang=lang, confirms=line["id"])


def waiting(visit, lang):
    return [found["line"]["text"] for found in visit.device.get(f"{visit.path}/unconfirmed?lang={lang}")["lines"]]


def confirmed(visit, text=RIGHT):
    return visit.until("translation", lambda found: found["state"] == "confirmed" and found["text"] == text)


def test_readers_of_that_language_are_told_and_nobody_else_gets_a_word(nodes, engines):
    node = nodes("Reception", "Dentist", engines=[staged(engines)])
    adds_interpreter(node)
    anna, marta = node.device().enters("Reception", "Anna", "es"), node.device().enters("Reception", "Marta", "ca")
    olena, boris = node.device().enters("Reception", "Olena", "uk"), node.device().enters("Dentist", "Boris", "ca")
    rosa = interpreter(node, "ca")
    assert rosa.hello["role"] == "interpreter" and rosa.hello["confirms"] and not marta.hello["confirms"]
    line = anna.says(DOSE)
    assert {warning["kind"] for warning in marta.reads(MADE)["warnings"]} >= {"numbers"}
    rosa.reads(MADE)
    assert waiting(rosa, "ca") == [DOSE]
    said = confirms(rosa, line, RIGHT, "ca")
    told = confirmed(marta)
    assert (told["id"], told["seq"], told["warnings"]) == (line["id"], line["seq"], [])
    assert told["confirmed"]["by"] == "Rosa Mir" and told["confirmed"]["role"] == "interpreter"
    assert abs(told["confirmed"]["ts"] - line["ts"]) < 600_000
    confirmed(rosa)
    assert waiting(rosa, "ca") == []
    newcomer = node.device().enters("Reception", "Carla", "ca")
    for visit in (anna, marta, olena, newcomer):
        anna.says("adiós")
        visit.sees("adiós")
    assert [data["text"] for kind, data in olena.events if kind == "line" and data.get("confirms")] == [""]
    for visit in (anna, olena, newcomer, boris):
        assert RIGHT not in str(visit.events), "neither other readers, nor who came later, nor another room"
    # Nor whoever came between the two, by asking for what was said.
    between = node.device().enters("Reception", "Dora", "uk")
    again = confirms(rosa, line, RIGHT, "ca")
    between.until("line", lambda found: found["id"] == again["id"])
    for visit, number in ((olena, said), (between, again)):
        for way in ("to=uk", "to=ca", "to=es&back=true"):
            path = f"{visit.path}/lines/{number['id']}/translation?seq={number['seq']}&{way}"
            answer = visit.device.open(path)
            assert answer.status == 404 and RIGHT not in answer.body.decode(), (way, answer.body)
        assert RIGHT not in visit.device.open(f"{visit.path}/lines?before=1000").body.decode()


def test_nobody_else_confirms_or_sees_what_waits(nodes, engines):
    node = nodes("Reception", engines=[staged(engines)])
    adds_interpreter(node)
    anna = node.device().enters("Reception", "Anna", "es")
    marta = node.device().enters("Reception", "Marta", "ca")
    nurse = node.device().staff().enters("Reception", "Nurse", "ca")
    line = anna.says(DOSE)
    for visit in (anna, marta, nurse):
        with pytest.raises(Refused) as refusal:
            confirms(visit, line, RIGHT, "ca")
        assert (refusal.value.status, refusal.value.code, refusal.value.detail) == (403, "forbidden", "not-interpreter")
        with pytest.raises(Refused) as refusal:
            waiting(visit, "ca")
        assert refusal.value.status == 403
    # An interpreter is no staff.
    device = node.device()
    device.post("/api/staff/login", name="Rosa Mir", pin=ROSA)
    for path in ("/api/staff/rooms", "/api/staff/people", "/api/staff/rooms/Reception/lines?lang=ca&before=9"):
        with pytest.raises(Refused):
            device.get(path)
    for act in ("lock", "clear", "mute"):
        with pytest.raises(Refused):
            device.post("/api/staff/rooms/Reception/acts", act=act, member=marta.member)
    # Taken off the list, it is a visitor at once.
    rosa = device.enters("Reception", "Rosa Mir", "ca")
    node.device().staff().post("/api/staff/people/remove", name="Rosa Mir")
    with pytest.raises(Refused) as refusal:
        confirms(rosa, line, RIGHT, "ca")
    assert refusal.value.code == "forbidden"


def test_staff_confirm_where_the_room_lets_them(nodes, engines):
    node = nodes("Reception", engines=[staged(engines)], room="staff_confirm = true\n")
    anna, marta = node.device().enters("Reception", "Anna", "es"), node.device().enters("Reception", "Marta", "ca")
    nurse = node.device().staff().enters("Reception", "Nurse", "ca")
    assert nurse.hello["confirms"]
    confirms(nurse, anna.says(DOSE), RIGHT, "ca")
    assert confirmed(marta)["confirmed"] | {"ts": 0} == {"by": "Nurse", "role": "staff", "ts": 0}


def test_it_is_there_after_a_kill_and_gone_with_its_line(nodes, engines):
    node = nodes("Reception", engines=[staged(engines)], port=steady_port(), room=OPEN + 'history = "disk"\n')
    adds_interpreter(node)
    anna, marta = node.device().enters("Reception", "Anna", "es"), node.device().enters("Reception", "Marta", "ca")
    rosa = interpreter(node, "ca")
    line = anna.says(DOSE)
    confirms(rosa, line, RIGHT, "ca")
    node.kill()
    node.program.ended()
    node.start()
    carla = node.device().enters("Reception", "Carla", "ca")
    assert confirmed(carla)["confirmed"]["by"] == "Rosa Mir"
    page = carla.device.open("/api/rooms/Reception/lines?before=1000").body.decode()
    assert '"state":"confirmed"' in page and RIGHT in page
    alone = carla.device.open(f"/api/rooms/Reception/lines?before={line['seq'] + 1}&limit=1").body.decode()
    assert '"state":"confirmed"' in alone and RIGHT in alone, "though it was said behind that page"
    exported = run("history", "export", "Reception", "--lang", "ca", home=node.home).stdout
    assert exported.count(f'"message":"{RIGHT}"') == 2, "as a line of its own, and as the translation of the other"
    anna = anna.device.enters("Reception", "Anna", "es")
    anna.says("", retracts=line["id"])
    later = node.device().enters("Reception", "Dora", "ca")
    anna.says("adiós")
    later.sees("adiós")
    assert RIGHT not in str(later.events)
    assert RIGHT not in run("history", "export", "Reception", home=node.home).stdout


def test_what_is_untranslated_waits_in_each_language_that_is_read(nodes, engines):
    node = nodes("Reception")
    adds_interpreter(node)
    anna, olena = node.device().enters("Reception", "Anna", "es"), node.device().enters("Reception", "Olena", "uk")
    rosa = interpreter(node, "es")
    line = anna.says(DOSE)
    olena.until("translation", lambda found: found["state"] == "untranslated")
    found = rosa.device.get(f"{rosa.path}/unconfirmed?lang=uk")
    assert [one["line"]["id"] for one in found["lines"]] == [line["id"]] and set(found["languages"]) == {"es", "uk"}
    confirms(rosa, line, "Прийміть дві таблетки", "uk")
    assert confirmed(olena, "Прийміть дві таблетки")["id"] == line["id"]
    assert waiting(rosa, "uk") == []


def test_hostile_words_about_what_is_gone_anothers_or_nothing(nodes, engines):
    node = nodes("Reception", engines=[staged(engines)])
    adds_interpreter(node)
    anna, marta = node.device().enters("Reception", "Anna", "es"), node.device().enters("Reception", "Marta", "ca")
    rosa = interpreter(node, "ca")
    line = anna.says(DOSE)
    once = confirms(rosa, line, RIGHT, "ca")
    for fields, status in [
        ({"confirms": "1"}, 400), ({"confirms": line["id"], "corrects": line["id"]}, 400),
        ({"confirms": "0b0f3d52-8c39-4b7c-a1b7-5f7d2d2f9e02"}, 409), ({"confirms": once["id"]}, 409),
        ({"confirms": line["id"], "lang": "x" * 40}, 400), ({"confirms": line["id"], "text": ""}, 400),
    ]:
        with pytest.raises(Refused) as refusal:
            rosa.says(fields.pop("text", "no"), **fields)
        assert refusal.value.status == status, fields
    # The same again is answered with the first number.
    assert confirms_again(rosa, once, line)["seq"] == once["seq"]
    anna.says("", retracts=line["id"])
    with pytest.raises(Refused) as refusal:
        confirms(rosa, line, RIGHT, "ca")
    assert (refusal.value.status, refusal.value.detail) == (409, "taken-back")
    assert marta.says("seguim")["seq"] > once["seq"]


def confirms_again(visit, once, line):
    return visit.says(RIGHT, id=once["id"], lang="ca", confirms=line["id"])


def test_behind_a_relay_it_is_read_and_said_as_at_the_host(nodes, engines, sites):
    host = nodes("Reception", engines=[staged(engines)], room=OPEN)
    adds_interpreter(host)
    floor = sites(host)
    adds_interpreter(floor, "Pau Riu", "492716")
    anna = host.device().enters("Reception", "Anna", "es")
    marta = host.device().enters("Reception", "Marta", "ca")
    upstairs = floor.device().enters("Reception", "Dora", "ca")
    line, rosa = anna.says(DOSE), interpreter(host, "ca")
    upstairs.sees(DOSE)
    confirms(rosa, line, RIGHT, "ca")
    assert confirmed(upstairs)["confirmed"]["by"] == "Rosa Mir"
    pau = interpreter(floor, "ca", name="Pau Riu", pin="492716")
    assert pau.hello["confirms"]
    confirms(pau, line, "Prengui'n 2", "ca")
    told = confirmed(marta, "Prengui'n 2")
    assert told["confirmed"]["by"] == "Pau Riu" and told["confirmed"]["role"] == "interpreter"
    # A visitor of the relay is none, whatever it says.
    with pytest.raises(Refused) as refusal:
        confirms(upstairs, line, "No", "ca")
    assert refusal.value.code == "forbidden"
    anna.says("", retracts=line["id"])
    later = floor.device().enters("Reception", "Late", "ca")
    anna.says("adiós")
    later.sees("adiós")
    assert "Prengui" not in str(later.events)
