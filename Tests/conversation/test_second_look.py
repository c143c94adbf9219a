"""A terminal's own engine looks again at what it made, when it is idle: a program is told what it found."""

DOSE, MADE, BACK = "Take 2 tablets", "Tome 2 pastillas", "Take 3 tablets"


def kinds(told):
    return [warning["kind"] for warning in told["warnings"]]


def test_a_program_is_told_what_a_second_look_found(stage, engines):
    engine, other = engines(), engines("other")
    for one in (engine, other):
        one.says(DOSE, MADE)
    engine.says(MADE, BACK)
    other.says(MADE, DOSE)
    anna = stage.enters("anna", "en", flags=["--no-translate"])
    boris, clara = stage.enters("boris", "es", engines=[engine]), stage.enters("clara", "es", engines=[other])
    anna.says(DOSE)
    for reader, back in ((boris, BACK), (clara, DOSE)):
        first = reader.reads(MADE)
        # A dose: what a person should confirm, whatever a second look finds.
        assert "second" not in first and kinds(first) == ["confirm"]
        reader.until(lambda reader=reader: any("second" in told for told in reader.all("translation")))
        [late] = [told for told in reader.all("translation") if "second" in told]
        assert (late["id"], late["text"]) == (first["id"], MADE)
        assert late["second"] == {
            "way": "back", "text": back, "lang": "en", "engine": "staged" if reader is boris else "other",
            "agrees": reader is clara,
        }
        assert sorted(kinds(late)) == (["confirm", "second-look"] if reader is boris else ["confirm"])
    assert not anna.all("translation")
    for actor in (anna, boris, clara):
        actor.leaves()
