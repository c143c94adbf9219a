"""Scenarios of relays between three sites: links are cut and mended, relays and the host killed, all while everybody
talks. Each ends with a tally (talk.py) over everybody's screen, the host's log and each relay's copy.
"""

from people import PORT
from relaying import Relayed, lists

ROUNDS, MORE_ROUNDS = 1, 10


def rounds(lab, conversation, *faults):
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
    conversation.count(f"{number} rounds, {(number + 1) // 3} of them with delay and loss")


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
    """south would have the room from east, too, which has it from south: refused, whatever is cut, killed and started"""
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


RELAY_FAULTS = [a_chain_of_relays, a_tree_of_relays, a_ring_of_relays]
