"""What may arrive at a port in place of a TLS handshake (RFC 8446), made by chance from a seed.

Each maker of `Garbage` gives the pieces that are sent one after the other; behind the last comes nothing more.
"""

import ssl
import struct
import uuid

ALERT, CHANGE, HANDSHAKE, DATA, HEARTBEAT = 0x15, 0x14, 0x16, 0x17, 0x18


def record(kind, body, version=0x0303):
    return struct.pack(">BHH", kind, version, len(body)) + body


def client_hello(protocols=(), newest=ssl.TLSVersion.TLSv1_3):
    """A real one, as OpenSSL makes it, in one record."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    made.check_hostname, made.verify_mode = False, ssl.CERT_NONE
    made.maximum_version = newest
    if protocols:
        made.set_alpn_protocols(protocols)
    outgoing = ssl.MemoryBIO()
    try:
        made.wrap_bio(ssl.MemoryBIO(), outgoing).do_handshake()
    except ssl.SSLWantReadError:
        return outgoing.read()
    raise AssertionError("a handshake without an answer")


class Garbage:
    def __init__(self, random):
        self.random = random
        self.hello = client_hello()
        self.message = self.hello[5:]  # without its record's head

    def piece(self):
        """(what it is, the pieces)"""
        makers = [name for name in dir(self) if name.startswith("a_")]
        name = self.random.choice(makers)
        return name[2:].replace("_", " "), getattr(self, name)()

    def noise(self, most):
        return self.random.randbytes(self.random.randrange(1, most))

    # Broken handshakes

    def a_hello_that_was_cut(self):
        return [self.hello[: self.random.randrange(1, len(self.hello))]]

    def a_hello_and_then_nothing(self):
        return [self.hello]

    def a_hello_with_bits_turned(self):
        bent = bytearray(self.hello)
        for _ in range(self.random.randrange(1, 20)):
            bent[self.random.randrange(1, len(bent))] ^= 1 << self.random.randrange(8)
        return [bytes(bent)]

    def a_hello_in_records_of_a_byte(self):
        whole = self.random.choice([len(self.message), self.random.randrange(1, len(self.message))])
        return [record(HANDSHAKE, self.message[n : n + 1], 0x0301) for n in range(whole)]

    def a_hello_that_claims_to_be_huge(self):
        begin = record(HANDSHAKE, b"\x01\xff\xff\xff" + self.noise(1_000), 0x0301)
        return [begin, *[record(HANDSHAKE, self.noise(16_000))] * 8]

    def a_hello_of_an_old_version(self):
        return [client_hello(newest=ssl.TLSVersion.TLSv1_2)]

    def a_hello_of_SSL_2(self):
        return [b"\x80\x2e\x01\x00\x02\x00\x15\x00\x00\x00\x10\x07\x00\xc0" + self.noise(60)]

    def a_hello_that_offers_compression(self):
        return [self.hello.replace(b"\x01\x00", b"\x01\x01")]

    def a_hello_of_many_protocols(self):
        return [client_hello([f"p{n:06}" + "x" * 200 for n in range(70)])]

    def a_hello_twice(self):
        return [self.hello, self.hello]

    def a_hello_and_a_word_in_the_clear(self):
        return [self.hello, record(DATA, b'\0\0\0\x0f{"type":"hello"}')]

    def a_hello_and_a_forged_end(self):
        finished = record(HANDSHAKE, b"\x14\0\0\x20" + self.noise(33).ljust(32))
        return [self.hello, finished, record(DATA, self.noise(300))]

    # Records that begin no handshake

    def a_record_that_is_huge(self):
        return [struct.pack(">BHH", HANDSHAKE, 0x0301, self.random.randrange(2**14 + 257, 2**16)) + self.noise(60_000)]

    def a_flood_of_empty_records(self):
        return [record(HANDSHAKE, b"", 0x0301) * 1_000]

    def a_flood_of_changes(self):
        return [self.hello, record(CHANGE, b"\x01") * 1_000]

    def a_flood_of_warnings(self):
        return [self.hello, record(ALERT, b"\x01\x5a") * 1_000]

    def a_heartbeat(self):
        return [self.hello, record(HEARTBEAT, b"\x01\xff\xff" + self.noise(16))]

    def a_record_of_another_kind(self):
        return [record(self.random.choice([ALERT, CHANGE, DATA, HEARTBEAT, 0, 255]), self.noise(100))]

    def a_hello_of_a_server(self):
        return [record(HANDSHAKE, b"\x02" + struct.pack(">I", 70)[1:] + self.noise(200).ljust(70)[:70])]

    # Other tongues

    def a_frame(self):
        body = b'{"type":"hello","protocol":1,"room":"Street","name":"plain","lang":"es"}'
        return [struct.pack(">I", len(body)) + body]

    def a_protocol_of_another_kind(self):
        return self.random.choice([
            [b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"], [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"], [b"SSH-2.0-OpenSSH_9.2\r\n"],
            [b"EHLO x\r\n", b"STARTTLS\r\n"], [b"PROXY TCP4 10.0.0.1 10.0.0.2 1 2\r\n", self.hello],
            [b"NICK x\r\nUSER x 0 * :x\r\n"], [uuid.uuid4().bytes],
        ])  # fmt: skip

    def a_handful_of_bytes(self):
        return [self.noise(2_000)]

    def a_handful_behind_the_right_byte(self):
        return [bytes([HANDSHAKE]) + self.noise(2_000)]
