"""What was said is not lost when the guest's program dies: it comes back as the same device and sends it once.

What arrived is counted by the contract's own reader of the wire.
"""

import json
import os
import random
import signal
import stat
import time

import pytest
from conversation import Actor, Stage, steady_stage
from program import Home
from test_coming_back import gone
from wire import Member

ROUNDS = 20
REPLY = "11111111-2222-4333-8444-555555555555"


class Guest:
    """Anna, whose program may die and begin again in the same home."""

    def __init__(self, port, name="anna", home=None):
        self.port, self.name, self.home, self.lives = port, name, home or Home(), []

    def begins(self, waits=True):
        command = ["join", f"127.0.0.1:{self.port}", "--json", "--name", self.name, "--lang", "es", "--no-translate"]
        self.now = Actor(*command, home=self.home, name=self.name)
        self.lives.append(self.now)
        if waits:
            self.now.expect("welcome", 15)
        return self.now

    def dies(self):
        assert self.now.kill() == -signal.SIGKILL
        self.now.ended()

    @property
    def safe(self):
        """Ids that some life of the program called safe, in the order of their first time, with their texts."""
        events = [e for life in self.lives for e in life.all("sending") if e["kept"]]
        return {e["id"]: e["message"] for e in events}

    @property
    def folder(self):
        return self.home.path / "sabir" / "guests"

    def outboxes(self):
        return sorted(self.folder.glob("*.outbox"))


@pytest.fixture
def guests():
    made = []

    def make(*arguments, **options):
        made.append(Guest(*arguments, **options))
        return made[-1]

    yield make
    for guest in made:
        for life in guest.lives:
            if life.is_alive():
                life.kill()
            life.ended()
            assert not life.faults
        guest.home.remove()


def test_a_killed_guest_loses_no_line_that_it_called_safe(steady, guests):
    """Twenty times: the host goes, anna writes, her program is killed at any moment and started, the host comes."""
    dice = random.Random(os.environ.get("SEED", "5"))
    anna = guests(steady.host.port)
    anna.begins()
    written = 0
    for life in range(ROUNDS):
        gone(steady, signal.SIGKILL)
        anna.now.expect("reconnecting")
        written = speaks(anna, written, dice)
        anna.begins(waits=False)
        written = speaks(anna, written, dice) if life % 3 == 0 else written
        if not anna.now.is_alive() or life % 3 == 0:
            anna.begins(waits=False)
        reader = returns_with_a_reader(steady, anna)
        anna.now.expect("welcome", 20)
        arrives_once_and_in_order(anna, reader)
        reader.leave()
    safe = len(anna.safe)
    print(f"{ROUNDS} rounds, {len(anna.lives)} lives: {written} lines written, {safe} called safe, each arrived once")
    assert safe >= 2 * ROUNDS
    anna.now.leaves()
    assert not any("said" in box.read_text() for box in anna.outboxes())


def speaks(anna, written, dice):
    """Anna writes some lines and is killed after some of them were called safe."""
    count = dice.randrange(3, 40)
    lines = [json.dumps({"message": f"line {written + n}"}) for n in range(count)]
    anna.now.write(("\n".join(lines) + "\n").encode())
    seen = dice.randrange(1, count + 1)
    anna.now.until(lambda: len([e for e in anna.now.events if e["event"] == "sending" and not e["again"]]) >= seen)
    anna.dies()
    return written + count


def returns_with_a_reader(steady, anna):
    """Somebody is in before anna is, and hears everything."""
    anna.now.signal(signal.SIGSTOP)
    steady.host.returns()
    reader = Member(steady.host.address, "olga", "ru")
    anna.now.signal(signal.SIGCONT)
    return reader


def heard_by(reader):
    reader.barrier()
    return [reader.ledger.lines[seq] for seq in sorted(reader.ledger.lines)]


