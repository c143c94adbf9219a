"""Three NATS servers, three nodes, one room: what is acknowledged is kept once, in one order, whoever dies."""

import os
import threading
import uuid

from node import Node
from servers import Servers, free_ports
from talker import pace


def judge(house):
    """No acknowledged line is missing or double, and the order is one; returns the counts."""
    reference = max((talker.lines for talker in house.talkers), key=len)
    acknowledged = {}
    for talker in house.talkers:
        assert not talker.faults, talker.faults[:3]
        acknowledged.update(talker.acknowledged)
        for seq, line in talker.lines.items():
            assert reference.get(seq, line) == line, f"another line with number {seq} at {talker.name}"
    by_number = {seq: line[0] for talker in house.talkers for seq, line in talker.lines.items()}
    assert len(set(by_number.values())) == len(by_number), "a line stands twice in the order"
    for id_, seq in acknowledged.items():
        assert by_number.get(seq) == id_, f"{id_} was acknowledged as {seq} and is not there"
    return len(acknowledged), len(by_number)


def test_a_line_said_at_one_node_is_heard_at_all(house):
    one, two, three = house.talkers
    id_ = one.say("no more than 20 mg")
    for talker in (two, three):
        talker.wait(lambda talker=talker: any(line[0] == id_ for line in talker.lines.values()))
    house.settle()
    assert {talker.epoch for talker in house.talkers} == {one.epoch}
    assert len({talker.member for talker in house.talkers}) == 3


def test_members_and_acts_of_other_nodes_are_seen(house):
    one, two, three = house.talkers
    one.wait(lambda: {"member 1", "member 2"} <= names(one))
    three.leave()
    one.wait(lambda: any(p["type"] == "left" and p["member"]["name"] == "member 2" for p in one.packets))


def names(talker):
    return {p["member"]["name"] for p in talker.packets if p["type"] == "joined"} | {
        member["name"] for p in talker.packets if p["type"] == "welcome" for member in p["members"]}


def test_servers_and_nodes_die_in_turn_under_load(house, request):
    seconds = 120 if request.config.getoption("--all") else 36
    step = seconds / 7
    stop = threading.Event()

    def deaths():
        for victim in range(6):
            if stop.wait(step * 0.5):
                return
            number = victim % 3
            if victim < 3:
                house.servers.run("kill", number + 1)
            else:
                house.nodes[number].kill()
            stop.wait(step * 0.5)
            if victim < 3:
                house.servers.run("start", number + 1)
            else:
                house.nodes[number].start()

    reaper = threading.Thread(target=deaths)
    reaper.start()
    said = pace(house.talkers, seconds, 50)
    reaper.join(timeout=300)
    house.settle()
    acknowledged, numbered = judge(house)
    print(f"\n{said} said, {acknowledged} acknowledged, {numbered} in the order; 3 servers and 3 nodes killed with -9")
    assert acknowledged == said


def test_without_the_cluster_members_are_told_and_what_they_write_goes_once_it_is_back(house):
    one = house.talkers[0]
    one.say("before")
    house.settle()
    for number in (1, 2, 3):
        house.servers.run("kill", number)
    one.wait(lambda: any(p["type"] == "link" and not p["up"] for p in one.packets))
    for number in range(20):
        one.say(f"held {number}")
    house.servers.run("start")
    house.settle()
    one.wait(lambda: any(p["type"] == "link" and p["up"] for p in one.packets))
    judge(house)
    held = [one.lines[seq][1] for seq in sorted(one.lines)][-20:]
    assert held == [f"held {number}" for number in range(20)]


def test_a_guest_who_knows_the_first_node_knows_the_second_by_its_grant(tmp_path):
    room, port, guest = str(uuid.uuid4()), free_ports(3), str(tmp_path)
    with Servers() as servers:
        nodes = [Node(servers, room, number, port + number, tls=True) for number in range(2)]
        try:
            for node in nodes:
                came, printed = node.joined(guest)
                assert came, printed
            nodes[1].kill()
            nodes[0].kill()
            nodes[1].start()
            came, printed = nodes[1].joined(guest)
            assert came, "its grant is kept in the cluster: " + printed
        finally:
            for node in nodes:
                node.end()


def test_the_first_node_gets_a_new_key_and_stays_the_first(tmp_path):
    room, port = str(uuid.uuid4()), free_ports(3)
    away, newcomer = str(tmp_path / "away"), str(tmp_path / "newcomer")
    for home in (away, newcomer):
        os.mkdir(home)
    with Servers() as servers:
        nodes = [Node(servers, room, number, port + number, tls=True) for number in range(2)]
        try:
            came, printed = nodes[0].joined(away)
            assert came, printed
            nodes[0].kill()
            nodes[0].rotates()
            nodes[0].start()
            # The second has the grant of the key before; a third has none yet, and gets one of the new key.
            nodes.append(Node(servers, room, 2, port + 2, tls=True))
            for guest in (newcomer, away):
                for node in (nodes[0], nodes[1], nodes[2], nodes[0]):
                    came, printed = node.joined(guest)
                    assert came, printed
        finally:
            for node in nodes:
                node.end()


def test_a_guest_who_knows_the_first_node_proves_the_password_at_the_second(tmp_path):
    room, port, guest = str(uuid.uuid4()), free_ports(3), str(tmp_path)
    with Servers() as servers:
        nodes = [
            Node(servers, room, number, port + number, tls=True, password="dos nous i tres ametlles")
            for number in range(2)
        ]
        try:
            known = ["--password-file", str(nodes[0].home / "typed")]
            came, printed = nodes[0].joined(guest, *known, to=nodes[0].invite())
            assert came, printed
            second = f"127.0.0.1:{nodes[1].port}/{room}"
            came, printed = nodes[1].joined(guest, *known, to=second)
            assert came, "its grant is shown with the refusal: " + printed
            wrong = tmp_path / "wrong"
            wrong.write_text("another one altogether\n", encoding="utf-8")
            assert "auth-failed" in nodes[1].joined(guest, "--password-file", str(wrong), to=second)[1]
        finally:
            for node in nodes:
                node.end()
