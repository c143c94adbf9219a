"""What `sabir doctor` must not call ok: each fault is staged, and it has to name it and what mends it."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import threading
import time
import urllib.request

import jsonschema
import pytest
from conversation import ENGINE
from host import ROOT, sabir
from program import Program, run, steady_port

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root")
PLAIN = '[node]\nport = 0\nbind = "127.0.0.1"\n[discovery]\nmdns = false\n[translation]\nenabled = false\n'
# Without a port that another program of this machine may have.
QUIET = PLAIN + "[web]\nenabled = false\n"


def verdicts(told):
    """[(verdict, subject, sentence, what mends it)]"""
    found = re.findall(r"^(ok|wrong) +([^:\n]+): (.+)(?:\n      mend it with: (.+))?$", told, re.MULTILINE)
    return [tuple(part for part in entry) for entry in found]


def doctor(home, text, *arguments, **environment):
    file = home.write("doctor.toml", text)
    home.environment |= environment
    done = run("doctor", "--config", file, *arguments, home=home)
    told = verdicts(done.stdout)
    assert (done.returncode == 0) == all(entry[0] == "ok" for entry in told), done.stdout + done.stderr
    return told, file


def wrong(told, subject):
    return [entry for entry in told if entry[0] == "wrong" and entry[1] == subject]


def test_a_page_whose_port_another_program_has(home):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        told, _ = doctor(home, PLAIN + f"[web]\nport = {port}\n")
    ((_, _, sentence, mend),) = wrong(told, "web")
    assert str(port) in sentence and "the page" in sentence and "taken by" in sentence
    assert "ss -ltnp" in mend


def test_a_port_for_staff_and_passwords_that_another_program_has(home):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        told, _ = doctor(home, PLAIN + f"[web]\nport = {steady_port()}\nhttps_port = {port}\n")
        ((_, _, sentence, _),) = wrong(told, "web")
        assert str(port) in sentence and "the page over HTTPS" in sentence and "taken by" in sentence
        told, _ = doctor(home, PLAIN + f"[web]\nport = {steady_port()}\nhttps_port = {port}\nhttps = false\n")
        assert not wrong(told, "web")


def test_a_page_that_a_node_serves_is_well(home):
    port = steady_port()
    node = Program("serve", "--no-mdns", "--port", "0", "--bind", "127.0.0.1", "--web-port", str(port), "--room", "A",
                   "--no-translate", home=home)
    node.until(lambda: any(line.startswith("page A ") for line in node.lines), 30, "the page")
    told, _ = doctor(home, PLAIN + f"[web]\nport = {port}\n")
    node.signal(signal.SIGTERM)
    assert node.ended() == 0
    assert [entry for entry in told if entry[:2] == ("ok", "web") and "A node serves the page" in entry[2]], told


def tool(home, name, script):
    """A staged tool that comes first on the PATH this returns."""
    made = home.write(f"bin/{name}", f"#!/bin/sh\n{script}\n")
    os.chmod(made, 0o755)
    return f"{home.path}/bin:{os.environ['PATH']}"


def prints(text):
    return f"cat <<'END'\n{text}END"


# Ports that others come to; a firewall's tool is staged, and no rule of this machine is looked at.
NO_BUS = {"DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus"}
OPEN = PLAIN.replace("127.0.0.1", "::").replace("port = 0", "port = 47275").replace("mdns = false", "mdns = true")
UFW = """Status: active
Logging: on (low)
Default: deny (incoming), allow (outgoing), disabled (routed)
New profiles: skip

