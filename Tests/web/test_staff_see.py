"""What staff read of a room at their page: as far as the room lets them, and nothing that was said while it did not."""

import json

import pytest
from node import Events, Refused, joined
from program import steady_port
from relayed import NAME, sites  # noqa: F401

NOTHING, SEEN = 'staff_see = "nothing"\n', 'staff_see = "conversation"\n'
DISK = 'history = "disk"\n'
SECRET = "Solo para el personal"


def path(room, rest):
    return f"/api/staff/rooms/{room}/{rest}"


def reads(device, lang="es", room="Reception", last=None):
    return Events(device, path(room, f"events?lang={lang}"), last)


def older(device, before=1_000_000, room="Reception", lang="es"):
    """The status, and the texts of the lines."""
    answer = device.open(path(room, f"lines?lang={lang}&before={before}"))
    if answer.status != 200:
        return answer.status, []
    data = answer.body.decode().split("event: lines\ndata: ")[1].split("\n")[0]
    return 200, [line["text"] for line in json.loads(data)["lines"]]


def sees(desk, text):
    return desk.until("line", lambda line: line["text"] == text)


def refused(work, status, code):
    with pytest.raises(Refused) as refusal:
        work()
    assert (refusal.value.status, refusal.value.code) == (status, code), refusal.value


def readings(node):
    """Who reads along, as the audit has it: the person and the room."""
    [audit] = node.home.path.rglob("audit.jsonl")
    lines = map(json.loads, audit.read_text().splitlines())
    return [(line["who"], line["room"]) for line in lines if line["what"] == "read-along"]


def starts_with(node, line):
    """Killed, and started again with another line for its rooms."""
    node.kill()
    for other in (SEEN, NOTHING):
        node.configuration = node.configuration.replace(other, line)
    node.home.write("sabir/sabir.toml", node.configuration)
    node.start()


def test_desks_read_what_was_said_before_they_came_and_nobody_is_told(nodes, engines):
    node = nodes("Reception", "Dentist", engines=[engines()], room=SEEN)
    anna = node.device().enters("Reception", "Anna", "es")
    karim = node.device().enters("Reception", "Karim", "ar")
    assert anna.device.get("/api/rooms/Reception")["staff_see"] == "conversation"
    karim.says("Mar7aba")
    nurse = node.device().staff()
    first, second = reads(nurse, "es"), reads(node.device().staff(), "ca")
    hello = first.until("hello")
    assert hello["from"] == 1 and set(hello) == {"epoch", "seq", "from", "cleared"}
    sees(first, "Mar7aba")
    assert first.until("translation")["lang"] == "es"
    sees(second, "Mar7aba")
    said = anna.says("Hola")
    sees(first, "Hola")
    second.until("translation", lambda found: found["text"] == "ca:Hola")
    newcomer = node.device().enters("Reception", "Carla", "fr")
    assert (newcomer.hello["n"], len(newcomer.hello["members"])) == (3, 3), "a desk takes no place"
    assert newcomer.until("ahead")["of"] == 2, "and is none of those whom a line reaches"
    assert [anna.until("joined")["member"]["name"] for _ in range(2)] == ["Karim", "Carla"], "nobody is told of it"
    assert older(nurse) == (200, ["Mar7aba", "Hola"])
    corrected = anna.says("Hola, Karim", corrects=said["id"])
    assert sees(first, "Hola, Karim")["corrects"] == said["id"]
    assert corrected["seq"] == said["seq"] + 1
    anna.asks("report", text=SECRET)
    anna.says("", retracts=said["id"])
    assert first.until("line", lambda line: line.get("retracts"))["retracts"] == said["id"]
    assert older(nurse) == (200, ["Mar7aba", "", "", ""])
    karim.says("Chukran")
    sees(first, "Chukran")
    assert SECRET not in str(first.events) + str(older(nurse)), "what is for staff alone stands elsewhere"
    nurse.post("/api/staff/rooms/Reception/acts", act="clear")
    first.until("cleared")
    assert older(nurse) == (200, [])
    nurse.post("/api/staff/logout")
    anna.says("Sin personal")
    first.ended()
    assert "Sin personal" not in str(first.events), "it ends with the login"
    sees(second, "Sin personal")


