"""One phone that does to a node whatever a stranger's phone can, for so many seconds.

    one_phone.py TOLD

TOLD is JSON: `host`, `port` of the rooms, `page` and `secure` of the page over HTTP and HTTPS, `sources`, the phone's
own addresses, and `seconds`. In the first half each attack has the phone to itself in turn, in the second all go on at
once. Prints JSON: for each attack how often it was tried, what came of that, and what must never have got through.

Written from docs/protocol.md and docs/openapi.yaml alone, for rooms "Reception" (on disk), "Waiting" (in memory) and
"Closed" (with a password), and a person of staff, "Dr. Vega".
"""

import asyncio
import collections
import itertools
import json
import os
import random
import re
import secrets
import ssl
import struct
import sys
import time
import unicodedata
import uuid
from pathlib import Path

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS / part) for part in ("contract", "hostile")]

from stranger import TRUSTING, Stranger  # noqa: E402

TURN = 5  # seconds that an attack has the phone to itself before it is the next one's turn
WORKERS = 6  # of each attack
GRACE = 0.5  # seconds for what a turn has begun
PATIENCE = 10  # seconds for an answer
JSON_HEAD = "Content-Type: application/json\r\nX-Sabir: 1\r\n"

# Three bytes each in UTF-8 and no two lines alike: the most that a line can weigh on a disk and its index.
LONG = ["".join(chr(random.randrange(0x4E00, 0x9FA5)) for _ in range(4_000)) for _ in range(40)]

VEGAS = [
    "Dr. Vega", "Dr.Vega", "Dr. Vega̲", "Dr Vega", "DR VÉGA", "dr-vega", "Dr. Vegа", "D\u200br. Ve\u2060ga",
    "Dr.\u00a0Ve\u00adga", "Dr. Ve\u200dga", "Ｄｒ．　Ｖｅｇａ", "𝐃𝐫. 𝐕𝐞𝐠𝐚", "Ⓓⓡ. Ⓥⓔⓖⓐ", "Dr. V\u034fega", "D r . V e g a",
    "«Dr. Vega»", "Dr. Vega\u3164", "Dr. Vega\u2800",
]  # fmt: skip
SHIELDS = ("🛡️", "🛡", "⛨", "✓", "✔️", "✅", "☑", "⚕", "🏥")
BADGES = [f"{name} {shield}" for name in ("Dr. Vega", "Anna") for shield in SHIELDS]
WORDS = [
    "Staff", "STAFF", "Staff 1", "Staff.", "S\u200btaff", "St\u200daff", "S\u2060taff", "Ｓｔａｆｆ", "S t a f f", "Ѕtaff",
    "Staff\u0332", "𝑺𝒕𝒂𝒇𝒇", "Ⓢⓣⓐⓕⓕ", "[Staff]", "Sta\u00adff", "Personal sanitario", "Personal  sanitario 2",
    "personal-sanitario", "Perso\u200bnal sanitario", "Ｐｅｒｓｏｎａｌ　ｓａｎｉｔａｒｉｏ", "Personal\u3164sanitario",
    "Personnel soignant", "Medical staff", "Pflegepersonal",
]  # fmt: skip
LOOKALIKES = str.maketrans("аеоѕѕрсх", "aeosspcx")
STAFF_WORDS = {"staff", "personalsanitario", "personnelsoignant", "medicalstaff", "pflegepersonal"}
LONG_LINE = re.compile(rb'"type"\s*:\s*"message"')
LONG_ID = re.compile(rb'"id"\s*:\s*"([0-9A-Fa-f-]{36})"')
SIGNS = re.compile("[\U0001f6e1\u26e8\u2713\u2714\u2705\u2611\u2695\U0001f3e5]")


def looks_like_staff(name, role=None):
    """Whether whoever is shown this name would take its bearer for staff."""
    flat = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name)).casefold().translate(LOOKALIKES)
    key = "".join(c for c in flat if c.isalnum() and c not in "\u3164\u1160")
    return role == "staff" or key == "drvega" or key.rstrip("0123456789") in STAFF_WORDS or bool(SIGNS.search(name))