To                         Action      From
--                         ------      ----
22/tcp                     ALLOW IN    Anywhere
"""


def closed_ports(told, *, by):
    found = wrong(told, "firewall")
    assert all(f"{by} drops" in sentence for _, _, sentence, _ in found), found
    return {int(re.search(r"port (\d+)", sentence)[1]): mend for _, _, sentence, mend in found}


def test_ufw_that_lets_nobody_in(home):
    tool(home, "nft", "exit 1")
    home.environment |= NO_BUS
    path = tool(home, "ufw", prints(UFW))
    told, _ = doctor(home, OPEN, PATH=path)
    closed = closed_ports(told, by="ufw")
    assert closed.keys() - {5353} == {47275, 8275, 8276}
    assert closed[8275] == "ufw allow 8275/tcp"
    rules = "47275,8275:8276/tcp        ALLOW IN    10.0.0.0/8\n"
    tool(home, "ufw", prints(UFW + rules))
    assert not wrong(doctor(home, OPEN, PATH=path)[0], "firewall")
    tool(home, "ufw", prints(UFW.replace("Status: active", "Status: inactive")))
    assert not wrong(doctor(home, OPEN, PATH=path)[0], "firewall")


@needs_root
@pytest.mark.skipif(shutil.which("nft") is None, reason="needs nft")
def test_a_firewall_that_drops_loopback(home):
    file = home.write("doctor.toml", QUIET)
    rules = home.write("rules.nft", "table inet f {\nchain i {\ntype filter hook input priority 0; policy drop;\n}\n}\n")
    script = f"ip link set lo up && nft -f {rules} && exec {sabir()} doctor --config {file}"
    done = subprocess.run(["unshare", "--net", "sh", "-c", script], env=home.environment, cwd=home.path,
                          capture_output=True, encoding="utf-8", timeout=120, check=False)
    ((_, _, sentence, mend),) = wrong(verdicts(done.stdout), "loopback")
    assert done.returncode == 1 and "the interface lo" in sentence, done
    assert mend.startswith("nft insert rule inet f i iif lo accept")


ZONES = """docker (active)
  target: ACCEPT
  interfaces: docker0
  services: 
  ports: 

home
  target: ACCEPT
  interfaces: 

public (active)
  target: default
  interfaces: wlan0
  services: ssh
  ports: 
  rich rules: 