def arrives_once_and_in_order(anna, reader):
    """All that is safe and that no earlier round counted is in this life of the host, once, in the order of writing."""
    waiting = [e["id"] for e in anna.now.all("sending")]
    for id in waiting:
        anna.now.expect("message", 20, id=id, own=True)
    known = {e["id"] for life in anna.lives for e in life.all("message", own=True)}
    assert set(anna.safe) <= known, "safe, and in no room"
    arrived = heard_by(reader)
    assert [line["id"] for line in arrived] == waiting
    assert [line["message"] for line in arrived] == [anna.safe[id] for id in waiting]
    numbers = [int(line["message"].split()[1]) for line in arrived]
    assert numbers == sorted(numbers)


def test_a_line_that_the_room_has_already_is_shown_once_more_and_not_said_again(stage, guests):
    """Killed between the host's acceptance and the echo's arrival, the program asks again and is answered."""
    anna = guests(stage.host.port)
    anna.begins()
    olga = Member(stage.host.address, "olga", "ru")
    anna.now.signal(signal.SIGSTOP)
    anna.now.write(b'{"message":"una vegada"}\n')
    os.kill(anna.now.process.pid, signal.SIGCONT)
    id = anna.now.expect("sending")["id"]
    first = olga.expect("message", message="una vegada")
    anna.dies()
    box = anna.outboxes()[0]
    said = {"said": {"id": id, "text": "una vegada", "lang": "es", "said": int(time.time() * 1000)}}
    box.write_text("\n".join([*box.read_text().splitlines()[:1], json.dumps(said)]) + "\n")
    anna.begins()
    assert anna.now.expect("sending", again=True)["id"] == id
    assert anna.now.expect("message", id=id, own=True)["seq"] == first["seq"]
    anna.now.says("i prou")
    assert olga.expect("message", where=lambda p: p["message"] != "una vegada")["message"] == "i prou"
    assert anna.now.welcome["member"] == first["member"]
    anna.now.leaves()
    olga.close()


def test_a_program_may_name_its_lines_and_repeat_them(stage, guests):
    anna = guests(stage.host.port)
    anna.begins()
    olga = Member(stage.host.address, "olga", "ru")
    for _ in range(2):
        anna.now.sends(message="with my id", id=REPLY)
        anna.now.expect("message", id=REPLY, own=True)
    anna.now.says("done")
    heard = [olga.expect("message")["message"] for _ in range(2)]
    assert heard == ["with my id", "done"]
    anna.now.sends(message="x", id="mine")
    assert "UUID" in anna.now.expect("error")["reason"]
    olga.close()


def test_every_line_has_its_way_told(stage, guests):
    anna = guests(stage.host.port)
    anna.begins()
    assert anna.now.events[0]["event"] == "welcome" and "intérprete" in anna.now.welcome["notice"]
    anna.now.says("hola")
    sending, message = anna.now.expect("sending"), anna.now.all("message")[0]
    assert sending["kept"] is True and sending["again"] is False and sending["id"] == message["id"]
    assert anna.now.place(sending) < anna.now.place(message)
    olga = Member(stage.host.address, "olga", "ru")
    olga.send("message", message="taken", id=REPLY)
    anna.now.sees("taken")
    anna.now.sends(message="the same id", id=REPLY)
    refused = anna.now.expect("refused", id=REPLY)
    assert refused["code"] == "duplicate-id" and refused["message"] == "the same id"
    # The file is written behind the event.
    anna.now.leaves()
    assert not any("said" in box.read_text() for box in anna.outboxes())
    olga.close()


def test_a_thousand_lines_wait_and_the_next_is_refused(steady, guests):
    anna = guests(steady.host.port)
    anna.begins()
    gone(steady, signal.SIGTERM)
    anna.now.expect("reconnecting")
    anna.now.write(b"".join(b'{"message":"line %d"}\n' % number for number in range(1001)))
    refused = anna.now.expect("refused", 30)
    assert refused["message"] == "line 1000" and refused["code"] == "too-fast"
    assert len(anna.now.all("sending")) == 1000
    anna.now.kill()


