#!/usr/bin/env python3
"""A long way between a guest and its host: carries TCP both ways, each byte later by as many seconds as it is told.

    delay.py PORT SECONDS HOST PORT     listens on 127.0.0.1:PORT and says {"event": "open"} once it does
"""

import asyncio
import json
import sys


async def carry(reader, writer, seconds):
    """What is read now is written `seconds` later, and what is read meanwhile does not wait for that."""
    loop, under_way = asyncio.get_running_loop(), asyncio.Queue(1_000)

    async def read():
        while data := await reader.read(65_536):
            await under_way.put((loop.time() + seconds, data))
        await under_way.put((loop.time() + seconds, b""))

    async def write():
        while True:
            due, data = await under_way.get()
            await asyncio.sleep(due - loop.time())
            if not data:
                return writer.close()
            writer.write(data)
            await writer.drain()

    try:
        await asyncio.gather(read(), write())
    except OSError:
        writer.close()


async def main(port, seconds, host, host_port):
    async def carry_both_ways(reader, writer):
        try:
            there_reader, there_writer = await asyncio.open_connection(host, int(host_port))
        except OSError:
            return writer.close()
        await asyncio.gather(
            carry(reader, there_writer, float(seconds)), carry(there_reader, writer, float(seconds))
        )

    async with await asyncio.start_server(carry_both_ways, "127.0.0.1", int(port)) as server:
        print(json.dumps({"event": "open"}), flush=True)
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
