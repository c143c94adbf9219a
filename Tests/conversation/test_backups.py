"""A node's backups: set up with a sheet, made and proved, and the same node on another machine."""

import html
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from confined import NOBODY
from conversation import Actor, Serving
from host import sabir
from program import Home, Program, run, steady_port
from ward import KEY_OF_ROSA, fingerprint
from wire import Connection, Member

CONFINED = Path(__file__).with_name("confined.py")
CONFIGURATION = """
[node]
name = "Casa"

[[room]]
name = "Reception"
history = "disk"
newcomers_see = "all"

[[room]]
name = "Closed"
password_file = "~/var/sabir/closed.password"

[phrasebook]
files = ["house.tmx"]
"""
PHRASES = """<?xml version="1.0"?><tmx version="1.4"><header srclang="en"/><body><tu>
<tuv xml:lang="en"><seg>Please take a seat.</seg></tuv><tuv xml:lang="es"><seg>Siéntese, por favor.</seg></tuv>
</tu></body></tmx>
"""


def machine():
    """A computer on which configuration and state lie apart, as for a service."""
    home = Home()
    home.environment["XDG_CONFIG_HOME"] = str(home.path / "etc")
    home.environment["XDG_STATE_HOME"] = str(home.path / "var")
    return home


def state_of(home):
    return home.path / "var/sabir"


def words_of(printed):
    found = dict(re.findall(r"\b(\d{1,2}) ([a-z]{3,8})\b", printed.split("The same as a code")[0]))
    return [found[str(number)] for number in range(1, 25)]


def sets_up(home, folder, *flags):
    """First without an answer, then confirmed; returns the words of the sheet."""
    shown = run("backup", "set-up", str(folder), *flags, home=home)
    assert shown.returncode == 1 and "Backups are not set up" in shown.stderr, shown
    assert not (state_of(home) / "backup.json").exists()
    words = words_of(shown.stdout)
    done = run("backup", "set-up", str(folder), "--confirm", f"{words[0]} {words[-1]}", *flags, home=home)
    assert done.returncode == 0, done.stderr
    return words


def backs_up(home):
    done = run("backup", "run", home=home)
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.split(": ")[0])


def restores(archive, words, home, *flags):
    return run("restore", str(archive), *flags, home=home, typed=" ".join(words) + "\n")


def all_files(home):
    return {str(path.relative_to(home.path)): path.read_bytes() for path in home.path.rglob("*") if path.is_file()}


def finding(home):
    done = run("doctor", "--json", home=home, within=120)
    return next(one for one in json.loads(done.stdout)["findings"] if one["area"] == "backup")


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "backups"
    place.mkdir()
    return place


class House:
    """A node with two rooms, one with a password; Rosa is staff. Who knows it: Anna, who has a pin, and Boris."""

    def __init__(self, folder=None):
        self.home, self.port = machine(), steady_port()
        folder = folder or self.home.path / "backups"
        folder.mkdir(exist_ok=True)
        self.home.write("etc/sabir/sabir.toml", CONFIGURATION)
        self.home.write("etc/sabir/house.tmx", PHRASES)
        assert run("password", "Closed", home=self.home, typed="open sesame\n").returncode == 0
        assert run("staff", "add", "--", "Rosa Mir", fingerprint(KEY_OF_ROSA), home=self.home).returncode == 0
        self.words = sets_up(self.home, folder)

    def opens(self, home=None):
        return Serving(("Reception", "Closed"), self.port, home or self.home, flags=["--no-web"])


def chats(target, home, name):
    return Actor(
        "join", target, "--json", "--name", name, "--lang", "es", "--no-translate", home=home, name=name)


