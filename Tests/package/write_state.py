#!/usr/bin/env python3
"""Writes state-0.1.0.tar.gz: what a node, a guest and a member of staff of release 0.1.0 leave on disk.

Run by hand, once, with the program of scripts/previous: the tests need what that version wrote, not that version. Beside
the folders it has facts.json, what was true when it was written. Acts of staff are not among it: 0.1.0 kept none of them.
"""

import json
import os
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests/conversation"), str(ROOT / "Tests/contract")]
os.environ["SABIR"] = subprocess.run(
    [str(ROOT / "scripts/previous")], capture_output=True, text=True, check=True).stdout.strip()

from conversation import Actor  # noqa: E402
from program import Home, Program, run  # noqa: E402

PASSWORD = "dos nous i tres ametlles"
CONFIGURATION = """
[discovery]
mdns = false
[web]
enabled = false
[share]
enabled = false
[translation]
enabled = false

[[room]]
name = "Reception"
history = "disk"
keep_for = "forever"
newcomers_see = "all"

[[room]]
name = "Ward"
history = "disk"
keep_for = "forever"
password_file = "~/sabir/ward.password"
"""


class Unjudged(list):
    """Of a program of another time the form of its events is not judged."""

    def append(self, item):
        pass


def joins(home, name, lang, invite, *options):
    actor = Actor("join", invite, "--json", "--name", name, "--lang", lang, "--no-translate", *options, home=home, name=name)
    actor.faults = Unjudged()
    actor.expect("welcome", 30)
    return actor


def state_alone(file):
    return None if Path(file.name).name in ("sabir.toml", "ward.password", "facts.json") else file


def main():
    node, anna, rosa, boris = Home(CONFIGURATION), Home(""), Home(""), Home("")
    verifier = node.path / "sabir/ward.password"
    made = run("password", "--file", str(verifier), home=node, typed=f"{PASSWORD}\n{PASSWORD}\n")
    assert made.returncode == 0, made
    host = Program("serve", "--port", "47275", "--bind", "127.0.0.1", home=node)
    opened = host.until(lambda: {line.split()[1]: line.split()[3] for line in host.lines if line.startswith("open ")}
                        if sum(line.startswith("invite ") for line in host.lines) == 2 else None, 60, "both rooms")
    invites = {line.split()[1]: line.split()[2] for line in host.lines if line.startswith("invite ")}
    key = run("staff", "key", home=rosa).stdout.split()[-1]
    assert run("staff", "add", "--", "Rosa Mir", key, home=node).returncode == 0
    people = [joins(anna, "Anna", "es", invites["Reception"]), joins(boris, "Boris", "ca", invites["Reception"]),
              joins(rosa, "Rosa Mir", "es", invites["Reception"], "--staff")]
    said = ["¿Dónde está la farmacia?", "Segueixi el passadís, a la dreta.", "Muchas gracias."]
    for who, text in zip((0, 1, 0), said, strict=True):
        people[who].says(text)
        people[2].expect("message", 30, message=text)
    for person in people:
        person.kill()
    host.signal(15)
    assert host.ended() == 0
    facts = {"rooms": opened, "invites": invites, "said": said, "password": PASSWORD, "staff": "Rosa Mir", "last_seq": 3}
    made = Path(__file__).with_name("state-0.1.0.tar.gz")
    with tarfile.open(made, "w:gz") as archive:
        for name, home in (("node", node), ("anna", anna), ("rosa", rosa), ("boris", boris)):
            archive.add(Path(home.environment["XDG_STATE_HOME"]) / "sabir", arcname=name, filter=state_alone)
        facts_file = Path(node.write("facts.json", json.dumps(facts, ensure_ascii=False, indent=1)))
        archive.add(facts_file, arcname="facts.json")
        archive.add(verifier, arcname="ward.password")
    for home in (node, anna, rosa, boris):
        home.remove()
    print(made, made.stat().st_size)


if __name__ == "__main__":
    main()
