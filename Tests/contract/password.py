"""A guest's side of docs/protocol.md, Passwords; it shares nothing with the program."""

import base64
import hashlib
import hmac
import secrets
import unicodedata

from wire import Connection


def text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def data(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def mac(key, message):
    return hmac.digest(key, message, "sha256")


class Knock(Connection):
    """A guest at a door: over TLS, with a hello that offers a password. `challenge` is the host's answer."""

    def __init__(self, address, room, name="anna", **fields):
        super().__init__(address, tls=True)
        self.name, self.nonce = name, secrets.token_urlsafe(18)
        self.certificate = text(self.socket.certificate)
        auth = {"nonce": self.nonce}
        self.send("hello", **{"protocol": 1, "room": room, "name": name, "lang": "es", "auth": auth, **fields})

    def challenged(self):
        self.challenge = self.expect("challenge")
        return self

    def lines(self, certificate=None, nonce=None):
        c = self.challenge
        cost = c["scrypt"]
        return "".join(
            f"{line}\n"
            for line in (
                "sabir-password-1", c["room"].lower(), certificate or self.certificate, nonce or self.nonce,
                c["nonce"], c["salt"], f"{cost['n']} {cost['r']} {cost['p']}",
            )  # fmt: skip
        ).encode("ascii")

    def keys(self, password):
        spaced = "".join(" " if unicodedata.category(c) == "Zs" else c for c in password)
        prepared = unicodedata.normalize("NFC", spaced).encode()
        cost = self.challenge["scrypt"]
        key = hashlib.scrypt(prepared, salt=data(self.challenge["salt"]), **cost, dklen=32, maxmem=1 << 28)
        return mac(key, b"Client Key"), mac(key, b"Server Key")

    def proof(self, password, **of_another):
        client, self._server = self.keys(password)
        signature = mac(hashlib.sha256(client).digest(), self.lines(**of_another))
        return text(bytes(a ^ b for a, b in zip(client, signature)))

    def proves(self, password, **of_another):
        self.send("proof", proof=self.proof(password, **of_another))

    def expected(self):
        """What the welcome has to show."""
        return text(mac(self._server, self.lines()))
