"""Five people who talk in one room, each ten times a second, as a process of their own.

    bystanders.py HOST PORT ROOM tls|plain LINES

Prints "ready" when it has said so many lines, and talks on until standard input ends; a line there marks the beginning
of the attack. Then prints one line of JSON: how many lines were said, how many each heard, how long an echo took, and
what was wrong. A line that is lost, doubled or refused is a fault; how long one takes is none.
"""

import json
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "contract"))

from wire import Connection, Member  # noqa: E402

PEOPLE = 5
EACH = 10  # lines a second


def percentile(values, share):
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000, 1) if ordered else 0.0


def main(host, port, room, way, calm):
    Connection.tls = way == "tls"
    members = [Member((host, port), f"bystander {n}", "es", room) for n in range(PEOPLE)]
    for member in members:
        member.barrier()
    sent, faults = {}, []
    marks, over = [], threading.Event()
    threading.Thread(target=listen, args=(marks, over), daemon=True).start()
    beat = time.monotonic()
    while not over.is_set():
        if len(sent) == calm:
            print("ready", flush=True)
        for member in members:
            now = time.monotonic()
            sent[member.say(f"line {len(sent)}")] = now
        beat += 1 / EACH
        over.wait(max(0, beat - time.monotonic()))
    for member in members:
        try:
            hear_all(member, set(sent))
        except AssertionError as fault:
            faults.append(str(fault)[:300])
    report(members, sent, marks, faults)


def hear_all(member, missing):
    """Reads on until it has heard all of these, whatever else is said in the room."""

    def was_last(packet):
        missing.discard(packet["id"])
        return not missing

    member.expect("message", within=150, where=was_last)


def listen(marks, over):
    for _ in sys.stdin:
        marks.append(time.monotonic())
    over.set()


def report(members, sent, marks, faults):
    mark = marks[0] if marks else float("inf")
    heard, times = [], {True: [], False: []}
    for index, member in enumerate(members):
        lines = [(at, p) for at, p in member.history if p["type"] == "message" and p["id"] in sent]
        heard.append(len({p["id"] for _, p in lines}) if len(lines) == len(sent) else -len(lines))
        faults += [str(p)[:300] for _, p in member.history if p["type"] == "error"]
        for at, packet in lines if index == 0 else []:
            times[sent[packet["id"]] < mark].append(at - sent[packet["id"]])
    told = {
        "said": len(sent), "heard": heard, "faults": faults[:5],
        "calm": {"p50": percentile(times[True], 0.5), "p99": percentile(times[True], 0.99)},
        "attack": {"p50": percentile(times[False], 0.5), "p99": percentile(times[False], 0.99)},
    }  # fmt: skip
    print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4], int(sys.argv[5]))
