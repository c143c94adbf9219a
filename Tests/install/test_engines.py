"""`sabir engines`: what can be translated between the languages that people chose, how well, and how to have more."""

import json
import os
import time

import pytest
from conversation import ENGINE
from engine import Engine
from host import ROOT
from program import run

SENTENCES = json.loads((ROOT / "share/trial/sentences.json").read_text(encoding="utf-8"))


class Interpreter(Engine):
    """Knows the sentences of the trial. Into English it loses one number, into French every negation and a number."""

    def __init__(self):
        super().__init__()
        self.sent = 0
        """Characters, of all that it was asked."""

    def _translation(self, source, target, texts):
        self.sent += sum(map(len, texts))

        def made(text):
            if text not in SENTENCES[source]:
                return f"{target}:{text}"
            told = SENTENCES[target][SENTENCES[source].index(text)]
            if target == "fr":
                told = told.replace("112", "12").replace("Ne ", "").replace("N'", "").replace("Je n'ai", "J'ai")
                told = told.replace(" pas", "").replace("sans", "avec")
            return told.replace("112", "999") if target == "en" else told

        done = [made(text) for text in texts]
        return {"translatedText": done if len(done) > 1 else done[0]}


@pytest.fixture
def engine():
    made = Interpreter()
    yield made
    made.close()


@pytest.fixture
def clinic(home, engine):
    """A home with a configuration; `clinic(es=3, …)` is a week in which people chose these."""
    state = home.path / "state"
    state.mkdir()

    def make(languages=("es", "ca"), more="", **chosen):
        if chosen:
            file = state / "languages.json"
            file.write_text(json.dumps({"days": {time.strftime("%Y-%m-%d", time.gmtime()): chosen}}), encoding="utf-8")
            file.chmod(0o600)
        home.write("sabir/sabir.toml", f'[node]\nstate_directory = "{state}"\n[web]\nlanguages = {json.dumps(languages)}\n'
                   f"[translation]\n{more}\n" + ENGINE.format(engine))
        return home

    return make


def listed(home, *arguments):
    done = run("engines", *arguments, "--json", home=home)
    assert done.returncode == 0, done
    document = json.loads(done.stdout)
    return document, {(pair["from"], pair["to"]): pair for pair in document["pairs"]}


def test_pairs_of_what_people_chose_with_the_engine_and_how_good_it_is(clinic):
    document, pairs = listed(clinic(("es",), ca=3, fr=2, en=1, ar=1, it=1), "list")
    assert document["chosen"][0] == {"lang": "ca", "times": 3}
    assert [(engine["name"], engine["state"]) for engine in document["engines"]] == [("staged", "in-use")]
    assert set(pairs) == {(one, "es") for one in ("ca", "fr", "en", "ar", "it")} | {
        ("es", other) for other in ("ca", "fr", "en", "ar", "it")}
    good, doubtful, poor = pairs["ca", "es"], pairs["es", "en"], pairs["es", "fr"]
    assert (good["engine"], good["verdict"], good["kept"], good["tried"], good["lost"]) == ("staged", "good", 8, 8, [])
    assert (doubtful["verdict"], doubtful["kept"], doubtful["lost"]) == ("doubtful", 7, ["numbers"])
    assert poor["verdict"] == "phrases only" and poor["kept"] <= 4 and {"negation", "numbers"} <= set(poor["lost"])
    assert pairs["es", "ar"]["engine"] is None and "No engine translates from es to ar" in pairs["es", "ar"]["reason"]
    assert pairs["es", "ar"]["package"] is None and pairs["es", "it"]["package"] == "apertium-spa-ita"


def test_the_same_for_people(clinic):
    done = run("engines", home=clinic(("es",), ca=3, fr=2, it=1))
    assert done.returncode == 0, done
    lines = done.stdout.splitlines()
    assert lines[0] == "Chosen in the last week: ca 3, fr 2, it 1"
    assert "Engine staged: it answers" in lines
    assert "ca > es       staged: good (8 of 8 sentences)" in lines
    text = " ".join(done.stdout.split())
    assert "es > fr staged: phrases only (" in text and "See: sabir engines phrases-only es fr" in text
    assert "No engine translates from es to it. See: sabir engines install es it" in text
    assert max(map(len, lines)) < 80


def test_the_languages_of_the_house_where_nobody_chose_one(clinic):
    document, pairs = listed(clinic(("es", "ca")))
    assert document["chosen"] == [] and set(pairs) == {("es", "ca"), ("ca", "es")}


def test_named_languages_and_nothing_tried(clinic, engine):
    _, pairs = listed(clinic((), es=9), "list", "ca", "en", "--untried")
    assert set(pairs) == {("ca", "en"), ("en", "ca")}
    assert pairs["ca", "en"]["engine"] == "staged" and pairs["ca", "en"]["verdict"] is None
    assert not engine.asked(SENTENCES["ca"][0])


