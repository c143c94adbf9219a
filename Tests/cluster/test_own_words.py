"""What its author corrects or takes back is so at every node of a cluster, one that was away included."""

import time
import uuid
from pathlib import Path

from talker import Talker

STAFF = "the secret of somebody on staff, 32"


class Author(Talker):
    """Keeps messages whole, and revises its own."""

    def __init__(self, *args, **hello):
        self.heard = []
        super().__init__(*args, **hello)

    def _hear(self, packet):
        self.heard.append(packet)
        super()._hear(packet)

    def revise(self, kind, line, text=None):
        packet = {"type": "message", "id": str(uuid.uuid4()), kind: line}
        if text is not None:
            packet["message"] = text
        with self.news:
            self.unanswered[packet["id"]] = packet
            self._send(packet)
        return packet["id"]

    def refusals(self, packet):
        return [fault for fault in self.faults if fault["id"] == packet]

    def history(self):
        pages = [p for p in self.packets if p["type"] == "lines"]
        self.tell({"type": "history", "limit": 100})
        self.wait(lambda: len([p for p in self.packets if p["type"] == "lines"]) > len(pages))
        return [p for p in self.packets if p["type"] == "lines"][-1]["messages"]


def people(house):
    """Somebody at each node: the author, who reads in Catalan, who is away for a while; and staff at the second."""
    house.nodes[1].make_staff(STAFF)
    named = (("anna", 0, {}), ("boris", 1, {"lang": "ca"}), ("chen", 2, {"lang": "zh"}), ("rosa", 1, {"device": STAFF}))
    found = [Author(house.nodes[node], name, **hello) for name, node, hello in named]
    for one in found:
        one.wait(lambda one=one: one.member is not None)
    return found


def tells(packets, line):
    return [p["id"] for p in packets if p.get("retracts") == line]


def test_it_is_taken_back_at_every_node_though_one_was_away_and_one_was_killed(house):
    anna, boris, chen, rosa = everybody = people(house)
    welcome = [p for p in anna.packets if p["type"] == "welcome"][-1]
    assert welcome["limits"]["take_back"] == 900 and "own-words" in welcome["features"]
    line = anna.say("geheimwort eins")
    correction = anna.revise("corrects", line, "geheimwort zwei")
    for one in everybody:
        one.wait(lambda one=one: any(p.get("corrects") == line for p in one.heard))
    # Nobody else may: neither at another node, nor staff.
    for other in (boris, rosa):
        tried = other.revise("retracts", line)
        other.wait(lambda other=other, tried=tried: other.refusals(tried))
        assert other.refusals(tried)[0]["detail"] == "not-yours"
        other.unanswered.pop(tried)
    house.nodes[2].kill()
    # The author's node dies at once, and is back later: its member says it again.
    told = anna.revise("retracts", line)
    house.nodes[0].kill()
    house.nodes[0].start()
    anna.wait(lambda: not anna.unanswered)
    for one in (anna, boris, rosa):
        one.wait(lambda one=one: tells(one.heard, line))
    house.nodes[2].start()
    chen.wait(lambda: tells(chen.heard, line))
    # By one line, under the id that its author gave it, at all of them.
    boris.say("and now?")
    for one in everybody:
        one.wait(lambda one=one: any(p["message"] == "and now?" for p in one.heard))
        assert set(tells(one.heard, line)) == {told}
    for one in everybody:
        page = one.history()
        assert page and "geheimwort" not in str(page)
        assert not {line, correction} & {kept["id"] for kept in page if not kept.get("retracted")}
    # What was taken back is not taken back once more, nor brought back by its own id.
    again = anna.revise("corrects", line, "geheimwort drei")
    anna.wait(lambda: anna.refusals(again))
    anna.unanswered.pop(again)
    assert "geheimwort drei" not in str(boris.heard)
    for one in everybody:
        one.leave()


def test_one_who_has_gone_to_another_node_may_take_back_what_they_said(house):
    anna, boris, chen, rosa = everybody = people(house)
    line = anna.say("geheimwort")
    boris.wait(lambda: any(p["id"] == line for p in boris.heard))
    # Who is in at another node is told a moment later than what they say; who has gone by then is not told at all.
    boris.wait(lambda: any(anna.member in str(p) for p in boris.packets if p["type"] in ("welcome", "joined")))
    anna.leave()
    boris.wait(lambda: any(p["type"] == "left" for p in boris.packets))
    elsewhere = Author(house.nodes[1], "anna", device=anna.device)
    elsewhere.wait(lambda: elsewhere.member is not None)
    elsewhere.revise("retracts", line)
    for one in (boris, chen, rosa):
        one.wait(lambda one=one: tells(one.heard, line))
    assert "geheimwort" not in str(rosa.history())
    for one in (elsewhere, boris, chen, rosa):
        one.leave()
    assert everybody


def in_streams(servers, text):
    """The files of rooms' streams, at all servers, that have it. A server's journal is another file."""
    files = [p for p in Path(servers.folder).rglob("*") if p.is_file() and "/msgs/" in str(p) and "_log_" in str(p)]
    assert files
    return [str(p) for p in files if text.encode() in p.read_bytes()]


def test_a_correction_on_its_way_while_its_line_is_taken_back_elsewhere_is_erased_too(house):
    """One person at two nodes. While most servers are away neither node hears of what the other's member says."""
    anna, boris, chen, rosa = everybody = people(house)
    phone = Author(house.nodes[1], "anna", device=anna.device)
    phone.wait(lambda: phone.member is not None)
    line = anna.say("geheimwort eins")
    for one in (*everybody, phone):
        one.wait(lambda one=one: any(p["id"] == line for p in one.heard))
    for number in (2, 3):
        house.servers.run("kill", number)
    correction = phone.revise("corrects", line, "geheimwort zwei")
    told = anna.revise("retracts", line)
    # Both nodes have taken what they were told before their members' answers to a question.
    for one in (anna, phone):
        one.history()
    for number in (2, 3):
        house.servers.run("start", number)
    for one in (*everybody, phone):
        one.wait(lambda one=one: tells(one.heard, line))
    phone.wait(lambda: not phone.unanswered)
    # Whichever came first into the stream: nothing of the correction stays there, nor with anybody who reads back.
    for one in (*everybody, phone):
        one.wait(lambda one=one: "geheimwort" not in str(one.history()))
        assert set(tells(one.heard, line)) == {told}
    ends = time.monotonic() + 60
    while found := in_streams(house.servers, "geheimwort"):
        assert time.monotonic() < ends, found
        boris.history()
    assert correction not in boris.acknowledged
    newcomer = Author(house.nodes[2], "dora")
    newcomer.wait(lambda: newcomer.member is not None)
    assert "geheimwort" not in str(newcomer.history()) + str(newcomer.heard)
    for one in (*everybody, phone, newcomer):
        one.leave()
