"""Inputs that break the contract: each is answered by the contract's code, and nobody else notices."""

import random

from malformed import Malformed
import pytest
from scene import Observer, Ward
from stranger import HELLO, Stranger, besiege, gathered

WORKERS = 8


def judged(answer, codes, fatal):
    """What is wrong with the answer to one input; None where nothing."""
    if answer is None:
        return "the connection ended without a word" if fatal else "no answer"
    if answer["type"] != "error" or answer["code"] not in codes or answer["fatal"] is not fatal:
        return answer
    return None


async def breach(address, malformed, hello):
    """One frame that ends its connection, before or after the hello."""
    stranger = await (Stranger.enter(address) if hello else Stranger.connect(address))
    frame, codes = malformed.fatal()
    stranger.write(frame)
    answer = await stranger.until("error")
    wrong = judged(answer, codes, True)
    if wrong is None and not await stranger.ends():
        wrong = "the connection stayed open"
    stranger.close()
    return [(frame[:80], wrong)] if wrong else []


async def refusals(address, malformed, count):
    """Packets that are refused one by one, on one connection."""
    stranger = await Stranger.enter(address)
    wrong = []
    for start in range(0, count, 50):
        inputs = [malformed.mild() for _ in range(min(50, count - start))]
        stranger.write(b"".join(frame for frame, _ in inputs))
        for frame, codes in inputs:
            fault = judged(await stranger.until("error"), codes, False)
            if fault:
                wrong.append((frame[:120], fault))
    stranger.close()
    return wrong


