"""The commands that run and end: what they print and with which status."""

import json
import os
import re
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

import pytest
from conversation import ENGINE, Actor
from program import Home, Program, run, steady_port

ROOT = Path(__file__).parents[2]
COMMANDS = [
    "serve", "host", "join", "rooms", "invite", "identity", "trust", "staff", "translate", "phrases", "history",
    "backup", "restore", "check-config", "doctor",
]
NO_BUS = {"DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus"}


@pytest.fixture
def home():
    home = Home(**NO_BUS)
    yield home
    home.remove()


@pytest.fixture
def starts():
    """starts(*arguments, home=…) is a command that runs on; killed when the test ends, where it still runs."""
    started = []

    def start(*arguments, home):
        started.append(Program(*arguments, home=home))
        return started[-1]

    yield start
    for program in started:
        if program.is_alive():
            program.kill()


# Usage


def test_version():
    done = run("--version")
    assert done.returncode == 0 and re.fullmatch(r"\d+\.\d+\.\d+(-[a-z]+)?(\+[0-9a-f]{8}(\.changed)?)?\n", done.stdout)


def test_the_log_of_a_node_begins_with_its_version(starts, home):
    node = starts("serve", "--room", "Reception", "--no-mdns", "--no-web", "--port", "0", "--bind", "127.0.0.1", home=home)
    first = node.until(lambda: node.log and node.log[0], what="a line of its log")
    assert f"Sabir {run('--version').stdout.strip()} starts" in first, first


def test_help_names_every_command():
    done = run("--help")
    assert done.returncode == 0 and not done.stderr
    assert not [command for command in COMMANDS if not re.search(rf"^  {command} ", done.stdout, re.M)]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_has_an_example(command):
    done = run(command, "--help")
    assert done.returncode == 0
    assert re.search(rf"Examples?:(?s:.*?)sabir {command}\b", done.stdout), done.stdout


WRONG_USAGE = [
    ["nosuch"],
    ["history", "nosuch"],
    ["serve", "--nosuch", "--room", "A"],
    ["serve", "--port"],
    ["serve", "--port", "x", "--room", "A"],
    ["serve", "--port", "70000", "--room", "A"],
    ["serve", "--bind", "nowhere", "--room", "A"],
    ["serve", "--room", ""],
    ["serve", "--room", "A", "--room", "a"],
    ["serve", "--log-level", "loud", "--room", "A"],
    ["serve"],
    ["serve", "A"],
    ["host"],
    ["host", ""],
    ["host", "A", "--lang", "??"],
    ["join"],
    ["join", ""],
    ["join", "127.0.0.1:1", "--lang", "not a tag"],
    ["join", "127.0.0.1:1", "--name", "\u202e"],
    ["join", "127.0.0.1:1", "--name", "n" * 65],
    ["join", "sabir://nohost"],
    ["join", "a", "b"],
    ["join", "127.0.0.1:1", "--lang", "klingon"],
    ["host", "A", "--lang", "klingon"],
    ["join", "10.0.0.300:47275"],
    ["relay", "10.0.0.300:47275/A"],
    ["translate", "--from", "klingon", "hola"],
    ["phrases", "list", "--lang", "spanish"],
    ["history", "export", "A", "--lang", "spanish"],
    ["rooms", "--timeout", "0"],
    ["rooms", "--timeout", "soon"],
    ["rooms", "--nosuch"],
    ["translate", "--from", "??", "hola"],
    ["check-config"],
    ["check-config", "a", "b"],
    ["doctor", "x"],
]


@pytest.mark.parametrize("arguments", WRONG_USAGE, ids=" ".join)
def test_wrong_usage_has_status_2_and_a_word_on_standard_error(home, arguments):
    done = run(*arguments, home=home)
    assert done.returncode == 2, (done.returncode, done.stderr)
    assert not done.stdout and re.search(r"\w+ \w+", done.stderr)
    assert "\x1b" not in done.stderr and "\u202e" not in done.stderr


MISTYPED = {
    "srve": "sabir serve", "srve --room A": "sabir serve", "check-confg x": "sabir check-config",
    "history shw": "sabir history show", "staff ad": "sabir staff add", "phrases chek x": "sabir phrases check",
}  # fmt: skip


