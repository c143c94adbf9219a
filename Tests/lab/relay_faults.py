"""Scenarios of relays between three sites: links are cut and mended, relays and the host killed, all while everybody
talks. Each ends with a tally (talk.py) over everybody's screen, the host's log and each relay's copy.
"""

from people import PORT, refused
from relaying import Relayed, lists

ROUNDS, MORE_ROUNDS = 1, 10


def rounds(lab, conversation, *faults, copies=True):
    """Each fault in turn, so often; in every third the line between north and south is slow and loses packets."""
    line, number = lab.line("north", "south"), 0
    for _ in range(MORE_ROUNDS if lab.thorough else ROUNDS):
        for fault in faults:
            if number % 3 == 1:
                line.delays(0.03)
                line.loses(3)
            fault()
            line.mend()
            number += 1
    conversation.count(f"{number} rounds, {(number + 1) // 3} of them with delay and loss", copies=copies)


def a_chain_of_relays(lab):
    """north, south and east in a chain: links are cut, a relay and the host killed with -9, while all talk"""
    room = Relayed(lab, "Chain")
    room.relay("South", "south").carries()
    room.relay("East", "east", behind="South").carries()
    people = room.enters("anna", "es", "north"), room.enters("boris", "ca", "south"), room.enters("carla", "en", "east")
    _, boris, carla = people
    rounds(
        lab,
        room,
        lambda: room.cut_and_mend(lab.line("north", "south"), boris, carla),
        lambda: room.kill_relay("South", boris),
        room.kill_host,
    )


def a_tree_of_relays(lab):
    """two branches, one of which has a branch of its own: a link is cut, a relay and the host killed, while all talk"""
    room = Relayed(lab, "Tree")
    room.relay("South", "south").carries()
    room.relay("East", "east").carries()
    # At the same site as another relay, and so announced to nobody: its members have its address.
    room.relay("Annex", "east", behind="South", at="annex", keys="[discovery]\nmdns = false").carries()
    room.enters("anna", "es", "north")
    boris, carla = room.enters("boris", "ca", "south"), room.enters("carla", "en", "east", over="East")
    denis = room.enters("denis", "fr", "east", over="Annex")
    rounds(
        lab,
        room,
        lambda: room.cut_and_mend(lab.line("north", "south"), boris, denis),
        lambda: room.kill_relay("East", carla),
        room.kill_host,
    )


def a_ring_of_relays(lab):
    """south would have the room from east, too, which has it from south: refused, whatever is cut and killed"""
    room, east = Relayed(lab, "Ring"), lab.site("east")
    closing = f'[[relay]]\nfrom = "{east.address("relay")}:{PORT}/Ring"\nas = "Back"'
    lists(east.at("relay"), lab.site("south").at("relay"), "South")
    room.relay("South", "south", keys=closing).carries()
    room.relay("East", "east", behind="South").carries()
    room.enters("anna", "es", "north")
    boris, carla = room.enters("boris", "ca", "south"), room.enters("carla", "en", "east")
    rounds(
        lab,
        room,
        lambda: room.cut_and_mend(lab.line("north", "south"), boris, carla),
        lambda: room.kill_relay("South", boris),
        lambda: room.kill_relay("East", carla),
    )
    told = room.relays["South"].log.read_text(encoding="utf-8")
    assert "through your relay already" in told, told[-600:]


def doubled_relays(lab):
    """of two relays to one side one carries; killed with -9, the other takes over"""
    room, south = Relayed(lab, "Doubled"), lab.site("south")
    room.relay("South", "south", keys='side = "ward"').carries()
    room.relay("Ward", "south", at="ward", keys='side = "ward"').stands_by()
    room.enters("anna", "es", "north")
    boris, carla = room.enters("boris", "ca", "south"), room.enters("carla", "en", "south")
    taken = []
    rounds(
        lab,
        room,
        lambda: taken.append(room.take_over(boris, carla)),
        lambda: room.fall_silent(boris, carla),
        lambda: room.cut_and_mend(lab.line("north", "south"), boris, carla),
        room.kill_host,
        copies=False,  # who stands by shows its copy to nobody
    )
    south.rooms_until(lambda found: len([r for r in found if r["name"].startswith("Doubled")]) == 1, within=60)
    lab.note("taken over within " + ", ".join(f"{seconds:.1f} s" for seconds in taken))


def relays_without_a_side(lab):
    """two relays to one network that are given no side both carry; one is killed with -9: no line is lost or double"""
    room = Relayed(lab, "Pair")
    room.relay("South", "south").carries()
    room.relay("Ward", "south", at="ward").carries()
    room.enters("anna", "es", "north")
    boris = room.enters("boris", "ca", "south", over="South")
    room.enters("carla", "en", "south", over="Ward")
    rounds(
        lab,
        room,
        lambda: room.kill_relay("South", boris),
        lambda: room.cut_and_mend(lab.line("north", "south"), boris),
    )
    assert not any(relay.all("stand-by") for relay in room.relays.values())


def relays_of_different_networks(lab):
    """two relays that meet in the host's network alone both carry, each to its own"""
    room = Relayed(lab, "Fork")
    for name, site in (("Southward", "south"), ("Eastward", "east")):
        gate = lab.gate("north", site)
        room.relay_at(name, gate, gate.site.second_address, source="Fork").carries()
    anna, boris = room.enters("anna", "es", "north"), room.enters("boris", "ca", "south")
    carla = room.enters("carla", "en", "east")
    room.while_all_talk(lambda: boris.awaits_more_echoes(50))
    told = [relay.all("stand-by") for relay in room.relays.values()]
    assert not any(told), told
    found = [r for r in lab.site("north").rooms() if r["id"] == room.host.opened["id"]]
    assert [r.get("via") for r in found] == [None], f"announced in the host's network, too: {found}"
    room.count()


def a_relay_of_two_interfaces(lab):
    """a relay looks on one interface and opens on the other: seen and entered there, and nowhere else"""
    room, gate = Relayed(lab, "Bridge"), lab.gate("north", "south")
    wrong = room.relay_at("Southward", gate, gate.site.second_address, keys='from_interface = "eth1"')
    wrong.logs("no link to the room's host: No connection to")
    wrong.end()
    keys = 'from_interface = "eth0"\nto_interfaces = ["eth1"]'
    room.relay_at("Southward", gate, gate.site.second_address, keys=keys, source="Bridge").carries()
    anna, boris = room.enters("anna", "es", "north"), room.enters("boris", "ca", "south")
    found = [r for r in lab.site("north").rooms() if r["id"] == room.host.opened["id"]]
    assert [r.get("via") for r in found] == [None], f"announced in the north, too: {found}"
    told = refused(lab.site("north").at("hall"), f"{gate.site.address}:{PORT}/Bridge")
    assert "no room" in told.lower(), told
    room.while_all_talk(lambda: boris.awaits_more_echoes(20))
    room.count()


RELAY_FAULTS = [
    a_chain_of_relays,
    a_tree_of_relays,
    a_ring_of_relays,
    doubled_relays,
    relays_without_a_side,
    relays_of_different_networks,
    a_relay_of_two_interfaces,
]
