"""A leased line between the routers of two sites: carries IP packets, later, fewer, or not at all.

Two TUN devices, one in each router's namespace, and a thread that carries what is written to one over to the other. So
there is no broadcast on it and no multicast crosses it, and a delay needs no support of the kernel's (sch_netem is
missing on some machines).
"""

import collections
import ctypes
import fcntl
import os
import random
import select
import struct
import threading
import time

CLONE_NEWNET = 0x40000000
TUNSETIFF = 0x400454CA
IFF_TUN, IFF_NO_PI = 0x0001, 0x1000
LONGEST_PACKET = 65_535
IDLE = 0.2
"""Seconds after which the thread looks whether it is to end."""
WAITING = 20_000
"""Packets on their way in one direction; what comes on top is lost, as with any router."""


def open_tun(namespace, device):
    """A TUN device belongs to the namespace its opener is in, so a thread of its own goes there and ends."""
    opened = []

    def enter_and_open():
        libc = ctypes.CDLL(None, use_errno=True)
        with open(f"/run/netns/{namespace}", "rb") as there:
            if libc.setns(there.fileno(), CLONE_NEWNET):
                raise OSError(ctypes.get_errno(), f"setns {namespace}")
        tun = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(tun, TUNSETIFF, struct.pack("16sH22x", device.encode(), IFF_TUN | IFF_NO_PI))
        opened.append(tun)

    visitor = threading.Thread(target=enter_and_open)
    visitor.start()
    visitor.join()
    if not opened:
        raise RuntimeError(f"no TUN device {device} could be made in {namespace}")
    return opened[0]


class Line(threading.Thread):
    """`ends` are (namespace, device) twice; the devices are there, and down, once it is made."""

    def __init__(self, *ends):
        super().__init__(daemon=True)
        self._tuns = [open_tun(*end) for end in ends]
        self._way = {self._tuns[0]: self._tuns[1], self._tuns[1]: self._tuns[0]}
        self._waiting = collections.deque()
        self._random, self._is_over = random.Random(0), False
        self.mend()
        self.start()

    def cut(self):
        """Nothing passes, either way; nobody is told."""
        self._is_cut = True

    def loses(self, percent):
        """Of every hundred packets so many are lost, by chance, each way."""
        self._loss = percent / 100

    def delays(self, seconds):
        """Each packet takes so long, each way."""
        self._delay = seconds

    def mend(self):
        self._is_cut, self._loss, self._delay = False, 0, 0

    def run(self):
        while not self._is_over:
            ready, _, _ = select.select(self._tuns, [], [], self._patience())
            for tun in ready:
                self._take(tun)
            self._deliver_due()
        for tun in self._tuns:
            os.close(tun)

    def end(self):
        self._is_over = True
        self.join(10)

    def _patience(self):
        return max(0, min(IDLE, self._waiting[0][0] - time.monotonic())) if self._waiting else IDLE

    def _take(self, tun):
        try:
            packet = os.read(tun, LONGEST_PACKET)
        except OSError:
            return  # the device is down
        if self._is_cut or self._random.random() < self._loss or len(self._waiting) >= WAITING:
            return
        self._waiting.append((time.monotonic() + self._delay, self._way[tun], packet))

    def _deliver_due(self):
        """In the order of their coming, so a delay that was made shorter holds up what comes after, and never swaps."""
        while self._waiting and self._waiting[0][0] <= time.monotonic():
            _, tun, packet = self._waiting.popleft()
            try:
                os.write(tun, packet)
            except OSError:
                continue  # the device is down: lost
