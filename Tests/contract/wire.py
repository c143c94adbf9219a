"""An independent reader and writer of Sabir's wire, version 1 (docs/protocol.md).

It shares nothing with the program. Every frame that arrives is judged: its length, UTF-8, strict JSON, the schema in
docs/schema/packet.schema.json, no secret of a device inside, and the room's order (no hole, no double). What is
wrong is remembered as a fault and raised by the next `expect`, so that no test can overlook it.

As a program it joins a room, prints each packet it receives as a line of JSON on standard output, says each line of
standard input, and leaves when standard input ends:  wire.py --room Reception 10.1.0.1 47275
"""

import argparse
import collections
import itertools
import json
import selectors
import socket
import struct
import sys
import threading
import time
import unicodedata
import uuid
from pathlib import Path

import jsonschema
import jsonschema_rs
from tls import SecureSocket

SCHEMA = json.loads((Path(__file__).parents[2] / "docs/schema/packet.schema.json").read_text(encoding="utf-8"))
LONGEST_FRAME = 65_536
JOINERS = "\u200c\u200d"


class Breach(AssertionError):
    """What the other side sent breaks the contract."""


class Timeout(AssertionError):
    """What was expected did not arrive in time."""


def frame(body):
    """Length (32 bits, big-endian) and body."""
    return struct.pack(">I", len(body)) + body


def encode(packet):
    return frame(json.dumps(packet, ensure_ascii=False).encode("utf-8"))


