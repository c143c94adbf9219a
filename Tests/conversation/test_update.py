"""Today's program goes on in the state folders that commit ce8d4ad left: state-ce8d4ad.tar.xz, which write_state.py wrote."""

import json
import re
import shutil
from urllib.parse import urlsplit

import pytest
from conversation import Actor, Serving
from node import PAGE, Device, Refused
from program import Home, run, steady_port
from relaying import Relay
from test_trust import was_in
from ward import KEY_OF_ROSA
from wire import Connection, Member
from write_state import CONFIGURATION, unpacked

SLOW = 60
"""Seconds: scrypt, on a machine that has other things to do."""


class Updated:
    """A node of today in a copy of what the earlier one left; `facts` is what was true then."""

    def __init__(self, folder):
        self.facts, self.programs = unpacked(folder), []
        self.homes = {name: Home() for name in ("node", "guest", "relay")}
        for name, home in self.homes.items():
            shutil.move(folder / name, home.path / "sabir")

    def begin(self):
        home = self.homes["node"]
        home.write("sabir/sabir.toml", CONFIGURATION.format(password=home.path / "sabir/ward.password"))
        self.node = self.has(Serving(("Reception", "Ward"), steady_port(), home, flags=["--web-port", "0"]))
        page = self.node.until(lambda: next(filter(None, map(PAGE.match, self.node.lines)), None), SLOW, "the page")
        self.page = urlsplit(page["url"]).port

    def has(self, program):
        """Ends it, too, where a test did not."""
        self.programs.append(program)
        return program

    def invite(self, room):
        """The one from before, with the port that the node has now."""
        return re.sub(r":\d+/", f":{self.node.port}/", self.facts["invites"][room])

    def enter(self, name, room="Reception", **fields):
        return Member(self.node.address, name, "es", room, **fields)

    def joins(self, target, home, *flags):
        command = ["join", target, "--json", "--name", "Pau", "--lang", "ca", "--no-translate", *flags]
        return self.has(Actor(*command, home=home, name="Pau"))

    def device(self, cookies=None):
        device = Device(self.page)
        device.cookies = dict(cookies or device.cookies)
        return device

    def end(self):
        for program in self.programs:
            if program.is_alive():
                program.kill()
        for home in self.homes.values():
            home.remove()


@pytest.fixture(scope="module")
def updated(tmp_path_factory):
    updated = Updated(tmp_path_factory.mktemp("before"))
    try:
        updated.begin()
        yield updated
    finally:
        updated.end()


def test_rooms_have_their_ids_and_the_node_its_key(updated):
    assert updated.node.rooms == updated.facts["rooms"]
    for room, before in updated.facts["invites"].items():
        assert updated.node.invite(room).split("#")[1] == before.split("#")[1]
        assert updated.node.invite(room) == updated.invite(room)


def test_history_is_whole_and_in_order(updated):
    before = updated.facts["lines"]
    anna = updated.enter("Anna", device=updated.facts["anna"]["device"])
    anna.send("history", limit=100)
    assert anna.expect("lines")["messages"][: len(before)] == before
    anna.leave()
    shown = run("history", "show", "Reception", "--json", home=updated.homes["node"])
    lines = [json.loads(line) for line in shown.stdout.splitlines()]
    assert [line["seq"] for line in lines][: len(before)] == [line["seq"] for line in before], shown


def test_a_guest_knows_the_host_that_it_knew(updated):
    """A room with a password is not even asked for at an address that nobody vouches for."""
    home = updated.homes["guest"]
    assert updated.invite("Ward").split("#fp=")[1] in run("trust", home=home).stdout
    address = f"127.0.0.1:{updated.node.port}/{updated.facts['rooms']['Ward']}"
    pau = updated.joins(address, home)
    assert pau.expect("password-wanted", SLOW)["wrong"] is False
    pau.kill()
    nobody = Home()
    done = run("join", address, "--json", "--no-translate", home=nobody, within=SLOW)
    assert json.loads(done.stdout.splitlines()[-1])["code"] == "untrusted"
    nobody.remove()


def test_an_invite_from_before_leads_in(updated):
    home = Home()
    assert was_in(updated.invite("Reception"), home=home)
    home.remove()