"""


def test_firewalld_that_lets_nobody_in(home):
    service = 'case "$1" in *=sabir) echo "  ports: 8275-8276/tcp 5353/udp";; --info*) echo "  ports: 22/tcp";; *) %s\n;; esac'
    tool(home, "nft", "exit 1")
    home.environment |= NO_BUS
    path = tool(home, "firewall-cmd", service % prints(ZONES))
    closed = closed_ports(doctor(home, OPEN, PATH=path)[0], by="firewalld")
    assert closed.keys() == {47275, 8275, 8276, 5353}
    assert closed[5353].startswith("firewall-cmd --permanent --zone=public --add-port=5353/udp")
    tool(home, "firewall-cmd", service % prints(ZONES.replace("services: ssh", "services: ssh sabir")))
    assert closed_ports(doctor(home, OPEN, PATH=path)[0], by="firewalld").keys() == {47275}
    tool(home, "firewall-cmd", service % prints(ZONES.replace("target: default", "target: ACCEPT")))
    assert not wrong(doctor(home, OPEN, PATH=path)[0], "firewall")


def test_a_wifi_that_saves_power(home):
    told = "".join(
        f"phy#{number}\n\tInterface {name}\n\t\tifindex 3\n\t\ttype managed\n" for number, name in enumerate(("wlan0", "wlan1")))
    path = tool(home, "iw", f'if [ $# = 1 ]; then {prints(told)}\nelif [ "$2" = wlan0 ]; then echo "Power save: on"; '
                'else echo "Power save: off"; fi')
    file = home.write("doctor.toml", PLAIN)
    home.environment |= {"PATH": path}
    lines = run("doctor", "--config", file, home=home).stdout.splitlines()
    (at,) = [number for number, line in enumerate(lines) if line.startswith("note  wifi wlan0: wlan0 saves power")]
    assert "iw dev wlan0 set power_save off" in lines[at + 1]
    assert "ok    wifi wlan1: wlan1 does not save power." in lines


@needs_root
@pytest.mark.parametrize("size, status", [("8m", 3), ("64m", 1), ("512m", 0)])
def test_a_disk_without_room(home, size, status):
    state = home.path / "state"
    state.mkdir()
    file = home.write("doctor.toml", QUIET.replace("[node]\n", f'[node]\nstate_directory = "{state}"\n'))
    script = 'mount -t tmpfs -o size="$1" none "$2"; exec "$3" doctor --config "$4" --json'
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", script, "doctor", size, str(state), sabir(), file], capture_output=True,
        text=True, timeout=60, env=home.environment, check=False)
    (found,) = [found for found in json.loads(done.stdout)["findings"] if found["area"] == "disk"]
    assert found["level"] == {3: "severe", 1: "wrong", 0: "ok"}[status] and done.returncode == status, done.stdout
    assert (found["remedy"] is None) == (status == 0)


# For programs, and for whoever helps


SCHEMA = json.loads((ROOT / "docs/schema/doctor.schema.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("text, status, level", [
    (QUIET, 0, "note"), (PLAIN + '[web]\nport = "x"\n', 3, "severe"),
    (QUIET.replace("enabled = false", "", 1) + '[phrasebook]\nfiles = ["gone.tmx"]\n', 1, "wrong")])
def test_one_json_document_and_a_status_by_severity(home, text, status, level):
    text = text.replace("enabled = false\n[phrasebook]", "[phrasebook]").replace("[translation]\n[phrasebook]", "[phrasebook]")
    file = home.write("doctor.toml", text)
    done = run("doctor", "--json", "--config", file, home=home)
    document = json.loads(done.stdout)
    jsonschema.validate(document, SCHEMA)
    assert (done.returncode, document["level"]) == (status, level), done.stdout
    levels = ["ok", "note", "wrong", "severe"]
    worst = max(levels.index(found["level"]) for found in document["findings"])
    assert levels[worst] == level
    plain = run("doctor", "--config", file, home=home)
    assert plain.returncode == status
    assert len(verdicts(plain.stdout)) == len([found for found in document["findings"] if found["level"] != "note"])


def test_json_and_a_report_exclude_each_other(home):
    assert run("doctor", "--json", "--report", home=home).returncode == 2


def test_a_report_for_support_tells_nothing_that_identifies(home):
    """Each secret is somewhere where doctor looks; in what it says without --report most of them do stand."""
    state = home.path / "klinik-vega-state"
    (state / "moderation").mkdir(parents=True)
    (state / "moderation/Onkologie-Drei.json").write_text('{"names":["Herr Patient"]}')
    (state / "staff.json").write_text('{"persons":[{"name":"Dr. Rosa Mir"}]}')
    os.chmod(state / "staff.json", 0)
    pin = home.write("pin-of-clinic-vega", "8264-9173-55")
    os.chmod(pin, 0o600)
    password = str(home.path / "geheime-worte")
    made = run("password", "--file", password, home=home, typed="geheime drei mandeln\n")
    assert made.returncode == 0, made
    book = home.write("Phrasebook-Vega.tmx", "<tmx>Ihr Befund ist da</tmx>")
    text = f"""[node]
