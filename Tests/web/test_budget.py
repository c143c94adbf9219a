"""Somebody who floods is heard, and has no engine work for everybody's languages."""

import json

from node import joined

#: So long that a second one is too much for most of a minute.
LONG = 3_990
#: So long that a third one is, and short enough for one question to the engine.
SHORT = 1_990
#: As much of a longer one as the engine is asked at once.
PIECE = 2_000
LIMITS = "[limits]\nmessage_characters = 4000\n"


def reading(reader, text):
    """What became of that line for this reader: its state, and the reason where it was not translated."""
    line = reader.sees(text)
    told = reader.until("translation", lambda found: found["id"] == line["id"])
    return told["state"], told["reason"]


def test_what_a_flooder_says_past_a_minutes_worth_is_shown_at_once_and_says_why(nodes, engines):
    engine = engines()
    node = nodes("Reception", engines=[engine], before=LIMITS)
    flooder = node.device().enters("Reception", "Flooder", "es")
    boris = node.device().enters("Reception", "Boris", "ca")
    anna = node.device().enters("Reception", "Anna", "es")
    flooder.says("a" * LONG)
    flood = [str(n) + "b" * (LONG - 1) for n in range(5)]
    for text in flood:
        flooder.says(text)
    assert reading(boris, "a" * LONG) == ("translated", None)
    for text in flood:
        state, reason = reading(boris, text)
        assert (state, reason["code"]) == ("untranslated", "over-budget")
        assert reason["text"].startswith("S’ha escrit massa en un minut")
        assert engine.asked(text) == 0
    # Whoever else says something is translated as ever.
    anna.says("hola")
    boris.reads("ca:hola")
    # Who comes under another name is the same device.
    again = flooder.device.enters("Reception", "Somebody else", "es")
    again.says("c" * LONG)
    assert reading(boris, "c" * LONG)[1]["code"] == "over-budget"
    metrics = node.device().open("/metrics").body.decode()
    assert 'sabir_refusals_total{limit="message_characters"} 6' in metrics


def test_dictating_and_pasting_are_translated(nodes, engines):
    engine = engines()
    node = nodes("Reception", engines=[engine])
    boris = node.device().enters("Reception", "Boris", "ca")
    # Over JSON lines: at the page so much takes a while.
    with joined(node, "anna", "es", room="Reception") as anna:
        for n in range(4):
            text = f"{n} " + "palabra " * 480
            anna.says(text.strip())
            assert reading(boris, text.strip()) == ("translated", None)
        for n in range(60):
            anna.says(f"frase {n} de lo que se dicta")
            boris.reads(f"ca:frase {n} de lo que se dicta")


def test_drafts_are_checked_up_to_a_minutes_worth_and_take_nothing_from_what_is_said(nodes, engines):
    engine = engines()
    node = nodes("Reception", engines=[engine], before=LIMITS)
    anna = node.device().enters("Reception", "Anna", "es")
    boris = node.device().enters("Reception", "Boris", "ca")
    drafts = [str(n) + "a" * (SHORT - 1) for n in range(7)]
    for draft in drafts[:2]:
        (read,) = anna.asks("check", text=draft, lang="es")["languages"]
        assert (read["lang"], read["state"], engine.asked(draft)) == ("ca", "translated", 1)
    for draft in drafts[2:]:
        (read,) = anna.asks("check", text=draft, lang="es")["languages"]
        assert (read["lang"], read["n"], read["state"], read["text"]) == ("ca", 1, "untranslated", None)
        assert read["reason"]["code"] == "over-budget" and engine.asked(draft) == 0
    # Who comes under another name is the same device.
    again = anna.device.enters("Reception", "Somebody else", "es")
    assert again.asks("check", text="c" * SHORT, lang="es")["languages"][0]["state"] == "untranslated"
    # What is said has a budget of its own, and so has everybody else.
    anna.says("hola")
    boris.reads("ca:hola")
    (read,) = boris.asks("check", text="adéu", lang="ca")["languages"]
    assert (read["lang"], read["state"]) == ("es", "translated")
    metrics = node.device().open("/metrics").body.decode()
    assert 'sabir_refusals_total{limit="message_characters"} 6' in metrics


def older(device, name, lang):
    """Enters, and what became of the older lines, the newest first. No stream of events has them translated before."""
    device.post("/api/rooms/Reception/enter", name=name, lang=lang, face="a")
    page = device.open("/api/rooms/Reception/lines?before=100").body.decode()
    told = [json.loads(row.removeprefix("data:")) for row in page.splitlines() if row.startswith("data:")]
    return [(t["state"], (t["reason"] or {}).get("code")) for t in sorted(told[1:], key=lambda t: -t["seq"])]


def test_older_lines_are_translated_up_to_three_times_as_much_and_beyond_that_come_as_written(nodes, engines):
    engine = engines()
    node = nodes("Reception", engines=[engine], before=LIMITS, room='newcomers_see = "all"')
    said = [str(n) + "a" * (LONG - 1) for n in range(5)]
    for text in said:
        node.device().enters("Reception", "Nurse", "es").says(text)
    reader = node.device()
    translated, over = ("translated", None), ("untranslated", "over-budget")
    assert older(reader, "Reader", "ca") == [translated] * 3 + [over] * 2
    assert [engine.asked(text[:PIECE]) for text in said] == [0, 0, 1, 1, 1]
    # Who reads in another language is the same device, and so it is under another name.
    assert older(reader, "Another", "en") == [over] * 5
    # Everybody else reads on, and what is said now is translated.
    assert older(node.device(), "Boris", "ca") == [translated] * 3 + [over] * 2
    carla = node.device().enters("Reception", "Carla", "ca")
    node.device().enters("Reception", "Anna", "es").says("hola")
    carla.reads("ca:hola")
    metrics = node.device().open("/metrics").body.decode()
    assert 'sabir_refusals_total{limit="message_characters"} 9' in metrics
