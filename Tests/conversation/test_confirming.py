"""An interpreter at a terminal, and a program: what they confirm, as terminals, programs and clients of IRC are told."""

import signal

from conversation import ENGINE
from program import Home, run
from terminal import Terminal, phrase
from test_taking_back import ROOM, Ward, says, wards  # noqa: F401

DOSE, RIGHT = "quantum en ayunas", "quantum en dejú"
MACHINE = f"ca:{DOSE}"


def known_by_key(ward, engine, name, lang, *flags):
    """At a terminal with an engine of its own, known by a key at a host that it has met before; staff without flags."""
    home = Home(ENGINE.format(engine))
    key = run("staff", "key", home=home).stdout.strip()
    assert run("staff", "add", name, key, *flags, home=ward.node.home).returncode == 0
    met = run("join", ward.address, "--json", "--name", name, "--lang", lang, home=home, typed='{"quit": true}\n')
    assert met.returncode == 0
    person = Terminal("join", ward.address, "--staff", "--name", name, "--lang", lang, home=home, columns=110, rows=40)
    ward.made.append(person.close)
    person.name = name
    person.shows(phrase("chat.in", lang))
    return person


def test_a_person_at_a_terminal_confirms_what_was_listed(wards, engines):
    ward = wards(room=ROOM)
    rosa = known_by_key(ward, engines(), "rosa", "ca", "--interpreter")
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
    boris.enters("/takeback 2")
    gone = eva.expect("message", where=lambda event: event.get("retracts"))
    assert gone["retracts"] == line["id"]


def test_staff_at_a_terminal_confirm_for_as_long_as_the_house_lets_them(wards, engines):
    ward = wards(room=ROOM)
    nurse = known_by_key(ward, engines(), "nurse", "ca")
    boris, eva = ward.sits("boris", "es"), ward.program("eva", "ca")
    says(boris, DOSE)
    line = eva.sees(DOSE)
    nurse.shows(MACHINE)
    nurse.enters("/confirm")
    nurse.shows(f"1  boris: {DOSE} → {MACHINE}")
    nurse.enters("/confirm 1 no")
    nurse.shows(phrase("chat.refused.not-interpreter", "ca"))
    allowed = ward.node.configuration.replace(ROOM, ROOM + "staff_confirm = true\n")
    ward.node.home.write("sabir/sabir.toml", allowed)
    ward.node.program.signal(signal.SIGHUP)
    ward.node.program.logs("SIGHUP: the configuration was read again")
    nurse.enters(f"/confirm 1 {RIGHT}")
    told = eva.expect("message", where=lambda event: event.get("confirms"))
    assert (told["confirms"], told["message"], told["role"]) == (line["id"], RIGHT, "staff")
