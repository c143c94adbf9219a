"""A node of 0.1.0 and one of today's in one room, over three real servers."""

import uuid

import node as nodes
import pytest
from servers import Servers, free_ports
from talker import Talker


@pytest.fixture
def servers():
    with Servers() as servers:
        yield servers


def begins(either, which, servers, room, number, port, monkeypatch):
    with either(which) as path:
        monkeypatch.setattr(nodes, "PROGRAM", path)
        return nodes.Node(servers, room, number, port)


def test_both_carry_one_room(either, servers, monkeypatch):
    room, port = str(uuid.uuid4()), free_ports(2)
    both = {
        which: begins(either, which, servers, room, number, port + number, monkeypatch)
        for number, which in enumerate(("old", "new"))
    }
    talkers = {which: Talker(node, f"member of {which}") for which, node in both.items()}
    try:
        for talker in talkers.values():
            talker.wait(lambda talker=talker: talker.member is not None)
        said = [talkers[which].say(f"{which} {count}") for count in range(10) for which in both]
        for talker in talkers.values():
            talker.wait(lambda talker=talker: not talker.unanswered and talker.newest >= len(said))
        # One of each is killed and goes on under its epoch.
        for which, node in both.items():
            node.kill()
            with either(which) as path:
                monkeypatch.setattr(nodes, "PROGRAM", path)
                node.start()
            said.append(talkers[which].say(f"{which} again"))
        for talker in talkers.values():
            talker.wait(lambda talker=talker: not talker.unanswered and talker.newest >= len(said))
            assert not talker.faults
            assert len({line[0] for line in talker.lines.values()}) == len(said)
        assert talkers["old"].lines == talkers["new"].lines
    finally:
        for talker in talkers.values():
            talker.leave()
        for node in both.values():
            node.end()
