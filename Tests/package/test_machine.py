"""The packages on a Debian made anew: the tests are the life of one machine, in their order."""

import json
import os
import re
import signal
import subprocess
import threading
from pathlib import Path

import pytest
from machine import ADDRESS
from write_state import CONFIGURATION, unpacked

DOCUMENTED = (Path(__file__).resolve().parents[2] / "docs/install.md").read_text(encoding="utf-8")
PAGE = f"http://{ADDRESS}:8275"

PLACE = {
    "name": "Harbour", "languages": ["es", "ca"], "responsible": "Ana Pons", "pin": "739251", "wifi": None,
    "rooms": [{"name": "Reception", "topic": "", "kept": "memory", "hours": 12, "newcomers": 0}],
}

WITHIN = 150
"""Seconds that a member stays at most, however long its test takes."""


class Member:
    """Somebody in the room from a terminal of this machine, who stays through restarts."""

    def __init__(self, machine, address, *options, name="Anna", state="/tmp/member"):
        """`state`: the folder of what its program keeps."""
        machine.shell(f"mkdir -p {state}.home {state} && [ -e {state}.home/sabir ] || ln -s {state} {state}.home/sabir")
        self.process = subprocess.Popen(
            machine.command("env", f"XDG_STATE_HOME={state}.home", "sabir", "join", address, "--json", "--name", name, "--lang",
                            "es", "--no-translate", *options),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            start_new_session=True)
        self.told = []
        self.ends = threading.Timer(WITHIN, self.end)
        self.ends.start()

    def until(self, event):
        """The next event of this name; fails where the program ended."""
        for line in self.process.stdout:
            self.told.append(json.loads(line))
            if self.told[-1]["event"] == event:
                return self.told[-1]
        raise AssertionError(f"{event} did not come, but: {self.told}")

    def sends(self, **line):
        self.process.stdin.write(json.dumps(line) + "\n")
        self.process.stdin.flush()

    def end(self):
        """With nsenter, which waits for it."""
        os.killpg(self.process.pid, signal.SIGKILL)

    def goes(self):
        self.ends.cancel()
        self.end()
        self.process.wait(30)


@pytest.fixture(scope="module")
def fresh(booted, packages):
    (node,), (engines,) = packages.glob("sabir_*.deb"), packages.glob("sabir-engines_*.deb")
    booted.told = booted.install(f"/srv/{node.name}", f"/srv/{engines.name}")
    return booted


@pytest.fixture(scope="module")
def installed(fresh):
    """Set up as a browser does it, with the code that the installation printed."""
    code, address = re.search(r"^  (https://\S+)\n  Code: (\S+)$", fresh.told, re.MULTILINE).group(2, 1)
    asks = (f"curl --fail --silent --show-error --insecure --cookie /tmp/jar --cookie-jar /tmp/jar "
            f"--header 'Content-Type: application/json' --header 'X-Sabir: 1' {address.removesuffix('/setup')}/api/setup")
    assert code in fresh.run("sabir", "doctor")
    fresh.shell(f"{asks}/code --data '{json.dumps({'code': code})}'")
    fresh.shell(f"{asks} --data '{json.dumps(PLACE)}'")
    fresh.journal_until("sabir", "is announced as")
    return fresh


def room_of(machine):
    """`ADDRESS:PORT` and id of the room that the service opened."""
    return machine.journal_until("sabir", "^open Reception ").split()[2:4]


def test_installed_it_runs_is_announced_and_comes_with_the_machine(installed):
    assert installed.run("systemctl", "is-enabled", "sabir") == "enabled\n"
    assert "Reception" in installed.run("avahi-browse", "--resolve", "--parsable", "--terminate", "_sabir._tcp")
    assert "<html" in installed.run("curl", "--fail", "--silent", f"{PAGE}/r/Reception")
    assert installed.run("sabir", "rooms").startswith("Reception")
    told = installed.run("sabir", "doctor")
    assert "wrong" not in told and "ok    engine apertium" in told, told
    assert installed.run("stat", "--format=%U %a", "/var/lib/sabir") == "sabir 700\n"


LISTENING = "ss --no-header --listening --tcp --numeric 'sport = :2737' | awk '{ print $4 }'"