def test_the_same_node_on_another_machine(folder):
    house, anna_home, other = House(folder), Home(), machine()
    node = house.opens()
    invite = node.invite("Reception")
    anna = chats(invite, anna_home, "anna")
    anna.expect("welcome")
    anna.says("what was said before")
    boris = Member(node.address, "boris", "es", "Reception", device="device-of-boris")
    rosa = Member(node.address, "rosa", "es", "Reception", device=KEY_OF_ROSA)
    rosa.send("staff", act="ban", member=boris.id, minutes=60)
    rosa.expect("acted", act="ban")
    archive = backs_up(house.home)
    rooms = dict(node.rooms)
    anna.says("said after the backup")
    anna.leaves()
    node.terminates()
    done = restores(archive, house.words, other)
    assert done.returncode == 0, done.stderr
    assert stat.S_IMODE(state_of(other).stat().st_mode) == 0o700
    modes = {path.name: path.stat().st_mode & 0o777 for path in state_of(other).rglob("*") if path.is_file()}
    assert not [name for name, mode in modes.items() if mode & 0o077], modes
    for name in ("etc/sabir/sabir.toml", "etc/sabir/house.tmx"):
        assert (other.path / name).read_bytes() == (house.home.path / name).read_bytes()
    assert run("check-config", str(other.path / "etc/sabir/sabir.toml"), home=other).returncode == 0
    again = house.opens(other)
    assert again.rooms == rooms and again.invite("Reception") == invite
    # Who knew the node comes back without a warning, reads what there was, and is known.
    back = chats(f"127.0.0.1:{house.port}/{rooms['Reception']}", anna_home, "anna")
    assert back.expect("welcome")["member"] == anna.id and not back.all("error")
    newcomer = Member(again.address, "carla", "es", "Reception", device="device-of-carla")
    newcomer.send("history", limit=50)
    assert [line["message"] for line in newcomer.expect("lines")["messages"]] == ["what was said before"]
    hello = Connection(again.address)
    hello.send("hello", protocol=1, room="Reception", name="boris", lang="es", device="device-of-boris")
    hello.expect_refusal("banned")
    rosa = Member(again.address, "rosa", "es", "Reception", device=KEY_OF_ROSA)
    rosa.send("staff", act="topic", text="Tornem a ser aquí")
    rosa.expect("acted", act="topic")
    dora = chats(again.invite("Closed"), Home(), "dora")
    dora.expect("password-wanted")
    dora.sends(password="open sesame")
    dora.expect("welcome")
    back.leaves()
    dora.leaves()
    again.terminates()


def test_what_is_not_what_was_written_is_refused_and_nothing_is_written(folder, tmp_path):
    house, other = House(folder), machine()
    node = house.opens()
    node.terminates()
    archive = backs_up(house.home)
    data, before = archive.read_bytes(), all_files(other)
    strange = [*house.words[:-1], "abandon" if house.words[-1] != "abandon" else "zoo"]
    flipped = bytearray(data)
    flipped[len(data) // 2] ^= 1
    cases = {
        "is damaged": bytes(flipped), "damaged: something": data[:-100], "newer Sabir": data[:13] + b"\x02" + data[14:],
    }
    for sentence, changed in cases.items():
        file = tmp_path / "changed.sabirbackup"
        file.write_bytes(changed)
        done = restores(file, house.words, other)
        assert done.returncode == 1 and sentence in done.stderr, (sentence, done)
        assert all_files(other) == before
    done = restores(archive, strange, other)
    # One in 256 has a checksum that fits, and is another sheet's.
    assert done.returncode == 1 and re.search("do not belong together|that other sheet", done.stderr), done
    another = machine()
    another.write("etc/sabir/sabir.toml", CONFIGURATION)
    others_words = sets_up(another, folder)
    done = restores(archive, others_words, other)
    assert done.returncode == 1 and "Take that other sheet" in done.stderr, done
    assert all_files(other) == before


def test_a_node_that_is_here_is_moved_aside_only_on_purpose(folder):
    house, other = House(folder), machine()
    house.opens().terminates()
    archive = backs_up(house.home)
    other.write("etc/sabir/sabir.toml", '[[room]]\nname = "Other"\n')
    node = Serving(("Other",), steady_port(), other, flags=["--no-web"])
    done = restores(archive, house.words, other, "--replace")
    assert done.returncode == 1 and "A node is running" in done.stderr, done
    node.terminates()
    mine = (state_of(other) / "identity.json").read_bytes()
    done = restores(archive, house.words, other)
    assert done.returncode == 1 and "--replace" in done.stderr, done
    assert (state_of(other) / "identity.json").read_bytes() == mine
    key_file = other.write("words.txt", "\n".join(house.words))
    done = run("restore", str(archive), "--replace", "--key-file", key_file, home=other)
    assert done.returncode == 0, done.stderr
    aside = Path(re.search(r"What was there is now (\S+)\. ", done.stdout)[1])
    assert (aside / "identity.json").read_bytes() == mine
    assert (state_of(other) / "identity.json").read_bytes() == (state_of(house.home) / "identity.json").read_bytes()
    # Its configuration stays; that of the backup is beside it.
    assert "Other" in (other.path / "etc/sabir/sabir.toml").read_text()
    assert (other.path / "etc/sabir/sabir.toml.restored").read_text() == CONFIGURATION
    assert finding(other)["level"] == "note"


def test_the_sheet_is_asked_for_and_is_all_that_opens_a_backup(folder):
    home = machine()
    home.write("etc/sabir/sabir.toml", '[node]\nname = "Casa"\n[[room]]\nname = "Reception"\nhistory = "disk"\n')
    refused = run("backup", "run", home=home)
    assert refused.returncode == 1 and "not set up yet" in refused.stderr
    assert finding(home)["level"] == "note"
    sheet = home.path / "sheet.html"
    process = Program("backup", "set-up", str(folder), "--sheet", str(sheet), home=home)
    process.until(lambda: any("show that you have it" in line for line in process.lines), what="the question")
    words = words_of("\n".join(process.lines))
    # Wrong words, then the end: not set up.
    process.write(b"zzzz\n")
    process.end_of_input()
    assert process.ended() == 1 and not (state_of(home) / "backup.json").exists()
    page = html.unescape(sheet.read_text(encoding="utf-8"))
    assert words == re.findall(r"<li><b>\d+</b> (\w+)</li>", page) and "<svg" in page
    assert stat.S_IMODE(sheet.stat().st_mode) == 0o600
    code = re.search(r"sabir-recovery:[\w-]{43}", page)[0]
    # The same sheet, and both words right.
    process = Program("backup", "set-up", str(folder), home=home)
    for _ in range(2):
        asked = int(re.search(r"Word (\d+) of", process.logs("of the sheet:"))[1])
        process.write(words[asked - 1].upper().encode() + b"\n")
    assert process.ended() == 0 and words_of("\n".join(process.lines)) == words
    assert "first is still to be made" in finding(home)["sentence"]
    key = state_of(home) / "backup.key"
    assert key.read_text().strip() == code and stat.S_IMODE(key.stat().st_mode) == 0o600
    again = run("backup", "set-up", str(folder), "--confirm", f"{words[0][:4]} {words[-1][:4]}", home=home)
    assert again.returncode == 0, again.stderr
    archive = backs_up(home)
    assert stat.S_IMODE(archive.stat().st_mode) == 0o600
    assert "0 days old" in finding(home)["sentence"]
    clear = archive.read_bytes()
    assert clear.startswith(b"sabir-backup") and b"Reception" not in clear and b"Casa" not in clear
    new = run("backup", "set-up", str(folder), "--new-key", home=home)
    assert words_of(new.stdout) != words


def test_faults_have_a_sentence_and_the_old_backups_stay(folder):
    house = House(folder)
    archive = backs_up(house.home)
    os.rename(folder, f"{folder}.away")
    done = run("backup", "run", home=house.home)
    assert done.returncode == 1 and "is gone" in done.stderr
    assert finding(house.home)["level"] == "wrong"
    os.rename(f"{folder}.away", folder)
    assert backs_up(house.home) != archive and archive.exists()
    assert finding(house.home)["level"] == "ok"


needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="mounting needs root")


