"""What this computer's network is, and in which ways a wifi of its own would disturb it."""

import ipaddress
import json
import re
import shutil
import subprocess
from pathlib import Path

from files import NOBODYS

NEEDED = {"ip": "iproute2", "ss": "iproute2", "nft": "nftables", "dnsmasq": "dnsmasq-base"}
RADIO_NEEDS = {"hostapd": "hostapd", "iw": "iw"}


def output(*command):
    """What it prints; nothing where it is not there or fails."""
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=20, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""


def in_the_way(settings):
    """A sentence for each thing that speaks against it."""
    needed = {**NEEDED, **(RADIO_NEEDS if settings.radio else {})}
    missing = [f"The program {program} is missing: apt install {package}." for program, package in needed.items() if not shutil.which(program)]
    if missing:
        return missing
    name = settings.interface
    links = {link["ifname"]: link for link in json.loads(output("ip", "-json", "address") or "[]")}
    if name not in links:
        return [f"There is no network card {name}; there are {', '.join(sorted(links))}."]
    return [
        *(radio(name) if settings.radio else []), *used(name, links[name]), *managed(name, links[name]["ifindex"]),
        *overlapping(settings, links), *ports_in_use(name, settings)]  # fmt: skip


def radio(name):
    phy = Path("/sys/class/net", name, "phy80211/name")
    if not phy.exists():
        yield f"{name} is no wifi card. For a cable to an access point of its own set RADIO=no."
        return
    modes = re.search(r"Supported interface modes:\n((?:\s+\* .*\n)+)", output("iw", "phy", phy.read_text().strip(), "info"))
    if not modes or not re.search(r"\* AP$", modes[1], re.MULTILINE):
        yield f"{name} cannot be an access point; use another wifi card."


def used(name, link):
    for address in link["addr_info"]:
        if address["family"] == "inet" or address["scope"] == "global":
            yield (f"{name} has the address {address['local']} already: it is in use. Give it up first: "
                   f"ip address del {address['local']}/{address['prefixlen']} dev {name}")
    for family in ("-4", "-6"):
        if any(route.get("dev") == name for route in json.loads(output("ip", family, "-json", "route", "show", "default") or "[]")):
            yield f"{name} is this computer's way to the internet."


def managed(name, index):
    """By which program the card is cared for."""
    for line in output("nmcli", "--terse", "--fields", "DEVICE,STATE", "device").splitlines():
        device, _, state = line.partition(":")
        if device == name and not state.startswith("unmanaged"):
            yield f"NetworkManager cares for {name}: nmcli device set {name} managed no, and for good by unmanaged-devices in its configuration."
    for file in (Path("/etc/network/interfaces"), *sorted(Path("/etc/network/interfaces.d").glob("*"))):
        if file.is_file() and re.search(rf"^\s*(iface|auto|allow-hotplug)\s+{re.escape(name)}(\s|$)", file.read_text(errors="replace"), re.MULTILINE):
            yield f"{file} has {name} in it: take it out there."
    link = Path("/run/systemd/netif/links", str(index))
    if link.exists() and "ADMIN_STATE=unmanaged" not in link.read_text() and "NETWORK_FILE=" in link.read_text():
        yield f"systemd-networkd cares for {name}: networkctl status {name} says by which file."
    if any(Path(folder, name).exists() for folder in ("/run/wpa_supplicant", "/var/run/wpa_supplicant")) or any(runs("wpa_supplicant", name)):
        yield f"wpa_supplicant has {name} in a wifi of somebody else's: end it first."


def runs(program, word):
    """Processes of a program with that word in their command."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        if words[0].rsplit("/", 1)[-1] == program and any(given in (word, f"-i{word}") for given in words):
            yield folder.name


def overlapping(settings, links):
    own = (settings.address.network, ipaddress.IPv4Network(f"{NOBODYS}/32"))
    for name, link in links.items():
        for address in link["addr_info"]:
            if name == settings.interface or address["family"] != "inet":
                continue
            theirs = ipaddress.IPv4Interface(f"{address['local']}/{address['prefixlen']}").network
            if any(network.overlaps(theirs) for network in own):
                yield f"ADDRESS {settings.address} lies in the network {theirs} of {name}: choose another, such as 10.43.0.1/24."
    for route in json.loads(output("ip", "-4", "-json", "route") or "[]"):
        if route["dst"] != "default" and route.get("dev") != settings.interface and route.get("protocol") != "kernel":
            theirs = ipaddress.IPv4Network(route["dst"], strict=False)
            if any(network.overlaps(theirs) for network in own):
                yield f"ADDRESS {settings.address} lies in {theirs}, which is reached by {route.get('dev')}: choose another."


def ports_in_use(name, settings):
    """Only who listens on every address, or on this one, is in the way."""
    mine = {"0.0.0.0", "*", "[::]", str(settings.address.ip), NOBODYS, f"0.0.0.0%{name}"}
    taken = set()
    for line in output("ss", "--no-header", "--listening", "--numeric", "--udp", "--tcp").splitlines():
        address, _, port = line.split()[4].rpartition(":")
        if port in ("53", "67") and address in mine:
            taken.add(port)
    for port, what in (("53", "DNS"), ("67", "DHCP")):
        if port in taken:
            yield f"Another program answers on port {port} ({what}) already; \"ss --listening --processes --udp --tcp\" says which. End it first."
