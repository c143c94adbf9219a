"""A broken engine costs a reader nothing but the translation, says so plainly, and is used again when it is well."""

import pytest
from engine import FAULTS

AT_ONCE = 20
"""Seconds: what an engine has no part in, on a machine that is busy with other tests. Those engines that are held for
as long as a test likes, and the order of what is shown, tell whether an original has waited."""
BOUND = 60
"""Seconds in which a line is marked untranslated: an answer has one second, of which a line may cost a few."""

EVERY_FAULT = [("libretranslate", fault) for fault in FAULTS]
SOME_FAULTS = [("apertium", f) for f in ("hangs", "answers a web page", "closes half-way", "refuses connections")]


@pytest.mark.parametrize("kind, fault", EVERY_FAULT + SOME_FAULTS)
def test_a_broken_engine_costs_nothing_but_the_translation(stage, engines, kind, fault):
    broken, sound = engines("broken", kind, answers_within="1s"), engines("sound")
    anna = stage.enters("anna", "en", flags=["--no-translate"])
    boris, clara = stage.enters("boris", "es", engines=[broken]), stage.enters("clara", "es", engines=[sound])
    boris.logs("broken answers")
    anna.says("good morning")
    boris.reads("es:good morning")

    broken.fails(fault)
    lines = [f"line {n}" for n in range(6)]
    for line in lines:
        anna.says(line)
        boris.sees(line, AT_ONCE)
        clara.reads(f"es:{line}", AT_ONCE)
    assert boris.says("estoy aquí", AT_ONCE) and anna.sees("estoy aquí", AT_ONCE)
    marks = [boris.learns(message, BOUND) for message in boris.all("message", own=False)[1:]]
    check_marks(boris, marks, lines)

    broken.is_well()
    boris.logs("broken answers")
    anna.says("line 0")
    boris.reads("es:line 0")
    for actor in (anna, boris, clara):
        actor.leaves()


def check_marks(reader, marks, lines):
    """Each untranslated with a sentence that names the engine; each after its original; the originals in order."""
    for mark in marks:
        assert mark["state"] == "untranslated" and " broken " in mark["reason"], mark
    originals = [event for event in reader.all("message", own=False) if event["message"] in lines]
    assert [event["message"] for event in originals] == lines
    for original, mark in zip(originals, marks):
        assert original["id"] == mark["id"] and reader.place(original) < reader.place(mark)


@pytest.mark.parametrize("fault", ["hangs", "answers 500", "refuses connections"])
def test_an_engine_that_is_broken_from_the_start_is_used_once_it_is_well(stage, engines, fault):
    engine = engines(answers_within="1s")
    engine.fails(fault)
    anna, boris = stage.enters("anna", "en"), stage.enters("boris", "es", engines=[engine])
    anna.says("good morning")
    line = boris.sees("good morning", AT_ONCE)
    assert " staged " in boris.learns(line, BOUND)["reason"]
    engine.is_well()
    boris.logs("staged answers")
    anna.says("good evening")
    boris.reads("es:good evening")


def test_what_was_shown_untranslated_is_translated_after_all(stage, engines):
    engine = engines()
    engine.fails("refuses connections")
    anna, boris = stage.enters("anna", "en"), stage.enters("boris", "es", engines=[engine])
    anna.says("good morning")
    line = boris.sees("good morning", AT_ONCE)
    boris.learns(line, BOUND)
    engine.is_well()
    late = boris.expect("translation", id=line["id"], state="translated")
    assert late["text"] == "es:good morning"
    anna.says("good evening")
    boris.reads("es:good evening")
    assert len(boris.all("translation", id=line["id"])) == 2