port = 0
bind = "127.0.0.1"
state_directory = "{state}"
[discovery]
mdns = false
interfaces = ["vegalan0"]
peers = ["127.9.8.7:1", "127.9.8.4:1"]
[web]
staff_pin_file = "{pin}"
address = "http://chat.vega-clinic.example:8275"
responsible = "Praxis Dr. Vega"
[phrasebook]
files = ["{book}", "/srv/Befunde-Vega.tmx"]
[[translation.endpoint]]
name = "Vegas engine"
kind = "deepl"
url = "https://127.9.8.5:1/vega"
key = "KEY-d41d8cd98f00b204"
allow_internet = true
[[room]]
name = "Onkologie Drei"
topic = "Herr Patient um zehn"
history = "disk"
password_file = "{password}"
[[relay]]
from = "127.9.8.6:1/Station Sued"
"""
    secrets = [
        "Onkologie", "Herr Patient", "Rosa", "8264", "Vega", "vega", "KEY-", "d41d8", "geheime", "127.9.8",
        "Station", "Befund", str(home.path), "vegalan0", "127.0.0.1",
    ]

    def on_host(*arguments):
        """On a machine with a name that tells; without root this machine's own cannot be changed."""
        named = ["unshare", "--uts", "sh", "-c", 'hostname pc-of-vega; exec "$@"', "sh"] if os.geteuid() == 0 else []
        done = subprocess.run(
            [*named, sabir(), "doctor", "--config", file, *arguments], capture_output=True, text=True, timeout=120,
            env=home.environment, check=False)
        assert done.stdout and not done.stderr, done
        return done.stdout

    file = home.write("clinic-vega.toml", text)
    for content in (text, text + "[nod-vega]\n", text.replace('port = 0', 'port = "vega"')):
        home.write("clinic-vega.toml", content)
        told = on_host()
        assert sum(secret in told for secret in secrets) >= (4 if content == text else 1), told
        report = on_host("--report")
        assert not [secret for secret in secrets if secret in report], report
        assert re.search(r"^Sabir: \d", report, re.M) and re.search(r"^system: .*Linux \d", report, re.M), report
    home.write("clinic-vega.toml", text)
    report = on_host("--report")
    assert "rooms: 1; on disk 1, in a cluster 0, with a password 1" in report, report
    assert "engines: deepl" in report and "relays 1, peers 2" in report, report
    assert re.search(r"^wrong peer: \[\d+\]", report, re.M), report


@needs_root
@pytest.mark.skipif(not shutil.which("nft", path=os.environ["PATH"] + ":/usr/sbin"), reason="nftables is not installed")
def test_a_firewall_that_drops_everything(home):
    text = PLAIN.replace("127.0.0.1", "::").replace("port = 0", "port = 47275")
    file = home.write("doctor.toml", text)
    rules = "add table inet f; add chain inet f input { type filter hook input priority 0; policy drop; }; " \
        "add rule inet f input iif lo accept; add rule inet f input ct state established accept"
    opened = "add rule inet f input tcp dport { 47275, 8275, 8276 } accept"
    script = 'ip link set lo up; nft "$1"; "$3" doctor --config "$4"; echo; echo ====; nft "$2"; "$3" doctor --config "$4"'
    done = subprocess.run(
        ["unshare", "--net", "sh", "-c", script, "doctor", rules, opened, sabir(), file], capture_output=True, text=True,
        timeout=60, env=home.environment, check=False)
    closed, _, open_part = done.stdout.partition("====")
    sentences = [entry[2] + entry[3] for entry in wrong(verdicts(closed), "firewall")]
    ports = [re.search(r"port (\d+)", text)[1] for text in sentences]
    assert ports == ["47275", "8275", "8276"], done.stdout + done.stderr
    assert all("inet f input" in text for text in sentences)
    assert not wrong(verdicts(open_part), "firewall"), open_part


def test_a_share_that_is_missing(home):
    told, _ = doctor(home, PLAIN, SABIR_DATA=str(home.path / "nowhere"))
    assert wrong(told, "share")


def test_servers_of_a_cluster_that_are_dead(home):
    def serve():
        while True:
            try:
                connection, _ = alive.accept()
            except OSError:
                return
            connection.sendall(b'INFO {"server_id":"X"} \r\n')

    with socket.create_server(("127.0.0.1", 0)) as alive:
        threading.Thread(target=serve, daemon=True).start()
        ports = [alive.getsockname()[1], steady_port(), steady_port()]
        servers = ", ".join(f'"nats://127.0.0.1:{port}"' for port in ports)
        room = '[[room]]\nname = "Ward"\nlog = "nats"\nid = "5b1e7a52-90c4-4c3e-9f50-6a2f1de0c7ab"\n'
        told, _ = doctor(home, PLAIN + f"[cluster]\nnats = [{servers}]\n{room}")
        alive.shutdown(socket.SHUT_RDWR)
    assert [str(ports[1]) in wrong(told, "cluster")[0][2], str(ports[2]) in wrong(told, "cluster")[1][2]] == [True, True]
    assert len(wrong(told, "cluster")) == 2


