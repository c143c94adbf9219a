"""Native speakers review a language: by HTTP as the page does it, by command, and who must not get at it."""

import json
import os
import signal

import pytest
from node import Device, Refused
from place import PROXY
from program import run, steady_port

PHRASES = """<?xml version="1.0" encoding="UTF-8"?><tmx version="1.4"><header srclang="en"/><body>
<tu tuid="sit"><prop type="x-situation">reception</prop><tuv xml:lang="en"><seg>Sit down here.</seg></tuv>
<tuv xml:lang="es"><seg>Siéntese aquí.</seg></tuv><tuv xml:lang="ca"><seg>{}</seg></tuv></tu></body></tmx>"""
SIT = "phrases/sit"
SECTION = "phrases/reception"


class Clinic:
    """A node with a phrasebook of one sentence."""

    def __init__(self, nodes, **settings):
        self.node = nodes("Reception", port=steady_port(), **settings)
        self.book = self.node.home.write("clinic.tmx", PHRASES.format("Segui aquí."))
        self.file = self.node.home.path / "sabir/sabir.toml"
        self.file.write_text(self.node.configuration + f'[phrasebook]\nfiles = ["{self.book}"]\n', encoding="utf-8")
        self.dies_and_returns()

    def dies_and_returns(self):
        self.node.kill()
        self.node.program.ended()
        self.node.start()

    def commands(self, *arguments, status=0):
        done = run("phrases", "review", *arguments, home=self.node.home)
        assert done.returncode == status, done
        return done.stdout + done.stderr

    def code(self, name, lang):
        told = json.loads(self.commands("--lang", lang, "--name", name, "--json").splitlines()[0])
        assert (told["name"], told["lang"], told["seconds"]) == (name, lang, 86_400)
        return told["code"]

    def reviewer(self, name, lang):
        return Reviewer(self.node.device(), self.code(name, lang))

    @property
    def reviews(self):
        return next(self.node.home.path.rglob("reviews.jsonl"))

    def counts(self, lang, part="phrases"):
        told = self.commands("--status", "--json", "--lang", lang).splitlines()
        (line,) = [json.loads(line) for line in told if line.startswith("{")]
        return line["parts"][part]


class Reviewer:
    def __init__(self, device, code):
        self.device = device
        device.post("/api/review/code", code=code)
        self.looks()

    def looks(self):
        self.sheet = self.device.get("/api/review")
        return self

    def section(self, id=SECTION):
        return next(section for section in self.sheet["sections"] if section["id"] == id)

    def entry(self, id=SIT):
        return next(entry for section in self.sheet["sections"] for entry in section["entries"] if entry["id"] == id)

    def says(self, verdict, text="", id=SIT):
        item = self.section() if verdict in ("complete", "missing") else self.entry(id)
        self.device.post("/api/review", id=item["id"], digest=item["digest"], verdict=verdict, text=text)
        return self

    @property
    def word(self):
        entry = self.looks().entry()
        return entry["verdict"], entry["better"]


@pytest.fixture
def clinic(nodes):
    return Clinic(nodes)


def refused(ask, *arguments, **fields):
    with pytest.raises(Refused) as found:
        ask(*arguments, **fields)
    return found.value


def test_three_reviewers_overwrite_nobody_and_see_nothing_of_each_other(clinic):
    anna, boris, celal = clinic.reviewer("Anna", "ca"), clinic.reviewer("Boris", "ca"), clinic.reviewer("Celal", "es")
    assert (anna.sheet["name"], anna.sheet["lang"]) == ("Anna", "ca")
    assert anna.entry()["text"] == "Segui aquí." and anna.entry()["reference"] == "Sit down here."
    assert celal.entry()["text"] == "Siéntese aquí."
    anna.says("yes").says("complete")
    boris.says("better", "Assegui's aquí.").says("missing", "Where the toilet is.")
    assert (anna.word, boris.word, celal.word) == (("yes", ""), ("better", "Assegui's aquí."), (None, ""))
    assert (anna.section()["verdict"], boris.section()["text"]) == ("complete", "Where the toilet is.")
    celal.says("no")
    assert anna.word == ("yes", "") and celal.looks().section()["verdict"] is None
    assert clinic.counts("ca") == {"entries": 1, "reviewed": 0, "unreviewed": 0, "objected": 1, "sections": 1, "complete": 0}
    boris.says("yes").says("complete")
    assert clinic.counts("ca") == {"entries": 1, "reviewed": 1, "unreviewed": 0, "objected": 0, "sections": 1, "complete": 1}
    own = json.loads(anna.device.open("/api/review/file").body)["records"]
    assert {record["by"] for record in own} == {"Anna"} and len(own) == 2


def test_without_the_code_there_is_nothing(clinic):
    anna = clinic.reviewer("Anna", "ca").says("yes")
    code = clinic.code("Boris", "ca")
    nobody = {"name": None, "lang": None, "sections": []}
    visitor = clinic.node.device().enters("Reception", "Dora", "es").device
    nurse = clinic.node.device().staff()
    for device in (visitor, nurse, clinic.node.device()):
        assert device.get("/api/review") == nobody
        assert refused(device.get, "/api/review/file").status == 401
        sit = anna.entry()
        assert refused(device.post, "/api/review", id=sit["id"], digest=sit["digest"], verdict="no").status == 401
        assert refused(device.post, "/api/review/code", code="ZZZZ-ZZZZ").code == "code-wrong"
    # Where everybody on the wifi could read along, no code is taken, and none is made for others than this machine.
    far = Device(clinic.node.port, headers=PROXY)
    assert refused(far.post, "/api/review/codes", name="Mallory", lang="ca").status == 403
    assert refused(far.post, "/api/review/code", code=code).code == "https-required"
    assert refused(far.get, "/api/review").code == "https-required"
    # A code is for one device; who has left needs another.
    boris = Reviewer(clinic.node.device(), code.lower())
    assert refused(clinic.node.device().post, "/api/review/code", code=code).code == "code-wrong"
    token = dict(boris.device.cookies)
    boris.device.post("/api/review/leave")
    assert boris.device.get("/api/review") == nobody
    boris.device.cookies = token
    assert boris.device.get("/api/review") == nobody, "the session has ended at the node"
    tries = clinic.node.device()
    assert [refused(tries.post, "/api/review/code", code="ZZZZ-ZZZZ").code for _ in range(12)][-1] == "too-fast"