def test_a_desk_that_was_away_is_told_what_it_missed(nodes):
    node = nodes("Reception", room=SEEN)
    anna, boris = (node.device().enters("Reception", name, "es") for name in ("Anna", "Boris"))
    nurse = node.device().staff()
    desk = reads(nurse)
    anna.says("Uno")
    sees(desk, "Uno")
    desk.close()
    boris.says("Dos")
    again = reads(nurse, last=desk.last)
    sees(again, "Dos")
    assert "Uno" not in str(again.events)


def test_a_room_that_says_nothing_shows_nothing(nodes):
    node = nodes("Reception", "Dentist")
    anna = node.device().enters("Reception", "Anna", "es")
    anna.says("Hola")
    assert anna.device.get("/api/rooms/Reception")["staff_see"] == "nothing"
    nurse = node.device().staff()
    refused(lambda: reads(nurse), 403, "not-read-along")
    assert older(nurse)[0] == 403
    rooms = nurse.get("/api/staff/rooms")["rooms"]
    assert [room["lines"] for room in rooms] == ["hidden", "hidden"] and "Hola" not in str(rooms)


def test_nobody_else_reads_along_nor_is_it_another_room(nodes):
    node = nodes("Reception", "Dentist", room=SEEN)
    anna = node.device().enters("Reception", "Anna", "es")
    karim = node.device().enters("Dentist", "Karim", "ar")
    anna.says("Hola")
    left = node.device().staff()
    left.post("/api/staff/logout")
    stranger = node.device()
    stranger.cookies.clear()
    for device in (stranger, node.device(), karim.device, anna.device, left):
        refused(lambda device=device: reads(device), 401, "forbidden")
        assert older(device) == (401, [])
    nurse = node.device().staff()
    dentist = reads(nurse, room="Dentist")
    anna.says("Otra vez")
    karim.says("Mar7aba")
    assert dentist.until("line")["text"] == "Mar7aba"
    assert older(nurse, room="Dentist") == (200, ["Mar7aba"])
    newcomer = node.device().enters("Reception", "Carla", "fr")
    anna.says("Tercera")
    assert newcomer.until("line")["text"] == "Tercera", "what staff read is not what newcomers read"


def test_a_visit_is_not_read_and_a_room_of_staff_is_as_the_first_one(nodes):
    node = nodes("Reception", room=SEEN)
    nurse = node.device().staff()
    visit = nurse.post("/api/staff/rooms", private=True)
    assert visit["staff_see"] == "nothing"
    refused(lambda: reads(nurse, room=visit["id"]), 403, "not-read-along")
    assert older(nurse, room=visit["id"])[0] == 403
    opened = nurse.post("/api/staff/rooms", private=False, name="Sala 3")
    assert opened["staff_see"] == "conversation"
    assert reads(nurse, room=opened["id"]).until("hello")["from"] == 1
    nurse.post(path(opened["id"], "acts"), act="close")
    refused(lambda: reads(nurse, room=opened["id"]), 404, "no-room")


def test_what_was_said_while_the_room_promised_nothing_stays_unread(nodes):
    node = nodes("Reception", room=DISK + NOTHING, port=steady_port())
    node.device().enters("Reception", "Anna", "es").says("Secreto")
    starts_with(node, SEEN)
    nurse = node.device().staff()
    desk = reads(nurse)
    assert desk.until("hello")["from"] == 2
    anna, karim = (node.device().enters("Reception", name, "es") for name in ("Anna", "Karim"))
    anna.says("Abierto")
    assert desk.until("line")["text"] == "Abierto"
    starts_with(node, SEEN)
    nurse = node.device().staff()
    desk = reads(nurse)
    assert desk.until("line")["text"] == "Abierto", "what they could read they can read after a restart"
    assert older(nurse) == (200, ["Abierto"])
    assert reads(nurse, last=f"{desk.last.split(':')[0]}:0").until("line")["text"] == "Abierto"
    starts_with(node, NOTHING)
    node.device().enters("Reception", "Anna", "es").says("Otra vez secreto")
    assert older(node.device().staff())[0] == 403
    starts_with(node, SEEN)
    nurse = node.device().staff()
    assert reads(nurse).until("hello")["from"] == 4
    assert older(nurse) == (200, [])


@pytest.mark.parametrize("harm", ["lost", "damaged", "of another"])
def test_where_it_is_not_known_from_where_on_it_is_from_now_on(nodes, harm):
    node = nodes("Reception", room=DISK + SEEN, port=steady_port())
    node.device().enters("Reception", "Anna", "es").says("Hola")
    [kept] = node.home.path.rglob("sight/*.json")
    assert kept.stat().st_mode & 0o777 == 0o600
    node.kill()
    if harm == "lost":
        kept.unlink()
    else:
        kept.write_text("{" if harm == "damaged" else '{"epoch":"another","from":1}')
    node.start()
    nurse = node.device().staff()
    assert reads(nurse).until("hello")["from"] == 2
    node.kill()
    node.start()
    assert reads(node.device().staff()).until("hello")["from"] == 2, "and from there on it is known again"


