"""What the writer is shown before saying it, and what needs no engine."""


def test_a_check_shows_how_a_draft_will_read_in_each_language_and_read_back(stage, engines):
    engine = engines()
    anna, boris = stage.enters("anna", "en", engines=[engine]), stage.enters("boris", "es")
    anna.logs("staged answers")
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


def test_a_check_offers_the_language_a_text_is_in(stage):
    anna = stage.enters("anna", "en", flags=["--no-translate"])
    anna.sends(check="Buenos días, necesito una cita con la doctora porque me duele mucho la espalda")
    assert anna.expect("check")["offer"] == "es"
    anna.leaves()