def _unique(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        raise ValueError(f"a key twice in {names}")
    return dict(pairs)


def _no_constant(name):
    raise ValueError(f"{name} is not JSON")


def decode(body):
    """One packet out of a frame's body, by the letter; raises Breach."""
    try:
        packet = json.loads(body.decode("utf-8"), object_pairs_hook=_unique, parse_constant=_no_constant)
        json.dumps(packet, ensure_ascii=False).encode("utf-8")  # half a surrogate, written as an escape, fails here
    except ValueError as error:
        raise Breach(f"{error}: {body[:200]!r}") from error
    if not isinstance(packet, dict) or not isinstance(packet.get("type"), str):
        raise Breach(f"not an object with a type: {body[:200]!r}")
    return packet


class Schema:
    """Validates a packet by its direction ("member" or "host": who sends it) and its type.

    One thread reads for all members of a test. jsonschema, which took nine tenths of its time, made it late on a loaded
    machine: now it only explains what jsonschema_rs refuses.
    """

    def __init__(self):
        self._quick, self._explaining = {}, {}

    def check(self, direction, packet):
        kind = f"{direction}.{packet.get('type')}"
        if kind not in SCHEMA["$defs"]:
            raise Breach(f"the schema knows no {kind}: {packet}")
        if kind not in self._quick:
            whole = {"$defs": SCHEMA["$defs"], "$ref": f"#/$defs/{kind}"}
            self._quick[kind] = jsonschema_rs.Draft202012Validator(whole)
            self._explaining[kind] = jsonschema.Draft202012Validator(whole)
        if self._quick[kind].is_valid(packet):
            return
        error = jsonschema.exceptions.best_match(self._explaining[kind].iter_errors(packet))
        if error:
            raise Breach(f"{kind}: {error.message} at {error.json_path} in {str(packet)[:400]}")
        raise Breach(f"{kind}: only jsonschema_rs refuses {str(packet)[:400]}")


SCHEMA_CHECK = Schema()


def check_name(name):
    """The clean form of a name, with Unicode's own tables rather than the schema's ranges."""
    bad = [c for c in name if unicodedata.category(c) in ("Cc", "Cf") and c not in JOINERS]
    if bad or name != " ".join(name.split()):
        raise Breach(f"a name that is not clean: {name!r}")


class Ledger:
    """What one member saw of a room's order; `faults` names each hole, double and changed line."""

    def __init__(self):
        self.epoch, self.newest, self.member = None, 0, None
        #: Ids of what this member has sent. Behind another relay its author was another member of the room.
        self.sent = set()
        self.lines, self.faults, self.repeats, self.gaps, self.missing = {}, [], 0, [], set()

    def welcome(self, packet, resume):
        self.member = packet["member"]
        resumed = resume and resume["epoch"] == packet["epoch"]
        if packet["epoch"] != self.epoch:
            self.lines = {}
        self.epoch = packet["epoch"]
        self.newest = resume["seq"] if resumed else packet["seq"]
        # Of an epoch that was given up a host may still say what is missing, of another one that all of this one is.
        missing = {(resume["seq"] + 1, packet["seq"]), (1, packet["seq"])} if resume and not resumed else set()
        self.missing = missing if packet["seq"] else set()

    def message(self, packet):
        seq = packet["seq"]
        if seq <= self.newest:
            return self._repeat(packet)
        if seq != self.newest + 1:
            self.faults.append(f"a hole: {seq} after {self.newest}")
        self.newest = seq
        self.lines[seq] = packet

    def _repeat(self, packet):
        known = self.lines.get(packet["seq"])
        if packet["member"] != self.member and packet["id"] not in self.sent:
            self.faults.append(f"double: {packet['seq']} after {self.newest}")
        elif known and known != packet and not packet.get("retracted"):  # its author has taken it back since
            self.faults.append(f"an answer to a repeat that differs: {packet} for {known}")
        self.repeats += 1

    def gap(self, packet):
        if (packet["from"], packet["to"]) in self.missing:
            return self.gaps.append((packet["from"], packet["to"]))
        if packet["from"] != self.newest + 1 or packet["to"] < packet["from"]:
            self.faults.append(f"a gap that does not fit after {self.newest}: {packet}")
        self.gaps.append((packet["from"], packet["to"]))
        self.newest = packet["to"]


class Pump(threading.Thread):
    """One thread reads every socket, so that hundreds of members stay alive while a test looks at one of them.

    Reading and answering pings go before looking at what was read, which takes a hundred times as long: a member whose
    packets are many must not pass for one that is gone.
    """

    def __init__(self):
        super().__init__(daemon=True)
        self._behind = set()
        self._selector = selectors.DefaultSelector()
        self._lock = threading.Lock()
        self._arrivals = []
        self._wake, wakened = socket.socketpair()
        self._selector.register(wakened, selectors.EVENT_READ, None)
        self.start()

    def add(self, connection):
        with self._lock:
            self._arrivals.append(connection)
        self._wake.send(b"x")

    def run(self):
        while True:
            for key, _ in self._selector.select(0 if self._behind else None):
                if key.data is None:
                    self._register(key.fileobj)
                    continue
                self._behind.add(key.data)
                if not key.data.read_some():
                    self._selector.unregister(key.fileobj)
                    key.data.is_read = True
            for connection in list(self._behind):
                self._look(connection)

    def _look(self, connection):
        """At some of what was read; behind a breach nothing is."""
        goes_on = connection.look()
        if not goes_on and not connection.is_read:
            self._selector.unregister(connection.socket)
        if not goes_on or (connection.is_read and not connection.is_behind):
            connection.socket_ended()
        if not goes_on or not connection.is_behind:
            self._behind.discard(connection)

    def _register(self, wakened):
        wakened.recv(4096)
        with self._lock:
            arrivals, self._arrivals = self._arrivals, []
        for connection in arrivals:
            self._selector.register(connection.socket, selectors.EVENT_READ, connection)


def connect(address, receive_buffer=None):
    """A blocking socket without Nagle's delay, whose writes give up after 20 s; `fe80::1%eth0` is understood."""
    family, kind, _, _, target = socket.getaddrinfo(*address, type=socket.SOCK_STREAM)[0]
    connected = socket.socket(family, kind)
    if receive_buffer:
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    connected.settimeout(10)
    connected.connect(target)
    connected.settimeout(None)
    connected.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", 20, 0))
    connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connected


class Connection:
    """A TCP connection that speaks frames to `address`, a host and a port; over TLS where `tls` says so."""

    _pump = None
    _secrets = frozenset()
    #: What counts where a connection is not told.
    tls = False

    def __init__(self, address, *, reads=True, answers_pings=True, receive_buffer=None, tls=None):
        self.answers_pings, self.ledger, self.resume = answers_pings, Ledger(), None
        self.history, self._inbox, self._faults = [], [], []
        #: Frames that were read and not looked at, a breach of the framing among them; read to the end.
        self._frames, self.is_read = collections.deque(), False
        self._buffer, self._ended, self._broken_off = bytearray(), False, False
        self._news, self._sending = threading.Condition(), threading.Lock()
        self._nonces = itertools.count(1)
        self.socket = connect(address, receive_buffer)
        if self.tls if tls is None else tls:
            self.socket = SecureSocket(self.socket)
        if reads:
            self.start_reading()

    def start_reading(self):
        Connection._pump = Connection._pump or Pump()
        Connection._pump.add(self)

    # Writing

    def send_raw(self, data):
        with self._sending:
            self.socket.sendall(data)

    def send(self, kind, **fields):
        if kind == "message":
            self.ledger.sent.add(fields.get("id"))
        self.send_raw(encode({"type": kind, **{key: value for key, value in fields.items() if value is not None}}))

    def close(self):
        """Ends without a word; `bye` is the polite way."""
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def reset(self):
        """Ends with a reset, as a crashed machine's kernel would."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close()

    # Reading, by the pump's thread

    def read_some(self):
        try:
            data = self.socket.recv(262_144, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return True
        except OSError:
            self._broken_off = True
            return False
        self._buffer += data
        try:
            self._take_frames()
        except Breach as breach:
            self._frames.append(breach)
            return False
        return bool(data)

    @property
    def is_behind(self):
        return bool(self._frames)

    def look(self, most=20):
        """Looks at some of the frames; False where one is a breach."""
        try:
            for _ in range(min(most, len(self._frames))):
                self._arrived(self._frames.popleft())
        except Breach as breach:
            self._frames.clear()
            self._fault(str(breach))
            return False
        return True

    def socket_ended(self):
        with self._news:
            if self._buffer and not self._broken_off:
                self._faults.append(f"the stream ended inside a frame: {bytes(self._buffer[:80])!r}")
            self._ended = True
            self._news.notify_all()
        self.socket.close()

    def _fault(self, text):
        with self._news:
            self._faults.append(text)
            self._news.notify_all()

    def _take_frames(self):
        taken = 0
        while len(self._buffer) - taken >= 4:
            length = struct.unpack_from(">I", self._buffer, taken)[0]
            if not 1 <= length <= LONGEST_FRAME:
                raise Breach(f"a frame of {length} bytes")
            if len(self._buffer) - taken - 4 < length:
                break
            body = bytes(self._buffer[taken + 4 : taken + 4 + length])
            if self.answers_pings and b'"ping"' in body:
                self._answer(body)
            self._frames.append(body)
            taken += 4 + length
        del self._buffer[:taken]

    def _arrived(self, body):
        if isinstance(body, Breach):
            raise body
        for secret in self._secrets:
            if secret in body:
                raise Breach(f"a device's secret travels: {body[:200]!r}")
        packet = decode(body)
        SCHEMA_CHECK.check("host", packet)
        self._check_texts(packet)
        with self._news:
            self._enter(packet)
            self.history.append((time.monotonic(), packet))
            self._inbox.append(packet)
            self._news.notify_all()

    def _answer(self, body):
        try:
            packet = json.loads(body)
            if packet["type"] == "ping":
                self.send("pong", nonce=packet.get("nonce"))
        except (ValueError, TypeError, KeyError):
            pass  # no packet at all; whoever looks at it says so
        except OSError:
            pass  # the host has closed meanwhile; the end of the stream says so next

    def _check_texts(self, packet):
        if packet["type"] == "message":
            check_name(packet["from"])
        for member in packet.get("members", []) + packet.get("joined", []) + packet.get("changed", []):
            check_name(member["name"])

    def _enter(self, packet):
        if packet["type"] == "welcome":
            self.ledger.welcome(packet, self.resume)
        elif packet["type"] == "message":
            self.ledger.message(packet)
        elif packet["type"] == "gap":
            self.ledger.gap(packet)
        self._faults += self.ledger.faults
        self.ledger.faults.clear()

    # Expecting, by the test's thread

    def _raise_faults(self):
        if self._faults:
            raise Breach("; ".join(self._faults[:5]))

    def expect(self, kind, within=30, where=None, **fields):
        """Waits for a packet of this type with these fields; those before it are passed over (see `history`)."""

        def fits(packet):
            return (
                packet["type"] == kind
                and all(packet.get(key) == value for key, value in fields.items())
                and (where is None or where(packet))
            )

        deadline = time.monotonic() + within
        with self._news:
            while True:
                self._raise_faults()
                while self._inbox:
                    packet = self._inbox.pop(0)
                    if fits(packet):
                        return packet
                left = deadline - time.monotonic()
                if left <= 0 or self._ended:
                    recent = [str(p)[:200] for _, p in self.history[-5:]]
                    what = "the connection closed" if self._ended else f"{within} s passed"
                    raise Timeout(f"no {kind} {fields or ''}: {what}; last came {recent}")
                self._news.wait(left)

    def expect_close(self, within=30):
        """Waits for the end of the stream; returns the packets that came before it and were not yet taken."""
        deadline = time.monotonic() + within
        with self._news:
            while not self._ended:
                self._raise_faults()
                if not self._news.wait(deadline - time.monotonic()) and time.monotonic() >= deadline:
                    raise Timeout(f"the connection is still open after {within} s")
            self._raise_faults()
            rest, self._inbox = self._inbox, []
            return rest

    def expect_refusal(self, code, within=30):
        """The contract's answer to a breach: `error` with this code, fatal, then the close."""
        error = self.expect("error", within)
        assert error["code"] == code and error["fatal"] is True, f"{code}, fatal, expected: {error}"
        self.expect_close()
        return error

    def barrier(self, within=30):
        """A ping and its pong: whatever the host had sent before is here. Returns it."""
        nonce = f"barrier-{next(self._nonces)}"
        with self._news:
            before = len(self.history)
            start = before - len(self._inbox)
        self.send("ping", nonce=nonce)
        self.expect("pong", within, nonce=nonce)
        with self._news:
            return [p for _, p in self.history[start:] if p["type"] not in ("ping", "pong")]

    def packets(self):
        """Every packet from the first on, until the connection ends."""
        for index in itertools.count():
            with self._news:
                while len(self.history) <= index and not self._ended:
                    self._raise_faults()
                    self._news.wait()
                if len(self.history) <= index:
                    return self._raise_faults()
                packet = self.history[index][1]
            yield packet


class Member(Connection):
    """A connection that has said hello and was welcomed; `me` is its welcome."""

    def __init__(self, address, name="anna", lang="es", room=None, device=None, resume=None, **options):
        super().__init__(address, **options)
        if device:
            # Another set, as the pump may be going through this one.
            Connection._secrets = Connection._secrets | {device.encode()}
        self.name, self.lang, self.resume = name, lang, resume
        hello = {"protocol": 1, "room": room, "name": name, "lang": lang, "client": "wire.py/1"}
        self.send("hello", **hello, device=device, resume=resume)
        if options.get("reads", True):
            self.me = self.expect("welcome")
            self.id = self.me["member"]

    def say(self, text, **fields):
        """Sends without waiting; returns the message's id."""
        fields.setdefault("id", str(uuid.uuid4()))
        self.send("message", message=text, **fields)
        return fields["id"]

    def says(self, text, **fields):
        """Sends and waits for the echo, which is the acknowledgement; returns it."""
        sent = self.say(text, **fields)
        return self.expect("message", id=sent)

    def read_to(self, seq, within=60):
        """Reads on until this place in the room's order is reached."""
        deadline = time.monotonic() + within
        while self.ledger.newest < seq:
            self.expect("message", deadline - time.monotonic())

    def leave(self):
        self.send("bye")
        self.expect_close()

    @property
    def resume_point(self):
        return {"epoch": self.ledger.epoch, "seq": self.ledger.newest}


def compare(acknowledged, *orders):
    """Counts for fault tests, in a sentence, and whether all is well.

    `acknowledged` are the ids whose senders saw the echo; each order is the ids that one member saw, as they came.
    """
    missing = sum(len(set(acknowledged) - set(order)) for order in orders)
    double = sum(len(order) - len(set(order)) for order in orders)
    common = set(orders[0]).intersection(*orders[1:])
    same = len({tuple(i for i in dict.fromkeys(order) if i in common) for order in orders}) == 1
    order = "same" if same else "DIFFERS"
    report = f"acknowledged {len(acknowledged)}, missing {missing}, double {double}, order {order}"
    return report, missing == 0 and double == 0 and same


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("--room")
    parser.add_argument("--name", default="reader")
    parser.add_argument("--lang", default="en")
    options = parser.parse_args()
    member = Member((options.host, options.port), options.name, options.lang, options.room)
    threading.Thread(target=_relay_input, args=(member,), daemon=True).start()
    try:
        for packet in member.packets():
            print(json.dumps(packet, ensure_ascii=False), flush=True)
    except Breach as breach:
        sys.exit(f"the wire breaks the contract: {breach}")


def _relay_input(member):
    for line in sys.stdin:
        member.say(line.rstrip("\n"))
    member.send("bye")


if __name__ == "__main__":
    main()
