"""TLS: handshakes that are none, never end, or end and are followed by what must not follow."""

import asyncio
import os
import random
import socket
import subprocess

import pytest
from handshakes import ALERT, CHANGE, DATA, HANDSHAKE, HEARTBEAT, Garbage, client_hello, record
from scene import Scene, Ward
from stranger import HELLO, Stranger, answer, besiege, gathered
from tls import SecureSocket
from wire import Member, connect, encode

# What a host may say to somebody with whom no keys were agreed on: TLS records, and one refusal in the clear.
RECORDS = {ALERT, CHANGE, HANDSHAKE, DATA}
REFUSALS = (b'"code":"protocol"', b'"code":"hello-timeout"')


def judged(told):
    """What is wrong with an answer to what began no session; None where nothing."""
    if told is None:
        return "the connection stayed open"
    if told[:1] == b"\0":
        fine = len(told) == 4 + int.from_bytes(told[:4], "big") and any(code in told for code in REFUSALS)
        return None if fine else told[:300]
    return None if not told or told[0] in RECORDS else told[:300]


def test_what_is_no_handshake_is_ended(scene, amount, tell):
    count, seed = amount(300, 10_000), random.SystemRandom().randrange(2**32)
    garbage = Garbage(random.Random(seed))

    async def throw(n):
        name, pieces = garbage.piece()
        wrong = judged(await answer(scene.address, pieces))
        return wrong and (name, wrong)

    async def all_of_them():
        return await gathered(count, throw, at_once=100)

    ward = Ward(scene)
    ward.mark()
    through = [fault for fault in besiege(all_of_them()) if fault]
    seen = ward.end()
    scene.is_well()
    tell(f"TLS handshakes that are none (seed {seed})", count, through, Ward.words(seen))


def test_a_host_without_TLS_begins_none(tell):
    tried = [("TLS 1.3", [client_hello()]), ("byte by byte", [bytes([b]) for b in client_hello()[:40]])]
    with Scene(secure=False) as scene:

        async def all_of_them():
            return [(name, await answer(scene.address, pieces)) for name, pieces in tried]

        told = besiege(all_of_them())
        scene.is_well()
    through = [(name, what) for name, what in told if not what or what[:1] != b"\0" or b'"protocol"' not in what]
    tell("TLS at a host without it", len(tried), through)


BEHIND = {
    "another hello, to begin anew": lambda: client_hello(),
    "a word in the clear": lambda: encode(HELLO),
    "a record that is not sealed": lambda: record(DATA, os.urandom(200)),
    "a record that is too long": lambda: record(DATA, os.urandom(2**14 + 257)),
    "an empty record": lambda: record(DATA, b""),
    "a warning in the clear": lambda: record(ALERT, b"\x01\x00"),
    "a change of ciphers": lambda: record(CHANGE, b"\x01") * 100,
    "a heartbeat": lambda: record(HEARTBEAT, b"\x01\xff\xff"),
}


def test_nothing_unsealed_is_taken_in_a_session(scene, tell):
    """Whoever can write into somebody's connection can end it, and no more."""
    observer, through = Member(scene.address, "observer", "es", "Street"), []
    for name, behind in BEHIND.items():
        raw = connect(scene.address)
        session = SecureSocket(raw)
        session.sendall(encode({**HELLO, "name": name[:20]}))
        raw.settimeout(60)
        raw.sendall(behind())
        try:
            while raw.recv(65_536):
                continue
        except TimeoutError:
            through.append((name, "the connection stayed open"))
        except ConnectionError:
            pass  # an end as well
        raw.close()
    observer.barrier(within=30)
    through += [p for _, p in observer.history if p["type"] == "message"]
    scene.is_well()
    tell("what is not sealed within a session", len(BEHIND), through)


class OpenSSL:
    """`openssl s_client` with a session; its commands stand alone on a line (openssl-s_client(1))."""

    def __init__(self, address, *options):
        self.process = subprocess.Popen(
            ["openssl", "s_client", "-connect", "{}:{}".format(*address), *options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def types(self, command, answer):
        """Whether it answers; not where the host has closed."""
        try:
            self.process.stdin.write(command + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            return False
        return self.until(answer)

    def until(self, text):
        return any(text in line for line in self.process.stdout)

    def end(self):
        self.process.kill()
        self.process.communicate()


def test_keys_are_not_changed_without_end(scene, tell):
    """A KeyUpdate costs the host more than whoever asks for it (RFC 8446 §4.6.3)."""
    client, most, taken = OpenSSL(scene.address), 200, 0
    try:
        assert client.until(b"Verify return code"), "no session"
        while taken < most and client.types(b"K", b"KEYUPDATE"):
            taken += 1
    finally:
        client.end()
    scene.is_well()
    tell("changes of keys in one session", most, [f"all {taken}"] if taken == most else [])


@pytest.mark.parametrize("version", ["-tls1", "-tls1_1", "-tls1_2"])
def test_no_older_version_is_spoken(scene, version):
    done = subprocess.run(
        ["openssl", "s_client", "-connect", "{}:{}".format(*scene.address), version, "-cipher", "ALL:@SECLEVEL=0"],
        stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False)
    assert done.returncode != 0 and b"Cipher is (NONE)" in done.stdout


def test_a_session_in_the_smallest_records_is_one_like_any_other(scene):
    """A byte a record is dear, and no breach."""
    member = SecureSocket(connect(scene.address))
    for byte in encode(HELLO):
        member.sendall(bytes([byte]))
    member.settimeout(30)
    assert b'"welcome"' in read_some(member)


def read_some(member):
    data = b""
    while b"welcome" not in data:
        try:
            part = member.recv(65_536)
        except BlockingIOError:
            continue
        if not part:
            break
        data += part
    return data


def test_sessions_and_hellos_do_not_mix(scene, amount, tell):
    """Half a handshake of many, side by side with whole ones that come in."""
    count = amount(100, 3_000)

    async def half(n):
        reader, writer = await asyncio.open_connection(*scene.address)
        writer.write(client_hello())
        try:
            while await reader.read(65_536):
                continue
        except ConnectionError:
            pass
        writer.transport.abort()
        return None

    async def whole(n):
        stranger = await Stranger.enter(scene.address, name="between the halves")
        stranger.close()
        return None if stranger.welcome else "no welcome"

    async def all_of_them():
        halves, wholes = gathered(count, half, at_once=count), gathered(20, whole, at_once=4)
        return [fault for faults in await asyncio.gather(halves, wholes) for fault in faults if fault]

    ward = Ward(scene)
    ward.mark()
    through = besiege(all_of_them())
    seen = ward.end()
    scene.is_well()
    tell("handshakes that are never ended", count, through, Ward.words(seen))
