"""What the laws of scripts/bench/trust damage, and what they leave alone because it would mean the same."""

from random import Random

import facts
import laws
import pytest
from debian import LANGUAGES
from lines import WORDS, Line, any_of, exchanges


def damaged(kind, source, translation, pair="en-es", **others):
    language, to = pair.split("-")
    return laws.damaged(kind, Line(source, language, translation, to, others), Random(1))


LOST = [
    ("en-es", "Do not drink water.", "No beba agua.", "Beba agua."),
    # Words that deny together are all changed: one left over might still deny.
    ("en-es", "Do not eat anything.", "No coma nada.", "Coma algo."),
    ("en-es", "Nobody came.", "Nadie ha venido.", "Alguien ha venido."),
    ("es-en", "No puede comer.", "You can't eat.", "You can eat."),
    ("en-de", "I have no pain.", "Ich habe keine Schmerzen.", "Ich habe eine Schmerzen."),
    ("en-fr", "The door is not open.", "La porte n’est pas ouverte.", "La porte est ouverte."),
    ("en-ru", "I never smoke.", "Я никогда не курю.", "Я всегда курю."),
    ("en-pl", "Do not drink.", "Nie pij.", "Pij."),
    ("en-tr", "It could not be opened.", "Açılamadı.", "Açılabildi."),
    ("en-fa", "It is not new.", "جدید نیست.", "جدید هست."),
    ("en-ar", "You cannot enter.", "لا يمكنك الدخول.", "يمكنك الدخول."),
    ("en-bn", "It is not new.", "এটা নতুন নয়।", "এটা নতুন হয়।"),
    ("en-hi", "Do not eat.", "मत खाइए।", "खाइए।"),
    ("en-zh", "You cannot eat.", "您不能吃。", "您能吃。"),
    ("en-eu", "It is not new.", "Ez da berria.", "Da berria."),
]


@pytest.mark.parametrize("pair, source, right, wrong", LOST)
def test_a_denial_is_undone_in_the_languages_own_way(pair, source, right, wrong):
    assert damaged("negation-lost", source, right, pair) == wrong


@pytest.mark.parametrize("source, translation", [
    ("Not only adults.", "No solo adultos."), ("Can't you sleep?", "¿No puede dormir?"),
    ("It is unknown.", "No se sabe."), ("Take it.", "Tómelo.")])
def test_nothing_is_undone_that_is_no_denial_on_both_sides(source, translation):
    assert damaged("negation-lost", source, translation) is None


def test_of_two_clauses_one_is_undone():
    text = damaged("negation-lost", "Do not eat, and do not drink.", "No coma, y no beba.")
    assert text in ("Coma, y no beba.", "No coma, y beba.")


def test_a_denial_is_added_only_where_none_is():
    assert damaged("negation-added", "The door is open.", "La puerta está abierta.") == "La puerta no está abierta."
    assert damaged("negation-added", "The door is open unless it rains.", "La puerta está abierta salvo lluvia.") is None
    assert damaged("negation-added", "Is it open?", "¿Está abierta?") is None


def test_must_becomes_may():
    assert damaged("must-to-may", "You must wait.", "Debe esperar.") == "Puede esperar."
    assert damaged("must-to-may", "You wait.", "Debe esperar.") is None


def test_a_digit_changes_only_in_numbers_of_both_sides():
    text = damaged("digit", "Take 25 drops.", "Tome 25 gotas.")
    assert text != "Tome 25 gotas." and text.startswith("Tome ") and len(text) == len("Tome 25 gotas.")
    assert damaged("digit", "Take MP3 files.", "Tome archivos MP3.") is None
    assert damaged("digit", "Take twenty drops.", "Tome 20 gotas.") is None


def test_digits_stay_in_their_script():
    assert damaged("tenfold", "Wait 12 days.", "১২ দিন", "en-bn") == "১২০ দিন"
    assert damaged("tenfold", "It is 0.", "০ হয়", "en-bn") is None


