"""Relays: one conversation on both sides, whatever happens to the link, the relay or the host. Over loopback, with real
programs; the link between them is a cable that the test cuts."""

import signal
import time

import pytest
from cable import Cable
from conversation import Stage
from program import Home, Program, Unheard, run, steady_port
from relaying import Relay, lists
from terminal import phrase
from wire import Member

NAME = "Floor 2"


class House:
    """A host, and relays that it knows, each at the end of a cable; over TLS where `flags` say nothing else."""

    def __init__(self, flags=("--plaintext",)):
        self.stage = Stage(port=steady_port(), flags=flags)
        self.flags, self.relays, self.cables = list(flags), [], []

    @property
    def host(self):
        return self.stage.host

    def source(self, node, port):
        """How a relay is told where `node`, at this port, has the room."""
        if "--plaintext" in self.flags:
            return f"127.0.0.1:{port}/Stage"
        return self.host.invite("Stage").replace(f":{self.host.port}/", f":{port}/")

    def relay(self, name=NAME, behind=None, side=None, lists_it=True, history=None, newcomers="all"):
        """A relay of the host, or of the relay `behind`; whether it carries is for the test to wait for."""
        node = behind or self.host
        cable = Cable(node.port)
        self.cables.append(cable)
        home = Home()
        if lists_it:
            lists(node.home, home, name)
        relay = Relay(self.source(node, cable.port), name, steady_port(), self.flags, home, side, history, newcomers=newcomers)
        relay.cable = cable
        self.relays.append(relay)
        return relay

    def carrying(self, name=NAME, **how):
        relay = self.relay(name, **how)
        relay.carries()
        return relay

    def keeps(self, where):
        """The host begins again, with a history of its own."""
        self.host.terminates()
        room = f'[[room]]\nname = "Stage"\nnewcomers_see = "all"\nhistory = "{where}"\n'
        self.host.home.write("sabir/sabir.toml", room)
        self.host.returns()

    def enters(self, name, lang="es", at=None, **how):
        """Somebody who joins at this relay, or at the host; their terminal's events."""
        port = (at or self.host).port
        to = self.source(at, port) if at and "--plaintext" not in self.flags else f"127.0.0.1:{port}"
        return self.stage.enters(name, lang, to, **how)

    def __enter__(self):
        self.stage.__enter__()
        return self

    def __exit__(self, *error):
        self.stage.actors += self.relays
        self.stage.__exit__(*error)
        for cable in self.cables:
            cable.close()


@pytest.fixture
def house(monkeypatch):
    with House() as house:
        yield house


@pytest.fixture
def closed_house():
    """Over TLS, as nodes talk unless they are told otherwise."""
    with House(flags=()) as house:
        yield house


def lines(node):
    """Texts of all lines that this node gives to somebody who comes, in order, with their numbers."""
    first = Member(node.address, "olga", "ru", tls=False)
    reader = Member(
        node.address, "olga", "ru", resume={"epoch": first.me["epoch"], "seq": 0}, tls=False)
    reader.barrier()
    kept = [(seq, line["message"]) for seq, line in sorted(reader.ledger.lines.items())]
    for member in (first, reader):
        member.leave()
    return kept


def test_both_sides_are_one_conversation(house):
    anna = house.enters("Anna")
    anna.says("before the relay")
    relay = house.carrying()
    boris = house.enters("Boris", "uk", at=relay)
    came = anna.expect("joined", where=lambda e: e["member"]["name"] == "Boris")
    assert came["member"]["via"] == NAME
    assert {m["name"] for m in boris.welcome["members"]} >= {"Anna", "Boris", NAME}
    assert boris.welcome["room"]["id"] == anna.welcome["room"]["id"]
    said = boris.says("hello from above")
    heard = anna.sees("hello from above")
    assert (heard["seq"], heard["id"], heard["member"], heard["via"]) == (said["seq"], said["id"], boris.id, NAME)
    assert anna.says("hello from below")["seq"] == boris.sees("hello from below")["seq"] == said["seq"] + 1
    assert lines(relay) == lines(house.host)
    assert lines(relay)[0] == (1, "before the relay"), "the relay has a copy of what was said before it came"
    boris.leaves()
    assert anna.expect("left", where=lambda e: e["member"]["name"] == "Boris")


