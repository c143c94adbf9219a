"""A stranger's connection, on asyncio: thousands of them fit one process."""

import asyncio
import json
import os
import ssl
import struct
import threading

from malformed import encoded, framed
from tls import context

HELLO = {"type": "hello", "protocol": 1, "room": "Street", "name": "stranger", "lang": "es"}
TRUSTING = context()


class Stranger:
    #: Whether connections are over TLS where nothing else is said.
    secure = False
    niceness = 0

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer

    @classmethod
    async def connect(cls, address, source=None, secure=None):
        """One whose TLS handshake fails has ended, and hears nothing."""
        try:
            reader, writer = await asyncio.open_connection(
                *address, local_addr=source and (source, 0), **cls.way(secure))
        except (ConnectionError, ssl.SSLError):
            return cls(None, None)
        return cls(reader, writer)

    @classmethod
    async def over(cls, connection):
        """One over a socket that is connected; as little as possible is read before it is wanted."""
        return cls(*await asyncio.open_connection(sock=connection, limit=1, **cls.way()))

    @classmethod
    def way(cls, secure=None):
        secure = cls.secure if secure is None else secure
        return {"ssl": TRUSTING, "server_hostname": ""} if secure else {}

    @classmethod
    async def enter(cls, address, **changes):
        """One that has said hello, and is in."""
        stranger = await cls.connect(address)
        stranger.send({**HELLO, **changes})
        stranger.welcome = await stranger.until("welcome")
        return stranger

    def send(self, packet):
        self.write(framed(encoded(packet)))

    def write(self, data):
        if self.writer:
            self.writer.write(data)

    async def packet(self, within=30):
        """The next packet; None at the end."""
        try:
            length = struct.unpack(">I", await self.bytes(4, within))[0]
            return json.loads(await self.bytes(length, within))
        except (asyncio.IncompleteReadError, ConnectionError, ssl.SSLError):
            return None

    async def bytes(self, count, within):
        if not self.reader:
            raise ConnectionError("the connection was refused")
        return await asyncio.wait_for(self.reader.readexactly(count), within)

    async def until(self, *kinds, within=30):
        """The next packet of these kinds; None where the end comes before."""
        while packet := await self.packet(within):
            if packet["type"] in kinds:
                return packet
        return None

    async def ends(self, within=30):
        """Whether the host closes."""
        while await self.packet(within):
            pass
        return True

    def close(self):
        if self.writer:
            self.writer.transport.abort()


async def answer(address, pieces, within=60):
    """All that comes back for these pieces, up to the host's end of the connection; None where it does not end."""
    reader, writer = await asyncio.open_connection(*address)
    told = bytearray()

    async def read_on():
        while part := await reader.read(65_536):
            told.extend(part)

    reading = asyncio.ensure_future(read_on())
    try:
        for piece in pieces:
            if reading.done():
                break
            writer.write(piece)
            await writer.drain()
        await asyncio.wait_for(asyncio.shield(reading), within)
    except TimeoutError:
        return None
    except ConnectionError:
        await asyncio.gather(reading, return_exceptions=True)
    finally:
        reading.cancel()
        writer.transport.abort()
    return bytes(told)


async def gathered(count, make, at_once=100):
    """make(n) for each n below count, so many at a time."""
    gate = asyncio.Semaphore(at_once)

    async def one(n):
        async with gate:
            return await make(n)

    return await asyncio.gather(*(one(n) for n in range(count)))


def besiege(strangers):
    """Runs what strangers do to its end. Where times are measured their thread stands back for the host's process and
    the bystanders': strangers have computers of their own, whose work takes no time from the host's."""
    outcome = []

    def run():
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), Stranger.niceness)
        try:
            outcome.append((asyncio.run(strangers), None))
        except BaseException as error:  # raised again by whoever waits
            outcome.append((None, error))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    value, error = outcome[0]
    if error:
        raise error
    return value