def test_a_line_that_a_well_engine_failed_at_is_translated_after_all(stage, engines):
    engine = engines()
    anna, boris = stage.enters("anna", "en"), stage.enters("boris", "es", engines=[engine])
    boris.logs("staged answers")
    engine.stumbles_over("good morning")
    anna.says("good morning")
    line = boris.sees("good morning", AT_ONCE)
    assert boris.learns(line, BOUND)["state"] == "untranslated"
    late = boris.expect("translation", id=line["id"], state="translated")
    # Oftener where a busy machine is late with the second answer: an engine that is silent for two seconds is given up.
    assert late["text"] == "es:good morning" and engine.asked("good morning") >= 2


def test_a_dead_engine_s_lines_go_to_the_next_engine(stage, engines):
    first, second = engines("first"), engines("second")
    anna, boris = stage.enters("anna", "en"), stage.enters("boris", "es", engines=[first, second])
    boris.logs("first answers")
    anna.says("one")
    assert boris.reads("es:one")["engine"] == "first"
    first.fails("refuses connections")
    anna.says("two")
    assert boris.reads("es:two")["engine"] == "second"
    first.is_well()
    boris.logs("first answers")
    anna.says("three")
    assert boris.reads("es:three")["engine"] == "first"


def test_a_slow_engine_is_waited_for_and_the_originals_are_not(stage, engines):
    engine = engines(answers_within="60s")
    anna, boris = stage.enters("anna", "en"), stage.enters("boris", "es", engines=[engine])
    boris.logs("staged answers")
    engine.holds()
    anna.says("slow 0")
    boris.sees("slow 0", AT_ONCE)
    engine.await_question("slow 0")
    for number in range(1, 5):
        anna.says(f"slow {number}")
        boris.sees(f"slow {number}", AT_ONCE)
    assert not boris.all("translation")
    assert boris.says("sigo aquí", AT_ONCE)
    engine.is_well()
    for number in range(5):
        assert boris.reads(f"es:slow {number}")["state"] == "translated"
    assert not boris.all("translation", state="untranslated")


def test_leaving_does_not_wait_for_an_engine_that_hangs(stage, engines):
    engine = engines(answers_within="60s")
    anna, boris = stage.enters("anna", "en"), stage.enters("boris", "es", engines=[engine])
    boris.logs("staged answers")
    engine.holds()
    anna.says("good morning")
    engine.await_question("good morning")
    boris.leaves()


def test_one_text_is_asked_once_while_it_is_under_way_and_after(stage, engines):
    engine = engines(answers_within="60s")
    anna, boris = stage.enters("anna", "en"), stage.enters("boris", "es", engines=[engine])
    boris.logs("staged answers")
    engine.holds()
    anna.says("the same")
    anna.says("the same")
    engine.await_question("the same")
    boris.until(lambda: len(boris.all("message")) == 2)
    engine.is_well()
    boris.reads("es:the same", cached=False)
    boris.reads("es:the same")
    anna.says("the same")
    boris.reads("es:the same", cached=True)
    assert engine.asked("the same") == 1


def test_the_same_language_is_never_sent(stage, engines):
    engine = engines()
    anna, boris = stage.enters("anna", "es-AR"), stage.enters("boris", "es-419", engines=[engine])
    anna.says("che")
    assert boris.learns(boris.sees("che"))["state"] == "same"
    assert engine.asked("che") == 0


def test_a_pair_that_no_engine_has_is_said(stage, engines):
    anna, boris = stage.enters("anna", "ja"), stage.enters("boris", "es", engines=[engines()])
    anna.says("おはよう")
    mark = boris.learns(boris.sees("おはよう"))
    assert mark["state"] == "untranslated" and "ja" in mark["reason"] and "es" in mark["reason"]


def test_a_long_line_comes_back_whole(stage, engines):
    engine = engines(kind="apertium")
    anna, boris = stage.enters("anna", "en"), stage.enters("boris", "es", engines=[engine])
    text = "\n".join(f"paragraph {n} " + "of many words" * 15 for n in range(18))
    anna.says(text)
    read = boris.learns(boris.sees(text))
    assert read["state"] == "translated" and read["text"].count("\n") == 17
    assert all(f"paragraph {n} " in read["text"] for n in range(18))