def systemctl(home, file, **changes):
    """A systemd that shows a unit; returns a PATH on which its tool comes first."""
    values = {
        "LoadState": "loaded", "ActiveState": "active", "SubState": "running", "Result": "success", "NRestarts": "0",
        "ExecMainStatus": "0", "ActiveEnterTimestampMonotonic": "1", "User": "nobody", "DynamicUser": "no",
        "ExecStart": f"{{ path=/usr/local/bin/sabir ; argv[]=/usr/local/bin/sabir serve --config {file} ; }}", **changes,
    }
    shown = "".join(f"{key}={value}\n" for key, value in values.items())
    tool = home.write("bin/systemctl", f"#!/bin/sh\ncat <<'END'\n{shown}END\n")
    os.chmod(tool, 0o755)
    return f"{home.path}/bin:{os.environ['PATH']}"


def test_a_service_that_ends_again_and_again(home):
    file = home.write("doctor.toml", PLAIN)
    path = systemctl(home, file, ActiveState="activating", SubState="auto-restart", NRestarts="77", User="",
                     Result="exit-code", ExecMainStatus="1")
    told, _ = doctor(home, PLAIN, PATH=path)
    ((_, _, sentence, mend),) = wrong(told, "service")
    assert "77 times" in sentence and "journalctl" in mend


@needs_root
def test_root_looks_as_the_service_s_user(home):
    state = home.path / "state"
    state.mkdir()
    (state / "staff.json").write_text("{}")
    os.chmod(state / "staff.json", 0o600)  # root's
    os.chown(state, 65_534, 65_534)
    home.path.chmod(0o755)
    text = PLAIN.replace("[node]\n", f'[node]\nstate_directory = "{state}"\n') + f'[web]\nstaff_pin_file = "{state}/pin"\n'
    (state / "pin").write_text("4711-1147")
    os.chmod(state / "pin", 0o600)
    file = home.write("doctor.toml", text)
    told, _ = doctor(home, text, PATH=systemctl(home, file))
    assert any("nobody" in entry[2] for entry in told if entry[1] == "service"), told
    assert "pin" in wrong(told, "configuration")[0][2], told
    os.chown(state / "pin", 65_534, 65_534)
    told, _ = doctor(home, text, PATH=systemctl(home, file))
    assert "staff.json" in wrong(told, "state")[0][2], told
    assert wrong(told, "state")[0][3] == f"chown -R nobody: {state}", told
    os.chown(state / "staff.json", 65_534, 65_534)
    told, _ = doctor(home, text, PATH=systemctl(home, file))
    assert not wrong(told, "state") and not wrong(told, "configuration"), told


# Beside the service


CREDENTIAL = '[[translation.endpoint]]\nkind = "deepl"\nallow_internet = true\nkey_file = "/run/credentials/sabir.service/deepl"\n'


def test_commands_beside_the_service_do_without_its_credentials(home):
    file = home.write("sabir/sabir.toml", PLAIN.replace("enabled = false", "enabled = true") + CREDENTIAL)
    for command in (["history", "list"], ["staff", "list"], ["trust"], ["check-config", file]):
        done = run(*command, home=home)
        assert "key_file: the file it names cannot be read" not in done.stderr + done.stdout, done
    checked = run("check-config", file, home=home)
    assert checked.returncode == 0 and "was not looked at" in checked.stdout, checked
    restored = run("restore", str(home.path / "no-backup"), home=home)
    assert "key_file" not in restored.stderr and "configuration has problems" not in restored.stderr, restored.stderr
    served = run("serve", home=home)
    assert served.returncode == 1 and "key_file" in served.stderr, served


