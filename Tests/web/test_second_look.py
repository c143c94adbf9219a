"""A second look at what an engine made of a line: staff get the second reading, everybody else a warning at most."""

import signal

from test_staff_see import SEEN, older, reads

DOSE, MADE, BACK = "Tome 2 pastillas", "Prengui 2 pastilles", "Tome 3 pastillas"


def staged(engines, back=BACK):
    engine = engines()
    engine.says(DOSE, MADE)
    engine.says(MADE, back)
    return engine


def warned(translation):
    """Of what; but for the mark that a dose has anyway."""
    return [warning["kind"] for warning in translation["warnings"] if warning["kind"] != "confirm"]


def of(text):
    return lambda translation: translation["text"] == text


def test_visitors_have_the_warning_and_the_desk_the_second_reading(nodes, engines):
    engine = staged(engines)
    node = nodes("Reception", "Dentist", engines=[engine], room=SEEN + 'newcomers_see = "all"\n')
    marta, anna = node.device().enters("Reception", "Marta", "ca"), node.device().enters("Reception", "Anna", "es")
    boris = node.device().enters("Dentist", "Boris", "ca")
    nurse = node.device().staff()
    desk = reads(nurse, "ca")
    desk.until("hello")
    anna.says(DOSE)
    first = marta.until("translation", of(MADE))
    assert warned(first) == [], "nobody waits for the second look"
    late = marta.until("translation", warned)
    assert (late["id"], late["text"], warned(late)) == (first["id"], MADE, ["second-look"])
    [text] = [warning["text"] for warning in late["warnings"] if warning["kind"] == "second-look"]
    assert "2" in text and "3" in text
    read = desk.until("translation", lambda found: found.get("second"))
    assert read["second"] == {"way": "back", "text": BACK, "lang": "es", "engine": "staged", "agrees": False}
    assert warned(read) == ["second-look"]
    newcomer = node.device().enters("Reception", "Carla", "ca")
    assert warned(newcomer.until("translation", of(MADE))) == ["second-look"]
    later = reads(nurse, "ca")
    assert later.until("translation", of(MADE))["second"]["text"] == BACK
    page = nurse.open("/api/staff/rooms/Reception/lines?lang=ca&before=1000").body.decode()
    assert BACK in page
    for visitor in (marta, anna, newcomer):
        assert BACK not in str(visitor.events)
    assert DOSE not in str(boris.events) and "pastil" not in str(boris.events), "another room has nothing of it"
    assert BACK not in marta.device.open("/api/rooms/Reception/lines?before=1000").body.decode()
    assert (engine.asked(DOSE), engine.asked(MADE)) == (1, 1)
    assert 'sabir_second_looks_total{result="differs"} 1' in nurse.open("/metrics").body.decode()


def test_what_agrees_is_no_warning_and_plain_talk_is_not_looked_at(nodes, engines):
    engine = staged(engines, DOSE)
    node = nodes("Reception", engines=[engine], room=SEEN)
    marta, anna = node.device().enters("Reception", "Marta", "ca"), node.device().enters("Reception", "Anna", "es")
    desk = reads(node.device().staff(), "ca")
    anna.says("Buenas tardes a todos")
    anna.says(DOSE)
    read = desk.until("translation", lambda found: found.get("second"))
    assert read["second"]["agrees"] and warned(read) == []
    marta.until("translation", of(MADE))
    assert engine.asked("ca:Buenas tardes a todos") == 0


def test_what_is_taken_back_takes_its_second_reading_along(nodes, engines):
    engine = staged(engines)
    node = nodes("Reception", engines=[engine], room=SEEN)
    marta, anna = node.device().enters("Reception", "Marta", "ca"), node.device().enters("Reception", "Anna", "es")
    nurse = node.device().staff()
    desk = reads(nurse, "ca")
    said = anna.says(DOSE)
    desk.until("translation", lambda found: found.get("second"))
    anna.says("", retracts=said["id"])
    marta.until("line", lambda line: line.get("retracts"))
    later = reads(nurse, "ca")
    later.until("line", lambda line: line.get("retracts"))
    carla = node.device().enters("Reception", "Carla", "ca")
    anna.says("Hola")
    carla.until("translation", of("ca:Hola"))
    later.until("translation", of("ca:Hola"))
    for stream in (later, carla):
        assert BACK not in str(stream.events) and "second-look" not in str(stream.events)
    assert BACK not in nurse.open("/api/staff/rooms/Reception/lines?lang=ca&before=1000").body.decode()
    # Whoever says the same later has a second look of its own: nothing was kept.
    assert older(nurse)[0] == 200


def test_a_house_that_wants_none_has_none_from_the_next_reload_on(nodes, engines):
    engine = staged(engines)
    node = nodes("Reception", engines=[engine], room=SEEN)
    marta, anna = node.device().enters("Reception", "Marta", "ca"), node.device().enters("Reception", "Anna", "es")
    node.home.write("sabir/sabir.toml", '[translation]\nsecond_look = "off"\n' + node.configuration)
    node.program.signal(signal.SIGHUP)
    node.program.logs("SIGHUP: the configuration was read again")
    anna.says(DOSE)
    marta.until("translation", of(MADE))
    anna.says("Tome 4")
    marta.until("translation", of("ca:Tome 4"))
    assert engine.asked(MADE) == engine.asked("ca:Tome 4") == 0
