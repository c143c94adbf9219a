"""Every file of a busy node's state folder is named in docs/compatibility.md, and none is open to others."""

import re
from pathlib import Path

from conversation import Stage
from program import Home, run, steady_port
from relaying import Relay, lists
from ward import KEY_OF_ROSA, fingerprint
from wire import Member

TABLE = Path(__file__).parents[2] / "docs/compatibility.md"
CONFIGURATION = """
[[room]]
name = "Stage"
history = "disk"

[[room]]
name = "Closed"
password_file = "{password}"
"""


def named():
    """Patterns of the first column under "Files of the state folder"."""
    part = TABLE.read_text(encoding="utf-8").split("## Files of the state folder")[1].split("\n## ")[0]
    cells = [line.split("|")[1] for line in part.splitlines() if line.startswith("| `")]
    names = [name for cell in cells for name in re.findall(r"`([^`]+)`", cell)]
    assert len(names) > 20
    return [re.compile(re.sub(r"[A-Z]{4,}|\bN\b", "[^/]+", re.escape(name).replace(r"\-", "-"))) for name in names]


def files(home):
    """What lies in its state folder, and each by its mode. The configuration, which lies there too in a test, is none."""
    folder = home.path / "sabir"
    return {
        str(path.relative_to(folder)): path.stat().st_mode & 0o777
        for path in folder.rglob("*")
        if path.is_file() and path.name != "sabir.toml"
    }


def test_every_file_is_named_and_private():
    with Stage(port=steady_port()) as stage:
        host = stage.host
        host.terminates()
        kept = host.home.path / "sabir/closed.password"
        run("password", "--file", str(kept), home=host.home, typed="open sesame\n")
        host.home.write("sabir/sabir.toml", CONFIGURATION.format(password=kept))
        host.returns()
        key = run("staff", "key", home=host.home).stdout.strip()
        for name, known in (("Whoever runs it", key), ("Rosa Mir", fingerprint(KEY_OF_ROSA))):
            assert run("staff", "add", "--", name, known, home=host.home).returncode == 0
        rosa = Member(host.address, "rosa", "es", "Stage", device=KEY_OF_ROSA)
        rosa.send("staff", act="topic", text="Obert de 8 a 20 h")
        rosa.expect("acted", act="topic")
        home = Home()
        lists(host.home, home, "Floor 2")
        invite = host.invite("Stage")
        relay = Relay(invite, "Floor 2", steady_port(), [], home, history="disk")
        stage.actors.append(relay)
        relay.carries()
        anna, boris = stage.enters("anna", "es", invite), stage.enters("boris", "ca", invite.replace(f":{host.port}/", f":{relay.port}/"))
        anna.says("hola")
        boris.sees("hola")
        boris.says("bon dia")
        assert run("history", "list", home=host.home).returncode == 0
        # A relay that ends properly has written its copy.
        relay.terminates()
        found = {**files(host.home), **files(relay.home), **files(anna.home)}
        patterns = named()
        unknown = [name for name in found if not any(pattern.fullmatch(name) for pattern in patterns)]
        assert not unknown, f"not in docs/compatibility.md: {unknown}"
        assert {"identity.json", "node.pem", "resume.key", "history.sqlite", "staff.json"} <= set(found)
        assert "devices.list" in found and "history.sqlite.opening" in found
        assert any(name.startswith("moderation/") for name in found), found
        assert not [name for name, mode in found.items() if mode & 0o077], found
