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
LEFTOVER = re.compile(r"^sabir-(\d+)-\w+$")
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

    def __init__(self):
        self.namespace = PREFIX + "bridge"
        self.sites = {}

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

    def site(self, name, ipv4=True):
        self.sites[name] = Site(self, name, len(self.sites) + 1, ipv4)
        return self.sites[name]


class Site:
    """A host: a namespace with lo and eth0 (10.77.0.N and IPv6, or IPv6 link-local alone)."""

    def __init__(self, network, name, number, ipv4):
        self.network, self.name, self.namespace = network, name, PREFIX + name
        self.address = f"10.77.0.{number}" if ipv4 else None
        command("ip", "netns", "add", self.namespace)
        command(*self.inside("sysctl", "-q", "-w", *QUIET))
        self.ip("link", "add", "eth0", "type", "veth", "peer", "name", name, "netns", network.namespace)
        network.ip("link", "set", name, "master", "bridge", "up")
        if ipv4:
            self.ip("address", "add", f"{self.address}/24", "broadcast", "10.77.0.255", "dev", "eth0")
        for device in ("lo", "eth0"):
            self.ip("link", "set", device, "up")

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

    def mend(self):
        self.network.ip("link", "set", self.name, "up")