def test_desks_are_bounded_and_the_next_is_told_so(nodes):
    node = nodes("Reception", room=SEEN)
    anna = node.device().enters("Reception", "Anna", "es")
    nurse = node.device().staff()
    desks = [reads(nurse) for _ in range(16)]
    for desk in desks:
        desk.until("hello")
    refused(lambda: reads(nurse), 409, "too-many-desks")
    assert older(nurse)[0] == 200
    anna.says("Hola")
    for desk in desks:
        sees(desk, "Hola")


def test_what_is_asked_wrongly_is_told(nodes):
    node = nodes("Reception", room=SEEN)
    nurse = node.device().staff()
    for query in ("events", "events?lang=!", "lines?before=3", "lines?lang=es", "lines?lang=es&before=0",
                  "lines?lang=es&before=3&limit=101"):
        assert nurse.open(path("Reception", query)).status == 400, query
    assert nurse.open(path("Nowhere", "events?lang=es")).status == 404


def test_a_room_from_elsewhere_is_not_read_along_here(nodes, sites):  # noqa: F811
    host = nodes(NAME, room=SEEN)
    relay = sites(host)
    anna = relay.device().enters(NAME, "Anna", "es")
    boris = host.device().enters(NAME, "Boris", "ca")
    desk = reads(host.device().staff(), room=NAME.replace(" ", "%20"))
    anna.says("Hola")
    boris.until("line")
    sees(desk, "Hola")
    nurse = relay.device().staff()
    assert [room["lines"] for room in nurse.get("/api/staff/rooms")["rooms"]] == ["elsewhere"]
    refused(lambda: reads(nurse, room=NAME.replace(" ", "%20")), 403, "not-read-along")


def test_everybody_who_comes_is_told_at_a_terminal_and_behind_a_relay_too(nodes, sites):  # noqa: F811
    host = nodes(NAME, "Dentist", room=SEEN)
    relay = sites(host)
    assert relay.device().get(f"/api/rooms/{NAME.replace(' ', '%20')}")["staff_see"] == "conversation"
    assert relay.device().enters(NAME, "Anna", "es").hello["room"]["staff_see"] == "conversation"
    unread = nodes("Reception")
    for node, room, expected in ((host, "Dentist", "conversation"), (unread, None, "nothing")):
        with joined(node, "Pau", "ca", room) as pau:
            [welcome] = pau.all("welcome")
            assert welcome["history"]["staff_see"] == expected


def test_who_reads_along_is_in_the_audit_once_and_nobody_else_learns_it(nodes):
    node = nodes("Reception", "Dentist", room=SEEN)
    anna = node.device().enters("Reception", "Anna", "es")
    anna.says("Hola")
    refused(lambda: reads(anna.device), 401, "forbidden")
    desk = node.device().staff()
    desk.post("/api/staff/people", name="Dr. Vega", pin="vega-4927")
    vega = node.device()
    vega.post("/api/staff/login", name="Dr. Vega", pin="vega-4927")
    assert vega.open(path("Reception", "lines?lang=es")).status == 400
    assert readings(node) == [], "neither a login nor what was refused"
    first = reads(vega)
    sees(first, "Hola")
    assert readings(node) == [("Dr. Vega (desk)", "Reception")]
    first.close()
    sees(reads(vega), "Hola")
    assert older(vega) == (200, ["Hola"])
    assert older(desk, room="Dentist") == (200, [])
    (_, by_vega), (house, other) = [(who, room) for who, room in readings(node)]
    assert (by_vega, other) == ("Reception", "Dentist") and house.startswith("page "), "one for a login and a room"
    vega.post("/api/staff/logout")
    vega.post("/api/staff/login", name="Dr. Vega", pin="vega-4927")
    assert older(vega, room="Dentist") == (200, [])
    assert readings(node)[2:] == [("Dr. Vega (desk)", "Dentist")]
    newcomer = node.device().enters("Reception", "Carla", "fr")
    newcomer.says("Bonjour")
    anna.sees("Bonjour")
    assert "Vega" not in str(anna.events + newcomer.events)
