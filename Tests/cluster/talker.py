"""A member of a room as the contract's clients are: it repeats under its id what it has no echo of, and resumes."""

import json
import socket
import struct
import threading
import time
import uuid
from collections import OrderedDict


class Talker:
    """`lines`: number to id and text, as they came; `unanswered`: what it said and has no echo of, in order."""

    def __init__(self, node, name, device=None, **hello):
        self.node, self.name, self.device, self.hello = node, name, device or str(uuid.uuid4()), hello
        self.epoch, self.newest, self.member = None, 0, None
        self.lines, self.unanswered, self.acknowledged = {}, OrderedDict(), {}
        self.faults, self.packets, self.breaks = [], [], 0
        self.news, self._socket, self._over = threading.Condition(), None, False
        self._thread = threading.Thread(target=self._live, daemon=True)
        self._thread.start()

    def say(self, text):
        packet = {"type": "message", "id": str(uuid.uuid4()), "message": text}
        with self.news:
            self.unanswered[packet["id"]] = packet
            self._send(packet)
        return packet["id"]

    def tell(self, packet):
        with self.news:
            self._send(packet)

    def wait(self, condition, within=90):
        with self.news:
            if not self.news.wait_for(condition, timeout=within):
                raise AssertionError(
                    f"{self.name}: not within {within} s; {len(self.unanswered)} unanswered, newest {self.newest}, "
                    f"last {self.packets[-3:]}, log {(self.node.home / 'log').read_text(encoding='utf-8')[-2000:]}")

    def leave(self):
        self._over = True
        with self.news:
            if self._socket:
                # Whoever reads is woken by it; `close` alone leaves it waiting.
                self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(timeout=10)

    # A connection after another.

    def _live(self):
        while not self._over:
            try:
                self._visit()
            except (OSError, ConnectionError, struct.error):
                pass
            with self.news:
                self._socket = None
                self.breaks += 1
                self.news.wait(timeout=0.2)

    def _visit(self):
        connection = self.node.connect()
        connection.settimeout(30)
        stream = connection.makefile("rb")
        hello = {"type": "hello", "protocol": 1, "name": self.name, "lang": "en", "device": self.device, **self.hello}
        if self.epoch is not None:
            hello["resume"] = {"epoch": self.epoch, "seq": self.newest}
        _write(connection, hello)
        while not self._over:
            (length,) = struct.unpack(">I", stream.read(4))
            packet = json.loads(stream.read(length))
            with self.news:
                self._take(packet, connection)
                self.news.notify_all()

    def _take(self, packet, connection):
        kind = packet["type"]
        if kind == "welcome":
            self._socket, self.member = connection, packet["member"]
            if packet["epoch"] != self.epoch:
                self.epoch, self.newest = packet["epoch"], packet["seq"]
            for said in self.unanswered.values():
                self._send(said)
        elif kind == "message":
            self._hear(packet)
        elif kind == "ping":
            self._send({**packet, "type": "pong"})
        elif kind == "error" and packet.get("id"):
            self.faults.append(packet)
        if kind not in ("ping", "message"):
            self.packets.append(packet)

    def _hear(self, packet):
        if self.unanswered.pop(packet["id"], None):
            self.acknowledged[packet["id"]] = packet["seq"]
        if packet["seq"] in self.lines:
            if self.lines[packet["seq"]][0] != packet["id"]:
                self.faults.append({"two lines with one number": packet})
            return
        self.lines[packet["seq"]] = (packet["id"], packet["message"])
        self.newest = max(self.newest, packet["seq"])

    def _send(self, packet):
        if self._socket is None:
            return
        try:
            _write(self._socket, packet)
        except OSError:
            self._socket = None


def _write(connection, packet):
    body = json.dumps(packet).encode()
    connection.sendall(struct.pack(">I", len(body)) + body)


def pace(talkers, seconds, rate):
    """Each says a line in turn, `rate` a second together; what came out is for the caller to wait for."""
    started, said = time.monotonic(), 0
    while (elapsed := time.monotonic() - started) < seconds:
        while said < elapsed * rate:
            talkers[said % len(talkers)].say(f"line {said} of {talkers[said % len(talkers)].name}")
            said += 1
        time.sleep(0.005)
    return said


__all__ = ["Talker", "pace", "socket"]