class Tally:
    def __init__(self):
        self.tries, self.accepted, self.refused, self.through = 0, 0, collections.Counter(), []

    def count(self, code, times=1):
        """None is what was accepted."""
        self.tries += times
        if code is None:
            self.accepted += times
        else:
            self.refused[code] += times

    def told(self):
        refused, through = dict(self.refused), self.through[:9]
        return {"tries": self.tries, "accepted": self.accepted, "refused": refused, "through": through}


class Answer:
    """What came of a request: `code` is None where it was accepted."""

    def __init__(self, data):
        head, _, self.body = data.partition(b"\r\n\r\n")
        status = re.match(rb"HTTP/1\.[01] (\d{3})", head)
        self.status = int(status[1]) if status else 0
        self.cookies = [c.decode() for c in re.findall(rb"(?im)^set-cookie: ([^;\r]+)", head)]
        said = re.search(rb'"detail"\s*:\s*"([^"]+)"', self.body) or re.search(rb'"code"\s*:\s*"([^"]+)"', self.body)
        fine = 200 <= self.status < 300
        self.code = None if fine else said[1].decode() if said else str(self.status or "closed")

    def value(self, key):
        found = re.search(rb'"' + key.encode() + rb'"\s*:\s*("(?:[^"\\]|\\.)*")', self.body)
        return json.loads(found[1]) if found else None


class Caller(Stranger):
    """One that looks into no long line, of which each member of the room is sent every one: its id is enough."""

    async def packet(self, within=PATIENCE):
        try:
            length = struct.unpack(">I", await self.bytes(4, within))[0]
            body = await self.bytes(length, within)
        except (asyncio.IncompleteReadError, ConnectionError, ssl.SSLError):
            return None
        found = LONG_ID.search(body) if length > 5_000 and LONG_LINE.search(body) else None
        return {"type": "message", "id": found[1].decode()} if found else json.loads(body)


class Phone:
    def __init__(self, told):
        self.told, self.sources = told, itertools.cycle(told["sources"])
        self.numbers, self.heard = itertools.count(1), collections.deque(maxlen=50)

    # Over the rooms' port

    async def enters(self, room, tally, name=None):
        """A member by a device that was never there, or None, and counted."""
        stranger = await Caller.connect((self.told["host"], self.told["port"]), next(self.sources))
        called = name or f"persona {next(self.numbers)}"
        hello = {"type": "hello", "protocol": 1, "room": room, "name": called, "lang": "es"}
        stranger.send({**hello, "features": ["help", "to-staff"], "device": secrets.token_urlsafe(24)})
        stranger.welcome = answer = await stranger.until("welcome", "error", within=PATIENCE)
        if answer and answer["type"] == "welcome":
            return stranger
        stranger.close()
        code = answer["code"] if answer else "closed"
        tally.count(code if name else f"at the door: {code}")
        return None

    async def verdict(self, member, kind, key=None, value=None):
        """None where such a packet came, else the code of the refusal."""
        while packet := await member.packet(within=PATIENCE):
            if packet["type"] == "message":
                self.heard.append(packet["id"])
            if packet["type"] == "error":
                return packet.get("detail") or packet["code"]
            if packet["type"] == kind and (key is None or packet.get(key) == value):
                return None
        return "closed"

    # Over the page

    async def ask(self, path, body=None, cookie="", secure=False, source=None):
        host, port = self.told["host"], self.told["secure" if secure else "page"]
        way = {"ssl": TRUSTING, "server_hostname": ""} if secure else {}
        local = (source or next(self.sources), 0)
        reader, writer = await asyncio.open_connection(host, port, local_addr=local, **way)
        try:
            bare = host.partition("%")[0]
            where = f"[{bare}]" if ":" in bare else bare
            head = f"Host: {where}:{port}\r\nConnection: close\r\n" + (f"Cookie: {cookie}\r\n" if cookie else "")
            data = b"" if body is None else json.dumps(body).encode()
            first = f"GET {path} HTTP/1.1\r\n" if body is None else f"POST {path} HTTP/1.1\r\n{JSON_HEAD}"
            length = "" if body is None else f"Content-Length: {len(data)}\r\n"
            writer.write(f"{first}{head}{length}\r\n".encode() + data)
            return Answer(await asyncio.wait_for(reader.read(), PATIENCE))
        finally:
            writer.transport.abort()

    async def device(self, source, secure=False):
        """A new cookie."""
        return "; ".join((await self.ask("/", secure=secure, source=source)).cookies)


