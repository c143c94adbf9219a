"""The page's port: requests that never end, are too large, or unfold; a room next door goes on."""

import asyncio
import gzip
import http.client
import json
import socket
import zlib

from scene import Ward
from stranger import answer, besiege, gathered

HEAD = b"POST /api/rooms/Street/enter HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Sabir: 1\r\nContent-Type: application/json\r\n"


def request(scene, body, headers=(), path="/api/rooms/Street/enter", within=200):
    """The status and the body of the answer; None where the connection ended without one."""
    connection = http.client.HTTPConnection("127.0.0.1", scene.page, timeout=within)
    try:
        kind = {"Content-Type": "application/json", "X-Sabir": "1"}
        connection.request("POST", path, body, {**kind, **dict(headers)})
        told = connection.getresponse()
        return told.status, told.read()
    except (ConnectionError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def is_open(scene):
    """A visitor is still answered."""
    connection = http.client.HTTPConnection("127.0.0.1", scene.page, timeout=200)
    connection.request("GET", "/api/house")
    told = connection.getresponse()
    rooms = json.loads(told.read())["rooms"]
    connection.close()
    assert told.status == 200 and {room["name"] for room in rooms} == {"Ward", "Street"}


def memory(scene):
    """Most that the host had in memory so far, in bytes."""
    with open(f"/proc/{scene.process.pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM"))


def unfolding():
    """Bodies that are small on the wire: a valid one among them, so that reading it at all can be told."""
    valid = json.dumps({"name": "bomb", "lang": "es", "face": "a"}).encode()
    mountain = gzip.compress(b'{"name":"' + b"x" * 100_000_000 + b'"}', 1)
    yield "gzip", mountain
    yield "gzip, gzip", gzip.compress(mountain)
    yield "deflate", zlib.compress(bytes(100_000_000), 1)
    yield "gzip", gzip.compress(valid)
    yield "x-gzip", gzip.compress(valid)
    yield "deflate", zlib.compress(valid)
    yield "br", b"\x8b\x03\x80" + valid + b"\x03"
    yield "zstd", b"\x28\xb5\x2f\xfd" + valid
    yield "gzip", b"\x1f\x8b" + b"\xff" * 10_000


def test_bodies_are_never_unfolded(scene, tell):
    before, through, bodies = memory(scene), [], list(unfolding())
    for coding, body in bodies:
        told = request(scene, body, {"Content-Encoding": coding})
        through += [] if told is None or 400 <= told[0] < 500 else [(coding, told)]
    grown = memory(scene) - before
    through += [f"{grown} bytes of memory"] if grown > 64 << 20 else []
    is_open(scene)
    tell("packed bodies to the page", len(bodies), through, f"{grown >> 20} MiB more of memory for 300 MB unfolded")


OVERSIZED = {
    "a path": b"GET /" + b"x" * 1_000_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    "a query": b"GET /?" + b"x=1&" * 250_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    "a header": b"GET / HTTP/1.1\r\nHost: x\r\nX-A: " + b"x" * 1_000_000 + b"\r\n\r\n",
    "a header's name": b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X" * 1_000_000 + b": a\r\n\r\n",
    "very many headers": b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: a\r\n" % n for n in range(100_000)) + b"\r\n",
    "very many cookies": b"GET / HTTP/1.1\r\nHost: x\r\nCookie: " + b"sabir=a; " * 100_000 + b"\r\n\r\n",
    "a method": b"G" * 1_000_000 + b" / HTTP/1.1\r\nHost: x\r\n\r\n",
    "a length": HEAD + b"Content-Length: 99999999999999\r\n\r\n{",
    "a body": HEAD + b"Content-Length: 50000000\r\n\r\n" + b" " * 5_000_000,
    "a body in chunks": HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\n \r\n" * 500_000,
    "a chunk's extension": HEAD + b"Transfer-Encoding: chunked\r\n\r\n1;" + b"x" * 1_000_000 + b"\r\n \r\n",
    "a trailer": HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\n" + b"X-A: a\r\n" * 200_000,
}


