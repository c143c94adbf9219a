"""Scenarios between sites that are joined by routers (region.py): no multicast passes from one to another."""

from people import PORT, Host, Person, configure, refused
from region import QUIET


def peers(*addresses):
    """What a machine is told of nodes that no announcement reaches it from."""
    named = ", ".join(f'"{address}"' for address in addresses)
    return f"[discovery]\npeers = [{named}]\n\n[node]\nplaintext = true\n"


def sites_are_routed(lab):
    """a guest reaches a room at another site by its address, over a line that is slow, lossy, cut, and mended"""
    north, south = lab.site("north"), lab.site("south")
    north.open(keeps='newcomers_see = "all"')
    line, address = lab.line("north", "south"), f"{north.address()}:{PORT}"
    boris = north.join("boris", "ca")
    line.delays(0.05)
    anna = south.join("anna", "es", room=address)
    boris.sees(anna.says("hola"))
    assert not south.rooms(), "mDNS came through a router"
    line.loses(10)
    boris.sees(anna.says("¿me oís?", 30))
    line.cut()
    anna.find("reconnecting", 30)
    boris.says("sol")
    line.mend()
    anna.find("reconnected", 60)
    boris.sees(anna.says("otra vez"))


def a_room_is_found_at_a_peer(lab):
    """the south asks the north for its rooms, and enters one by its name; a peer that is not there holds nobody up"""
    north, south = lab.site("north"), lab.site("south")
    host = north.open()
    configure(south.at("hall"), peers(lab.site("east").address("hall"), f"{north.address()}:{PORT}"))
    found = south.rooms_until(lambda rooms: [r["id"] for r in rooms] == [host.opened["id"]])
    assert [(r["name"], r["found"], r["address"]) for r in found] == [("Reception", "peer", north.address())], found
    boris, anna = north.join("boris", "ca"), south.join("anna", "es")
    boris.sees(anna.says("por su nombre"))


def a_room_of_one_interface(lab):
    """of a host at two sites one room is open at each alone: seen there, entered there, and not from the other"""
    north, south, gate = lab.site("north"), lab.site("south"), lab.gate("north", "south")
    second = '[[room]]\nname = "Ward"\ninterfaces = ["eth1"]\n'
    lab.enters(Host(gate, "Reception", *QUIET, keeps='interfaces = ["eth0"]', also=second))
    for site, room, other in ((north, "Reception", "Ward"), (south, "Ward", "Reception")):
        site.rooms_until(lambda rooms, room=room: [r["name"] for r in rooms] == [room])
        own = gate.site.address if site is north else gate.site.second_address
        far = gate.site.second_address if site is north else gate.site.address
        site.join("anna", "es", room=f"{own}:{PORT}/{room}").quits()
        # Also by the other interface's address, which the kernel takes on this one as well.
        site.at("hall").site.ip("route", "replace", far, "via", own)
        for address in (own, far):
            configure(site.at("hall"), peers(f"{address}:{PORT}"))
            asked = {r["name"] for r in site.rooms()}
            assert other not in asked, f"{other} is told of at {site.name}: {asked}"
            told = refused(site.at("hall"), f"{address}:{PORT}/{other}")
            assert "no room" in told.lower(), f"{other} was not refused at {address} from {site.name}: {told}"
        site.at("hall").site.ip("route", "delete", far)
    for room in ("Reception", "Ward"):
        lab.enters(Person(gate, "boris", "ca", f"127.0.0.1:{PORT}/{room}", "--no-translate")).enters().quits()


def an_interface_comes_later(lab):
    """a room of an interface that is not there yet is announced on it once it is"""
    east, gate = lab.site("east"), lab.gate("south", "east")
    gate.site.ip("link", "set", "eth1", "down")
    gate.site.ip("link", "set", "eth1", "name", "away")
    try:
        lab.enters(Host(gate, "Ambulance", *QUIET, keeps='interfaces = ["eth1"]'))
        assert not east.rooms(), "announced on an interface that is not there"
    finally:
        gate.site.ip("link", "set", "away", "name", "eth1")
        gate.site.ip("link", "set", "eth1", "up")
    east.rooms_until(lambda rooms: [r["name"] for r in rooms] == ["Ambulance"])
    assert not lab.site("south").rooms(), "announced on the other interface, too"
    east.join("anna", "es", room="Ambulance").quits()


SITE_FAULTS = [
    sites_are_routed,
    a_room_is_found_at_a_peer,
    a_room_of_one_interface,
    an_interface_comes_later,
]
