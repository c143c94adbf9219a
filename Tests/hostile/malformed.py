"""Inputs that break the contract, made by chance from a seed. Each comes with the codes that may answer it."""

import json
import struct
import uuid

ID = "0b0f3d52-8c39-4b7c-a1b7-5f7d2d2f9e02"
# What each field may be, by packet; everything in WRONG is of another kind for it.
VALID = {
    "message": {"id": ID, "message": "hola", "lang": "es", "reply": ID},
    "profile": {"name": "anna", "lang": "es"},
    "who": {"after": "m1"},
    "unclear": {"id": ID},
    "person": {"id": ID},
    "report": {"id": ID, "member": "m1", "text": "x"},
    "staff": {"act": "ban", "member": "m1", "minutes": 5},
    "translate": {"id": "q1", "source": "es", "target": "fr", "texts": ["hola"]},
}
WRONG = [7, -1, 1.5, True, [], {}, ["x"], {"a": 1}, 10**30]
NUMBERS = {"minutes"}


def framed(body):
    return struct.pack(">I", len(body)) + body


def encoded(packet):
    return json.dumps(packet, ensure_ascii=False).encode()


class Malformed:
    """`fatal()` and `mild()` give (bytes, codes): a frame that ends its connection, and one that is refused alone."""

    def __init__(self, random):
        self.random = random

    def _packet(self):
        kind = self.random.choice(list(VALID))
        return {"type": kind, **VALID[kind]}

    # Frames that are a breach

    def fatal(self):
        makers = [
            self._no_length, self._too_long, self._no_text, self._cut, self._no_object, self._no_type, self._too_deep,
            self._behind, self._bad_syntax,
        ]  # fmt: skip
        return self.random.choice(makers)()

    def _no_length(self):
        return b"\0\0\0\0", {"bad-frame"}

    def _too_long(self):
        length = self.random.choice([65_537, 65_536 * 2, 2**31 - 1, 2**31, 2**32 - 1, self.random.randrange(65_537, 2**32)])
        return struct.pack(">I", length) + self.random.randbytes(self.random.randrange(0, 50)), {"too-large"}

    def _no_text(self):
        body = self.random.choice([
            self.random.randbytes(self.random.randrange(1, 200)) + b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf5" * 4,
            encoded(self._packet()).decode().encode("utf-16"),
        ])  # fmt: skip
        return framed(body), {"bad-frame", "bad-json"}

    def _cut(self):
        body = encoded({**self._packet(), "x": "y" * self.random.randrange(50)})
        return framed(body[: self.random.randrange(1, len(body))]), {"bad-json", "bad-packet", "bad-frame"}

    def _no_object(self):
        body = self.random.choice([b"[]", b"7", b'"hello"', b"true", b"null", b"[{}]", b"1e5", b'["type"]'])
        return framed(body), {"bad-packet"}

    def _no_type(self):
        wrong = self.random.choice([None, *WRONG])
        return framed(encoded({**self._packet(), "type": wrong})), {"bad-packet"}

    def _too_deep(self):
        depth = self.random.choice([17, 20, 100, 10_000])
        nest = self.random.choice([(b"[", b"]"), (b'{"a":', b"}")])
        middle = b"1" if nest[0] != b"[" else b""
        body = b'{"type":"message","message":"x","deep":' + nest[0] * depth + middle + nest[1] * depth + b"}"
        return framed(body[:65_536]), {"bad-json", "too-large"}

    def _behind(self):
        return framed(encoded(self._packet()) + self.random.choice([b"x", b"{}", b",", b"\0", b"}"])), {"bad-json"}

    def _bad_syntax(self):
        piece = self.random.choice([
            b"NaN", b"Infinity", b"-", b"01", b"1.", b".5", b"0x1", b"+1", b"1e", b"'x'", b'"\\x"', b'"\\u12"', b'"a\nb"',
            b'"\t"', b"tru", b"nul", b"[1,]", b'{"a":1,}', b'{"a"}', b"{1:2}", b"/**/1", b'"',
        ])  # fmt: skip
        return framed(b'{"type":"ping","x":' + piece + b"}"), {"bad-json"}

    # Packets that are refused, and their sender stays

    def mild(self):
        return self.random.choice([self._wrong_field, self._wrong_field, self._bad_text, self._bad_tag, self._bad_id])()

    def _wrong_field(self):
        packet = self._packet()
        field = self.random.choice([key for key in packet if key != "type"])
        wrong = [w for w in WRONG if not (field in NUMBERS and type(w) is int and 1 <= w <= 43_200)]
        if field == "texts":
            wrong = [w for w in wrong if w != ["x"]]
        packet[field] = self.random.choice(wrong)
        return framed(encoded(packet)), {"bad-packet"}

    def _bad_text(self):
        text, code = self.random.choice([
            ("", "bad-packet"), ("\u202e\u2066", "bad-packet"), ("\u0007", "bad-packet"), ("x" * 4_001, "too-large"),
            ("🙂" * 4_001, "too-large"),
        ])  # fmt: skip
        return framed(encoded({"type": "message", "message": text, "id": str(uuid.UUID(int=self.random.getrandbits(128)))})), {code}

    def _bad_tag(self):
        tag = self.random.choice(["", "e", "spanish-", "es_ES", "e" * 36, "es--ES", "💬", "es-\u0000"])
        kind = self.random.choice(["message", "profile"])
        return framed(encoded({**VALID[kind], "type": kind, "lang": tag})), {"bad-lang"}

    def _bad_id(self):
        wrong = self.random.choice(["7", "", ID[:-1], ID + "0", ID.replace("-", ""), "g" + ID[1:], "../../etc/passwd"])
        kind = self.random.choice(["message", "unclear", "person", "report"])
        return framed(encoded({**VALID[kind], "type": kind, "id": wrong})), {"bad-packet"}
