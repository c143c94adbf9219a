"""A stranger's connection, on asyncio: thousands of them fit one process."""

import asyncio
import json
import struct

from malformed import encoded, framed

HELLO = {"type": "hello", "protocol": 1, "room": "Street", "name": "stranger", "lang": "es"}


class Stranger:
    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer

    @classmethod
    async def connect(cls, address, source=None):
        reader, writer = await asyncio.open_connection(*address, local_addr=source and (source, 0))
        return cls(reader, writer)

    @classmethod
    async def enter(cls, address, **changes):
        """One that has said hello, and is in."""
        stranger = await cls.connect(address)
        stranger.send({**HELLO, **changes})
        stranger.welcome = await stranger.until("welcome")
        return stranger

    def send(self, packet):
        self.writer.write(framed(encoded(packet)))

    async def packet(self, within=30):
        """The next packet; None at the end."""
        try:
            length = struct.unpack(">I", await asyncio.wait_for(self.reader.readexactly(4), within))[0]
            return json.loads(await asyncio.wait_for(self.reader.readexactly(length), within))
        except (asyncio.IncompleteReadError, ConnectionError):
            return None

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
        self.writer.transport.abort()


async def gathered(count, make, at_once=100):
    """make(n) for each n below count, so many at a time."""
    gate = asyncio.Semaphore(at_once)

    async def one(n):
        async with gate:
            return await make(n)

    return await asyncio.gather(*(one(n) for n in range(count)))