def test_what_was_told_survives_a_kill_and_counts_with_the_next_start(clinic):
    anna = clinic.reviewer("Anna", "ca").says("yes")
    clinic.dies_and_returns()
    assert anna.device.get("/api/review")["sections"] == [], "a session is gone with its node"
    assert clinic.reviewer("Anna", "ca").word == ("yes", "")
    clinic.reviewer("Celal", "es").says("yes")
    clinic.node.kill()
    clinic.node.program.ended()
    # Written no further, as by a death in the midst of it.
    with clinic.reviews.open("a") as file:
        file.write('{"by":"Bor')
    assert clinic.reviews.stat().st_mode & 0o777 == 0o600
    clinic.node.start()
    assert "cannot be read are ignored: 1" in clinic.commands("--status")
    clinic.reviewer("Boris", "ca").says("yes")
    assert clinic.counts("ca")["reviewed"] == clinic.counts("es")["reviewed"] == 1
    # Both sides were said yes to: readers are shown that it is verified, and lists say so.
    checked = run("phrases", "check", home=clinic.node.home).stdout
    assert "en 1" in checked and "ca 1" not in checked and "es 1" not in checked
    answer = run("translate", "--from", "es", "--to", "ca", "--json", "Siéntese aquí.", home=clinic.node.home)
    assert json.loads(answer.stdout)["state"] == "verified"


def test_readers_are_shown_what_was_reviewed_after_a_reload(nodes, engines):
    clinic = Clinic(nodes, engines=[engines()])
    anna, boris = clinic.node.device().enters("Reception", "Anna", "es"), clinic.node.device().enters("Reception", "Boris", "ca")
    anna.says("Siéntese aquí.")
    assert boris.until("translation")["state"] == "phrasebook"
    clinic.reviewer("Marta", "ca").says("yes")
    clinic.reviewer("Celal", "es").says("yes")
    clinic.node.program.signal(signal.SIGHUP)
    clinic.node.program.logs("SIGHUP: the configuration was read again")
    anna.says("Siéntese aquí.")
    assert boris.until("translation")["state"] == "verified"


def test_a_changed_text_is_unreviewed_again(clinic):
    anna = clinic.reviewer("Anna", "ca").says("yes")
    assert clinic.counts("ca")["reviewed"] == 1
    clinic.node.home.write("clinic.tmx", PHRASES.format("Assegui's aquí."))
    assert clinic.counts("ca")["unreviewed"] == 1
    clinic.dies_and_returns()
    anna = clinic.reviewer("Anna", "ca")
    assert anna.word == (None, "")
    old = anna.entry()
    clinic.node.home.write("clinic.tmx", PHRASES.format("Segui."))
    assert clinic.reviewer("Boris", "ca").entry()["text"] == "Segui."
    assert refused(anna.device.post, "/api/review", id=old["id"], digest=old["digest"], verdict="yes").code == "text-changed"
    assert clinic.counts("ca")["unreviewed"] == 1


def test_what_cannot_be_said_is_a_sentence(clinic):
    anna = clinic.reviewer("Anna", "ca")
    sit = anna.entry()

    def says(**changes):
        return refused(anna.device.post, "/api/review", **{"id": sit["id"], "digest": sit["digest"], "verdict": "yes", **changes})

    assert says(verdict="perhaps").code == says(verdict="better").code == says(digest="x").code == "review-wrong"
    assert says(verdict="better", text="x" * 2_001).status == 400
    assert says(id="phrases/nothing").code == "text-changed"
    # A text is no section: what is missing is said of those alone.
    assert says(verdict="complete").code == "text-changed"
    assert not list(clinic.node.home.path.rglob("reviews.jsonl"))
    anna.says("yes")
    os.chmod(clinic.reviews, 0o644)
    assert refused(anna.device.get, "/api/review").code == "review-unusable"
    clinic.node.program.logs("reviewers' answers cannot be stored")


def test_a_file_is_given_back_and_taken_in(clinic, nodes):
    clinic.reviewer("Anna", "ca").says("yes").says("missing", "La sala d'espera.")
    clinic.reviewer("Celal", "es").says("no")
    out = str(clinic.node.home.path / "out.json")
    assert "2 judgements" in clinic.commands("--export", out, "--lang", "ca")
    assert "is there already" in clinic.commands("--export", out, status=1)
    other = Clinic(nodes)
    boris = other.reviewer("Boris", "ca").says("no")
    assert "2 judgements" in other.commands("--import", out)
    assert "0 judgements" in other.commands("--import", out)
    assert boris.word == ("no", "") and other.reviewer("Anna", "ca").word == ("yes", "")
    assert other.counts("ca")["objected"] == 1 and other.counts("es")["unreviewed"] == 1
    broken = other.node.home.write("broken.json", '{"sabir_review": 1, "records": [{"by": "Anna"}]}')
    assert "no file of reviews" in other.commands("--import", broken, status=1)
    assert "cannot be read" in other.commands("--import", "/nowhere.json", status=1)
    assert "nothing in tlh" in clinic.commands("--lang", "tlh", "--name", "Anna", status=1)
