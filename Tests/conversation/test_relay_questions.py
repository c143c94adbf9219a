"""Behind a relay without an engine: what its people ask goes to the engine that the host shares, and to nobody else."""

import pytest
from cable import Cable
from conversation import ENGINE, Actor
from program import Home, Program, steady_port
from relaying import Relay, lists
from wire import Member

NAME = "Floor 2"


class Clinic:
    """A host with a staged engine, and relays without one, each at the end of a cable; without TLS."""

    def __init__(self, engine):
        self.programs, self.cables = [], []
        self.home, self.port = Home("[share]\nport = 0\n" + ENGINE.format(engine)), steady_port()
        self.host = Program(
            "serve", "--room", "Stage", "--port", str(self.port), "--bind", "127.0.0.1", "--no-mdns", "--no-web",
            "--plaintext", home=self.home)
        self.programs.append(self.host)
        self.host.until(lambda: [line for line in self.host.lines if line.startswith("open Stage ")], 60, "the room")

    def relay(self, behind=None, name=NAME):
        """A relay of the host, or of the relay `behind`, that carries the room; it translates nothing itself."""
        cable = Cable(behind.port if behind else self.port)
        self.cables.append(cable)
        home = Home()
        lists(behind.home if behind else self.home, home, name)
        relay = Relay(f"127.0.0.1:{cable.port}/Stage", name, steady_port(), ["--plaintext"], home)
        relay.cable = cable
        self.programs.append(relay)
        relay.carries()
        return relay

    def enters(self, relay, name, lang, engine):
        """A terminal behind the relay, whose own engine is never there."""
        command = ["join", f"127.0.0.1:{relay.port}", "--json", "--name", name, "--lang", lang, "--plaintext"]
        actor = Actor(*command, home=Home(ENGINE.format(engine)), name=name)
        self.programs.append(actor)
        actor.expect("welcome")
        return actor

    def end(self):
        for program in self.programs:
            if program.is_alive():
                program.kill()
            program.ended()
            program.home.remove()
        for cable in self.cables:
            cable.close()


@pytest.fixture
def clinic(engines):
    made = []

    def make(engine):
        made.append(Clinic(engine))
        return made[-1]

    yield make
    for one in made:
        one.end()


def asks(member, text, id="q-1", within=30):
    member.send("translate", id=id, source="es", target="ca", texts=[text])
    return member.expect("translated", within, id=id)


def test_the_relay_passes_questions_on_and_answers_whoever_asked_alone(clinic, engines):
    engine = engines(kind="libretranslate")
    house = clinic(engine)
    relay = house.relay()
    boris = Member(("127.0.0.1", relay.port), "boris", "ca", tls=False)
    clara = Member(("127.0.0.1", relay.port), "clara", "ca", tls=False)
    assert boris.me["translation"] == {"connection": True}
    answer = asks(boris, "hola")
    assert (answer["texts"], answer["engine"]) == (["ca:hola"], f"host ({engine.name})")
    others = clara.barrier()
    assert not [packet for packet in others if packet["type"] in ("translated", "pairs")] and "hola" not in str(others)
    boris.send("pairs")
    assert "ca" in boris.expect("pairs")["pairs"]["es"]
    # A terminal in another language reads what is said at the host.
    dead = engines(kind="libretranslate", name="gone")
    dead.fails("refuses connections")
    eva = house.enters(relay, "eva", "ca", dead)
    anna = Member(("127.0.0.1", house.port), "anna", "es", tls=False)
    anna.says("buenos días")
    assert eva.reads("ca:buenos días")["engine"] == "host"


def test_through_a_chain_of_relays(clinic, engines):
    engine = engines(kind="libretranslate")
    house = clinic(engine)
    far = house.relay(behind=house.relay(), name="Annex")
    boris = Member(("127.0.0.1", far.port), "boris", "ca", tls=False)
    answer = asks(boris, "hola")
    assert (answer["texts"], answer["engine"]) == (["ca:hola"], f"host ({engine.name})")


def test_what_the_hosts_engine_marks_is_a_warning_behind_two_relays(clinic, engines):
    """Else a reader there would have a word in its base form, and nothing that says so."""
    house = clinic(engines(kind="apertium"))
    far = house.relay(behind=house.relay(), name="Annex")
    boris = Member(("127.0.0.1", far.port), "boris", "ca", tls=False)
    answer = asks(boris, "#1 every 8 hours")
    assert answer["texts"] == ["ca:#1 cada 8 hours"]
    assert {"place": 0, "kind": "word-form", "words": ["cada"]} in answer["warnings"]
    dead = engines(kind="libretranslate", name="gone")
    dead.fails("refuses connections")
    eva = house.enters(far, "eva", "ca", dead)
    Member(("127.0.0.1", house.port), "anna", "es", tls=False).says("#2 every 8 hours")
    read = eva.reads("ca:#2 cada 8 hours")
    assert ["cada" in warning["text"] for warning in read["warnings"] if warning["kind"] == "word-form"] == [True]


def test_where_no_answer_comes_that_is_said(clinic, engines):
    engine = engines(kind="libretranslate")
    house = clinic(engine)
    relay = house.relay()
    boris = Member(("127.0.0.1", relay.port), "boris", "ca", tls=False)
    assert asks(boris, "hola")["texts"] == ["ca:hola"]
    relay.cable.is_cut()
    boris.expect("link", up=False)
    cut = asks(boris, "adiós", "q-2")
    assert cut["texts"] == [None] and "host" in cut["reason"]
    relay.cable.is_mended()
    boris.expect("link", 60, up=True)
    # The relay looks whether the engine is there again; its members are told by their next question.
    engine.fails("answers 500")
    failed = asks(boris, "gracias", "q-3")
    assert failed["texts"] == [None] and failed["reason"]