def test_ordinary_people_need_no_staff_pin(home):
    home.write("sabir/sabir.toml", PLAIN + '[web]\nstaff_pin_file = "/nonexistent/pin"\n')
    assert "staff_pin_file" not in run("rooms", home=home).stderr
    translated = run("translate", "--from", "es", "--to", "es", "hola", home=home)
    assert "staff_pin_file" not in translated.stderr, translated
    joined = run("join", "127.0.0.1:1", "--no-translate", home=home)
    assert "staff_pin_file" not in joined.stderr, joined


@needs_root
def test_what_root_runs_before_the_service_leaves_it_all_to_the_service_s_user(home):
    state = home.path / "state"
    state.mkdir(mode=0o700)
    os.chown(state, 65_534, 65_534)
    engine = '[[translation.endpoint]]\nkind = "libretranslate"\nurl = "http://127.0.0.1:1"\n'
    text = PLAIN.replace("[node]\n", f'[node]\nstate_directory = "{state}"\n').replace("enabled = false", "enabled = true")
    home.write("sabir/sabir.toml", text + engine)
    key = run("staff", "key", home=home).stdout.strip()
    run("staff", "add", "Rosa Mir", key, home=home)
    run("password", "Ward", home=home, typed="dos nous i tres ametlles\n")
    run("translate", "--from", "es", "--to", "en", "hola", home=home)
    for staff in ([], ["--staff"]):
        run("join", "127.0.0.1:1", "--json", "--name", "a", "--lang", "es", "--no-translate", *staff, home=home)
    node = Program("serve", "--no-mdns", "--no-web", "--port", "0", "--room", "Ward", "--no-translate", home=home)
    node.until(lambda: any(line.startswith("invite Ward ") for line in node.lines), 30, "its room")
    (invite,) = [line.split()[2] for line in node.lines if line.startswith("invite Ward ")]
    joined = run("join", invite, "--json", "--name", "a", "--lang", "es", "--no-translate", home=home)
    assert '"welcome"' in joined.stdout, joined
    node.signal(signal.SIGTERM)
    assert node.ended() == 0
    made = {str(path.relative_to(state)): path.stat().st_uid for path in state.rglob("*")}
    assert {"guests/lock", "known-rooms.lock", "node.lock", "identity.json"} <= set(made)
    assert not [name for name, owner in made.items() if owner != 65_534], made


# As a service


@needs_root
def test_a_node_opens_where_no_interface_has_ipv6(home):
    """As on a network that has IPv4 alone: only the loopback interface has an address of IPv6."""
    file = home.write("a.toml", '[discovery]\nmdns = false\n[irc]\nenabled = true\nbind = ["::"]\n')
    script = 'ip link set lo up; ip link add a type veth peer name b; ip address add 10.9.9.1/24 dev a; ' \
        'exec "$0" serve --config "$1" --room Ward'
    log = home.path / "log"
    with open(log, "w", encoding="utf-8") as stream:
        process = subprocess.Popen(
            ["unshare", "--net", "sh", "-c", script, sabir(), file], stdout=subprocess.PIPE, stderr=stream, text=True,
            env=home.environment)
        told = [next(process.stdout, "") for _ in range(5)]
        process.terminate()
        assert process.wait(30) == 0, log.read_text(encoding="utf-8")
    kinds = {line.split()[0] for line in told if line}
    assert {"open", "page", "secure"} <= kinds, told + [log.read_text(encoding="utf-8")]
    assert "not lent" not in log.read_text(encoding="utf-8")