def test_the_files_are_for_their_owner_alone(stage, guests):
    anna = guests(stage.host.port)
    anna.begins()
    anna.now.says("hola")
    assert stat.S_IMODE(anna.folder.stat().st_mode) == 0o700
    for file in anna.folder.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


def test_two_at_once_are_two_members_and_the_second_takes_nothing_of_the_first(steady, guests):
    one = guests(steady.host.port)
    two = guests(steady.host.port, home=one.home)
    one.begins()
    two.begins()
    assert one.now.welcome["member"] != two.now.welcome["member"]
    gone(steady, signal.SIGTERM)
    one.now.expect("reconnecting")
    one.now.sends(message="mine alone")
    one.now.expect("sending")
    other = guests(steady.host.port, name="boris", home=one.home)
    other.begins(waits=False)
    assert other.now.expect("error", fatal=True) and other.now.ended() == 1
    steady.host.returns()
    one.now.expect("message", 15, message="mine alone", own=True)
    two.now.expect("reconnected", 15)
    one.now.says("both are back")
    two.now.sees("both are back")
    assert not two.now.all("sending")


def test_what_is_older_than_a_day_is_shown_and_not_sent(steady, guests):
    anna = guests(steady.host.port)
    anna.begins()
    gone(steady, signal.SIGTERM)
    anna.now.expect("reconnecting")
    for text in ("old", "young"):
        anna.now.sends(message=text)
        anna.now.expect("sending", message=text)
    anna.dies()
    (box,) = anna.outboxes()
    lines = [json.loads(line) for line in box.read_text().splitlines()]
    next(line["said"] for line in lines if line.get("said", {}).get("text") == "old")["said"] -= 86_400_001
    box.write_text("".join(json.dumps(line) + "\n" for line in lines))
    steady.host.returns()
    olga = Member(steady.host.address, "olga", "ru")
    anna.begins()
    refused = anna.now.expect("refused", message="old")
    assert refused["code"] == "expired" and "24" in refused["reason"]
    anna.now.expect("message", message="young", own=True)
    assert [line["message"] for line in heard_by(olga)] == ["young"]
    olga.leave()
    anna.now.leaves()


def test_what_was_for_another_room_is_shown_and_not_sent(guests):
    with steady_stage("One") as stage:
        anna = guests(stage.host.port)
        anna.begins()
        gone(stage, signal.SIGTERM)
        anna.now.expect("reconnecting")
        anna.now.sends(message="for room one")
        anna.now.expect("sending")
        anna.dies()
        stage.host.opens("Two")
        olga = Member(stage.host.address, "olga", "ru", tls=stage.host.is_secure)
        anna.begins()
        assert anna.now.expect("refused", message="for room one")["code"] == "other-room"
        anna.now.says("for room two")
        assert [line["message"] for line in heard_by(olga)] == ["for room two"]
        anna.now.leaves()
        olga.leave()


@pytest.mark.parametrize("damage", [b"", b"\x00" * 500, b"nonsense\n", None], ids=["empty", "zeros", "text", "half"])
def test_a_damaged_file_is_moved_aside_and_said(stage, guests, damage):
    anna = guests(stage.host.port)
    anna.begins()
    anna.now.leaves()
    (box,) = anna.outboxes()
    spoilt = box.read_bytes()[:-9] + b"\n" if damage is None else damage
    box.write_bytes(spoilt)
    anna.begins()
    aside = next(anna.folder.glob("*.damaged-*"))
    assert aside.read_bytes() == spoilt
    assert str(aside) in anna.now.expect("notice")["text"]
    anna.now.says("goes on")
    anna.now.leaves()


def test_where_nothing_can_be_kept_it_is_said_and_the_chat_goes_on(stage, guests):
    anna = guests(stage.host.port)
    (anna.home.path / "sabir").write_text("a file where the folder should be")
    anna.begins()
    assert anna.now.expect("notice")["text"].startswith("Si este programa termina")
    anna.now.says("hola")
    assert anna.now.expect("sending")["kept"] is False
    anna.now.leaves()