def test_the_engine_is_for_this_machine_alone_and_comes_back(installed):
    assert installed.shell(LISTENING) == "127.0.0.1:2737\n"
    installed.run("systemctl", "kill", "--signal=KILL", "apertium-apy")
    installed.shell("curl --fail --silent --retry 30 --retry-delay 1 --retry-all-errors http://127.0.0.1:2737/listPairs")
    assert installed.run("sabir", "translate", "--from", "es", "--to", "ca", "buenos días") == "bon dia\n"
    assert installed.shell(LISTENING) == "127.0.0.1:2737\n"


def test_the_engine_is_never_started_as_debian_starts_it(installed):
    """Debian's own unit listens on every address; this one's file is there before that one's first start."""
    log = installed.run("cat", "/var/log/dpkg.log")
    assert log.index(" status unpacked sabir-engines:all ") < log.index(" configure apertium-apy:all ")


STAND_IN = """#!/usr/bin/python3
import http.server, json, os, socket, sys
class Answers(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        outside = socket.socket()
        outside.settimeout(3)
        try: outside.connect(("192.0.2.1", 80)); sent = "reached"
        except OSError as error: sent = type(error).__name__
        try: open("/var/lib/sabir-models/x", "w"); written = True
        except OSError: written = False
        told = {"arguments": sys.argv[1:], "uid": os.getuid(), "outside": sent, "written": written,
                "models": sorted(os.listdir(os.environ["ARGOS_PACKAGES_DIR"]))}
        self.send_response(200); self.end_headers(); self.wfile.write(json.dumps(told).encode())
http.server.HTTPServer(("0.0.0.0", 5000), Answers).serve_forever()
"""
"""In LibreTranslate's place, which Debian does not have. It listens where it should not."""

MODEL = """
mkdir -p /tmp/stick/en_es/model && cd /tmp/stick && echo weights >en_es/model/model.bin && echo pieces >en_es/sentencepiece.model
echo '{"from_code": "en", "to_code": "es"}' >en_es/metadata.json && sha256sum $(find . -type f ! -name SHA256SUMS) >/tmp/sums && mv /tmp/sums SHA256SUMS
"""


def test_models_from_a_stick_are_run_within_bounds(installed):
    shown = "systemctl show --property=ActiveState,ConditionResult,UnitFileState --value sabir-models"
    assert sorted(installed.shell(shown).split()) == ["enabled", "inactive", "no"], "There are no models yet."
    installed.shell(MODEL)
    told = installed.run("sabir", "engines", "install", "--bundle", "/tmp/stick")
    assert "en > es, 1 MB, installed" in told and "LibreTranslate, the program that translates with them, is not on this computer" in told
    (installed.root / "usr/local/bin/libretranslate").write_text(STAND_IN)
    installed.shell("chmod 755 /usr/local/bin/libretranslate")
    told = installed.run("sabir", "engines", "install", "--bundle", "/tmp/stick")
    assert "The service sabir-models runs LibreTranslate with them" in told
    asks = "curl --fail --silent --retry 30 --retry-delay 1 --retry-connrefused --max-time 20"
    answer = json.loads(installed.shell(f"{asks} http://127.0.0.1:5000/languages"))
    assert answer["arguments"] == ["--host", "127.0.0.1", "--port", "5000", "--disable-web-ui"] and answer["models"] == ["en_es"]
    assert answer["uid"] >= 60_000 and not answer["written"] and answer["outside"] != "reached"
    limits = "systemctl show --property=MemoryMax,CPUQuotaPerSecUSec,TasksMax --value sabir-models"
    assert sorted(installed.shell(limits).split()) == ["256", "2s", "4294967296"]
    assert "127.0.0.0/8" in installed.run("systemctl", "show", "--property=IPAddressAllow", "sabir-models")
    installed.run("systemctl", "stop", "sabir-models")
    installed.shell("rm -r /usr/local/bin/libretranslate /tmp/stick")