def test_a_service_s_log_is_the_journal_s(home):
    """Each line has its importance, once, and no time; without a journal it has its time."""
    text = PLAIN.replace("enabled = false", "enabled = true") + '[phrasebook]\nfiles = ["gone.tmx"]\n[web]\nenabled = false\n'
    file = home.write("a.toml", text + '[share]\nenabled = false\n[[room]]\nname = "A"\n')
    for is_journal in (True, False):
        log = home.path / f"log-{is_journal}"
        with open(log, "w", encoding="utf-8") as stream:
            facts = os.fstat(stream.fileno())
            journal = {"JOURNAL_STREAM": f"{facts.st_dev}:{facts.st_ino}"} if is_journal else {}
            process = subprocess.Popen(
                [sabir(), "serve", "--config", file], stdout=subprocess.PIPE, stderr=stream, text=True,
                env={**home.environment, **journal})
            assert process.stdout.readline().startswith("open A ")
            process.terminate()
            assert process.wait(30) == 0
        lines = log.read_text(encoding="utf-8").splitlines()
        missing = [line for line in lines if "gone.tmx is missing" in line]
        assert len(missing) == 1, lines
        assert bool(re.match(r"<3>the phrasebook ", missing[0])) == is_journal, lines
        assert all(bool(re.match(r"<[2-7]>(?!20\d\d-)", line)) == is_journal for line in lines), lines


def test_a_configuration_with_problems_is_not_started_again(home):
    unit = (ROOT / "config/sabir.service").read_text(encoding="utf-8")
    kept = re.search(r"^RestartPreventExitStatus=(.+)$", unit, re.MULTILINE)[1].split()
    file = home.write("bad.toml", "[nod]\n")
    # As systemd starts it: SYSTEMD_EXEC_PID is the program's own id.
    done = subprocess.run(
        ["sh", "-c", 'SYSTEMD_EXEC_PID=$$ exec "$0" serve --config "$1"', sabir(), file], capture_output=True, text=True,
        env=home.environment, timeout=30, check=False)
    assert str(done.returncode) in kept and "bad.toml:1" in done.stderr, done
    assert run("serve", "--config", file, home=home).returncode == 1
    assert json.dumps(done.stderr).count("The configuration has problems") == 1


# Languages that people chose


def languages(home, engine, chosen, house):
    """What doctor says of a week in which people chose these languages, with an engine of en, es, ca and fr."""
    state = home.path / "state"
    state.mkdir(exist_ok=True)
    file = state / "languages.json"
    file.write_text(json.dumps({"days": {time.strftime("%Y-%m-%d", time.gmtime()): chosen}}), encoding="utf-8")
    file.chmod(0o600)
    text = QUIET.replace("[node]\n", f'[node]\nstate_directory = "{state}"\n').replace("[translation]\nenabled = false\n", "")
    text = text.replace("[web]\n", f"[web]\nlanguages = {json.dumps(house)}\n") + ENGINE.format(engine)
    done = run("doctor", "--json", "--config", home.write("doctor.toml", text), home=home)
    return {found["subject"]: found for found in json.loads(done.stdout)["findings"] if found["area"] == "language"}


def test_a_language_that_people_chose_and_no_engine_has(home, engines):
    engine = engines()
    found = languages(home, engine, {"es": 9, "ar": 3, "it": 2, "ca": 1}, ["es", "ca"])
    assert found.keys() == {"ar", "it"}
    assert found["ar"]["level"] == found["it"]["level"] == "wrong"
    assert found["ar"]["sentence"] == \
        "People chose ar 3 times in the last week, and no engine translates between it and es, ca."
    assert "LibreTranslate" in found["ar"]["remedy"] and found["it"]["remedy"].startswith("apt install apertium-spa-ita,")
    found = languages(home, engine, {"es": 9, "fr": 1}, ["es", "ca"])
    assert [(entry["level"], entry["subject"]) for entry in found.values()] == [("ok", None)]
    engine.fails("refuses connections")
    assert languages(home, engine, {"es": 9, "ar": 3}, ["es", "ca"]) == {}, "no engine says what it can"


def test_a_count_of_languages_that_cannot_be_read(home, engines):
    (state := home.path / "state").mkdir()
    (state / "languages.json").write_text("no JSON", encoding="utf-8")
    (state / "languages.json").chmod(0o600)
    text = QUIET.replace("[node]\n", f'[node]\nstate_directory = "{state}"\n').replace("[translation]\nenabled = false\n", "")
    done = run("doctor", "--config", home.write("doctor.toml", text + ENGINE.format(engines())), home=home)
    assert "note  language: Which ones people chose is not known:" in done.stdout, done.stdout