def test_names_are_settled_by_the_host(house):
    house.enters("Anna")
    relay = house.carrying()
    other = house.enters("Eva", at=relay)
    other.sends(name="anna")
    assert other.expect("changed", where=lambda e: e["member"]["id"] == other.id)["member"]["name"] == "anna 2"


def test_a_change_behind_a_relay_is_told_on_both_sides_as_the_host_took_it(house):
    anna, relay = house.enters("Anna"), house.carrying()
    eva, boris = house.enters("Eva", at=relay), house.enters("Boris", "uk", at=relay)
    for change, told in (({"name": "anna"}, ("anna 2", "es")), ({"lang": "de"}, ("anna 2", "de"))):
        eva.sends(**change)
        for reader in (eva, boris, anna):
            member = reader.expect("changed", where=lambda e: e["member"]["id"] == eva.id)["member"]
            assert (member["name"], member["lang"]) == told


def test_while_the_link_is_cut_what_is_written_waits_and_arrives_once(house):
    anna, relay = house.enters("Anna"), house.carrying()
    boris, clara = house.enters("Boris", "uk", at=relay), house.enters("Clara", "ca", at=relay)
    boris.says("one")
    anna.sees("one")
    relay.cable.is_cut()
    for member in (boris, clara):
        assert member.expect("link")["up"] is False
    for number in range(20):
        boris.sends(message=f"from above {number}")
    anna.says("from below meanwhile")
    late = house.enters("Dora", "it", at=relay)
    assert late.expect("link")["up"] is False
    with pytest.raises(Unheard):
        boris.expect("message", within=1, own=True, message="from above 0")
    relay.cable.is_mended()
    assert boris.expect("link", 15)["up"] is True
    for number in range(20):
        boris.expect("message", 15, own=True, message=f"from above {number}")
    for reader in (anna, clara, late):
        reader.sees("from above 19")
    clara.sees("from below meanwhile")
    assert lines(relay) == lines(house.host)
    texts = [text for _, text in lines(house.host)]
    assert [t for t in texts if t.startswith("from above")] == [f"from above {n}" for n in range(20)]


def test_who_quits_while_a_line_waits_at_the_relay_is_told_that_it_goes_later(house):
    relay = house.carrying()
    anna, boris = house.enters("Anna"), house.enters("Boris", "uk", at=relay)
    clara = house.enters("Clara", "ca", at=relay)
    relay.cable.is_cut()
    boris.expect("link", 15, up=False)
    boris.sends(message="goes when the link is back")
    boris.expect("sending")
    boris.sends(quit=True)
    assert boris.expect("notice")["text"].startswith(phrase("chat.unsent-held", "uk", n="1"))
    assert boris.ended() == 0
    relay.cable.is_mended()
    for actor in (anna, clara):
        actor.sees("goes when the link is back", 20)


def test_a_silent_link_is_noticed_in_four_seconds(house):
    relay = house.carrying()
    boris = house.enters("Boris", "uk", at=relay)
    boris.says("one")
    relay.cable.goes_silent()
    assert boris.expect("link", 15)["up"] is False


@pytest.mark.parametrize("who", ["relay", "host"])
def test_killed_and_started_again_nothing_is_lost_or_double(house, who):
    anna, relay = house.enters("Anna"), house.carrying()
    boris = house.enters("Boris", "uk", at=relay)
    boris.says("first")
    anna.sees("first")
    node = relay if who == "relay" else house.host
    relay.cable.swallows_answers()
    boris.sends(message="under way")
    relay.cable.await_lost(b"under way")
    node.kill()
    node.ended()
    boris.sends(message="while away")
    relay.cable.is_cut()
    if who == "host":
        # A host that kept nothing numbers anew: whoever comes back later than the relay begins behind what it brought.
        node.returns()
        anna.expect("reconnected", 30)
        relay.cable.is_mended()
    else:
        relay.cable.is_mended()
        node.returns()
    for text in ("under way", "while away"):
        boris.expect("message", 30, own=True, message=text)
    anna.sees("while away", 30)
    texts = [text for _, text in lines(house.host)]
    assert texts.count("under way") == 1 and texts.count("while away") == 1
    assert lines(relay) == lines(house.host)


