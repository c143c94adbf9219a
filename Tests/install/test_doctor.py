"""What `sabir doctor` must not call ok: each fault is staged, and it has to name it and what mends it."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import threading

import pytest
from host import ROOT, sabir
from program import Program, run, steady_port

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root")
PLAIN = '[node]\nport = 0\nbind = "127.0.0.1"\n[discovery]\nmdns = false\n[translation]\nenabled = false\n'


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
    text = PLAIN.replace("[node]\n", f'[node]\nstate_directory = "{state}"\n').replace("enabled = false", "disk_cache = true")
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
    assert {"guests/lock", "known-rooms.lock", "translations.sqlite", "node.lock", "identity.json"} <= set(made)
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
