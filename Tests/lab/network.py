"""Hosts of a small network: one namespace each, joined by a bridge in a namespace of its own.

Nothing lies in the machine's own network. Every name begins with sabir-PID-, the pid of the laboratory that made it,
so that a later one can clear away what a dead one left.
"""

import os
import re
import signal
import subprocess
from pathlib import Path

PREFIX = f"sabir-{os.getpid()}-"
LEFTOVER = re.compile(r"^sabir-(\d+)-[\w-]+$")
FAULTS = "faults"
"""The nftables table in which a host's packets are dropped or refused."""
QUIET = ["net.ipv6.conf.all.accept_dad=0", "net.ipv6.conf.default.accept_dad=0"]


def command(*words):
    """Runs it; an error carries what it said."""
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20)
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)}: {done.stderr.strip()}")
    return done.stdout


def clear_leftovers():
    """Ends and removes what laboratories that no longer run have left; a pid that lives is left alone."""
    for name in [line.split()[0] for line in command("ip", "netns", "list").splitlines() if line.strip()]:
        found = LEFTOVER.match(name)
        if found and not Path(f"/proc/{found[1]}").exists():
            remove_namespace(name)


def remove_namespace(name):
    for pid in command("ip", "netns", "pids", name).split():
        try:
            os.kill(int(pid), signal.SIGKILL)
        except ProcessLookupError:
            pass
    command("ip", "netns", "delete", name)


class Network:
    """The bridge. `site("desk")` adds a host; leave the `with` to take everything down."""

    def __init__(self, name="bridge", subnet="10.77.0"):
        self.namespace, self.subnet = PREFIX + name, subnet
        self.sites, self.gateway, self._guests = {}, None, 0

    def __enter__(self):
        clear_leftovers()
        command("ip", "netns", "add", self.namespace)
        self.ip("link", "add", "bridge", "type", "bridge", "mcast_snooping", "0")
        self.ip("link", "set", "bridge", "up")
        return self

    def __exit__(self, *_):
        for name in [*(site.namespace for site in self.sites.values()), self.namespace]:
            remove_namespace(name)

    def ip(self, *words):
        return command("ip", "-n", self.namespace, *words)

    def becomes_router(self):
        """SUBNET.254 is the way out for the hosts that are made from now on; multicast is not carried on."""
        self.gateway = f"{self.subnet}.254"
        command("ip", "netns", "exec", self.namespace, "sysctl", "-q", "-w", "net.ipv4.ip_forward=1")
        self.ip("link", "set", "lo", "up")
        self.ip("address", "add", f"{self.gateway}/24", "dev", "bridge")

    def site(self, name, ipv4=True):
        self.sites[name] = Site(self, name, len(self.sites) + 1, ipv4)
        return self.sites[name]

    def visitor_address(self):
        """For the second interface of a host of another network."""
        self._guests += 1
        return f"{self.subnet}.{200 + self._guests}"


class Site:
    """A host: a namespace with lo and eth0 (SUBNET.N and IPv6, or IPv6 link-local alone)."""

    def __init__(self, network, name, number, ipv4):
        self.network, self.name, self.namespace = network, name, PREFIX + name
        self.address, self.second_address = f"{network.subnet}.{number}" if ipv4 else None, None
        command("ip", "netns", "add", self.namespace)
        command(*self.inside("sysctl", "-q", "-w", *QUIET))
        self.ip("link", "add", "eth0", "type", "veth", "peer", "name", name, "netns", network.namespace)
        network.ip("link", "set", name, "master", "bridge", "up")
        self.ip("link", "set", "lo", "up")
        self._take_addresses()
        self._has_moved = False

    def ip(self, *words):
        return command("ip", "-n", self.namespace, *words)

    def inside(self, *words):
        """The words of a command that runs in this host and does not outlive the laboratory."""
        return ["ip", "netns", "exec", self.namespace, "setpriv", "--pdeathsig", "KILL", *words]

    @property
    def link_local(self):
        return re.search(r"inet6 (fe80::\S+)/", self.ip("address", "show", "dev", "eth0", "scope", "link"))[1]

    def cut(self):
        """Pulls the cable at the bridge: frames are lost both ways, addresses stay."""
        self.network.ip("link", "set", self.name, "down")

    def hears_nothing(self):
        """Half an open link: what this host sends arrives, what is sent to it does not."""
        self._filter(input="meta iifname eth0 drop")

    def is_not_heard(self):
        """The other half: it hears everybody, and nobody hears it."""
        self._filter(output="meta oifname eth0 drop")

    def loses(self, percent):
        """Of every hundred packets so many are lost, by chance, each way."""
        lost = f"numgen random mod 100 < {percent} drop"
        self._filter(input=f"meta iifname eth0 {lost}", output=f"meta oifname eth0 {lost}")

    def refuses(self, port):
        """A firewall that answers every packet to or from this port with a reset."""
        reset = "reject with tcp reset"
        self._filter(input=f"tcp sport {port} {reset}", output=f"tcp dport {port} {reset}")

    def _filter(self, **rules):
        """One nftables rule a direction, in place of those before."""
        chains = "".join(
            f"chain {hook} {{ type filter hook {hook} priority 0; {rule}; }}\n" for hook, rule in rules.items()
        )
        self._nft(f"table inet {FAULTS} {{}}; delete table inet {FAULTS}; table inet {FAULTS} {{ {chains} }}")

    def _nft(self, commands):
        command(*self.inside("nft", commands))

    def moves(self, address):
        """Its addresses are gone and it has this one alone, as after a new lease."""
        self._has_moved = True
        self.ip("address", "flush", "dev", "eth0")
        self._add_address(address)

    def mend(self):
        """Link and addresses as they were, and nothing lost any more."""
        self._nft(f"table inet {FAULTS} {{}}; delete table inet {FAULTS}")
        self.network.ip("link", "set", self.name, "up")
        if self._has_moved:
            self._take_addresses()
            self._has_moved = False

    def _take_addresses(self):
        """IPv6 makes its own when the interface goes up."""
        self.ip("address", "flush", "dev", "eth0")
        self.ip("link", "set", "eth0", "down")
        if self.address:
            self._add_address(self.address)
        self.ip("link", "set", "eth0", "up")
        if self.network.gateway:
            self.ip("route", "add", "default", "via", self.network.gateway)

    def _add_address(self, address):
        self.ip("address", "add", f"{address}/24", "broadcast", f"{self.network.subnet}.255", "dev", "eth0")

    def plug(self, network):
        """A second interface, eth1, in another network; returns its address there."""
        address, peer = network.visitor_address(), f"{self.name}-1"
        self.ip("link", "add", "eth1", "type", "veth", "peer", "name", peer, "netns", network.namespace)
        network.ip("link", "set", peer, "master", "bridge", "up")
        self.ip("address", "add", f"{address}/24", "broadcast", f"{network.subnet}.255", "dev", "eth1")
        self.ip("link", "set", "eth1", "up")
        self.second_address = address
        return address