def test_without_any_language_there_is_a_sentence(clinic):
    done = run("engines", home=clinic(()))
    assert done.returncode == 1 and "Nobody has chosen a language here" in done.stderr and not done.stdout, done


def test_the_phrasebook_does_not_answer_for_an_engine(clinic, engine):
    listed(clinic(("es", "ca")))
    assert engine.asked(SENTENCES["es"][0]) == 1


# Engines that are paid for


def spent(home):
    return json.loads((home.path / "state/engines.json").read_text())["staged"]["characters"]


def test_its_sentences_count_in_the_engines_day_which_they_do_not_exceed(clinic, engine):
    engine.settings += "characters_per_day = 1000\n"
    home = clinic(("es", "ca"))
    cost = sum(len(text) for language in ("es", "ca") for text in SENTENCES[language])
    _, pairs = listed(home)
    assert {pair["verdict"] for pair in pairs.values()} == {"good"}
    first = spent(home)
    assert cost <= first <= cost * 1.3 + 10
    for _ in range(1000 // cost):
        _, pairs = listed(home)
    assert first < spent(home) <= 1000 and cost < engine.sent <= 1000
    refused = next(pair for pair in pairs.values() if pair["verdict"] == "not tried")
    assert refused["engine"] == "staged" and refused["tried"] == 0
    assert "more today (characters_per_day)" in refused["reason"]
    assert "staged: not tried: the sentences have" in " ".join(run("engines", home=home).stdout.split())
    done = run("translate", "--from", "es", "--to", "ca", "hola " * 180, home=home)
    assert done.returncode == 1 and engine.sent <= 1000, "Nor do other commands begin the day anew."


@pytest.mark.skipif(os.geteuid() != 0, reason="becoming somebody else needs root")
def test_where_the_day_cannot_be_counted_nothing_is_sent(clinic, engine):
    engine.settings += "characters_per_day = 1000\n"
    home = clinic(("es", "ca"))
    (home.path / "state/engines.json.lock").mkdir()
    done = run("engines", home=home)
    assert done.returncode == 1 and "What engines were sent today cannot be counted" in done.stderr, done
    assert engine.sent == 0


# Debian's pairs


def test_the_command_that_installs_a_pair_is_printed(home):
    done = run("engines", "install", "it", "es", "--dry-run", home=home)
    assert (done.returncode, done.stdout) == (
        0, "apt-get install --no-install-recommends --yes apertium-spa-ita\nsystemctl restart apertium-apy\n"), done


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root")
def test_root_has_it_installed_and_hears_how_it_ended(home):
    tool = home.write("bin/apt-get", '#!/bin/sh\necho "apt-get $*"\nexit 100\n')
    os.chmod(tool, 0o755)
    home.environment["PATH"] = f"{home.path / 'bin'}:{os.environ['PATH']}"
    done = run("engines", "install", "es", "it", home=home)
    assert (done.returncode, done.stdout) == (
        100, "apt-get install --no-install-recommends --yes apertium-spa-ita\n"), done
    assert "systemctl restart apertium-apy" in done.stderr


def test_a_pair_that_debian_has_not(home):
    done = run("engines", "install", "es", "ar", home=home)
    assert done.returncode == 1 and "Debian has no package for es and ar" in done.stderr, done


# Phrases only


def test_the_configuration_is_printed_and_keeps_what_was_there(clinic):
    home = clinic(more='phrases_only = ["ca-fr"]')
    done = run("engines", "phrases-only", "es", "eu", home=home)
    assert (done.returncode, done.stdout) == (0, '[translation]\nphrases_only = ["ca-fr", "es-eu"]\n'), done
    assert "systemctl reload sabir" in done.stderr
    assert run("engines", "phrases-only", "pt-BR", "en", home=home).stdout.endswith('["ca-fr", "pt-BR>en"]\n')
    assert run("engines", "phrases-only", "es", "es-MX", home=home).returncode == 2


def test_such_a_pair_is_answered_by_the_phrasebook_alone(clinic, engine):
    home = clinic(more='phrases_only = ["es-ca"]')
    _, pairs = listed(home)
    assert pairs["es", "ca"]["verdict"] == "phrases only" and pairs["es", "ca"]["engine"] is None
    assert pairs["ca", "es"]["verdict"] == "good"
    done = run("translate", "--from", "es", "--to", "ca", "--json", "hola a todos", home=home)
    told = json.loads(done.stdout)
    assert (done.returncode, told["state"], told["text"]) == (1, "untranslated", None)
    assert not engine.asked("hola a todos")
    again = run("translate", "--from", "ca", "--to", "es", "hola a tothom", home=home)
    assert again.returncode == 0 and again.stdout == "es:hola a tothom\n", again
