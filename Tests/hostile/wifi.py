"""A wifi of network namespaces: the node, people who talk, and a phone with as many addresses as it likes.

Needs root. `inside` takes the calling thread into a namespace, so that a socket or a program begun there stays in it.
"""

import ctypes
import http.client
import os
import socket
import ssl
import sys
from contextlib import contextmanager
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "lab"))

from network import Network  # noqa: E402
from node import Device  # noqa: E402

LIBC = ctypes.CDLL(None, use_errno=True)
NEW_NETWORK = 0x40000000  # CLONE_NEWNET of setns(2)
PEOPLE = ("patient", "nurse", "visitor")
#: How many addresses the phone has, by the way that it comes.
WAYS = {"IPv4": 1, "IPv6 of one /64": 64, "IPv6 link-local": 300}


def enter(descriptor):
    if LIBC.setns(descriptor, NEW_NETWORK) != 0:
        raise OSError(ctypes.get_errno(), "setns")


@contextmanager
def inside(namespace):
    home = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
    there = os.open(f"/var/run/netns/{namespace}", os.O_RDONLY)
    try:
        enter(there)
        yield
    finally:
        enter(home)
        os.close(there)
        os.close(home)


class Wifi:
    """`node` is the node's address, `people` those of the people by their part, `phone` those of the phone."""

    def __init__(self, way):
        self.way, self.network = way, Network("air", "10.78.0")

    def __enter__(self):
        self.network.__enter__()
        try:
            self.sites = {name: self.network.site(name) for name in ("node", "people", "phone")}
            self.node, self.people, self.phone = self._addresses()
        except BaseException:
            self.network.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.network.__exit__()

    def namespace(self, name):
        return self.sites[name].namespace

    def _addresses(self):
        if self.way == "IPv4":
            prefix, length, scope = "10.78.0.", 24, ""
            node, people, phone = self.sites["node"].address, range(20, 23), range(40, 40 + WAYS[self.way])
        else:
            prefix, scope = ("fe80::", "%eth0") if "link-local" in self.way else ("fd78::", "")
            length, people, phone = 64, range(0x2001, 0x2004), range(0x3001, 0x3001 + WAYS[self.way])
            node = self._give("node", f"{prefix}1", length)
        at = [[self._give(site, f"{prefix}{n:x}" if length == 64 else f"{prefix}{n}", length) + scope for n in numbers]
              for site, numbers in (("people", people), ("phone", phone))]
        return node + scope, dict(zip(PEOPLE, at[0], strict=True)), at[1]

    def _give(self, site, address, length):
        flags = ["nodad"] if ":" in address else []
        self.sites[site].ip("address", "add", f"{address}/{length}", "dev", "eth0", *flags)
        return address


def written(host, port):
    """As the Host header has it: without the scope of an interface."""
    bare = host.partition("%")[0]
    return f"[{bare}]:{port}" if ":" in bare else f"{bare}:{port}"


class Handset(Device):
    """A device somewhere on the wifi, or at the node's own screen."""

    def __init__(self, namespace, host, port, source=None, is_secure=False):
        self.namespace, self.host, self.source = namespace, host, source
        super().__init__(port, headers={"Host": written(host, port)}, is_secure=is_secure)

    def connection(self, within=30):
        with inside(self.namespace):
            family, kind, _, _, target = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)[0]
            made = socket.socket(family, kind)
            try:
                made.settimeout(within)
                if self.source:
                    made.bind(socket.getaddrinfo(self.source, 0, type=socket.SOCK_STREAM)[0][4])
                made.connect(target)
                if self.is_secure:
                    made = ssl._create_unverified_context().wrap_socket(made)
            except BaseException:
                made.close()
                raise
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection = http.client.HTTPConnection(self.host, self.port, timeout=within)
        connection.sock = connection.raw = made
        return connection
