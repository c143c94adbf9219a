"""What the writer is shown before saying it, and what needs no engine."""

from pathlib import Path

from terminal import phrase

ROOT = Path(__file__).resolve().parents[2]


def test_a_check_shows_how_a_draft_will_read_in_each_language_and_read_back(stage, engines):
    engine = engines()
    anna, boris = stage.enters("anna", "en", engines=[engine]), stage.enters("boris", "es")
    anna.logs("staged answers")
    anna.meets(boris)
    anna.sends(check="good morning to all of you")
    report = anna.expect("check")
    (reading,) = report["readings"]
    assert reading["lang"] == "es" and reading["text"] == "es:good morning to all of you", report
    assert reading["back"].startswith("en:es:good morning"), report
    assert not boris.all("message")
    boris.leaves()
    anna.leaves()


def test_a_check_names_misspelt_words_and_suggests(stage):
    anna = stage.enters("anna", "en", flags=["--no-translate"])
    anna.sends(check="Please take the medicin after dinner")
    report = anna.expect("check")
    assert [word["word"] for word in report["misspelt"]] == ["medicin"], report
    assert "medicine" in report["misspelt"][0]["suggestions"]
    anna.leaves()


def test_a_check_offers_no_other_word_for_a_dose_or_a_name_and_the_likeliest_for_others(stage):
    anna = stage.enters("anna", "es", flags=["--no-translate"])
    anna.sends(check="Peso 70 kg, tomo 500 mg de ibuprofeno y 20 mcg. Anna Kovalchuk dice que me duele la cabesa.")
    (word,) = anna.expect("check")["misspelt"]
    assert (word["word"], word["suggestions"][0]) == ("cabesa", "cabeza")
    anna.leaves()


def test_a_check_offers_the_language_a_text_is_in(stage):
    anna = stage.enters("anna", "en", flags=["--no-translate"])
    anna.sends(check="Buenos días, necesito una cita con la doctora porque me duele mucho la espalda")
    assert anna.expect("check")["offer"] == "es"
    anna.leaves()


def test_a_check_advises_what_machines_err_in_and_staff_of_plainer_words(stage):
    text = "You have hypertension. Take 2 every 8. It's a piece of cake."
    told_of = {"idiom": "piece of cake", "bare-number": "2, 8"}
    plain = {kind: phrase(f"advice.{kind}", "en", words=words) for kind, words in told_of.items()}
    hard = {"hard-word": phrase("advice.hard-word", "en", words="hypertension: high blood pressure")}
    anna = stage.enters("anna", "en", flags=["--no-translate"])
    nurse = stage.enters("nurse", "en", flags=["--no-translate", "--staff"])
    for writer, told in ((anna, plain), (nurse, plain | hard)):
        writer.sends(check=text)
        assert {one["kind"]: one["text"] for one in writer.expect("check")["advice"]} == told
        writer.sends(check="Please sit down.")
        assert writer.expect("check", text="Please sit down.")["advice"] == []
    # Nobody is kept from saying it.
    nurse.says(text)
    anna.expect("message", message=text)
    nurse.leaves()
    anna.leaves()


def test_set_sentences_need_no_engine_and_can_be_looked_up(stage, engines):
    book = ROOT / "share/phrasebook/clinic.tmx"
    extra = f'[phrasebook]\nfiles = ["{book}"]\n'
    anna = stage.enters("anna", "en", flags=["--no-translate"])
    boris = stage.enters("boris", "es", engines=[engines()], config=extra)
    boris.sends(phrase="dolor")
    assert boris.expect("phrases")["phrases"], "the phrasebook has sentences about pain"
    anna.says("Please take a seat in the waiting room")
    line = boris.expect("translation")
    assert line["state"] == "phrasebook" and line["engine"] is None and line["text"], line
    boris.leaves()
    anna.leaves()


def test_each_reader_is_told_what_to_count_on_before_anybody_writes(stage, engines):
    anna, boris = stage.enters("anna", "en"), stage.enters("boris", "es", engines=[engines()])
    (english,) = boris.expect("outlook")["languages"]
    assert english == {"lang": "en", "state": "translated", "engine": "staged", "reason": None}
    clara = stage.enters("clara", "tlh", flags=["--no-translate"])
    (klingon,) = boris.expect("outlook")["languages"]
    assert klingon["lang"] == "tlh" and klingon["state"] == "untranslated" and klingon["reason"].endswith(".")
    for actor in (anna, boris, clara):
        actor.leaves()