def test_the_set_sentences_that_come_with_it_are_counted(home):
    book = ROOT / "share/phrasebook/clinic.tmx"
    text = QUIET.replace("[translation]\nenabled = false\n", "")
    told = run("doctor", "--config", home.write("doctor.toml", text), home=home).stdout
    count = book.read_text(encoding="utf-8").count("<tu ")
    assert f"ok    phrasebook: {count} set sentences in ar, ca, en, es, fr, it, pt, ro, uk, ur, zh, from {book}." in told, told
    assert f"ok    glossary: {ROOT}/share/glossary/medicines.csv can be read." in told, told


# A phone


def asks(url, fields=None):
    """As the page on a phone does."""
    headers = {"Content-Type": "application/json", "X-Sabir": "1"} if fields is not None else {}
    body = None if fields is None else json.dumps(fields).encode()
    with urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=30) as answer:
        return json.loads(answer.read())


@pytest.fixture
def place(home):
    """A node with its page on loopback; `sabir doctor --phone` finds it by the same configuration."""
    home.write("sabir/sabir.toml", PLAIN + f'[share]\nenabled = false\n[web]\nport = {steady_port()}\n[[room]]\nname = "A"\n')
    node = Program("serve", home=home)
    node.until(lambda: any(line.startswith("page A ") for line in node.lines), 30, "the page")
    yield home
    node.kill()


def phone_checked(home, *flags):
    doctor = Program("doctor", "--phone", *flags, home=home)
    lines = lambda: doctor.lines + doctor.log
    address = doctor.until(lambda: next((line for line in lines() if "/phone/" in line), None), 60, "the address").strip()
    return doctor, *address.split("/phone/")


def test_a_phone_that_comes_is_told_of(place):
    doctor, base, code = phone_checked(place, "--json")
    welcome = asks(f"{base}/api/checks/{code}/phone")
    asks(f"{base}/api/phones/{welcome['phone']}", {"ahead": 259_200_000, "arrivals": [0], "ours": True})
    assert doctor.ended(60) == 1
    document = json.loads("".join(doctor.lines))
    jsonschema.validate(document, json.loads((ROOT / "docs/schema/doctor.schema.json").read_text(encoding="utf-8")))
    found = {finding["subject"]: finding for finding in document["findings"]}
    assert {finding["area"] for finding in document["findings"]} == {"phone"} and document["level"] == "wrong"
    assert found["1 page"]["level"] == "wrong", "it brought no cookie"
    assert "3 days" in found["1 clock"]["sentence"] and "timedatectl" in found["1 clock"]["remedy"]
    assert found["1 stream"]["level"] == "wrong" and "VPN" in found["1 stream"]["remedy"]
    assert found["1 post"]["level"] == found["1 captive"]["level"] == "ok"


def test_no_phone_comes(place):
    done = run("doctor", "--phone", "--wait", "1", home=place)
    assert done.returncode == 1 and "wrong phone: No phone came.\n      mend it with: bind in [web]" in done.stdout, done
    doctor, base, code = phone_checked(place, "--wait", "2")
    urllib.request.urlopen(f"{base}/phone/{code}", timeout=30).close()
    assert doctor.ended(60) == 1
    assert any("its script does not run" in line for line in doctor.lines), doctor.lines


def test_a_phone_cannot_be_checked_without_a_node(home):
    home.write("sabir/sabir.toml", PLAIN + f"[web]\nport = {steady_port()}\n")
    done = run("doctor", "--phone", home=home)
    assert done.returncode == 1 and done.stderr.startswith("sabir: No node answers on this machine"), done
    for flags in (["--report"], ["--phones", "9"], ["--wait", "0"]):
        assert run("doctor", "--phone", *flags, home=home).returncode == 2