async def attack(address, seed, breaches, mild):
    malformed = Malformed(random.Random(seed))
    wrong = await gathered(breaches, lambda n: breach(address, malformed, n % 2 == 0), at_once=WORKERS)
    wrong += await gathered(WORKERS, lambda n: refusals(address, malformed, mild // WORKERS))
    return [fault for faults in wrong for fault in faults]


@pytest.mark.parametrize("scene", ["tls", "plain"], indirect=True)
def test_malformed_inputs_are_refused_and_nobody_else_notices(scene, amount, tell):
    share = 1 if scene.secure else 5  # what reads them is the same
    breaches, mild = amount(500, 20_000) // share, amount(2_000, 80_000) // share
    seed = random.SystemRandom().randrange(2**32)
    ward, observer = Ward(scene), Observer(scene)
    ward.mark()
    through = besiege(attack(scene.address, seed, breaches, mild))
    through += observer.strange(expected=[])
    seen = ward.end()
    scene.is_well()
    way = "TLS" if scene.secure else "plain TCP"
    tell(f"malformed inputs over {way} (seed {seed})", breaches + mild, through, Ward.words(seen))


# Fields longer than they may be. What is cut to fit in a hello is refused before anybody is in.
OVERSIZED = {
    "name": ("x" * 65, "bad-name"), "name of a whole frame": ("x" * 65_000, "bad-name"),
    "name of emoji": ("👩‍👩‍👧‍👦" * 30, "bad-name"), "lang": ("e" * 36, "bad-lang"),
    "lang of a whole frame": ("en-" + "x" * 65_000, "bad-lang"), "device": ("d" * 129, "bad-packet"),
    "client": ("c" * 129, "bad-packet"), "room": ("r" * 60_000, "no-room"),
    "resume": ({"epoch": "e" * 129, "seq": 1}, "bad-packet"),
}  # fmt: skip

LATER = {
    "message": ({"type": "message", "message": "x" * 4_001}, "too-large"),
    "message of a whole frame": ({"type": "message", "message": "x" * 65_000}, "too-large"),
    "profile": ({"type": "profile", "name": "x" * 65}, "bad-name"),
    "nonce": ({"type": "ping", "nonce": "n" * 127}, "bad-packet"),
    "report": ({"type": "report", "member": "m1", "text": "x" * 501}, "too-large"),
    "notice": ({"type": "staff", "act": "notice", "text": "x" * 1_001, "lang": "es"}, "too-large"),
    "texts": ({"type": "translate", "id": "q", "source": "es", "target": "fr", "texts": ["x"] * 17}, "bad-packet"),
}


def test_what_is_too_long_is_refused(scene, tell):
    async def hello(key):
        value, code = OVERSIZED[key]
        stranger = await Stranger.connect(scene.address)
        stranger.send({**HELLO, key.split(" ")[0]: value})
        fault = judged(await stranger.until("error", "welcome"), {code}, True)
        stranger.close()
        return fault and (key, fault)

    async def later(key):
        packet, code = LATER[key]
        stranger = await Stranger.enter(scene.address)
        stranger.send(packet)
        fault = judged(await stranger.until("error", "message", "changed", "pong"), {code}, False)
        stranger.close()
        return fault and (key, fault)

    async def both():
        return [await hello(key) for key in OVERSIZED] + [await later(key) for key in LATER]

    through = [fault for fault in besiege(both()) if fault]
    scene.is_well()
    tell("oversized fields", len(OVERSIZED) + len(LATER), through)


def bombs():
    """JSON that is dear to read. Those that are JSON and fit the contract's depth are harmless packets, and ignored."""
    deep = 60_000
    yield b'{"type":"message","message":"x","a":' + b"[" * deep + b"}", {"bad-json"}
    yield b'{"a":' * 10_000 + b"1" + b"}" * 10_000, {"bad-json"}
    yield b"[" * 65_536, {"bad-json", "bad-packet"}
    keys = b",".join(b'"k%d":1' % n for n in range(6_000))
    yield b'{"type":"ping",' + keys[:60_000].rsplit(b",", 1)[0] + b',"nonce":"here"}', set()
    yield b'{"type":"ping","' + b"k" * 60_000 + b'":1,"nonce":"here"}', set()
    yield b'{"type":"ping","type":"ping",' * 1 + b'"nonce":"here","a":1e999999999}', set()
    yield b'{"type":"ping","nonce":"here","a":' + b"9" * 60_000 + b"}", set()
    yield b'{"type":"ping","nonce":"here","a":-0.' + b"0" * 60_000 + b"1e-999999}", set()
    yield b'{"type":"ping","nonce":"here","a":"' + b"\\u0000" * 10_000 + b'"}', set()
    yield b'{"type":"ping","nonce":"here","a":"' + b"\\\\" * 30_000 + b'"}', set()
    yield b'{"type":"ping","nonce":"here","a":"' + b"\\ud83d" * 10_000 + b'"}', set()
    yield b'{"type":"message","id":"x","message":' + b"9" * 60_000 + b"}", {"bad-packet"}
    yield b'{"type":"who","after":' + b"1e99999" + b"}", {"bad-packet"}
    yield b'{"type":"staff","act":"ban","member":"m1","minutes":1e30}', {"bad-packet"}
    yield b" " * 65_000 + b'{"type":"ping","nonce":"here"}', set()


def test_json_bombs_cost_little(scene, amount, tell):
    rounds, cost = amount(10, 500), scene.cpu()
    tried = [bomb for _ in range(rounds) for bomb in bombs()]

    async def throw(n):
        body, codes = tried[n]
        stranger = await Stranger.enter(scene.address)
        stranger.write(len(body).to_bytes(4, "big") + body)
        answer = await stranger.until("error", "pong", "message")
        stranger.close()
        fine = answer and (answer.get("code") in codes if codes else answer.get("nonce") == "here")
        return None if fine else (body[:60], answer)

    async def all_of_them():
        return await gathered(len(tried), throw, at_once=8)

    ward = Ward(scene)
    ward.mark()
    through = [fault for fault in besiege(all_of_them()) if fault]
    seen, spent = ward.end(), scene.cpu() - cost
    scene.is_well()
    more = f"{1000 * spent / len(tried):.1f} ms of processor time each, all included; {Ward.words(seen)}"
    tell("JSON bombs", len(tried), through, more)
