"""What a client relies on that knows the contract and none of the amendments: its hello has no `features` and no token.

That a call for a person goes to all of them is in test_calls.py, `resume` with a device in test_messages.py.
"""

import uuid

import pytest
from host import Host
from test_history import told
from wire import Member


@pytest.fixture
def lives(tmp_path):
    """lives() is the next life of one host on one folder."""
    hosts = []

    def begin():
        config = '[[room]]\nname = "Stage"\nhistory = "disk"\n'
        hosts.append(Host("Stage", config=config, home=tmp_path))
        return hosts[-1]

    yield begin
    hosts[-1].end()


def test_resume_without_a_token_or_a_device_counts_while_the_host_runs(lives):
    host = lives()
    bare, known = Member(host.address, "olga", "ru"), Member(host.address, "boris", "ca", device="device of boris")
    anna = Member(host.address, "anna", "es", device="device of anna")
    anna.says("una"), anna.says("dos")
    point = {"epoch": bare.me["epoch"], "seq": 1}
    bare.close(), known.close()
    back = Member(host.address, "olga", "ru", resume=point)
    assert back.me["history"]["from"] == 2 and [packet["seq"] for packet in told(back)] == [2]
    back.close(), anna.close()
    host.kill()
    host = lives()
    back = Member(host.address, "olga", "ru", resume=point)
    assert back.me["history"]["from"] == 3 and told(back) == [{"type": "gap", "from": 2, "to": 2}]
    known = Member(host.address, "boris", "ca", device="device of boris", resume=point)
    assert known.me["history"]["from"] == 1 and [packet["seq"] for packet in told(known)] == [2]
    back.close(), known.close()


def test_every_message_has_a_text(join):
    """Also one that takes another back, and the one that was taken back."""
    boris, anna = join("boris", "ca"), join("anna", "es", device="takes-back-1")
    line = anna.says("me equivoqué")
    anna.send("message", id=str(uuid.uuid4()), retracts=line["id"])
    taken = boris.expect("message", retracts=line["id"])
    assert taken["message"] and taken["lang"] == "en" and "equivoqué" not in taken["message"]
    boris.send("history", limit=100)
    lines = {kept["id"]: kept for kept in boris.expect("lines")["messages"]}
    assert lines[line["id"]]["message"] and "equivoqué" not in lines[line["id"]]["message"]
    assert lines[taken["id"]]["message"] == taken["message"]
