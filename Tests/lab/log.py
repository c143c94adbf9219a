#!/usr/bin/env python3
"""Reads a room's whole log as a newcomer may: page by page, by the contract alone (wire.py).

    log.py ROOM HOST PORT     prints each line as a `message`, oldest first, then {"type": "end"}
"""

import json
import sys

from wire import Member

MOST = 100


def pages(member):
    """Every page, the newest first."""
    before = None
    while True:
        member.send("history", before=before, limit=MOST)
        page = member.expect("lines", 30)
        assert before is None or page["before"] == before, page
        assert all(line["seq"] < page["before"] for line in page["messages"]), page
        yield page["messages"]
        if not page["more"]:
            return
        before = page["messages"][0]["seq"]


def main(room, host, port):
    member = Member((host, int(port)), "log", "en", room)
    for page in reversed(list(pages(member))):
        for line in page:
            print(json.dumps({"type": "message", **line}, ensure_ascii=False))
    print('{"type": "end"}', flush=True)
    member.leave()


if __name__ == "__main__":
    main(*sys.argv[1:])