def test_what_is_too_large_for_the_page_is_not_kept(scene, tell):
    before = memory(scene)

    async def throw(n):
        whole = OVERSIZED[n]
        pieces = [whole[at : at + 65_536] for at in range(0, len(whole), 65_536)]
        told = await answer(("127.0.0.1", scene.page), pieces)
        fine = told is not None and (not told or told.startswith((b"HTTP/1.1 4", b"HTTP/1.0 4")))
        return None if fine else (n, told and told[:200])

    async def all_of_them():
        names = list(OVERSIZED)
        return await gathered(len(names), lambda n: throw(names[n]), at_once=4)

    through = [fault for fault in besiege(all_of_them()) if fault]
    grown = memory(scene) - before
    through += [f"{grown} bytes of memory"] if grown > 64 << 20 else []
    is_open(scene)
    tell("oversized requests to the page", len(OVERSIZED), through, f"{grown >> 20} MiB more of memory")


def nested(depth):
    return b'{"name":' + b"[" * depth + b"]" * depth + b"}"


BOMBS = [
    nested(10), nested(500), nested(5_000), nested(30_000), b"[" * 60_000, b'{"a":' * 10_000,
    b'{"name":"' + b"\\u0000" * 10_000 + b'","lang":"es"}', b'{"name":' + b"9" * 60_000 + b"}", b'{"name":1e999999999}',
    b"{" + b",".join(b'"k%d":1' % n for n in range(6_000)) + b"}",
    b'{"name":"a","name":"b"' + b',"lang":"e"' * 5_000 + b"}",
]  # fmt: skip


def test_JSON_bombs_to_the_page_cost_little(scene, amount, tell):
    rounds, cost = amount(2, 100), scene.cpu()
    told = [(bomb[:40], request(scene, bomb)) for _ in range(rounds) for bomb in BOMBS]
    through = [pair for pair in told if pair[1] is None or not 400 <= pair[1][0] < 500]
    is_open(scene)
    each = 1000 * (scene.cpu() - cost) / len(told)
    tell("JSON bombs to the page", len(told), through, f"{each:.1f} ms of processor time each")


def endless():
    """What a request begins with and never comes to an end of, by name."""
    yield "heads", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"X-A: b\r\n"
    yield "first lines", b"GET /", b"x"
    yield "bodies", HEAD + b"Content-Length: 30000\r\n\r\n", b" "
    yield "chunks", HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"
    yield "silences", b"", b""


async def drips(address, begin, drop):
    """Sends a little twice a second; None once the host has closed, else what is wrong."""
    reader, writer = await asyncio.open_connection(*address)
    ending = asyncio.ensure_future(reader.read())
    try:
        writer.write(begin)
        for _ in range(150):
            done, _ = await asyncio.wait([ending], timeout=0.5)
            if done:
                return None
            writer.write(drop)
        return "the connection stayed open"
    finally:
        await asyncio.gather(ending, return_exceptions=True) if ending.done() else ending.cancel()
        writer.transport.abort()


def test_requests_that_never_end_are_ended(scene, amount, tell):
    each, kinds = amount(10, 300), list(endless())[: amount(4, 5)]  # silence may last for a minute
    places = ("127.0.0.1", scene.page)

    async def all_of_them():
        return await gathered(
            each * len(kinds), lambda n: drips(places, *kinds[n % len(kinds)][1:]), at_once=each * len(kinds))

    ward = Ward(scene)
    ward.mark()
    through = [fault for fault in besiege(all_of_them()) if fault]
    seen = ward.end()
    is_open(scene)
    names = ", ".join(kind[0] for kind in kinds)
    tell(f"requests that never end ({names})", each * len(kinds), through, Ward.words(seen))


def test_answers_that_nobody_reads_are_not_kept(scene, amount, tell):
    """Requests behind each other, whose answers are not taken."""
    count, before, peers, refused = amount(5, 200), memory(scene), [], 0
    ask = b"GET /assets/tokens.css HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 400
    for _ in range(count):
        peer = socket.socket()
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
        peer.connect(("127.0.0.1", scene.page))
        peer.setblocking(False)
        peers.append(peer)
        try:
            peer.send(ask)
        except (BlockingIOError, ConnectionError):
            refused += 1
    is_open(scene)
    grown = memory(scene) - before
    for peer in peers:
        peer.close()
    through = [f"{grown} bytes of memory"] if grown > 128 << 20 else []
    scene.is_well()
    tell("connections whose answers nobody reads", count, through, f"{grown >> 20} MiB more of memory")