def test_the_password_is_still_asked_for_and_right(updated):
    home = Home()
    pau = updated.joins(updated.invite("Ward"), home)
    pau.expect("password-wanted", SLOW)
    pau.sends(password="another one altogether")
    assert pau.expect("password-wanted", SLOW)["wrong"] is True
    pau.sends(password=updated.facts["password"])
    assert pau.expect("welcome", SLOW)["room"]["id"] == updated.facts["rooms"]["Ward"]
    pau.leaves()
    home.remove()


def test_staff_are_staff_by_pin_and_by_key(updated):
    facts = updated.facts
    desk = updated.device(facts["desk"])
    desk.post("/api/staff/login", pin=facts["pin"])
    doctor = updated.device(facts["doctor"])
    doctor.post("/api/staff/login", **facts["person"])
    assert doctor.get("/api/staff/rooms")["you"] == {"name": facts["person"]["name"], "manages": True}
    with pytest.raises(Refused) as refusal:
        updated.device().post("/api/staff/login", name=facts["person"]["name"], pin="not-hers")
    assert refusal.value.code == "pin-wrong"
    rosa = updated.enter("Rosa Mir", device=KEY_OF_ROSA)
    rosa.send("staff", act="bans")
    assert [ban["name"] for ban in rosa.expect("bans")["bans"]] == ["Omar"]
    rosa.leave()


def test_what_staff_decided_stands(updated):
    facts = updated.facts
    omar = Connection(updated.node.address)
    omar.send("hello", protocol=1, room="Reception", name="Omar", lang="ar", device=facts["banned"]["device"])
    omar.expect_refusal("banned")
    mila = updated.enter("Mila", device=facts["muted"]["device"])
    assert mila.me["room"]["topic"] == facts["topic"] and mila.expect("notice")["text"] == facts["notice"]
    mila.say("¿se me oye?")
    mila.expect("error", code="muted")
    mila.leave()


def test_members_come_back_as_who_they_were(updated):
    facts = updated.facts
    said = [line["seq"] for line in facts["lines"]]
    anna = updated.enter("Anna", device=facts["anna"]["device"], resume={"epoch": facts["epoch"], "seq": said[0]})
    assert (anna.id, anna.me["epoch"]) == (facts["anna"]["member"], facts["epoch"])
    anna.read_to(said[-1])
    assert not anna.ledger.gaps
    visitor = updated.device(facts["visitor"]["cookies"]).enters("Reception", "Надія", "uk")
    assert visitor.member == facts["visitor"]["member"]
    visitor.close()
    pau = updated.joins(updated.invite("Reception"), updated.homes["guest"])
    assert pau.expect("welcome", SLOW)["member"] == facts["guest"]["member"]
    pau.leaves()
    anna.leave()


def test_a_token_shows_what_its_member_saw_and_no_more(updated):
    facts = updated.facts
    clara = updated.enter("Clara", resume=facts["bare"]["resume"])
    assert clara.me["history"]["from"] == facts["bare"]["from"] > 1
    assert not clara.ledger.lines.get(1)
    clara.read_to(facts["lines"][-1]["seq"])
    clara.leave()


def test_a_relay_has_its_copy_and_then_its_host(updated):
    """The copy goes by the host's address of before, where nobody answers any more; the pin goes by the room."""
    facts, home = updated.facts, updated.homes["relay"]
    device, before = facts["behind"]["device"], facts["lines"][facts["behind"]["from"] - 1 :]
    source = facts["behind"]["source"]
    relay = updated.has(Relay(source, "Floor 2", steady_port(), home=home, history="disk", newcomers="nothing"))
    relay.carries("Reception", SLOW)
    relay.logs("from the copy on disk", SLOW)
    jordi = Member(relay.address, "Jordi", "ca", facts["rooms"]["Reception"], device=device)
    assert jordi.id == facts["behind"]["member"]
    jordi.send("history", limit=100)
    assert jordi.expect("lines")["messages"] == before
    jordi.leave()
    relay.terminates()
    relay.source = f"127.0.0.1:{updated.node.port}/{facts['rooms']['Reception']}"
    relay.returns()
    relay.carries("Reception", SLOW)
    jordi = Member(relay.address, "Jordi", "ca", facts["rooms"]["Reception"], device=device)
    assert jordi.id == facts["behind"]["member"]
    jordi.says("Encara sóc al segon pis.")
    jordi.leave()
    relay.terminates()