# The attacks: each is one turn of a worker


async def calls_for_help(phone, tally):
    if member := await phone.enters("Reception", tally):
        member.send({"type": "person", **random.choice([{}, {"wish": "private"}])})
        tally.count(await phone.verdict(member, "help", "member", member.welcome["member"]))
        member.close()


async def calls_over_the_page(phone, tally):
    source = next(phone.sources)
    cookie = await phone.device(source)
    entered = await phone.ask("/api/rooms/Reception/enter", page_visitor(phone), cookie, source=source)
    if entered.code:
        return tally.count(f"at the door: {entered.code}")
    tally.count((await phone.ask("/api/rooms/Reception/person", {"face": "a"}, cookie, source=source)).code)


def page_visitor(phone, **fields):
    return {"name": f"visita {next(phone.numbers)}", "lang": "es", "face": "a", **fields}


async def reports_of_messages(phone, tally):
    if member := await phone.enters("Reception", tally):
        own = str(uuid.uuid4())
        member.send({"type": "message", "id": own, "message": "hola"})
        await phone.verdict(member, "message", "id", own)
        for line in [own, *list(phone.heard)[-9:]]:
            member.send({"type": "report", "id": line, "text": "x" * 500})
            tally.count(await phone.verdict(member, "report"))
        member.close()


async def lines_to_staff(phone, tally):
    if member := await phone.enters("Reception", tally):
        for _ in range(10):
            member.send({"type": "report", "text": f"{next(phone.numbers)} " + "y" * 480})
            tally.count(await phone.verdict(member, "report"))
        member.close()


async def say(phone, tally, room, texts):
    """In by a new device, all of these at once, and out."""
    member = await phone.enters(room, tally)
    if not member:
        return
    waiting = set()
    for text in texts:
        waiting.add(line := str(uuid.uuid4()))
        member.send({"type": "message", "id": line, "message": text})
    while waiting and (packet := await member.packet(within=PATIENCE)):
        if packet.get("id") in waiting and packet["type"] in ("message", "error"):
            waiting.discard(packet["id"])
            tally.count(packet["code"] if packet["type"] == "error" else None)
        elif packet["type"] == "error":
            break
    tally.count("without an answer", len(waiting)) if waiting else None
    member.send({"type": "bye"})
    member.close()


async def long_lines_to_the_disk(phone, tally):
    await say(phone, tally, "Reception", random.choices(LONG, k=50))


async def short_lines_to_memory(phone, tally):
    await say(phone, tally, "Waiting", [f"nada {next(phone.numbers)}" for _ in range(200)])


async def lines_over_the_page(phone, tally):
    source = next(phone.sources)
    cookie = await phone.device(source)
    entered = await phone.ask("/api/rooms/Reception/enter", page_visitor(phone), cookie, source=source)
    if entered.code:
        return tally.count(f"at the door: {entered.code}")
    for text in random.choices(LONG, k=5):
        body = {"id": str(uuid.uuid4()), "text": text, "face": "a"}
        tally.count((await phone.ask("/api/rooms/Reception/messages", body, cookie, source=source)).code)


async def names_like_staff(phone, tally):
    wanted = random.choice(VEGAS + BADGES + WORDS)
    way = random.choice(["hello", "profile", "page"])
    if way == "page":
        source = next(phone.sources)
        cookie = await phone.device(source)
        told = await phone.ask("/api/rooms/Reception/enter", page_visitor(phone, name=wanted), cookie, source=source)
        code, given, role = told.code, told.value("name"), None
    elif way == "hello":
        member = await phone.enters("Reception", tally, wanted)
        if not member:
            return
        code, given, role = None, member.welcome["name"], own(member).get("role")
        member.close()
    else:
        member = await phone.enters("Reception", tally)
        if not member:
            return
        member.send({"type": "profile", "name": wanted})
        member.send({"type": "who"})
        code, given, role = None, None, None
        while packet := await member.packet(within=PATIENCE):
            if packet["type"] == "error":
                code = packet["code"]
                break
            changed = packet.get("changed") or [packet.get("member")]
            mine = [m for m in changed if isinstance(m, dict) and m["id"] == member.welcome["member"]]
            if packet["type"] in ("changed", "presence") and mine:
                given, role = mine[0]["name"], mine[0].get("role")
                break
        member.close()
    tally.count(code)
    if code is None and given and looks_like_staff(given, role):
        tally.through.append(f"{wanted!a} came in as {given!a} ({way})")