def test_a_device_that_comes_over_another_way_is_the_same_author(house):
    relay = house.carrying()
    cut = Member(relay.address, "Boris", "uk", device="device of Boris", tls=False)
    relay.cable.swallows_answers()
    cut.send("message", id="7d9f1c1e-4b1a-4f0e-9d7a-2f1d5c3b6a77", message="said over the relay")
    relay.cable.await_lost(b"said over the relay")
    cut.close()
    direct = Member(house.host.address, "Boris", "uk", device="device of Boris", tls=False)
    direct.send("message", id="7d9f1c1e-4b1a-4f0e-9d7a-2f1d5c3b6a77", message="said over the relay")
    assert direct.expect("message", id="7d9f1c1e-4b1a-4f0e-9d7a-2f1d5c3b6a77")["seq"] == 1
    stranger = Member(house.host.address, "Eva", "uk", device="device of Eva", tls=False)
    stranger.send("message", id="7d9f1c1e-4b1a-4f0e-9d7a-2f1d5c3b6a77", message="mine")
    assert stranger.expect("error")["code"] == "duplicate-id"
    assert [text for _, text in lines(house.host)] == ["said over the relay"]


def test_a_chain_of_two_relays(house):
    anna, near = house.enters("Anna"), house.carrying("Near")
    far = house.carrying("Far", behind=near)
    boris = house.enters("Boris", "uk", at=far)
    boris.says("from far away")
    assert anna.sees("from far away")["via"] == "Far"
    anna.says("and back")
    boris.sees("and back")
    near.cable.is_cut()
    assert boris.expect("link", 15)["up"] is False, "that the near one has lost the host is told further on"
    boris.sends(message="waits at the far end")
    near.cable.is_mended()
    boris.expect("message", 20, own=True, message="waits at the far end")
    anna.sees("waits at the far end", 20)
    assert lines(house.host) == lines(near) == lines(far)


def test_a_ring_does_not_arise(house):
    near = house.carrying("Near")
    far = house.carrying("Far", behind=near)
    # The near one is now told to follow the far one, which has the room from it.
    lists(far.home, near.home, "Near")
    near.terminates()
    near.source = f"127.0.0.1:{far.port}/Stage"
    near.returns()
    near.logs("through your relay already", 20)


def test_who_is_not_listed_is_no_relay(house):
    relay = house.relay(lists_it=False)
    assert "staff add --relay" in relay.logs("knows no relay by your key", 20)
    stranger = Member(house.host.address, "Eva", "uk", tls=False)
    stranger.send(
        "message", id="7d9f1c1e-4b1a-4f0e-9d7a-2f1d5c3b6a78", message="not mine",
        **{"for": {"id": "m1", "name": "Anna", "lang": "es"}})
    assert stranger.expect("error")["code"] == "forbidden"


def test_of_two_relays_to_one_side_one_carries_and_the_other_takes_over(house):
    first = house.carrying("First", side="ward")
    second = house.relay("Second", side="ward")
    second.logs("the link to the room's host is there", 20)
    assert not [line for line in second.lines if line.startswith("carry")]
    anna, boris = house.enters("Anna"), house.enters("Boris", "uk", at=first)
    boris.says("over the first")
    anna.sees("over the first")
    first.kill()
    second.carries(within=30)
    clara = house.enters("Clara", "ca", at=second)
    clara.says("over the second")
    anna.sees("over the second")
    assert lines(second) == lines(house.host)
    first.ended()
    first.returns()
    first.logs("the link to the room's host is there", 20)
    assert not [line for line in first.lines if line.startswith("carry")]