@pytest.mark.parametrize("typed", MISTYPED)
def test_a_mistyped_command_is_named_with_the_one_that_was_meant(home, typed):
    done = run(*typed.split(), home=home)
    (sentence,) = done.stderr.splitlines()
    assert done.returncode == 2 and not done.stdout
    assert f'Did you mean "{MISTYPED[typed]}"?' in sentence and "--help" in sentence, sentence


# Files that are not what a command wants

READERS = {
    "restore FILE": "the history is as it was",
    "phrases check FILE": "",
    "phrases check --file FILE": "",
    "phrases import FILE made.tmx": "",
    "phrases list --file FILE": "",
    "join 127.0.0.1:1 --name a --password-file FILE": "assword",
    "host A --name a --no-mdns --no-web --port 0 --password-file FILE": "assword",
    "relay 127.0.0.1:1/A --password-file FILE": "assword",
    "check-config FILE": "",
    "serve --config FILE": "",
    "history list --config FILE": "",
}
WRONG = {
    "folder": None, "absent": None, "empty": b"", "bytes": bytes(range(128, 256)),
    "letter": b"Dear reader, this is no such file.", "database": b"SQLite format 3\0" + bytes(100),
}  # fmt: skip
# What these are to some: a password, or a configuration without settings.
RIGHT = {
    ("join", "letter"), ("host", "letter"), ("relay", "letter"), ("join", "database"), ("host", "database"),
    ("relay", "database"), ("check-config", "empty"), ("serve", "empty"), ("history", "empty"),
}  # fmt: skip


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_file_is_named_with_what_is_wrong_in_plain_sentences(home, reader, kind):
    words = reader.split()
    if (words[0], kind) in RIGHT:
        pytest.skip("it is what that command wants")
    file = home.path / f"a-{kind}"
    if kind == "folder":
        file.mkdir()
    elif WRONG[kind] is not None:
        file.write_bytes(WRONG[kind])
    done = run(*[str(file) if word == "FILE" else word for word in words], home=home)
    told = done.stdout + done.stderr
    assert done.returncode == 1, (done.returncode, told)
    (about,) = [line for line in told.splitlines() if str(file) in line]
    assert READERS[reader] in about and len(about.split(str(file))[1].split()) > 2, about
    assert not re.search(r"Error|SQLite|errno|I/O|NSCocoa|Optional", told.replace(str(file), "")), told
    assert "\x1b" not in told and len(told.splitlines()) <= 3, told


# Where things are not as they should be


def test_a_port_in_use_is_an_error_that_names_it(home):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run("serve", "--room", "A", "--no-mdns", "--bind", "127.0.0.1", "--port", str(port), home=home)
    assert done.returncode == 1 and str(port) in done.stderr and not done.stdout


def test_a_state_folder_that_is_another_nodes_or_cannot_be_written_ends_the_start(stage, home):
    start = ["serve", "--room", "A", "--no-mdns", "--no-web", "--bind", "127.0.0.1", "--port", "0"]
    done = run(*start, home=stage.host.home)
    assert done.returncode == 78 and "is in use by another node" in done.stderr and not done.stdout, done
    home.write("sabir/sabir.toml", '[node]\nstate_directory = "/dev/null/state"\n')
    done = run(*start, home=home)
    assert done.returncode == 78 and "/dev/null/state cannot be written" in done.stderr and not done.stdout, done


def test_no_password_is_set_for_a_room_that_is_none(home):
    home.write("sabir/sabir.toml", '[[room]]\nname = "Ward"\n[[room]]\nname = "Clinic"\n')
    done = run("password", "Nope", home=home, typed="three thin almonds\n")
    assert done.returncode == 1 and '"Nope"' in done.stderr and "Ward, Clinic" in done.stderr, done
    assert not list(home.path.glob("**/*.password"))
    assert run("password", "Ward", home=home, typed="three thin almonds\n").returncode == 0


