#!/usr/bin/env python3
"""Writes state-ce8d4ad.tar.xz: what a node, a guest and a relay of the program of commit ce8d4ad left on disk.

Run by hand, once, with that program in $SABIR: tests need what it wrote, not the program (`unpacked`). Beside the three
state folders it has facts.json, what was true when it was written. Its keys and passwords were made for it and open
nothing else.
"""

import io
import json
import lzma
import sqlite3
import sys
import tarfile
import time
import uuid
from pathlib import Path
from urllib.parse import urlsplit

sys.path += [str(Path(__file__).parents[1] / kind) for kind in ("contract", "web")]

from conversation import Actor, Serving  # noqa: E402
from node import PAGE, Device  # noqa: E402
from program import Home, run, steady_port  # noqa: E402
from relaying import Relay, lists  # noqa: E402
from ward import KEY_OF_ROSA, fingerprint  # noqa: E402
from wire import Connection, Member  # noqa: E402

ARCHIVE = Path(__file__).with_name("state-ce8d4ad.tar.xz")
CONFIGURATION = """
[node]
name = "Harbour"
[web]
bind = "127.0.0.1"
staff_pin = "271828"

[[room]]
name = "Reception"
history = "disk"
keep_for = "forever"
newcomers_see = "nothing"

[[room]]
name = "Ward"
history = "memory"
password_file = "{password}"
"""
FACTS = {
    "password": "dos nous i tres ametlles", "pin": "271828", "person": {"name": "Dr. Vega", "pin": "vega-4927"},
    "topic": "Open from 8 to 20", "notice": "Cerramos a las 8",
}  # fmt: skip
MADE_ANEW = ("sabir.toml", "secret", "history.sqlite.reserve")


def unpacked(folder):
    """Puts the state folders `node`, `guest` and `relay` into this one, and returns the facts."""
    with tarfile.open(ARCHIVE) as archive:
        facts = json.load(archive.extractfile("facts.json"))
        for entry in (entry for entry in archive if entry.name != "facts.json"):
            path = folder / entry.name
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            path.write_bytes(archive.extractfile(entry).read())
            path.chmod(entry.mode)
    bring_to_now(folder / "node", folder / "relay", facts["written"])
    return facts


def bring_to_now(node, relay, written):
    """What counts for some days counts from now on, so that no test runs out with it."""
    later = int(time.time() * 1_000) - written
    devices = relay / "devices.list"
    seen = [line.rsplit(" ", 1) for line in devices.read_text().splitlines()]
    devices.write_text("".join(f"{known} {int(last) + later}\n" for known, last in seen))
    database = sqlite3.connect(node / "history.sqlite")
    with database:
        assert database.execute("UPDATE device SET seen = seen + ?", (later,)).rowcount
    database.close()
    for file in (node / "moderation").iterdir():
        stored = json.loads(file.read_text(encoding="utf-8"))
        for ban in stored["bans"]:
            ban["until"] += later
        file.write_text(json.dumps(stored), encoding="utf-8")


class Unjudged(list):
    """Of a program of another time the form of its events is not judged."""

    def append(self, item):
        pass


def joins(home, invite, *options):
    pau = Actor("join", invite, "--json", "--name", "Pau", "--lang", "ca", "--no-translate", *options, home=home, name="Pau")
    pau.faults = Unjudged()
    pau.expect("welcome", 60)
    return pau


def bare(address):
    """A member without a device, that is given a token."""
    clara = Connection(address)
    clara.send("hello", protocol=1, room="Reception", name="Clara", lang="es", features=["token"])
    return clara, clara.expect("welcome")


def known(member, device):
    return {"device": device, "member": member.id, "seq": member.ledger.newest}