def test_two_relays_without_a_side_both_carry_and_no_line_is_double_or_lost(house):
    first, second = house.carrying("First"), house.carrying("Second")
    anna, boris, clara = house.enters("Anna"), house.enters("Boris", "uk", at=first), house.enters("Clara", at=second)
    people = [anna, boris, clara]
    said = [f"{number} of {person.name}" for number in range(5) for person in people]
    for text in said:
        next(person for person in people if text.endswith(person.name)).says(text)
    # Whoever gets no answer over one of the two says it again over the other, by the same id.
    line = {"id": "7d9f1c1e-4b1a-4f0e-9d7a-2f1d5c3b6a77", "message": "said over both"}
    one = Member(first.address, "Dora", "uk", device="device of Dora", tls=False)
    first.cable.swallows_answers()
    one.send("message", **line)
    first.cable.await_lost(b"said over both")
    one.close()
    clara.sees("said over both")
    other = Member(second.address, "Dora", "uk", device="device of Dora", tls=False)
    other.send("message", **line)
    assert other.expect("message", id=line["id"])["seq"] == len(said) + 1
    other.leave()
    first.cable.is_cut()
    first.cable.is_mended()
    for person in (anna, boris):
        assert person.sees("said over both")["seq"] == len(said) + 1
    assert lines(house.host) == list(enumerate([*said, "said over both"], 1)) == lines(first) == lines(second)
    assert not [event for relay in (first, second) for event in relay.lines if event.startswith("stand-by")]


def test_staff_of_the_host_mute_somebody_behind_a_relay(house):
    relay, home = house.carrying(), Home()
    key = run("staff", "key", home=home).stdout.strip()
    assert run("staff", "add", "Rosa Mir", key, home=house.host.home).returncode == 0
    secret = (home.path / "sabir/staff.key").read_text().strip()
    home.remove()
    boris = house.enters("Boris", "uk", at=relay)
    rosa = Member(house.host.address, "Rosa", "ca", device=secret, tls=False)
    rosa.expect("joined", where=lambda p: p["member"]["id"] == boris.id) if boris.id not in str(rosa.me) else None
    rosa.send("staff", act="mute", member=boris.id)
    boris.expect("acted", act="mute", member=boris.id)
    boris.sends(message="чому?")
    assert boris.expect("refused")["code"] == "muted"


def test_over_tls_guests_of_the_relay_are_sure_by_the_hosts_grant(closed_house):
    anna, relay = closed_house.enters("Anna"), closed_house.carrying()
    boris = closed_house.enters("Boris", "uk", at=relay)
    boris.says("over two ways of TLS")
    anna.sees("over two ways of TLS")


def test_over_tls_a_chain_is_vouched_for_by_the_first_host(closed_house):
    near = closed_house.carrying("Near")
    far = closed_house.carrying("Far", behind=near)
    anna, boris = closed_house.enters("Anna"), closed_house.enters("Boris", "uk", at=far)
    boris.says("over three")
    anna.sees("over three")


def test_a_relay_that_is_struck_off_is_out_and_its_side_is_told_until_it_is_listed_anew(closed_house):
    anna, relay = closed_house.enters("Anna"), closed_house.carrying()
    boris = closed_house.enters("Boris", "uk", at=relay)
    boris.says("before")
    anna.sees("before")
    struck = run("staff", "remove", NAME, home=closed_house.host.home)
    assert struck.returncode == 0 and "carry rooms no longer" in struck.stdout, struck.stderr
    for name in ("Boris", NAME):
        anna.expect("left", 20, where=lambda e, name=name: e["member"]["name"] == name)
    boris.expect("reconnecting", 20, where=lambda e: "lets this relay in no longer" in e["reason"])
    relay.logs("has taken your relay off the list", 20)
    relay.logs("knows no relay by your key", 20)
    anna.says("said without them")
    boris.sends(message="said to nobody yet")
    lists(closed_house.host.home, relay.home, NAME)
    relay.carries(within=40)
    boris.expect("message", 40, own=True, message="said to nobody yet")
    anna.sees("said to nobody yet", 20)


def test_a_relay_that_is_struck_off_keeps_no_copy(house):
    house.keeps("disk")
    relay = house.carrying(history="disk")
    anna, boris = house.enters("Anna"), house.enters("Boris", "uk", at=relay)
    anna.says("kept for now")
    boris.sees("kept for now")
    relay.terminates()
    assert len(copies(relay)) == 1
    assert run("staff", "remove", NAME, home=house.host.home).returncode == 0
    relay.returns()
    relay.carries()
    relay.logs("the room is closed on this side")
    relay.terminates()
    assert copies(relay) == []


def test_a_relay_by_hand(house):
    home = Home()
    lists(house.host.home, home, "By hand")
    relay = Program(
        "relay", f"127.0.0.1:{house.host.port}/Stage", "--as", "By hand", "--port", "0", "--bind", "127.0.0.1",
        "--no-mdns", "--plaintext", home=home)
    house.stage.actors.append(relay)
    relay.until(lambda: [line for line in relay.lines if line.startswith("carry Stage ")], 20)


