"""An interpreter at a terminal, and a program: what they confirm, as terminals, programs and clients of IRC are told."""

from conversation import ENGINE
from program import Home, run
from terminal import Terminal, phrase
from test_taking_back import ROOM, Ward, says, wards  # noqa: F401

DOSE, RIGHT = "quantum en ayunas", "quantum en dejú"
MACHINE = f"ca:{DOSE}"


def interpreter(ward, engine, name, lang):
    """At a terminal with an engine of its own, known by a key at a host that it has met before."""
    home = Home(ENGINE.format(engine))
    key = run("staff", "key", home=home).stdout.strip()
    assert run("staff", "add", name, key, "--interpreter", home=ward.node.home).returncode == 0
    met = run("join", ward.address, "--json", "--name", name, "--lang", lang, home=home, typed='{"quit": true}\n')
    assert met.returncode == 0
    person = Terminal("join", ward.address, "--staff", "--name", name, "--lang", lang, home=home, columns=110, rows=40)
    ward.made.append(person.close)
    person.name = name
    person.shows(phrase("chat.in", lang))
    return person


def test_a_person_at_a_terminal_confirms_what_was_listed(wards, engines):
    ward = wards(room=ROOM)
    rosa = interpreter(ward, engines(), "rosa", "ca")
    boris, eva = ward.sits("boris", "es"), ward.program("eva", "ca")
    carla, pau = ward.program("carla", "fr"), ward.irc("pau", "ca")
    says(boris, DOSE)
    line = eva.sees(DOSE)
    assert pau.translation(DOSE) == f"[es→ca] {MACHINE}"
    rosa.shows(MACHINE)
    rosa.enters("/confirm")
    rosa.shows(f"1  boris: {DOSE} → {MACHINE}")
    # What is said since is not what the number means.
    says(boris, "aubergine en el pasillo")
    rosa.shows("aubergine")
    rosa.enters(f"/confirm 1 {RIGHT}")
    told = eva.expect("message", where=lambda event: event.get("confirms"))
    assert (told["confirms"], told["message"], told["lang"]) == (line["id"], RIGHT, "ca")
    assert (told["from"], told["role"]) == ("rosa", "interpreter")
    rosa.until(lambda: any(row.startswith("✔") and RIGHT in row for row in rosa.everything), "who confirmed it")
    late = pau.reads("↻", 60, "NOTICE").words[-1]
    assert late.endswith(f"[es→ca ✔ rosa] {RIGHT}")
    assert carla.expect("message", where=lambda event: event.get("confirms"))["message"] == RIGHT
    # Nobody else may.
    for other in (eva, carla):
        other.sends(message="no", lang="ca", confirms=line["id"])
        assert other.expect("refused")["reason"] == "Only an interpreter confirms translations in this room."
    boris.enters("/confirm")
    boris.shows(phrase("chat.refused.not-interpreter", "es"))
    boris.enters("/takeback 2")
    gone = eva.expect("message", where=lambda event: event.get("retracts"))
    assert gone["retracts"] == line["id"]