@needs_root
def test_a_disk_that_is_full_or_not_mounted(folder):
    house = House(folder)
    backs_up(house.home)

    def mounted(script):
        mount = f'mount -t tmpfs -o size=64k none "{folder}" && '
        return subprocess.run(
            ["unshare", "--mount", "--propagation", "private", "sh", "-c", mount + script], env=house.home.environment,
            cwd=house.home.path, capture_output=True, encoding="utf-8", timeout=60, check=False)

    words, program = house.words, sabir()
    confirm = f'"{program}" backup set-up "{folder}" --confirm "{words[0]} {words[-1]}"'
    done = mounted(f'{confirm} && head -c 99999 /dev/zero >"{folder}/fill"; "{program}" backup run; ls -A "{folder}"')
    assert f"only while something is mounted at {folder}" in done.stdout, done
    assert "no room left" in done.stderr and done.stdout.splitlines()[-1] == "fill", done
    done = run("backup", "run", home=house.home)
    assert done.returncode == 1 and "Nothing is mounted" in done.stderr
    assert finding(house.home)["level"] == "wrong"


@needs_root
@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")
def test_it_works_under_its_unit():
    house = House()
    # What is writable there is one folder: backups and state lie in it.
    folder = house.home.path / "backups"
    house.opens().terminates()
    for path in (house.home.path, *house.home.path.rglob("*")):
        os.chown(path, NOBODY, NOBODY)
    house.home.path.chmod(0o755)
    done = subprocess.run(
        [sys.executable, CONFINED, str(house.home.path), sabir(), "backup", "run"], capture_output=True, text=True,
        timeout=60, check=False, env={**house.home.environment, "SABIR_UNIT": "sabir-backup.service"})
    assert done.returncode == 0, done.stderr
    (made,) = folder.iterdir()
    assert made.stat().st_uid == NOBODY and made.stat().st_mode & 0o777 == 0o600


def test_killed_on_the_way_it_leaves_nothing_that_is_taken_for_a_backup(folder):
    house = House(folder)
    house.opens().terminates()
    # Enough that it takes a moment, and none of it compresses away.
    for number in range(6):
        (state_of(house.home) / f"large.{number}.kept").write_bytes(os.urandom(8 << 20))
    process, deadline = Program("backup", "run", home=house.home), time.monotonic() + 60
    while not (halves := list(folder.glob(".*.half"))) and process.is_alive():
        assert time.monotonic() < deadline
    process.kill()
    process.ended()
    assert halves, process.log
    # However far it had come: what has a backup's name is one.
    for archive in (*folder.glob("*.sabirbackup"), backs_up(house.home)):
        other = machine()
        assert restores(archive, house.words, other).returncode == 0
    assert not list(folder.glob(".*.half")) and not (state_of(house.home) / "backup.work").exists()
