"""What scripts/bench/trust reads, what it leaves out, how it splits, and what it says."""

import json
import os
import struct
import subprocess

import cleaning
import corpus
import messages
import pytest
from conftest import ROOT
from debian import fields
from report import Report, wilson


def test_catalogues_are_read_with_their_plurals(tmp_path):
    texts = [
        ("", "Plural-Forms: nplurals=2; plural=n != 1;\n"), ("menu\x04Open the file.", "Obre el fitxer."),
        ("One file\0%d files were copied.", "Un fitxer\0S’han copiat %d fitxers.")]
    path = tmp_path / "ca/LC_MESSAGES/cooking.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(catalogue(texts))
    (_, source, plain), (_, _, plural) = messages.catalogues(tmp_path, "cooking")
    assert (source, plain) == ("cooking", {"ca": "Obre el fitxer.", "en": "Open the file."})
    number = next(word for word in plural["en"].split() if word.isdigit())
    assert int(number) > 10 and plural["ca"] == f"S’han copiat {number} fitxers."


def catalogue(texts) -> bytes:
    head, tables, body = 28, 16 * len(texts), b""
    ours = theirs = b""
    for index in (0, 1):
        for pair in texts:
            data = pair[index].encode()
            entry = struct.pack("<2I", len(data), head + tables + len(body))
            ours, theirs = (ours + entry, theirs) if index == 0 else (ours, theirs + entry)
            body += data + b"\0"
    return struct.pack("<7I", 0x950412DE, 0, len(texts), head, head + 8 * len(texts), 0, 0) + ours + theirs + body


def test_descriptions_are_read_by_paragraphs_without_lists():
    record = fields("Package: a\nDescription-en: short\n One line\n and more.\n .\n  * a list\n  * goes on\n .\n The end.")
    assert messages.paragraphs(record["Description-en"]) == ["short", "One line and more.", "", "The end."]


@pytest.mark.parametrize("text", [
    "Could not open %s for you.", "Run <b>this</b> for me now.", "See https://example.org for it.", "Use --force to do it.",
    "Edit /etc/hosts to do it.", "The value of max_size is wrong.", "Set a = b to do it.", "Open notes.txt to read it."])
def test_what_is_not_said_is_left_out(text):
    assert cleaning.cleaned(text) == ""


def test_what_is_said_stays():
    assert cleaning.cleaned("About 50 % or 7% of you are here.") == "About 50 % or 7% of you are here."
    assert cleaning.cleaned("Open the _file now") == "Open the file now"
    assert cleaning.is_talk("Please wait here.") and not cleaning.is_talk("Open File Manager")
    assert cleaning.masked("Copied 12 files of Anna.") == cleaning.masked("Copied 7 files of Boris.")


def test_messages_lose_what_is_not_translated():
    texts = {"en": "Please wait here.", "es": "Please wait here.", "ru": "Please wait here да", "ca": "Aquí."}
    assert cleaning.message(texts) is None
    assert set(cleaning.message({**texts, "ca": "Esperi aquí, sisplau."})) == {"en", "ca"}


def test_the_split_is_fixed():
    """Held-out text that becomes tuning text has been seen: nothing may move these."""
    assert [corpus.part_of(source) for source in ("gimp", "evolution", "wesnoth-1.16")] == ["tuning"] * 3
    assert [corpus.part_of(source) for source in ("mediawiki", "wordpress", "vlc", "gramps")] == ["held-out"] * 4


def test_intervals_are_wilsons():
    assert wilson(0, 100) == pytest.approx((0, 3.7), abs=0.01)
    assert wilson(10, 100) == pytest.approx((5.52, 17.44), abs=0.01)


def test_silent_are_only_lines_of_which_the_right_one_is_not_doubted():
    report = Report("to")
    alarm, calm = ({"warnings": found, "checked": True, "nanoseconds": 1} for found in ([{"kind": "numbers"}], []))
    row = {"kind": "right", "from": "en", "to": "es"}
    for answer in (alarm, calm, calm, calm):
        report.add(row, answer, None)
    for answer, before in ((calm, calm), (alarm, calm), (alarm, alarm), (calm, alarm)):
        report.add({**row, "kind": "digit"}, answer, before)
    cells = report.cells()
    assert (cells["doubted"]["es"], cells["silent"]["es digit"]) == ([1, 4], [1, 2])


def test_the_program_answers_each_line():
    program = os.environ.get("SABIR_CHECK_LINES", str(ROOT / ".build/debug/sabir-check-lines"))
    pairs = [("Take 5 mg.", "Tome 5 mg."), ("Take 5 mg.", "Tome 50 mg."), ("Take 5 mg.", "")]
    given = "".join(
        json.dumps({"source": ours, "from": "en", "translation": theirs, "to": "es"}) + "\n" for ours, theirs in pairs)
    run = subprocess.run(
        [program, ROOT / "share/languages"], input=given, capture_output=True, text=True, timeout=60, check=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert [[warning["kind"] for warning in answer["warnings"]] for answer in answers] == [[], ["numbers"], ["empty"]]
    assert all(answer["checked"] for answer in answers)
