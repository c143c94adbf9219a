"""Forged announcements: a second node with the same room under another key, and records that are made by hand.

Real Avahi daemons, each in a network namespace of its own: needs root.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

LAB = Path(__file__).parents[1] / "lab"
sys.path.append(str(LAB))

from network import Network  # noqa: E402
from people import SABIR, Program, environment  # noqa: E402
from services import Services  # noqa: E402

pytestmark = pytest.mark.skipif(
    os.geteuid() != 0 or subprocess.run(["unshare", "--net", "true"], check=False, capture_output=True).returncode != 0,
    reason="making network namespaces needs root",
)
TOLD = "a dose that only the room may know"


class Node(Program):
    """`sabir serve` over TLS; its lines are what it opened."""

    key = "what"

    def __init__(self, services):
        config = services.folder / "serve.toml"
        config.write_text('[[room]]\nname = "Reception"\nnewcomers_see = "all"\n', encoding="utf-8")
        super().__init__(services, SABIR, "serve", "--config", str(config), "--port", "47275", "--no-translate")
        self.room = self.expect("open", 60)["words"][-1]
        self.fingerprint = self.expect("invite", 60)["words"][-1].rpartition("#fp=")[2]

    def parse(self, line):
        what, *words = line.split()
        return {"what": what, "words": words}


class Forger(Program):
    """Sends records of its own making."""

    key = "what"

    def __init__(self, services, *told):
        program = str(Path(__file__).parent / "forger.py")
        super().__init__(services, sys.executable, program, services.site.address, *told)
        self.expect("announces", 60)

    def parse(self, line):
        return {"what": line}


class Place:
    """A computer with its bus and its Avahi."""

    def __init__(self, network, folder, name):
        self.services = Services(network.site(name), folder)
        for service in (self.services.dbus, self.services.avahi):
            service.start(60)

    def joins(self, room, within=100):
        """A guest that says one line and goes: its output, its status, its log. `room` is an id: of two nodes that
        announce one name at the same time either may be given another."""
        done = subprocess.run(
            self.services.site.inside(
                "timeout", str(within), SABIR, "join", room, "--json", "--name", "anna", "--lang", "es",
                "--no-translate", "--log-level", "info"),
            input=f'{{"message": "{TOLD}"}}\n{{"quit": true}}\n', capture_output=True, text=True,
            env=environment(self.services), cwd=self.services.folder, check=False,
        )  # fmt: skip
        return done.stdout, done.returncode, done.stderr

    def comes_in(self, room, forgetful=False):
        """As `joins`, again and again until it is in: what is announced may be late, or lost."""
        for _ in range(10):
            if was_in(outcome := self.joins(room)):
                break
            if forgetful:
                self.forgets()
        return outcome

    def forgets(self):
        shutil.rmtree(self.services.folder / "home", ignore_errors=True)

    def stop(self):
        self.services.avahi.stop()
        self.services.dbus.stop()


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    with Network() as network:
        made = {}
        try:
            for name in ("desk", "forger", "guest"):
                made[name] = Place(network, tmp_path_factory.mktemp(name), name)
            yield made
        finally:
            for place in made.values():
                place.stop()


@pytest.fixture
def acting():
    actors = []
    yield lambda actor: actors.append(actor) or actor
    for actor in reversed(actors):
        actor.end()


@pytest.fixture
def twin(places, acting):
    """The desk's node, and one with the same room under another key: all that is public of it."""
    desk = acting(Node(places["desk"].services))
    state, copy = (environment(places[name].services)["XDG_STATE_HOME"] for name in ("desk", "forger"))
    for file in Path(state).glob("sabir/*"):
        if file.is_file() and file.name != "node.pem":
            Path(copy, "sabir").mkdir(exist_ok=True)
            shutil.copy(file, Path(copy, "sabir", file.name))
    yield desk, lambda: acting(Node(places["forger"].services))
    places["guest"].forgets()
    shutil.rmtree(Path(copy, "sabir"), ignore_errors=True)


def was_in(outcome):
    return outcome[1] == 0 and '"event":"welcome"' in outcome[0].replace(" ", "")


def test_a_room_under_another_key_misleads_nobody_who_knows_it(places, twin, tell):
    desk, forge = twin
    guest, through = places["guest"], []
    assert was_in(guest.comes_in(desk.room))  # from here on it knows the desk
    forged = forge()
    assert forged.room == desk.room and forged.fingerprint != desk.fingerprint
    for _ in range(3):
        outcome = guest.comes_in(desk.room)
        through += [] if was_in(outcome) and forged.fingerprint not in outcome[2] else [outcome]
    desk.end()
    outcome = guest.joins(desk.room)
    through += [outcome] if '"welcome"' in outcome[0] or '"own":true' in outcome[0] else []
    tell("guests who know the room, and a second node under another key", 4, through)


def test_a_first_contact_is_told_whom_it_met(places, twin, tell):
    desk, forge = twin
    forged = forge()
    desk.end()
    outcome = places["guest"].comes_in(desk.room, forgetful=True)
    fine = was_in(outcome) and "first contact" in outcome[2] and forged.fingerprint in outcome[2]
    more = "it was believed, as docs/security.md says, and named"
    tell("unnoticed first contacts with a second node under another key", 1, [] if fine else [outcome], more)


def test_records_made_by_hand_lead_nobody_astray(places, twin, acting, tell):
    desk, forge = twin
    guest, here, through = places["guest"], places["forger"].services, []
    there, address = places["desk"].services.site.address, here.site.address
    txt = ["txtvers=1", "proto=1", f"id={desk.room}", "node=forged", "auth=none", "tls=1"]
    assert was_in(guest.comes_in(desk.room))
    forge()
    records = {
        "the desk's key at another's door": [address, "47275", "Reception #2", *txt, f"fp={desk.fingerprint}"],
        "a port where nobody is": [there, "9", "Reception #2", *txt, f"fp={desk.fingerprint}"],
        "the desk's farewell": ["--ttl", "0", there, "47275", "Reception", *txt, f"fp={desk.fingerprint}"],
        "no TLS": [there, "47275", "Reception #2", *txt[:5]],
        "nonsense": [there, "0", "\u202e" * 10, "id=../../etc", "n=999999999999", "fp=short", "web=-1", "=", "x" * 250],
    }
    for name, told in records.items():
        forger = acting(Forger(here, *told))
        # Who takes back what others announce can keep a guest from finding the room, and no more.
        outcome = guest.joins(desk.room) if "farewell" in name else guest.comes_in(desk.room)
        through += [] if was_in(outcome) or "farewell" in name else [(name, outcome)]
        forger.end()
    tell("records made by hand", len(records), through)
