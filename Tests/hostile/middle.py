"""Somebody between a guest and its host, who carries, listens in, pretends, bends or repeats what passes."""

import hashlib
import json
import selectors
import socket
import ssl
import struct
import subprocess
import tempfile
import threading
from base64 import urlsafe_b64encode
from pathlib import Path

from tls import context
from wire import encode


class Middle:
    """Listens on `port`, and goes on to the host's. `mode` is what it does with connections from now on:

    carries: passes the bytes on as they are; bends: turns a bit of what passes once a session has begun; listens in:
    speaks TLS with both, by a certificate of its own, and passes their packets on (`changes` may alter the host's);
    plain: answers in frames without TLS; cuts: takes nobody.
    """

    def __init__(self, host_port, mode="carries"):
        self.mode, self.changes, self._host_port = mode, lambda packet: packet, host_port
        #: Packets that it could read, by who sent them; and the bytes of each connection that it carried.
        self.read, self.carried, self.met = {"guest": [], "host": []}, [], 0
        self._ends, self._news = [], threading.Condition()
        self._folder = tempfile.TemporaryDirectory(prefix="sabir-middle-")
        self._identity = self._own_identity()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _own_identity(self):
        key, certificate = (Path(self._folder.name) / name for name in ("key.pem", "certificate.pem"))
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30",
             "-subj", "/CN=sabir", "-keyout", key, "-out", certificate],
            check=True, capture_output=True, timeout=60,
        )  # fmt: skip
        made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        made.load_cert_chain(certificate, key)
        self.certificate = ssl.PEM_cert_to_DER_cert(certificate.read_text())
        self.key = key
        return made

    @property
    def fingerprint(self):
        return plain64(hashlib.sha256(self.certificate).digest())

    # Connections

    def _accept(self):
        while True:
            try:
                guest, _ = self._listener.accept()
            except OSError:
                return
            with self._news:
                self.met += 1
                self._news.notify_all()
            way = {"carries": self._carry, "bends": self._carry, "listens in": self._listen_in, "plain": self._pretend}
            threading.Thread(target=self._serve, args=(way.get(self.mode), guest), daemon=True).start()

    def _serve(self, way, guest):
        try:
            if way:
                guest.settimeout(30)
                way(guest)
        except (OSError, ValueError):
            pass  # one of the two has closed, or speaks no TLS
        finally:
            guest.close()

    def _carry(self, guest):
        host = self._onward()
        said, is_bent = bytearray(), self.mode == "bends"
        self.carried.append(said)
        with selectors.DefaultSelector() as selector:
            selector.register(guest, selectors.EVENT_READ, host)
            selector.register(host, selectors.EVENT_READ, guest)
            records = 0
            while True:
                for key, _ in selector.select():
                    data = key.fileobj.recv(65_536)
                    if not data:
                        return guest.close(), host.close()
                    if key.fileobj is guest:
                        said += data
                    records += 1
                    # The handshake takes two turns and a half; what is bent there is no session.
                    key.data.sendall(bend(data) if is_bent and records > 3 else data)

    def _onward(self):
        host = socket.create_connection(("127.0.0.1", self._host_port), timeout=30)
        self._ends += [host]
        return host

    def _listen_in(self, raw):
        guest = self._identity.wrap_socket(raw, server_side=True)
        host = context().wrap_socket(self._onward())
        there = threading.Thread(target=self._pass_on, args=(host, guest, "host"), daemon=True)
        there.start()
        self._pass_on(guest, host, "guest")
        there.join(30)

    def _pass_on(self, source, target, who):
        try:
            stream = source.makefile("rb")
            while head := stream.read(4):
                packet = json.loads(stream.read(struct.unpack(">I", head)[0]))
                with self._news:
                    self.read[who].append(packet)
                    self._news.notify_all()
                target.sendall(encode(self.changes(packet) if who == "host" else packet))
        except (OSError, ValueError, struct.error):
            pass
        for end in (source, target):
            end.close()

    def _pretend(self, guest):
        words = {"code": "protocol", "reason": "Join with --plaintext.", "fatal": True}
        guest.sendall(encode({"type": "error", **words}))
        guest.recv(65_536)
        guest.recv(65_536)

    # What the test says and asks

    def turns(self, mode):
        """Ends the connections that it carries; those that come meet it in its new mode."""
        self.mode = mode
        for end in self._ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self._ends = []

    def await_read(self, who, kind, within=30):
        with self._news:
            assert self._news.wait_for(lambda: any(p["type"] == kind for p in self.read[who]), within), self.read

    def await_guests(self, count, within=60):
        with self._news:
            assert self._news.wait_for(lambda: self.met >= count, within), f"{self.met} connections came"

    def grant(self, certificate, room, expires):
        """The grant that it can make: a true signature, by its own key."""
        words = f"sabir-grant-1\n{room}\n{self.fingerprint}\n{expires}\n".encode()
        done = subprocess.run(
            ["openssl", "dgst", "-sha256", "-sign", self.key], input=words, check=True, capture_output=True, timeout=60)
        signature = plain64(raw_signature(done.stdout))
        return {"certificate": plain64(certificate), "expires": expires, "signature": signature}

    def close(self):
        self._listener.close()
        self.turns("cuts")
        self._folder.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def plain64(data):
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def raw_signature(der):
    """r and s of a DER signature, 32 bytes each."""
    at, numbers = 2, []
    for _ in range(2):
        length = der[at + 1]
        numbers.append(int.from_bytes(der[at + 2 : at + 2 + length], "big").to_bytes(32, "big"))
        at += 2 + length
    return b"".join(numbers)


def bend(data):
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]