def test_a_relay_says_goodbye_when_it_is_told_to_end(house):
    relay = house.carrying()
    relay.signal(signal.SIGTERM)
    assert relay.ended(20) == 0


def copies(relay):
    """The files in which a relay keeps rooms."""
    return list(relay.home.path.glob("**/relays/*.copy"))


@pytest.mark.parametrize("secured", [False, True])
def test_a_relay_that_keeps_a_copy_opens_the_room_without_its_host(secured):
    with House(() if secured else ("--plaintext",)) as house:
        house.keeps("disk")
        relay = house.carrying(history="disk")
        anna, boris = house.enters("Anna"), house.enters("Boris", "uk", at=relay)
        for number in range(5):
            anna.says(f"kept {number}")
        boris.sees("kept 4")
        # A relay that ends properly writes what it has; one that is killed may lose a second.
        relay.terminates()
        relay.cable.is_cut()
        relay.returns()
        relay.carries()
        assert "host has not been reached" in relay.logs("from the copy on disk", 20)
        if not secured:
            assert [text for _, text in lines(relay)] == [f"kept {number}" for number in range(5)]
        boris.expect("reconnected", 30)
        late = house.enters("Clara", "ca", at=relay)
        assert late.expect("link")["up"] is False
        late.sends(message="written meanwhile")
        anna.says("said at the host meanwhile")
        relay.cable.is_mended()
        late.expect("message", 30, own=True, message="written meanwhile")
        anna.sees("written meanwhile", 30)
        late.sees("said at the host meanwhile", 30)
        boris.sees("said at the host meanwhile", 30)
        if not secured:
            assert lines(relay) == lines(house.host)


def test_a_copy_is_not_kept_where_the_host_keeps_none(house):
    house.keeps("disk")
    relay = house.carrying(history="disk")
    anna, boris = house.enters("Anna"), house.enters("Boris", "uk", at=relay)
    anna.says("kept for now")
    boris.sees("kept for now")
    relay.terminates()
    (copy,) = copies(relay)
    assert b"kept for now" in copy.read_bytes() and copy.stat().st_mode & 0o077 == 0
    house.keeps("memory")
    relay.returns()
    relay.carries()
    relay.logs("the link to the room's host is there", 20)
    relay.terminates()
    assert copies(relay) == [], "what the host keeps in memory alone is on no disk of a relay's"


def has_written_of(relay, devices):
    """Waits until a relay has on disk what so many devices may see: that is written behind the rooms' backs."""
    end = time.monotonic() + 30
    while sum(len(file.read_text().splitlines()) for file in relay.home.path.glob("**/devices.list")) < devices:
        assert time.monotonic() < end, "the relay has not written down which devices came"
        time.sleep(0.05)


def test_a_relay_that_starts_anew_knows_who_may_see_what(house):
    """Whoever only listened behind it misses nothing, and a stranger's word opens nothing."""
    anna, relay = house.enters("Anna"), house.carrying(newcomers="nothing")
    watcher = house.enters("Vera", at=relay)
    anna.says("before she came")
    watcher.sees("before she came")
    quiet = Member(relay.address, "Clara", "ca", device="device of Clara", tls=False)
    anna.says("heard")
    heard = quiet.expect("message", message="heard")
    point = {"epoch": quiet.me["epoch"], "seq": heard["seq"]}
    has_written_of(relay, devices=2)
    relay.kill()
    relay.ended()
    quiet.close()
    missed = anna.says("while the relay was away")
    relay.returns()
    relay.carries()
    back = Member(relay.address, "Clara", "ca", device="device of Clara", resume=point, tls=False)
    assert back.me["epoch"] == point["epoch"] and back.me["history"]["from"] == heard["seq"]
    back.read_to(missed["seq"])
    assert not back.ledger.gaps
    stranger = Member(relay.address, "Olga", "ru", resume={**point, "seq": 0}, tls=False)
    stranger.barrier()
    assert not stranger.ledger.lines and stranger.ledger.gaps == [(1, stranger.me["seq"])]
    back.leave(), stranger.leave()