def test_a_backup_each_night_and_the_same_node_out_of_it(installed):
    _, room = room_of(installed)
    installed.shell("mkdir -p /mnt/backup && chown sabir: /mnt/backup")
    shown = installed.shell("sabir backup set-up /mnt/backup </dev/null", check=False)
    sheet = dict(re.findall(r"\b(\d{1,2}) ([a-z]{3,8})\b", shown.split("The same as a code")[0]))
    words = [sheet[str(number)] for number in range(1, 25)]
    told = installed.run("sabir", "backup", "set-up", "/mnt/backup", "--confirm", f"{words[0]} {words[-1]}")
    assert "makes one each day" in told, told
    assert installed.run("systemctl", "is-enabled", "sabir-backup.timer") == "enabled\n"
    installed.run("systemctl", "start", "sabir-backup")
    assert "ok    backup: The newest that is proved is 0 days old" in installed.run("sabir", "doctor", check=False)
    archive = installed.shell("ls /mnt/backup/*.sabirbackup").strip()
    assert installed.run("stat", "--format=%U %a", archive) == "sabir 600\n"
    installed.run("systemctl", "stop", "sabir")
    installed.shell(f"echo {' '.join(words)} >/tmp/words && sabir restore {archive} --replace --key-file /tmp/words")
    installed.run("systemctl", "start", "sabir")
    assert room_of(installed)[1] == room
    assert installed.run("stat", "--format=%U %a", "/var/lib/sabir", "/var/lib/sabir/node.pem") == "sabir 700\nsabir 600\n"
    installed.shell("rm -r /mnt/backup /tmp/words /var/lib/sabir.replaced-*")


def test_an_upgrade_keeps_rooms_and_configuration_and_members_come_back(installed):
    address, room = room_of(installed)
    installed.shell("mv /var/lib/sabir/sabir.toml /etc/sabir/ && chown root:sabir /etc/sabir/sabir.toml && "
                    "chmod 640 /etc/sabir/sabir.toml && sed -i 's/^name = \"Reception\"/&\\ntopic = \"Ours\"/' /etc/sabir/sabir.toml")
    key = installed.shell("XDG_STATE_HOME=/tmp/rosa.home sabir staff key").split()[-1]
    installed.run("sabir", "staff", "add", "--", "Rosa Mir", key)
    invite = installed.journal_until("sabir", "^invite Reception ").split()[2]
    anna, boris, rosa = (Member(installed, invite, *options, name=name, state=f"/tmp/{name.split()[0].lower()}")
                         for name, *options in (("Anna",), ("Boris",), ("Rosa Mir", "--staff")))
    for person in (anna, boris, rosa):
        person.until("welcome")
    rosa.sends(staff={"act": "ban", "member": "Boris", "minutes": 600})
    assert boris.until("error")["code"] == "banned"
    installed.install("/srv/sabir_9.0.0.deb")
    for person in (anna, rosa):
        assert person.until("reconnected")["room"]["id"] == room
    anna.sends(message="todavía estoy aquí")
    assert rosa.until("message")["message"] == "todavía estoy aquí"
    again = Member(installed, invite, name="Boris", state="/tmp/boris")
    assert again.until("error")["code"] == "banned"
    for person in (anna, boris, rosa, again):
        person.goes()
    assert room_of(installed) == [address, room]
    assert 'topic = "Ours"' in installed.run("cat", "/etc/sabir/sabir.toml")


def test_an_older_one_is_refused_and_nothing_changes(installed):
    address, room = room_of(installed)
    told = installed.run("apt-get", "install", "-y", "--allow-downgrades", "/srv/sabir_0.0.9.deb", within=120, check=False)
    assert installed.status != 0
    assert "sabir 0.0.9 is older than the installed 9.0.0" in told, told
    assert room_of(installed) == [address, room]
    assert installed.run("dpkg-query", "--show", "--showformat=${Version} ${db:Status-Status}", "sabir") == "9.0.0 installed"


def test_what_is_removed_leaves_its_data_and_has_them_again(installed):
    _, room = room_of(installed)
    installed.run("apt-get", "remove", "-y", "sabir", within=120)
    assert installed.run("systemctl", "is-active", "sabir", check=False) == "inactive\n"
    assert installed.files("identity.json") == ["/var/lib/sabir/identity.json"]
    installed.install("/srv/sabir_9.0.0.deb")
    assert room_of(installed)[1] == room


def test_it_is_moved_by_hand_as_documented(installed):
    _, room = room_of(installed)
    packing, unpacking = re.findall(r"^(systemctl .*moving\.tar.*?)(?: +#.*)?$", DOCUMENTED, re.MULTILINE)
    installed.shell(f"cd /tmp && {packing}")
    installed.run("apt-get", "purge", "-y", "sabir", within=120)
    installed.install("/srv/sabir_9.0.0.deb")
    installed.shell(f"cd /tmp && {unpacking}")
    assert room_of(installed)[1] == room
    assert installed.run("systemctl", "is-enabled", "sabir") == "enabled\n"


