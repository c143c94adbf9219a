"""What the docs' tables name, held against the program and its schema, in both directions.

The metrics of docs/operations.md are in Tests/web/test_metrics.py, the keys of config/sabir.toml in
Tests/SabirConfigurationTests/SampleConfigurationTests.swift.
"""

import base64
import hashlib
import json
import os
import re
import signal
import socket
import subprocess

import pytest
from conversation import EVENTS, Stage
from host import ROOT, sabir
from keeper import Keeper, history_of
from program import Home, Program, run, steady_port
from wire import Member

SCHEMA = json.loads((ROOT / "docs/schema/packet.schema.json").read_text(encoding="utf-8"))["$defs"]
NAMED = re.compile(r"`([^`]+)`")


def tables(path):
    """Of each table of a document: the heading above it, and its rows as lists of cells."""
    found, heading, rows = [], "", []
    for line in [*(ROOT / path).read_text(encoding="utf-8").splitlines(), ""]:
        if line.startswith("|"):
            rows.append([cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
            continue
        if rows:
            found.append((heading, rows[2:]))
            rows = []
        if line.startswith("#"):
            heading = line.strip("# ")
    return found


def under(path, heading):
    rows = [row for title, rows in tables(path) if title == heading for row in rows]
    assert rows, f"{path} has no table under {heading!r}"
    return rows


# docs/programs.md


def test_every_line_that_a_program_may_give_is_documented_and_no_other():
    documented = set()
    for line, _ in under("docs/programs.md", "Lines that it reads"):
        documented |= {key for key in re.findall(r'\{"(\w+)":', line) if key not in ("act", "before")}
    with Stage() as stage:
        anna = stage.enters("anna", "en")
        anna.sends(nonsense=True)
        reason = anna.expect("error", code="bad-packet")["reason"]
    known = set(re.findall(r"\w+", reason.removeprefix("The line has none of "))) - {"and"}
    assert documented == known


EXAMPLES = [
    {"message": "hello"}, {"history": {"before": 5, "limit": 20}}, {"who": True}, {"lang": "es"}, {"name": "Ann"},
    {"check": "hello"}, {"phrase": "fever"}, {"unclear": "{id}"}, {"person": True}, {"person": "{id}"}, {"help": "done"},
    {"report": "{id}", "text": "rude"}, {"staff": {"act": "lock"}}, {"password": "secret"},
]  # fmt: skip


def test_every_documented_line_is_understood_and_its_answer_is_a_documented_event():
    documented = {name for _, rows in tables("docs/programs.md") for row in rows for name in NAMED.findall(row[0])}
    with Stage() as stage:
        anna, boris = stage.enters("anna", "en"), stage.enters("boris", "es")
        boris.says("hola")
        line = anna.sees("hola")["id"]
        for example in EXAMPLES:
            anna.sends(**json.loads(json.dumps(example).replace("{id}", line)))
        anna.says("done")
        heard = anna.events + boris.events
    assert {event["event"] for event in heard} <= documented
    refused = [event for event in heard if event["event"] == "error" and event["code"] != "forbidden"]
    assert not refused


def test_every_event_is_documented_and_every_documented_one_is_known():
    documented = set()
    for heading in ("What becomes of a line you say", "Other events"):
        for name, _ in under("docs/programs.md", heading):
            documented |= {word for word in NAMED.findall(name) if not word.startswith('"')}
    assert documented == set(EVENTS)
    # A name that the program prints and that neither the docs nor the tests know.
    view = (ROOT / "Sources/sabir/Chat/JSONView.swift").read_text(encoding="utf-8")
    assert set(re.findall(r'\bsay\(\s*"([\w-]+)"', view)) <= documented


def test_fields_of_an_event_that_are_documented_are_there():
    for name, meaning in under("docs/programs.md", "Other events"):
        if not (fields := re.match(r"(?:[^:;]*: )?((?:`\w+`(?:, )?)+)(?=[;:,(]|$| \()", meaning)):
            continue
        for event in NAMED.findall(name):
            missing = {field for field in NAMED.findall(fields[1]) if field not in EVENTS} - set(EVENTS[event])
            assert not missing, f"{event}: {missing}"


# docs/protocol.md


def packets(side):
    """Name and documented fields of each packet that this side sends; relays' stand in one row, explained elsewhere."""
    of_members, of_hosts = (rows for heading, rows in tables("docs/protocol.md") if heading == "Packets")
    for name, fields, *_ in of_members if side == "member" else of_hosts:
        for kind in NAMED.findall(name):
            yield f"{side}.{kind}", fields


@pytest.mark.parametrize("side", ["member", "host"])
def test_every_packet_is_in_the_schema_and_every_one_of_the_schema_is_documented(side):
    known = {name for name in SCHEMA if name.startswith(f"{side}.")}
    assert {name for name, _ in packets(side)} == known


@pytest.mark.parametrize("side", ["member", "host"])
def test_every_field_of_a_packet_in_the_schema_is_documented(side):
    text = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    for name, _ in packets(side):
        fields = set(SCHEMA[name].get("properties", {})) - {"type"}
        assert not [field for field in fields if not re.search(rf"[`{{ \[.]{field}\b", text)], name


def test_the_features_that_a_node_names_are_the_documented_ones():
    text = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    documented = NAMED.findall(re.search(r"Named so far: (.+?)\.$", text, re.MULTILINE)[1])
    with Stage(flags=["--plaintext"]) as stage:
        member = Member(stage.host.address, "anna", "es", tls=False)
        assert sorted(member.me["features"]) == sorted(documented)
        member.leave()


# docs/operations.md, Ports


def test_every_port_that_a_node_has_unasked_is_documented_and_let_in():
    table, ports = "", {}
    for line in (ROOT / "config/sabir.toml").read_text(encoding="utf-8").splitlines():
        if section := re.fullmatch(r"\[(\w+)\]", line):
            table = section[1]
        elif (port := re.fullmatch(r"#?(\w*port) = (\d+)", line)) and table != "cluster":  # that is its servers'
            ports[int(port[2])] = (table, port[1])
    assert len(ports) == 5, ports
    documented = {int(row[0]): NAMED.findall(row[-1]) for row in under("docs/operations.md", "Ports")}
    assert {port: names[0] for port, names in documented.items() if port in ports} == {
        port: f"[{table}] {key}" for port, (table, key) in ports.items()}
    text = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
    let_in = set(map(int, re.search(r"tcp dport \{ (.+) \} accept", text)[1].split(", ")))
    # Whoever gives these a port lets it in as well.
    assert let_in == {port for port, (table, _) in ports.items() if table not in ("irc", "share")}


# docs/safety.md


def hazards():
    """Of each hazard of the log: its heading and its text."""
    text = (ROOT / "docs/safety.md").read_text(encoding="utf-8")
    found = re.findall(r"^### (.+)\n((?:(?!#).*\n)+)", text, re.MULTILINE)
    assert len(found) > 20, found
    return found


@pytest.mark.parametrize(("hazard", "text"), hazards(), ids=[heading.split()[0] for heading, _ in hazards()])
def test_each_control_of_a_hazard_is_there_with_the_test_that_proves_it(hazard, text):
    tests = re.findall(r"`([^`]+)::(\w+)`", text)
    for path, name in tests:
        source = (ROOT / "Tests" / path).read_text(encoding="utf-8")
        assert re.search(rf"\b(?:def|func) {name}\(", source), f"{hazard}: no {name} in {path}"
    controls = [path for path in NAMED.findall(text) if "/" in path and "::" not in path]
    missing = [path for path in controls if not any((ROOT / base / path).exists() for base in ("Sources", "."))]
    assert not missing, f"{hazard}: {missing}"
    assert (tests and controls) or "**none.**" in text, f"{hazard}: neither control nor word that there is none"
    assert re.search(r"\*\*(Severe|Serious|Slight)\b", text) and re.search(r"\b(often|sometimes|rare)\b", text), hazard
    assert "**Remains**" in text and "**Causes**" in text, hazard


# README.md


def test_every_command_of_the_readme_is_there_and_every_command_is_in_the_readme():
    listed = re.findall(r"^  ([a-z-]+) {2,}\S", run("--help").stdout.split("SUBCOMMANDS:")[1], re.MULTILINE)
    table = set(re.findall(r"`sabir ([a-z-]+)", "".join(row[0] for row in under("README.md", "What it can do"))))
    assert table == set(listed) - {"help"}


def test_commands_in_the_docs_have_the_options_that_the_docs_give_them():
    helps = {}
    for path in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for command, rest in re.findall(r"(?:`|^)sabir ([a-z-]+)((?: [^`\n#|;&]*)?)", path.read_text("utf-8"), re.MULTILINE):
            words = rest.split()
            # `sabir history show …`: an option is the subcommand's.
            sub = [words[0]] if command in ("history", "staff", "phrases", "trust", "backup", "engines") and words else []
            sub = sub if sub and re.fullmatch("[a-z-]+", sub[0]) else []
            options = [word.split("=")[0].rstrip(".,)") for word in words if word.startswith("--")]
            if not options:
                continue
            key = (command, *sub)
            helps[key] = helps.get(key) or run(*key, "--help").stdout
            missing = [option for option in options if option not in helps[key] and option != "--version"]
            assert not missing, f"{path.name}: sabir {' '.join(key)} has no {missing}"


# docs/operations.md, Exit status: each row is a run

ALL = "all commands"


def commands():
    return re.findall(r"^  ([a-z-]+) {2,}\S", run("--help").stdout.split("SUBCOMMANDS:")[1], re.MULTILINE)


def told_to_end():
    with Stage() as stage:
        stage.host.terminates()
    return run("--version").returncode


def wrong_command_lines():
    statuses = {run(command, "--no-such-option").returncode for command in commands() if command != "help"}
    (status,) = statuses | {run("no-such-command").returncode}
    return status


def finds_nothing():
    home = Home()
    (home.path / "sabir").mkdir(mode=0o700)
    with Keeper(home) as keeper:
        keeper.hears("I have a fever")
        keeper.looks_after_it()
    assert run("history", "search", "fever", home=home).returncode == 0
    done = run("history", "search", "insulin", home=home)
    assert not done.stderr, "nothing is wrong"
    home.remove()
    return done.returncode


def erases_too_late():
    home = Home()
    (home.path / "sabir").mkdir(mode=0o700)
    with Keeper(home) as keeper:
        keeper.hears("I have a fever")
        keeper.looks_after_it()
        status = run("history", "erase", "--room", "Reception", "--yes", "--wait", "1", home=home).returncode
        assert history_of(home).exists()
    home.remove()
    return status


def with_configuration(text, *command):
    home = Home(text, DBUS_SYSTEM_BUS_ADDRESS="unix:path=/nonexistent/bus")
    status = run(*command, home=home).returncode
    home.remove()
    return status


def is_sent_out():
    """By staff; a guest that cannot come in ends in the same way."""
    assert run("join", f"127.0.0.1:{steady_port()}", "--json", "--name", "a", "--lang", "es").returncode == 1
    with Stage(flags=["--plaintext"]) as stage:
        device = "a device of staff"
        key = base64.urlsafe_b64encode(hashlib.sha256(device.encode()).digest()).decode().rstrip("=")
        assert run("staff", "add", "--", "Rosa Mir", key, home=stage.host.home).returncode == 0
        anna = stage.enters("anna", "es")
        rosa = Member(stage.host.address, "rosa", "es", device=device, tls=False)
        rosa.send("staff", act="remove", member=anna.id)
        status = anna.ended()
        rosa.leave()
    return status


def takes_a_port_that_is_taken():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        return run("host", "A", "--bind", "127.0.0.1", "--port", port, "--no-mdns", "--no-web", "--lang", "es").returncode


def started_by_systemd(*command):
    """SYSTEMD_EXEC_PID is the process's own id, as systemd.exec(5) has it."""
    home = Home("[nod]\n")
    script = 'export SYSTEMD_EXEC_PID=$$; exec "$@"'
    done = subprocess.run(
        ["sh", "-c", script, "sh", sabir(), *command], env=home.environment, capture_output=True, timeout=60, check=False)
    home.remove()
    return done.returncode


def ends_by_ctrl_c(*command, sign):
    program = Program(*command, home=Home(DBUS_SYSTEM_BUS_ADDRESS="unix:path=/nonexistent/bus"))
    program.until(lambda: any(sign in line for line in program.lines + program.log))
    program.signal(signal.SIGINT)
    # As sh(1) has it: 128 and the number of the signal.
    return 128 - program.ended()


def joined_and_ends_by_ctrl_c():
    with Stage() as stage:
        return ends_by_ctrl_c(
            "join", f"127.0.0.1:{stage.host.port}", "--json", "--name", "a", "--lang", "es", "--no-translate",
            sign='"welcome"')


UNHEARD = '[[translation.endpoint]]\nkind = "libretranslate"\nurl = "http://127.0.0.1:1"\n'
PHRASEBOOK = str(ROOT / "share/phrasebook/clinic.tmx")
RUNS = {
    (0, ALL): told_to_end,
    (1, ALL): lambda: run("restore", "/nonexistent").returncode,
    (1, "check-config"): lambda: run("check-config", "/dev/null/none").returncode,
    (1, "doctor"): lambda: with_configuration("[node]\nport = 0\n", "doctor"),
    (3, "doctor"): lambda: with_configuration("[nod]\n", "doctor"),
    (1, "phrases check"): lambda: run("phrases", "check", os.devnull).returncode,
    (1, "history search"): finds_nothing,
    (1, "phrases search"): lambda: run("phrases", "search", "zzzz", "--lang", "en", "--file", PHRASEBOOK).returncode,
    (1, "translate"): lambda: with_configuration(UNHEARD, "translate", "--from", "es", "--to", "ca", "hola"),
    (1, "history erase"): erases_too_late,
    (1, "join"): is_sent_out,
    (1, "host"): takes_a_port_that_is_taken,
    (2, ALL): wrong_command_lines,
    (78, "serve"): lambda: started_by_systemd("serve"),
    (78, "relay"): lambda: started_by_systemd("relay", "127.0.0.1:1/A"),
    (130, "join"): joined_and_ends_by_ctrl_c,
    (130, "rooms"): lambda: ends_by_ctrl_c("rooms", "--watch", sign="cannot be looked up"),
}


def test_every_exit_status_of_the_docs_is_run_and_no_other():
    documented = set()
    for status, of, _ in under("docs/operations.md", "Exit status"):
        documented |= {(int(status), name) for name in (NAMED.findall(of) or [of])}
    assert documented == set(RUNS)


@pytest.mark.parametrize("claim", RUNS, ids=lambda claim: f"{claim[0]} {claim[1]}")
def test_an_exit_status_is_what_the_docs_say(claim):
    assert RUNS[claim]() == claim[0]


@pytest.mark.parametrize("path", ["docs/programs.md", "docs/history.md", "docs/compatibility.md", "config/sabir.service"])
def test_other_pages_name_no_exit_status_that_the_table_has_not(path):
    text = (ROOT / path).read_text(encoding="utf-8")
    named = re.findall(r"(?:exit status|with status|ends? with|fails with) (?:is )?`?(\d+)`?", text, re.IGNORECASE)
    assert {int(status) for status in named} <= {status for status, _ in RUNS}