def talk(node, guest, relay):
    """What is said and decided; fills the facts."""

    def enter(name, lang):
        return Member(node.address, name, lang, "Reception", device=f"device of {name}")

    anna, boris = enter("Anna", "es"), enter("Boris", "ca")
    first = anna.says("Buenos días. ¿Dónde está la farmacia?")
    clara, welcome = bare(node.address)
    boris.says("Bon dia. Segueixi el passadís, a la dreta.", reply_to=first["id"])
    rosa = Member(node.address, "Rosa Mir", "es", "Reception", device=KEY_OF_ROSA)
    rosa.says("Wir schließen um acht.", lang="de")
    wrong = anna.says("Gracias, vuelvo mañana a las 9.")
    anna.says("Gracias, vuelvo mañana a las 10.", corrects=wrong["id"])
    taken = anna.says("Esto era para otra persona.")
    anna.send("message", id=str(uuid.uuid4()), retracts=taken["id"])
    boris.expect("message", retracts=taken["id"])
    jordi = Member(relay.address, "Jordi", "ca", relay.source.split("/")[-1].split("#")[0], device="device of Jordi")
    jordi.says("Sóc al segon pis.")
    visitor = Device(node.page).enters("Reception", "Надія", "uk")
    visitor.says("Дякую, я знайшла аптеку.")
    pau = joins(guest, node.invite("Reception"))
    pau.says("Fins demà!")
    for member in (anna, boris, clara, jordi):
        member.expect("message", message="Fins demà!")
    omar, mute = enter("Omar", "ar"), enter("Mila", "ru")
    for act in ({"act": "ban", "member": omar.id, "minutes": 43_200}, {"act": "mute", "member": mute.id},
                {"act": "topic", "text": FACTS["topic"]}):  # fmt: skip
        rosa.send("staff", **act)
        rosa.expect("acted", act=act["act"])
    rosa.send("staff", act="notice", text=FACTS["notice"], lang="es")
    rosa.expect("notice", text=FACTS["notice"])
    anna.send("history", limit=100)
    FACTS.update(
        written=int(time.time() * 1_000), rooms=node.rooms, epoch=anna.ledger.epoch,
        invites={room: node.invite(room) for room in node.rooms}, lines=anna.expect("lines")["messages"],
        anna=known(anna, "device of Anna"), muted=known(mute, "device of Mila"), banned=known(omar, "device of Omar"),
        bare={"from": welcome["history"]["from"], "resume": {"epoch": welcome["epoch"], "seq": 0, "token": welcome["token"]}},
        visitor={"cookies": visitor.device.cookies, "member": visitor.member}, guest={"member": pau.id},
        behind={**known(jordi, "device of Jordi"), "from": jordi.me["history"]["from"], "source": relay.source},
    )  # fmt: skip
    for member in (anna, boris, clara, rosa, mute, jordi):
        member.close()
    visitor.close()
    pau.leaves()


def login(node):
    desk = Device(node.page)
    desk.post("/api/staff/login", pin=FACTS["pin"])
    desk.post("/api/staff/people", **FACTS["person"], manages=True)
    doctor = Device(node.page)
    doctor.post("/api/staff/login", **FACTS["person"])
    FACTS["desk"], FACTS["doctor"] = desk.cookies, doctor.cookies


def pack(homes):
    with lzma.open(ARCHIVE, "wb") as file, tarfile.open(fileobj=file, mode="w") as archive:

        def add(name, data, mode=0o600):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(data), mode
            archive.addfile(entry, io.BytesIO(data))

        for name, home in homes.items():
            for path in sorted((home.path / "sabir").rglob("*")):
                if path.is_file() and path.name not in MADE_ANEW:
                    add(f"{name}/{path.relative_to(home.path / 'sabir')}", path.read_bytes(), path.stat().st_mode & 0o777)
        add("facts.json", json.dumps(FACTS, ensure_ascii=False, indent=1).encode())


def main():
    Connection.tls = True
    homes = {"node": Home(), "guest": Home(), "relay": Home()}
    password = homes["node"].path / "sabir/ward.password"
    homes["node"].write("sabir/sabir.toml", CONFIGURATION.format(password=password))
    secret = homes["guest"].write("sabir/secret", FACTS["password"] + "\n")
    for arguments, typed in (
        (("password", "--file", str(password)), FACTS["password"] + "\n"),
        (("staff", "add", "--", "Rosa Mir", fingerprint(KEY_OF_ROSA)), None),
    ):
        done = run(*arguments, home=homes["node"], typed=typed)
        assert done.returncode == 0, done
    lists(homes["node"], homes["relay"], "Floor 2")
    node = Serving(("Reception", "Ward"), steady_port(), homes["node"], flags=["--web-port", "0"])
    pages = node.until(lambda: [match for line in node.lines if (match := PAGE.match(line))], 60, "the page")
    node.page = urlsplit(pages[0]["url"]).port
    relay = Relay(node.invite("Reception"), "Floor 2", steady_port(), home=homes["relay"], history="disk", newcomers="nothing")
    relay.carries("Reception", 60)
    while "Reception" not in run("trust", home=homes["relay"]).stdout:
        pass  # the pin is being written
    talk(node, homes["guest"], relay)
    login(node)
    joins(homes["guest"], node.invite("Ward"), "--password-file", secret).leaves()
    relay.terminates()
    node.terminates()
    pack(homes)
    print(ARCHIVE, ARCHIVE.stat().st_size)


if __name__ == "__main__":
    main()
