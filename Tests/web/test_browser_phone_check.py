"""A phone and the terminal of `sabir doctor --phone` at the same time: each fault is staged, and both have to name it."""

import json

import pytest
from browser import NARROW, ROOT, browser, expect, people  # noqa: F401
from cable import Cable
from program import Program, steady_port
from test_browser_access import judge

WORDS = ROOT / "share/web/catalogues/phone"
AHEAD = "{ const now = Date.now.bind(Date); Date.now = () => now() + %d; }"


class Meddler(Cable):
    """Something between phone and node that meddles with what passes; to the phone it is the node."""

    def __init__(self, node, fault):
        super().__init__(node.port)
        self.fault, self.held, self.device = fault, b"", node.device
        self.url = f"http://127.0.0.1:{self.port}"

    def _pass_on(self, source, target, from_host):
        try:
            data = source.recv(65_536)
            if not data:
                return False
            if self.fault == "cuts streams" and from_host and b'"n":3' in data:
                return False
            if self.fault == "holds streams back" and from_host and (b"event: beat" in data or self.held):
                self.held += data
                data, self.held = (self.held, b"") if b'"n":6' in self.held else (b"", self.held)
            if self.fault == "takes no post" and not from_host and data.startswith(b"POST /api/phones"):
                return False
            if self.fault == "answers itself" and not from_host and data.startswith(b"GET /generate_204"):
                source.sendall(b"HTTP/1.1 302 Found\r\nLocation: /login\r\nContent-Length: 0\r\n\r\n")
                return True
            target.sendall(data)
        except OSError:
            return False
        return True


class Doctor:
    """`sabir doctor --phone` on the node's own machine."""

    def __init__(self, node, *flags):
        self.program = Program("doctor", "--phone", *flags, home=node.home)
        address = self.program.until(
            lambda: next((line for line in self.program.lines if "/phone/" in line), None), 60, "the address")
        self.path = "/phone/" + address.rpartition("/")[2]

    def says(self, line):
        self.program.until(lambda: any(said.startswith(line) for said in self.program.lines), 90, line)

    def ended(self):
        return self.program.ended(90)


@pytest.fixture
def node(nodes):
    return nodes("Reception", port=steady_port())


@pytest.fixture
def meddled(node):
    cables = []

    def make(fault):
        cables.append(Meddler(node, fault))
        return cables[-1]

    yield make
    for cable in cables:
        cable.close()


def reader(person, lang):
    texts = json.loads((WORDS / f"{lang}.json").read_text(encoding="utf-8"))
    person.words.texts = {**person.words.texts, **texts}
    # It is asked for what is not there: that is how it knows the node's own answer.
    person.forgives("generate_204")
    return person


def shows(person, verdict, level):
    finding = person.page.locator(f'li[data-verdict="{verdict}"]')
    expect(finding).to_have_attribute("data-level", level)
    expect(finding).to_contain_text(person.words(f"phone.level.{level}"))
    return finding


def is_at_the_end(person, level):
    expect(person.page.get_by_role("status")).to_have_text(person.words(f"phone.all.{level}"))


def test_a_phone_that_is_well(people, node):
    doctor = Doctor(node)
    anna = reader(people(node, "ar", screen=NARROW), "ar")
    anna.opens(doctor.path)
    # What is made anew is not read out.
    anna.page.get_by_role("status").evaluate("(node) => (window.told = node)")
    is_at_the_end(anna, "note")
    assert anna.page.get_by_role("status").evaluate("(node) => node === window.told")
    for verdict in ("page.ok", "secure.no", "network.same", "post.ok", "clock.ok", "captive.ok", "stream.ok"):
        expect(shows(anna, verdict, "ok")).to_contain_text(anna.words(f"phone.{verdict}"))
    expect(shows(anna, "address.self", "note")).to_contain_text(anna.words("phone.address.self.remedy"))
    assert anna.overflow <= 0
    judge(anna)
    assert doctor.ended() == 0
    lines = doctor.program.lines
    assert any(line.startswith("ok    phone 1 stream: What others write arrives at once.") for line in lines), lines
    assert any(line.startswith("note  phone 1 address: ") for line in lines), lines
    assert not any(line.startswith("wrong") for line in lines), lines


FAULTS = [
    ("cuts streams", "stream.cut", "wrong phone 1 stream: "),
    ("holds streams back", "stream.late", "wrong phone 1 stream: "),
    ("answers itself", "captive.other", "wrong phone 1 captive: "),
]


@pytest.mark.parametrize("fault, verdict, said", FAULTS, ids=[fault for fault, _, _ in FAULTS])
def test_something_on_the_way(people, node, meddled, fault, verdict, said):
    doctor = Doctor(node)
    anna = reader(people(meddled(fault), "de"), "de")
    anna.forgives("net::ERR_")
    anna.opens(doctor.path)
    is_at_the_end(anna, "wrong")
    remedy = "between" if "stream" in verdict else verdict
    expect(shows(anna, verdict, "wrong")).to_contain_text(anna.words(f"phone.{remedy}.remedy"))
    shows(anna, "post.ok", "ok")
    expect(anna.page.locator("li[data-verdict]").first).to_have_attribute("data-verdict", verdict)
    doctor.says(said)
    assert doctor.ended() == 1
    judge(anna)


def test_nothing_that_the_phone_sends_arrives(people, node, meddled):
    doctor = Doctor(node)
    anna = reader(people(meddled("takes no post"), "es"), "es")
    anna.forgives("net::ERR_")
    anna.opens(doctor.path)
    is_at_the_end(anna, "wrong")
    expect(shows(anna, "post.none", "wrong")).to_contain_text(anna.words("phone.between.remedy"))
    doctor.says("wrong phone 1 post: ")
    assert doctor.ended() == 1


@pytest.mark.parametrize("hours, verdict, level, status", [(3, "clock.off", "note", 0), (-50, "clock.far", "wrong", 1)])
def test_a_clock_that_is_wrong(people, node, hours, verdict, level, status):
    doctor = Doctor(node)
    anna = reader(people(node, "ca"), "ca")
    anna.context.add_init_script(AHEAD % (hours * 3_600_000))
    anna.opens(doctor.path)
    is_at_the_end(anna, level)
    span = {3: "3 hores", -50: "2 dies"}[hours]
    expect(shows(anna, verdict, level)).to_contain_text(span)
    doctor.says(f"{level:5} phone 1 clock: ")
    assert doctor.ended() == status
    assert any("3 hours" in line or "2 days" in line for line in doctor.program.lines), doctor.program.lines


def test_a_code_that_is_too_old_and_a_second_phone(people, node):
    doctor = Doctor(node, "--phones", "2")
    anna, boris = (reader(people(node, lang), lang) for lang in ("es", "zh-Hant"))
    anna.forgives("status of 404")
    anna.opens("/phone/ZZZZ-ZZZZ")
    expect(anna.page.get_by_role("status")).to_have_text(anna.words("phone.gone"))
    judge(anna)
    for person in (anna, boris):
        person.opens(doctor.path)
    for person in (anna, boris):
        is_at_the_end(person, "note")
    assert doctor.ended() == 0
    doctor.says("ok    phone 2 stream: ")