def test_a_configuration_that_is_not_there_is_an_error(home):
    for command in (["serve", "--room", "A"], ["join", "127.0.0.1:1"], ["host", "A"], ["translate", "hola"]):
        done = run(*command, "--config", "/nonexistent.toml", home=home)
        assert done.returncode == 1 and "/nonexistent.toml" in done.stderr, (command, done.stderr)


def test_serve_reads_the_configuration_of_its_home_and_flags_win(home, starts):
    own = '[node]\nport = 0\nbind = "127.0.0.1"\n[discovery]\nmdns = false\n[[room]]\nname = "From the file"\n'
    home.write("sabir/sabir.toml", own)
    for flags, room in ([], "From the file"), (["--room", "From a flag"], "From a flag"):
        serving = starts("serve", *flags, home=home)
        assert serving.until(lambda: serving.lines)[0].startswith(f"open {room} 127.0.0.1:")
        serving.signal(signal.SIGTERM)
        assert serving.ended() == 0
        assert [line.split(" 127")[0] for line in serving.lines if line.startswith("open ")] == [f"open {room}"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_serve_ends_well_from_the_moment_it_says_that_a_room_is_open(home, starts, number):
    flags = ["--bind", "127.0.0.1", "--port", "0", "--no-mdns", "--no-translate"]
    serving = starts("serve", "--room", "A", *flags, home=home)
    serving.until(lambda: serving.lines)
    serving.signal(number)
    assert serving.ended() == 0


def test_a_hang_up_is_answered_by_a_message_and_not_by_an_end(stage):
    """From the moment on that the room is open, which is when the stage is there."""
    stage.host.signal(signal.SIGHUP)
    stage.host.logs("SIGHUP: the configuration was read again")
    stage.enters("anna", "es").says("sigo aquí")


def test_at_a_hang_up_those_who_are_in_have_the_new_limits_and_a_broken_file_changes_nothing(stage):
    host, room = stage.host, '[[room]]\nname = "Stage"\nnewcomers_see = "all"\n'
    anna, boris = stage.enters("anna", "es"), stage.enters("boris", "es")
    anna.meets(boris)
    for n in range(20):
        anna.says(f"antes {n}")
    limits = "[limits]\nmessage_burst = 2\nmessage_rate = 1\n"
    host.home.write("sabir/sabir.toml", f'{room}topic = "Visitas"\nhistory = "off"\n{limits}')
    host.signal(signal.SIGHUP)
    host.logs("SIGHUP: the configuration was read again")
    assert '[[room]] "Stage" history: changed, takes effect with a restart' in host.logs("with a restart")
    for reader in (anna, boris):
        assert reader.expect("acted", act="topic")["text"] == "Visitas"
    for n in range(4):
        anna.sends(message=f"después {n}")
    first, last = boris.sees("después 0"), boris.sees("después 3")
    assert last["seq"] == 24, "What was said before stays."
    assert last["ts"] - first["ts"] >= 1500, "Two at once, then one a second: her program says again what was refused."
    host.home.write("sabir/sabir.toml", f'{room}topic = "Otra cosa"\nmax_members = "many"\n')
    host.signal(signal.SIGHUP)
    host.logs("SIGHUP: nothing is changed")
    assert "sabir.toml:5: " in host.logs("max_members")
    clara = stage.enters("clara", "es")
    assert clara.welcome["room"]["topic"] == "Visitas"
    clara.sends(history={"limit": 100})
    assert [line["message"] for line in clara.expect("lines")["messages"]][:2] == ["antes 0", "antes 1"]


def test_rooms_without_avahi_is_a_plain_sentence(home):
    for flags in ([], ["--json"], ["--timeout", "1"]):
        done = run("rooms", *flags, home=home)
        assert done.returncode == 1 and not done.stdout
        assert len(done.stderr.splitlines()) == 1 and "sabir doctor" in done.stderr, done.stderr
        assert re.search("D-Bus|Avahi", done.stderr) and "Error" not in done.stderr


def test_join_by_name_without_avahi_says_how_to_join_all_the_same(home):
    done = run("join", "Reception", "--no-translate", home=home)
    assert done.returncode == 1 and "sabir join HOST:PORT" in done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr


def test_what_is_looked_for_by_its_name_is_told_before_anybody_is_asked(home, starts):
    done = run("join", "Reception", "--lang", "es", "--no-translate", home=home)
    assert "* Se está buscando la sala «Reception» en esta red." in done.stdout.splitlines(), done.stdout
    done = run("join", "Reception", "--lang", "es", "--json", home=home)
    assert done.returncode == 1 and [json.loads(line)["event"] for line in done.stdout.splitlines()] == ["error"], done.stdout
    relay = starts("relay", "Reception", "--port", "0", "--bind", "127.0.0.1", home=home)
    relay.until(lambda: any("no link to the room's host" in line for line in relay.log), what="that there is no way")
    told = [line for line in relay.log if "relay=Reception" in line]
    assert "the room is being looked for by its name" in told[0], relay.log


def test_rooms_goes_on_watching_without_avahi_and_says_so_once(home, starts):
    watching = starts("rooms", "--watch", home=home)
    watching.until(lambda: watching.log, what="a word about Avahi")
    watching.signal(signal.SIGINT)
    assert watching.ended() == -signal.SIGINT
    assert len(watching.log) == 1 and watching.log[0].startswith("Rooms cannot be looked up for now: ")


def test_serve_without_avahi_opens_its_rooms_and_says_so_once(home, starts):
    serving = starts("serve", "--room", "A", "--bind", "127.0.0.1", "--port", "0", "--no-translate", home=home)
    assert serving.until(lambda: serving.lines)[0].startswith("open A 127.0.0.1:")
    serving.until(lambda: any(re.search("D-Bus|Avahi", line) for line in serving.log), what="a word about Avahi")
    serving.signal(signal.SIGTERM)
    assert serving.ended() == 0
    assert len([line for line in serving.log if re.search("D-Bus|Avahi", line)]) == 1, serving.log


def test_doctor_with_nothing_running_says_what_is_wrong_and_what_mends_it():
    ports = steady_port(), steady_port()
    engines = (
        f'[[translation.endpoint]]\nkind = "{kind}"\nurl = "http://127.0.0.1:{port}"\n'
        for kind, port in zip(("apertium", "libretranslate"), ports)
    )
    home = Home("[node]\nport = 0\n" + "".join(engines), **NO_BUS)
    done = run("doctor", home=home)
    home.remove()
    assert done.returncode == 1
    told = dict(re.findall(r"^(?:ok|wrong) +([^:\n]+): (.+)$", done.stdout, re.M))
    wrong = re.findall(r"^wrong ([^:\n]+): .+\n(?:      mend it with: (.+)$)?", done.stdout, re.M)
    assert {"configuration", "port", "engine apertium", "engine libretranslate"} <= told.keys(), done.stdout
    assert {"engine apertium", "engine libretranslate"} <= dict(wrong).keys(), done.stdout
    assert any(re.search("D-Bus|Avahi", subject + remedy) for subject, remedy in wrong), done.stdout
    assert all(remedy for _, remedy in wrong), done.stdout


def test_doctor_names_a_bad_configuration(home):
    file = home.write("b.toml", "[nod]\n")
    done = run("doctor", "--config", file, home=home)
    assert done.returncode == 3 and re.search(r"^wrong configuration: (?s:.*)b\.toml:1", done.stdout, re.M)


def doctors_port(home, port):
    """What doctor says of the port, where nothing else is looked at."""
    text = f'[node]\nport = {port}\nbind = "127.0.0.1"\n[discovery]\nmdns = false\n[translation]\nenabled = false\n'
    done = run("doctor", "--config", home.write("a.toml", text), home=home)
    verdict = re.search(r"^(ok|wrong) +port: (.+)$", done.stdout, re.M)
    assert (done.returncode == 0) == (verdict[1] == "ok")
    return verdict[1], verdict[2]


def test_doctor_finds_a_port_that_is_free_or_a_node_s_well(stage, home):
    assert doctors_port(home, steady_port())[0] == "ok"
    verdict, sentence = doctors_port(home, stage.host.port)
    assert verdict == "ok" and "node is listening" in sentence


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"], ids=["hangs up", "answers otherwise"])
def test_doctor_tells_a_node_from_another_program(home, answer):
    def serve():
        connection, _ = other.accept()
        connection.recv(4096)
        connection.sendall(answer)
        connection.close()

    with socket.create_server(("127.0.0.1", 0)) as other:
        threading.Thread(target=serve, daemon=True).start()
        port = other.getsockname()[1]
        verdict, sentence = doctors_port(home, port)
    assert verdict == "wrong" and str(port) in sentence


def test_doctor_finds_everything_well(home, engines):
    engine = ENGINE.format(engines())
    # Ports of its own: those that are usual may be another test's at this moment.
    ports = f"[web]\nport = {steady_port()}\n[share]\nport = {steady_port()}\n"
    file = home.write("a.toml", f'[node]\nport = 0\nbind = "127.0.0.1"\n[discovery]\nmdns = false\n{ports}{engine}')
    done = run("doctor", "--config", file, home=home)
    assert done.returncode == 0 and "wrong" not in done.stdout and "ok    engine staged" in done.stdout, done.stdout


# check-config


def test_the_shipped_configuration_has_no_problems():
    done = run("check-config", str(ROOT / "config/sabir.toml"))
    assert done.returncode == 0 and f'"{socket.gethostname().split(".")[0]}"' in done.stdout and not done.stderr


def test_a_configuration_that_is_right_says_what_its_relays_carry_from_where_to_where(home):
    first = 'from = "10.0.0.5:47275/Reception"\nfrom_interface = "eth0"\nto_interfaces = ["wlan0", "br0"]\n'
    file = home.write("relays.toml", f'[[relay]]\n{first}[[relay]]\nfrom = "Ward 3"\n')
    done = run("check-config", file, home=home)
    assert done.returncode == 0 and done.stdout == (
        f'{file}: no problems. Rooms: none. Relays: "Reception" of 10.0.0.5:47275 over eth0, to wlan0, br0; '
        '"Ward 3" of whichever node announces it, to all networks.\n'), done.stdout


BAD_CONFIGURATION = """\
[node]
prot = 47275
bind = ["nowhere"]
log_level = "loud"

[[room]]
name = "Reception"
max_members = 0

[[room]]
name = "reception"

[limits]
queue_bytes = "4 parsecs"

[[translation.endpoint]]
kind = "apertum"
url = "ftp://127.0.0.1"
key = "very-secret"
anser_timeout = "5s"
"""


def test_every_problem_of_a_configuration_is_told_at_once_with_its_line(home):
    file = home.write("bad.toml", BAD_CONFIGURATION)
    done = run("check-config", file, home=home)
    assert done.returncode == 1
    problems = {int(line): text for line, text in re.findall(rf"^{re.escape(file)}:(\d+): (.+)$", done.stdout, re.M)}
    assert set(problems) == {2, 3, 4, 8, 11, 14, 17, 18, 20}, done.stdout
    for line, suggestion in {2: '"port"', 17: "apertium", 20: '"answer_timeout"'}.items():
        assert suggestion in problems[line], problems[line]
    assert "info" in problems[4] and "very-secret" not in done.stdout + done.stderr


def test_what_a_node_starts_with_is_refused_all_the_same_and_a_node_starts(home, starts):
    """An update never fails to start: a configuration of an earlier version with mistakes that nobody saw then."""
    port = steady_port()
    text = (
        f'[node]\nbind = "127.0.0.1"\nport = {port}\n[web]\nlanguages = ["spanish"]\nport = 0\n'
        '[discovery]\nmdns = false\npeers = ["10.0.0.300"]\n[[room]]\nname = "A"\n'
    )
    file = home.write("old.toml", text)
    done = run("check-config", file, home=home)
    lines = {int(line): text for line, text in re.findall(rf"^{re.escape(file)}:(\d+): (.+)$", done.stdout, re.M)}
    assert done.returncode == 1 and set(lines) == {5, 9}, done.stdout
    assert 'did you mean "es"?' in lines[5] and '"10.0.0.300" is no IPv4 address' in lines[9]
    double = run("check-config", home.write("double.toml", text.replace("port = 0", f"port = {port}")), home=home)
    assert double.returncode == 1 and f"[web] port: {port} is the port of the rooms too" in double.stdout
    node = starts("serve", "--config", file, home=home)
    assert node.until(lambda: node.lines)[0].startswith(f"open A 127.0.0.1:{port}")
    node.signal(signal.SIGTERM)
    assert node.ended() == 0
    for text in lines.values():
        assert any(text in line and "warning" in line for line in node.log), node.log


def test_keys_of_earlier_versions_are_pointed_out_and_neither_refused_nor_kept_from_starting(home, starts):
    port = steady_port()
    text = (
        f'[node]\nbind = "127.0.0.1"\nport = {port}\n[web]\nport = 0\n'
        '[discovery]\nmdns = false\n'
        '[translation]\nenabled = false\ndisk_cache_megabytes = "65 parsecs"\n[[room]]\nname = "A"\n'
    )
    file = home.write("old.toml", text)
    done = run("check-config", file, home=home)
    lines = {int(line): text for line, text in re.findall(rf"^{re.escape(file)}:(\d+): (.+)$", done.stdout, re.M)}
    assert done.returncode == 0 and set(lines) == {10}, done.stdout
    assert "gone and ignored" in lines[10]
    doctor = run("doctor", "--config", file, home=home)
    for text in lines.values():
        assert any(line.startswith("note  configuration: ") and text in line for line in doctor.stdout.splitlines())
    node = starts("serve", "--config", file, home=home)
    assert node.until(lambda: node.lines)[0].startswith(f"open A 127.0.0.1:{port}")
    node.signal(signal.SIGTERM)
    assert node.ended() == 0
    for text in lines.values():
        assert any(text in line and "warning" in line for line in node.log), node.log


@pytest.mark.parametrize("text, line", [("[node\n", 1), ("[node]\nport = \n", 2), ('[node]\nname = "open\n', 2)])
def test_what_is_no_toml_is_told_with_its_line(home, text, line):
    file = home.write("bad.toml", text)
    done = run("check-config", file, home=home)
    assert done.returncode == 1 and done.stdout.startswith(f"{file}:{line}:"), done.stdout


def test_a_file_that_is_not_there_or_cannot_be_one(home):
    for name in (str(home.path / "none.toml"), str(home.path)):
        done = run("check-config", name, home=home)
        assert done.returncode == 1 and name in done.stdout + done.stderr


# translate, by the real Apertium


@pytest.fixture(scope="module")
def apertium():
    """A home whose only engine is Debian's Apertium APy on a loopback port."""
    if not Path("/usr/share/apertium/modes/spa-cat.mode").exists():
        pytest.skip("apertium-apy and its language pairs are not installed")
    port = steady_port()
    program = [str(ROOT / "scripts/lib/apy-on-loopback"), "-p", str(port), "/usr/share/apertium/modes"]
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    service = subprocess.Popen(program, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    await_service(service, port, time.monotonic() + 20)
    home = Home(f'[[translation.endpoint]]\nkind = "apertium"\nurl = "http://127.0.0.1:{port}"\n')
    yield home
    service.terminate()
    service.wait(10)
    home.remove()


def await_service(service, port, deadline):
    """APy tells nobody that it is ready, so it is asked until it answers."""
    while True:
        assert service.poll() is None and time.monotonic() < deadline, "Apertium did not start"
        try:
            return socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            pass
        try:
            service.wait(0.05)
        except subprocess.TimeoutExpired:
            continue


PAIRS = {
    ("es", "ca"): ("¿Dónde está la farmacia?", "On està la farmàcia?"),
    ("en", "es"): ("Good morning", "Buenos días"),
    ("en", "ca"): ("Good morning", "Bon dia"),
    ("fr", "ca"): ("Bonjour", "Bon dia"),
}


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_translate_says_the_text_and_which_engine_made_it(apertium, pair):
    source, target = PAIRS[pair]
    done = run("translate", "--from", pair[0], "--to", pair[1], *source.split(), home=apertium)
    assert done.returncode == 0
    assert done.stdout.strip().lower() == target.lower() and "apertium" in done.stderr


def test_translate_for_programs(apertium):
    done = run("translate", "--from", "es", "--to", "ca", "--json", "Buenos días xyzzyq", home=apertium)
    (line,) = done.stdout.splitlines()
    answer = json.loads(line)
    assert done.returncode == 0 and answer["state"] == "translated" and answer["engine"] == "apertium"
    assert answer["text"] == "Bon dia xyzzyq" and "*" not in line
    assert "xyzzyq" in answer["warnings"][0]["text"] and answer["reason"] is None


def test_translate_reads_standard_input_line_by_line(apertium):
    typed = "Buenos días\n\n¿Dónde está la farmacia?\n"
    done = run("translate", "--from", "es", "--to", "ca", home=apertium, typed=typed)
    assert done.returncode == 0 and done.stdout.splitlines() == ["Bon dia", "", "On està la farmàcia?"]
    done = run("translate", "--from", "es", "--to", "ca", "--json", home=apertium, typed=typed)
    texts = [json.loads(line)["text"] for line in done.stdout.splitlines()]
    assert texts == ["Bon dia", "", "On està la farmàcia?"]


def test_translate_of_the_same_language_changes_nothing(apertium):
    done = run("translate", "--from", "es-MX", "--to", "es-419", "hola  mundo", home=apertium)
    assert done.returncode == 0 and done.stdout == "hola  mundo\n"


def test_translate_without_a_way_is_the_original_and_status_1(apertium, home):
    done = run("translate", "--from", "ja", "--to", "es", "こんにちは", home=apertium)
    assert done.returncode == 1 and done.stdout == "こんにちは\n"
    assert "Not translated. Nothing here translates from Japanese to Spanish." in done.stderr
    endpoint = f'[[translation.endpoint]]\nkind = "apertium"\nurl = "http://127.0.0.1:{steady_port()}"\n'
    home.write("sabir/sabir.toml", endpoint)
    done = run("translate", "--from", "es", "--to", "ca", "--json", "hola", home=home)
    answer = json.loads(done.stdout)
    assert done.returncode == 1 and answer["state"] == "untranslated"
    assert answer["code"] == "unreachable" and "The translator apertium does not answer." in answer["reason"]


def test_translate_speaks_the_language_of_whoever_runs_it(home):
    home.environment["LC_ALL"] = "de_DE.UTF-8"
    endpoint = f'[[translation.endpoint]]\nkind = "apertium"\nurl = "http://127.0.0.1:{steady_port()}"\n'
    home.write("sabir/sabir.toml", endpoint)
    german = json.loads((ROOT / "share/interface/de.json").read_text(encoding="utf-8"))
    done = run("translate", "--from", "es", "--to", "ca", "zzz", home=home)
    why = german["reason.unreachable"].replace("{engine}", "apertium")
    assert done.returncode == 1 and german["export.untranslated"].replace("{reason}", why) in done.stderr
    done = run("translate", "--from", "es", "--to", "es", "hola", home=home)
    assert (done.returncode, done.stdout) == (0, "hola\n") and german["export.same"] in done.stderr


def test_a_chat_by_the_real_apertium(apertium, stage):
    address = f"127.0.0.1:{stage.host.port}"
    command = ["join", address, "--json", "--name", "boris", "--lang", "ca"]
    boris = Actor(*command, home=Home((apertium.path / "sabir/sabir.toml").read_text()), name="boris")
    stage.actors.append(boris)
    boris.expect("welcome")
    anna = stage.enters("anna", "es")
    anna.says("¿Dónde está la farmacia?")
    assert boris.reads("On està la farmàcia?")["engine"] == "apertium"


def test_a_port_in_use_is_an_error_on_every_address_too(home, starts):
    """Without an address both kinds are listened on; what is in use must not pass for a machine without IPv6."""
    first = starts("serve", "--room", "One", "--port", "0", "--no-mdns", home=home)
    (opened,) = first.until(lambda: first.lines[:1], 20, "open")
    port = re.search(r":(\d+) ", opened)[1]
    second = run("serve", "--room", "Two", "--port", port, "--no-mdns")
    assert second.returncode == 1 and "in use" in second.stderr and "IPv6" not in second.stderr, second.stderr
