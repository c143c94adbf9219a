"""What staff decided, and what was said long ago, is there at a node that was away."""

import time

from talker import Talker

STAFF = "the secret of somebody on staff, 32"


def packets(talker, kind, **fields):
    return [p for p in talker.packets if p["type"] == kind and all(p.get(k) == v for k, v in fields.items())]


def ask(talker, packet, condition):
    talker.tell(packet)
    talker.wait(condition)


def history(talker, before, limit=100):
    known = len(packets(talker, "lines"))
    ask(talker, {"type": "history", "before": before, "limit": limit},
        lambda: len(packets(talker, "lines")) > known)
    return packets(talker, "lines")[-1]


def test_acts_of_staff_hold_at_a_node_that_was_away(house):
    one, two, _ = house.talkers
    house.nodes[2].kill()
    house.nodes[0].make_staff(STAFF)
    rosa = Talker(house.nodes[0], "rosa", device=STAFF)
    rosa.wait(lambda: rosa.member is not None)
    rosa.wait(lambda: two.member in str(rosa.packets))
    for act, fields in (("topic", {"text": "Ward 3"}), ("mute", {"member": one.member}),
                        ("ban", {"member": two.member, "minutes": 30}), ("lock", {})):
        ask(rosa, {"type": "staff", "act": act, **fields}, lambda act=act: packets(rosa, "acted", act=act))
    ask(rosa, {"type": "staff", "act": "notice", "text": "No more than 20 mg", "lang": "en"},
        lambda: packets(rosa, "notice"))
    two.wait(lambda: packets(two, "error", code="banned"))
    house.nodes[2].start()
    newcomer = Talker(house.nodes[2], "newcomer")
    newcomer.wait(lambda: packets(newcomer, "error", code="locked"))
    ask(rosa, {"type": "staff", "act": "unlock"}, lambda: packets(rosa, "acted", act="unlock"))
    newcomer.wait(lambda: newcomer.member is not None)
    assert packets(newcomer, "welcome")[-1]["room"]["topic"] == "Ward 3"
    newcomer.wait(lambda: packets(newcomer, "notice", text="No more than 20 mg"))
    # Who was banned at another node is known here by the device.
    banned = Talker(house.nodes[2], "somebody", device=two.device)
    banned.wait(lambda: packets(banned, "error", code="banned"))
    muted = Talker(house.nodes[2], "else", device=one.device)
    muted.wait(lambda: muted.member is not None)
    muted.say("may I?")
    muted.wait(lambda: any(fault["code"] == "muted" for fault in muted.faults))
    for talker in (rosa, newcomer, banned, muted):
        talker.leave()


def test_a_call_for_help_its_answer_and_its_end_are_heard_at_every_node(house):
    one, two, three = house.nodes
    one.make_staff(STAFF)
    anna, boris, rosa = (
        Talker(one, "anna", features=["help"]), Talker(two, "boris", features=["help"]),
        Talker(one, "rosa", device=STAFF, features=["help"]))
    for talker in (anna, boris, rosa):
        talker.wait(lambda talker=talker: talker.member is not None)
    three.kill()
    anna.tell({"type": "person"})
    for talker in (boris, rosa):
        talker.wait(lambda talker=talker: packets(talker, "help", member=anna.member, state="open"))
    # A node that was away knows of no call: whoever comes in there is told all the same.
    three.start()
    late = Talker(three, "late", features=["help"])
    def is_told():
        greeted = [call for packet in packets(late, "calls") for call in packet["calls"]]
        return any(call["member"] == anna.member for call in greeted + packets(late, "help", state="open"))
    late.wait(is_told)
    assert len(packets(boris, "help")) == len(packets(boris, "person")) == 1, "and nobody is told twice"
    rosa.tell({"type": "help", "member": anna.member, "state": "coming"})
    for talker in (anna, boris, late):
        talker.wait(lambda talker=talker: packets(talker, "help", member=anna.member, state="coming"))
    anna.tell({"type": "help", "state": "done"})
    for talker in (boris, rosa, late):
        talker.wait(lambda talker=talker: packets(talker, "help", member=anna.member, state="done"))
    for talker in (anna, boris, rosa, late):
        talker.leave()


def test_lines_that_left_memory_can_be_read_back_at_every_node(house):
    one, two, _ = house.talkers
    for number in range(1_150):
        one.say(f"line {number}")
    house.settle()
    for talker in (one, two):
        assert packets(talker, "welcome")[-1]["history"]["kept"] == "disk"
        page = history(talker, before=120)
        assert [line["message"] for line in page["messages"]] == [f"line {n}" for n in range(19, 119)]
        assert page["more"]
        rest = history(talker, before=20)
        assert [line["message"] for line in rest["messages"]] == [f"line {n}" for n in range(19)]
        assert not rest["more"]


def test_a_person_is_erased_from_the_stream_and_from_every_node(house):
    one, two, _ = house.talkers
    for talker in (one, two, one):
        talker.say(f"said by {talker.name}")
        talker.wait(lambda talker=talker: not talker.unanswered)
    house.settle()
    printed = house.nodes[2].erase("--person", "member 0")
    assert "2 lines" in printed and "Erased from the cluster" in printed
    def kept(talker):
        return [line["message"] for line in history(talker, before=1_000)["messages"]]
    for talker in house.talkers[:2]:
        ends = time.monotonic() + 60
        while kept(talker) != ["said by member 1"]:
            assert time.monotonic() < ends, kept(talker)


def test_a_member_whose_node_dies_is_the_same_member_at_another_and_misses_nothing(house):
    one, two, three = house.talkers
    one.say("before")
    house.settle()
    member = two.member
    three.wait(lambda: member in str(three.packets))
    house.nodes[1].kill()
    one.say("while away")
    one.wait(lambda: not one.unanswered)
    two.node = house.nodes[2]
    two.wait(lambda: any(line[1] == "while away" for line in two.lines.values()))
    assert two.member == member and not packets(two, "gap")
    house.nodes[1].start()
