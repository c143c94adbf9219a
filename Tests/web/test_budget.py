"""Somebody who floods is heard, and has no engine work for everybody's languages."""

#: So long that a second one is too much for most of a minute.
LONG = 3_990
#: So long that a third one is, and short enough for one question to the engine.
SHORT = 1_990
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
    anna = node.device().enters("Reception", "Anna", "es")
    boris = node.device().enters("Reception", "Boris", "ca")
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