def test_numbers_are_exchanged_only_where_their_order_means_something():
    right = "Tome 2 pastillas durante 7 días."
    assert damaged("exchanged", "Take 2 tablets for 7 days.", right) == "Tome 7 pastillas durante 2 días."
    assert damaged("exchanged", "Rooms 3 and 5 are free.", "Las salas 3 y 5 están libres.") is None


def test_number_words_become_others():
    text = damaged("number-word", "Take two tablets.", "Tome dos pastillas.")
    assert text.startswith("Tome ") and text.endswith(" pastillas.") and " dos " not in text
    assert damaged("number-word", "Take two tablets.", "Tome 2 pastillas.") is None
    assert damaged("number-word", "Give a book.", "एक किताब दो।", "en-hi") is None


def test_units_times_and_dates():
    assert damaged("unit", "Take 5 mg now.", "Tome 5 mg ahora.") == "Tome 5 g ahora."
    assert damaged("unit", "Wait 3 days.", "Espere 3 días.") == "Espere 3 semanas."
    assert damaged("unit", "Wait 3 days.", "Подождите 3 дня.", "en-ru") == "Подождите 3 недели."
    assert damaged("time", "Come at 10:30.", "Venga a las 10:30.") not in (None, "Venga a las 10:30.")
    assert damaged("date", "On 3 March 2026.", "El 3 de marzo de 2026.") in (
        "El 3 de enero de 2026.", "El 3 de febrero de 2026.")
    assert damaged("date", "On 3 March 2026.", "3 марта 2026 года.", "en-ru").split()[1] in ("января", "февраля")


def test_a_third_is_dropped_of_lines_of_five_words():
    line = "one two three four five six."
    assert damaged("head-lost", line, line) == "Three four five six."
    assert damaged("middle-lost", line, line) == "One two five six."
    assert damaged("end-lost", line, line) == "One two three four."
    assert damaged("half-lost", line, line) == "One two three."
    assert damaged("end-lost", "one two three four.", "one two three four.") is None
    assert damaged("sentence-lost", "It hurts. Call a nurse now.", "Le duele mucho hoy. Llame ahora mismo.") in (
        "Le duele mucho hoy.", "Llame ahora mismo.")


def test_the_original_comes_back_apart_for_languages_that_look_alike():
    assert damaged("echo", "Good morning", "Guten Morgen", "en-de") == "Good morning"
    assert damaged("echo", "Buenos días", "Bon dia", "es-ca") is None
    assert damaged("echo-near", "Buenos días", "Bon dia", "es-ca") == "Buenos días"


def test_another_language_is_near_or_far():
    others = {"en": "Good morning", "es": "Buenos días", "ca": "Bon dia", "tr": "Günaydın"}
    assert damaged("wrong-near", "Good morning", "Buenos días", "en-es", **others) == "Bon dia"
    assert damaged("wrong-language", "Good morning", "Buenos días", "en-es", **others) == "Günaydın"


def test_names_are_exchanged():
    assert damaged("name", "Ask for Anna or Boris.", "Pregunte por Anna o por Boris.") == "Pregunte por Boris o por Anna."


@pytest.mark.parametrize("kind", facts.LAWS)
def test_facts_are_put_into_lines_without_numbers(kind):
    line, wrong = facts.with_fact(kind, Line("Take it.", "en", "Tómelo.", "es"), Random(2))
    assert line.source.startswith("Take it (") and line.translation.startswith("Tómelo (") and wrong != line.translation
    assert facts.with_fact(kind, Line("Take 2.", "en", "Tome 2.", "es"), Random(2)) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_all_its_words(language):
    assert set(WORDS[language]) == set(WORDS["en"]) and len(WORDS[language]["spans"]) >= 7
    for key in ("not", "with", "without", "add", "must"):
        exchanges(key, language)
    for key in ("not", "with", "without", "denied", "scope", "must"):
        assert not any_of(key, language).fullmatch(""), f"{language} {key} matches nothing at all"