def own(member):
    return next((m for m in member.welcome["members"] if m["id"] == member.welcome["member"]), {})


async def guess_pin(phone, tally, name):
    source = next(phone.sources)
    cookie = await phone.device(source, secure=True)
    for _ in range(4):
        guess = {"pin": f"{random.randrange(10**6):06}", **({"name": name} if name else {})}
        told = await phone.ask("/api/staff/login", guess, cookie, secure=True, source=source)
        tally.count(told.code)
        if told.code is None:
            tally.through.append(f"a guess was right: {guess}")


async def PIN_of_a_person(phone, tally):
    await guess_pin(phone, tally, random.choice(["Dr. Vega", "dr. vega"]))


async def PIN_of_all(phone, tally):
    await guess_pin(phone, tally, None)


async def join_codes(phone, tally):
    source = next(phone.sources)
    cookie = await phone.device(source)
    for _ in range(5):
        code = f"{random.randrange(10**8):08}"
        told = await phone.ask("/api/rooms/Closed/enter", page_visitor(phone, code=code), cookie, source=source)
        tally.count(told.code)


async def passwords_over_the_page(phone, tally):
    source = next(phone.sources)
    cookie = await phone.device(source, secure=True)
    for _ in range(3):
        body = page_visitor(phone, password=secrets.token_hex(6))
        told = await phone.ask("/api/rooms/Closed/enter", body, cookie, secure=True, source=source)
        tally.count(told.code)


async def passwords_by_proof(phone, tally):
    stranger = await Caller.connect((phone.told["host"], phone.told["port"]), next(phone.sources))
    hello = {"type": "hello", "protocol": 1, "room": "Closed", "name": "adivina", "lang": "es"}
    stranger.send({**hello, "auth": {"nonce": secrets.token_urlsafe(24)}})
    told = await stranger.until("challenge", "welcome", "error", within=PATIENCE)
    if told and told["type"] == "challenge":
        stranger.send({"type": "proof", "proof": secrets.token_urlsafe(32)})
        told = await stranger.until("welcome", "error", within=PATIENCE)
    tally.count("closed" if not told else told.get("code"))
    if told and told["type"] == "welcome":
        tally.through.append("came in without the password")
    stranger.close()


ATTACKS = [
    calls_for_help, calls_over_the_page, reports_of_messages, lines_to_staff, long_lines_to_the_disk,
    short_lines_to_memory, lines_over_the_page, names_like_staff, PIN_of_a_person, PIN_of_all, join_codes,
    passwords_over_the_page, passwords_by_proof,
]  # fmt: skip


async def go_on(attack, phone, tally, end):
    async def work():
        while time.monotonic() < end:
            try:
                await asyncio.wait_for(attack(phone, tally), end + GRACE - time.monotonic())
            except (OSError, ssl.SSLError, TimeoutError, asyncio.IncompleteReadError) as fault:
                if time.monotonic() < end:  # else this turn is over
                    tally.count(f"no answer: {type(fault).__name__}")
            await asyncio.sleep(0.005)

    await asyncio.gather(*(work() for _ in range(WORKERS)))


async def besiege(told):
    phone, tallies = Phone(told), {attack: Tally() for attack in ATTACKS}
    begin = time.monotonic()
    half, end = begin + told["seconds"] / 2, begin + told["seconds"]
    turn = min(TURN, told["seconds"] / 2 / len(ATTACKS))
    for attack in itertools.cycle(ATTACKS):
        if time.monotonic() >= half:
            break
        await go_on(attack, phone, tallies[attack], time.monotonic() + turn)
    await asyncio.gather(*(go_on(attack, phone, tally, end) for attack, tally in tallies.items()))
    return {attack.__name__.replace("_", " "): tally.told() for attack, tally in tallies.items()}


if __name__ == "__main__":
    os.nice(10)  # the phone's work is not the node's
    Caller.secure = True
    print(json.dumps(asyncio.run(besiege(json.loads(sys.argv[1])))), flush=True)