EARLIER = """Package: sabir
Version: 0.1.0
Architecture: all
Maintainer: Sabir <sabir@localhost>
Description: what came before
"""


def test_an_upgrade_from_an_earlier_program_goes_on_in_what_that_kept(installed):
    """That program is not here: its package has nothing in it, and /var/lib/sabir has what it wrote."""
    root = installed.root
    installed.run("apt-get", "remove", "-y", "sabir", within=120)
    (root / "srv/earlier/DEBIAN").mkdir(parents=True)
    (root / "srv/earlier/DEBIAN/control").write_text(EARLIER)
    installed.shell("dpkg-deb --build /srv/earlier /srv/sabir_0.1.0.deb && dpkg --install /srv/sabir_0.1.0.deb")
    facts = unpacked(root / "srv/before")
    installed.shell("rm -rf /var/lib/sabir && mv /srv/before/node /var/lib/sabir && chown -R sabir: /var/lib/sabir")
    (root / "etc/sabir").mkdir(exist_ok=True)
    (root / "etc/sabir/sabir.toml").write_text(CONFIGURATION.format(password="/var/lib/sabir/ward.password"))
    installed.install("/srv/sabir_9.0.0.deb")
    for room, known in facts["rooms"].items():
        assert installed.journal_until("sabir", f"^open {room} ").split()[3] == known
        invite = installed.journal_until("sabir", f"^invite {room} ").split()[2]
        assert invite.split("#")[1] == facts["invites"][room].split("#")[1]
    assert installed.run("stat", "--format=%U %a", "/var/lib/sabir", "/var/lib/sabir/node.pem") == "sabir 700\nsabir 600\n"
    shown = [json.loads(line) for line in installed.run("sabir", "history", "show", "Reception", "--json").splitlines()]
    assert [line["seq"] for line in shown] == [line["seq"] for line in facts["lines"]]
    assert facts["person"]["name"] in installed.run("sabir", "staff", "list")
    way = f"{ADDRESS}:47275/{facts['rooms']['Reception']}"
    pau = Member(installed, way, name="Pau", state="/srv/before/guest")
    assert pau.until("welcome")["member"] == facts["guest"]["member"]
    pau.goes()


def test_the_wifi_does_nothing_until_it_is_set_up_and_leaves_nothing(installed):
    """By a cable to an access point, as there is no radio here; under systemd, with what the unit forbids."""
    installed.shell("apt-get install -y /srv/sabir-wifi_*.deb", within=300)
    shown = "systemctl show --property=ActiveState,UnitFileState --value sabir-wifi"
    assert installed.shell(shown).split() == ["inactive", "disabled"]
    assert "INTERFACE is \"\"" in installed.shell("sabir-wifi check 2>&1", check=False)
    assert installed.status == 78
    installed.shell("printf 'INTERFACE=far0\\nRADIO=no\\n' >>/etc/sabir/wifi.conf")
    assert "10.42.0.1 there" in installed.run("sabir-wifi", "check")
    installed.run("systemctl", "start", "sabir-wifi")
    assert "redirect to :8275" in installed.run("nft", "list", "table", "inet", "sabir_wifi")
    assert "10.42.0.1:53" in installed.run("ss", "--listening", "--udp", "--numeric")
    assert "10.42.0.1/24" in installed.run("ip", "address", "show", "dev", "far0")
    installed.run("systemctl", "stop", "sabir-wifi")
    assert installed.run("nft", "list", "ruleset") == ""
    assert "10.42.0.1" not in installed.run("ip", "address")
    assert installed.shell(shown).split() == ["inactive", "disabled"]


def test_what_is_purged_leaves_nothing(installed):
    installed.run("apt-get", "purge", "-y", "sabir", "sabir-engines", "sabir-wifi", within=120)
    assert installed.shell(LISTENING) == "", "As Debian has it, it would listen on every address."
    installed.run("systemctl", "start", "apertium-apy")
    left = [name for name in installed.files("*sabir*") if not re.match("/tmp/|/root/", name)]
    assert left == []
    assert installed.run("getent", "passwd", "sabir", check=False) == ""
    assert "apy-on-loopback" not in installed.run("systemctl", "cat", "apertium-apy")
