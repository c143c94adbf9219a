"""What was said, from the commands: found, taken along, erased to the last byte, backed up and put back."""

import json
import re
import signal
import stat
import subprocess
import time
from html.parser import HTMLParser

import pytest
from conversation import ENGINE
from host import sabir
from keeper import Keeper, files_with, history_of
from program import Home, Program, run

MONDAY = 1_794_823_200_000
"""2026-11-16T10:00:00Z in milliseconds."""
MINUTE, DAY = 60_000, 86_400_000
QUIET = "[node]\nport = 0\n[discovery]\nmdns = false\n"


@pytest.fixture
def home():
    home = Home(QUIET + "[translation]\nenabled = false\n", TZ="UTC")
    yield home
    home.remove()


@pytest.fixture
def talk(home):
    """Two rooms, three people, three days; the file is closed."""
    with Keeper(home) as keeper:
        keeper.hears("Good morning, I have had a fever since yesterday", ts=MONDAY)
        keeper.hears("我头疼，想看医生", by="王芳", lang="zh", ts=MONDAY + MINUTE)
        keeper.hears("Blutdruck 120/80, Puls ok", by="Zoë Unverwechselbar", lang="de", ts=MONDAY + DAY)
        keeper.hears("<b>take</b> 2 mg\ntwice a day", ts=MONDAY + 2 * DAY)
        keeper.hears("the coffee machine is broken", room="Café", ts=MONDAY + 2 * DAY)
    return home


def history(*arguments, home, status=0, typed=None):
    done = run("history", *arguments, home=home, typed=typed)
    assert done.returncode == status, (done.returncode, done.stdout, done.stderr)
    return done


def objects(*arguments, home):
    return [json.loads(line) for line in history(*arguments, "--json", home=home).stdout.splitlines()]


def texts(*arguments, home):
    return [line["message"] for line in objects(*arguments, home=home)]


# Looking


def test_nothing_kept_is_told_and_is_no_error(home):
    assert str(history_of(home)) in history("list", home=home).stdout
    assert objects("list", home=home) == [{"exists": False, "path": str(history_of(home)), "rooms": []}]
    assert not history_of(home).exists(), "looking makes no file"
    for arguments in (["show", "Reception"], ["search", "x"], ["export", "Reception"], ["erase", "--room", "R", "--yes"]):
        assert "There is no history at" in history(*arguments, home=home, status=1).stderr
    done = run("backup", str(home.path / "b.sqlite"), home=home)
    assert done.returncode == 1 and "There is no history at" in done.stderr


def test_who_is_to_be_erased_where_nothing_is_kept_is_told_which_files_of_staff_have_that_name(home):
    audit = home.write("sabir/audit.jsonl", '{"name":"Anna Rossi","what":"mute"}\n')
    done = history("erase", "--person", "Anna Rossi", "--yes", home=home, status=1)
    assert f"Not reached: {audit} names this person." in done.stdout and "There is no history at" in done.stderr
    assert audit not in history("erase", "--person", "Eva", "--yes", home=home, status=1).stdout


def test_list_tells_rooms_lines_and_times(talk):
    (listed,) = objects("list", home=talk)
    assert listed["lines"] == 5 and listed["bytes"] > 10_000
    rooms = {room["name"]: room for room in listed["rooms"]}
    assert rooms["Reception"]["lines"] == 4 and rooms["Café"]["lines"] == 1
    assert rooms["Reception"]["first"] == "2026-11-16T10:00:00.000Z"
    assert rooms["Reception"]["last"] == "2026-11-18T10:00:00.000Z"
    told = history("list", home=talk).stdout
    assert "Reception  4 lines  2026-11-16 10:00 – 2026-11-18 10:00" in told and "5 lines in 2 rooms" in told


def test_show_is_in_order_by_day_and_safe_for_a_terminal(talk):
    with Keeper(talk) as keeper:
        keeper.hears("\u202eevil \u009b31m", by="M\u202ex", ts=MONDAY + 3 * DAY)
        keeper.looks_after_it()
        shown = history("show", "reception", home=talk).stdout.splitlines()
    assert shown[:3] == [
        "2026-11-16", "10:00:00  Anna (en): Good morning, I have had a fever since yesterday",
        "10:01:00  王芳 (zh): 我头疼，想看医生",
    ]  # fmt: skip
    assert shown[5:7] == ["2026-11-18", "10:00:00  Anna (en): <b>take</b> 2 mg ⏎ twice a day"]
    assert not set("".join(shown)) & {"\u202e", "\u009b", "\x1b"}


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        (["--last", "1"], [3]),
        (["--since", "2026-11-17"], [2, 3]),
        (["--until", "2026-11-16T10:00"], [0]),
        (["--since", "2026-11-16T10:01", "--until", "2026-11-17"], [1, 2]),
        (["--person", "zoe unverwechselbar"], [2]),
        (["--person", "anna", "--last", "1"], [3]),
        (["--person", "nobody"], []),
        (["--since", "2030-01-01"], []),
    ],
    ids=lambda value: " ".join(map(str, value)),
)
def test_show_what_is_asked_for(talk, flags, expected):
    said = texts("show", "Reception", home=talk)
    assert len(said) == 4
    assert texts("show", "Reception", *flags, home=talk) == [said[index] for index in expected]


def test_show_goes_back_further_than_one_page(home):
    with Keeper(home) as keeper:
        for number in range(2_600):
            keeper.hears(f"line {number}", ts=MONDAY + number)
        keeper.looks_after_it()
    assert texts("show", "Reception", "--last", "2100", home=home) == [f"line {n}" for n in range(500, 2_600)]
    assert len(texts("show", "Reception", home=home)) == 50


@pytest.mark.parametrize(
    ("words", "count"),
    [
        (["fever"], 1), (["FEV"], 1), (["fé"], 2), (["头疼"], 1), (["头"], 1), (["医"], 1), (["b"], 3),
        (["mg", "2"], 1), (['"twice a day"'], 1), (['"a twice"'], 0), (["nowhere"], 0), (["e", "--room", "cafe"], 1),
        (["e", "--person", "王芳"], 0), (["o", "--until", "2026-11-16"], 1), (["a", "--limit", "1"], 1),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)  # fmt: skip
def test_search_finds_also_one_letter_and_a_chinese_word(talk, words, count):
    done = run("history", "search", *words, "--json", home=talk)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(found) == count and done.returncode == (0 if count else 1), done
    for line in found:
        assert line["matches"] and all(match in line["message"] for match in line["matches"])
        assert line["room"]["name"] in ("Reception", "Café")


def test_search_of_lines_that_are_indexed_and_of_those_that_are_not_yet(home):
    with Keeper(home) as keeper:
        for number in range(1_500):
            keeper.hears("the usual talk" if number % 500 else f"疼 Schlafkrankheit {number}", ts=MONDAY + number)
        keeper.looks_after_it()
        for word in ("schlafkrankheit", "疼", "疼 S", "krank"):
            assert len(texts("search", word, home=home)) == 3, word


# Taking along


class Page(HTMLParser):
    """What a page would fetch, and its text by tag."""

    def __init__(self, page):
        super().__init__()
        self.open, self.fetched, self.texts = [], [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)
        self.fetched += [value for name, value in attributes if name in ("src", "href", "action")]

    def handle_data(self, data):
        if data.strip():
            self.texts.append((self.open[-1], data.strip()))


def test_export_of_originals(talk):
    lines = [json.loads(line) for line in history("export", "Reception", home=talk).stdout.splitlines()]
    assert [line["seq"] for line in lines] == [1, 2, 3, 4]
    assert {"room", "seq", "id", "ts", "member", "from", "lang", "message"} <= lines[0].keys()
    assert not any("translation" in line for line in lines)
    text = history("export", "Reception", "--format", "text", "--person", "anna", home=talk).stdout
    assert text.startswith("# Reception\n\n2026-11-16\n10:00:00  Anna [en]: Good morning") and "头" not in text


def test_export_with_both_languages_says_how_each_line_came_about(talk, engines):
    engine = engines()
    talk.write("sabir/sabir.toml", QUIET + ENGINE.format(engine))
    page = Page(history("export", "Reception", "--format", "html", "--lang", "es", home=talk).stdout)
    assert not page.fetched and "script" not in page.open
    said = [text for _, text in page.texts]
    assert "es:Good morning, I have had a fever since yesterday" in said
    assert said.count("Traducido por staged.") == 2
    assert "<b>take</b> 2 mg\ntwice a day" in said, "what people wrote is text, not markup"
    assert ("small", "Sin traducir. Aquí no hay nada que traduzca del chino al español.") in page.texts, page.texts
    assert any("intérprete" in text for text in said)

    lines = [json.loads(line) for line in history("export", "Reception", "--lang", "en", home=talk).stdout.splitlines()]
    states = [line.get("translation", {}).get("state") for line in lines]
    assert states == [None, "untranslated", "untranslated", None], "what is in English already is not translated"
    text = history("export", "Reception", "--format", "text", "--lang", "es", home=talk)
    assert "          [es] es:Good morning, I have had a fever since yesterday  (Traducido por staged.)\n" in text.stdout
    assert re.search(r"^1 line not translated: .*Chinese", text.stderr, re.M), text.stderr


def test_export_marks_what_a_check_found(home, engines):
    engine = engines()
    home.write("sabir/sabir.toml", QUIET + ENGINE.format(engine))
    with Keeper(home) as keeper:
        keeper.hears("do not take more than 4 tablets a day", ts=MONDAY)
    line = json.loads(history("export", "Reception", "--lang", "es", home=home).stdout)
    warnings = line["translation"]["warnings"]
    assert warnings and all(warning["kind"] and warning["text"].endswith(".") for warning in warnings)
    page = Page(history("export", "Reception", "--lang", "es", "--format", "html", home=home).stdout)
    assert [text for tag, text in page.texts if tag == "strong"] == [f"⚠ {warning['text']}" for warning in warnings if warning["weight"] == "loud"] != []
    confirm = [warning["text"] for warning in warnings if warning["kind"] == "confirm"]
    assert confirm and [text for tag, text in page.texts if tag == "small" and text.startswith("·")] == [f"· {text}" for text in confirm]


def test_export_without_an_engine_has_the_originals_with_the_reason(talk):
    talk.write("sabir/sabir.toml", QUIET + "[translation]\nendpoint = []\n")
    done = history("export", "Reception", "--lang", "es", home=talk)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["translation"]["state"] for line in lines] == ["untranslated"] * 4
    assert all(line["translation"]["origin"].startswith("Sin traducir. ") for line in lines)
    assert "4 lines not translated" in done.stderr


def test_an_exported_file_is_whole_private_and_not_overwritten(talk):
    file = talk.path / "reception.jsonl"
    history("export", "Reception", "-o", str(file), home=talk)
    before = file.read_text(encoding="utf-8")
    assert before.count("\n") == 4 and stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "--force" in history("export", "Café", "-o", str(file), home=talk, status=1).stderr
    assert file.read_text(encoding="utf-8") == before
    history("export", "Café", "-o", str(file), "--force", home=talk)
    assert file.read_text(encoding="utf-8").count("\n") == 1
    assert sorted(path.name for path in talk.path.glob("reception*")) == ["reception.jsonl"]
    assert "cannot be written" in history("export", "Café", "-o", "/nonexistent/x", home=talk, status=1).stderr


# Erasing


def test_erase_says_what_would_go_and_asks(talk):
    before = texts("show", "Reception", home=talk)
    for answer in ("no\n", "\n", ""):
        done = history("erase", "--person", "anna", home=talk, status=1, typed=answer)
        assert "3 lines" in done.stdout and "Anna" in done.stdout and '"Reception" 2' in done.stdout
        assert "Nothing was erased" in done.stderr and texts("show", "Reception", home=talk) == before
    assert "Erased: 3 lines" in history("erase", "--person", "anna", home=talk, typed="yes\n").stdout
    assert texts("show", "Reception", home=talk) == before[1:3]


def test_erased_is_gone_from_every_file_of_the_state_directory(talk):
    # Of an earlier version.
    talk.write("sabir/translations.sqlite", "she has a fever")
    secrets = ["Unverwechselbar", "Blutdruck", "blutdruck"]
    with Keeper(talk) as keeper:
        for number in range(1_100):
            keeper.hears(f"Schlafkrankheit {number}", by="Zoë Unverwechselbar", ts=MONDAY + DAY + number)
        keeper.looks_after_it()
    assert files_with(talk, "Unverwechselbar") and files_with(talk, "Blutdruck") and files_with(talk, "fever")
    done = history("erase", "--person", "Zoë Unverwechselbar", "--yes", home=talk)
    assert "Erased: 1101 lines" in done.stdout and "translations.sqlite" in done.stdout
    for secret in [*secrets, "Schlafkrankheit", "schlafkrankheit"]:
        assert files_with(talk, secret) == [], secret
    assert files_with(talk, "Good morning")[0].startswith("history.sqlite"), "the lines of others stay"
    assert not [file for file in files_with(talk, "fever") if file.startswith("translations")]
    assert len(texts("show", "Reception", home=talk)) == 3


def test_a_running_owner_is_asked_and_waited_for(talk):
    with Keeper(talk) as keeper:
        erasing = Program("history", "erase", "--person", "anna", "--yes", home=talk)
        erasing.until(lambda: erasing.log, within=20, what="a word about the running node")
        keeper.hears("said after the question", by="Anna")
        while erasing.is_alive():
            keeper.looks_after_it()
        assert erasing.ended() == 0 and "Erased: 3 lines" in erasing.lines[-1]
        for secret in ("fever", "coffee", "2 mg"):
            assert files_with(talk, secret) == [], secret
        assert texts("show", "Reception", home=talk)[2:] == ["said after the question"], "only what was told went"


def test_an_owner_that_does_not_come_to_it_is_told_and_does_it_later(talk):
    with Keeper(talk) as keeper:
        done = run("history", "erase", "--room", "Café", "--yes", "--wait", "1", home=talk)
        assert done.returncode == 1 and "sabir doctor" in done.stderr and files_with(talk, "coffee")
        keeper.looks_after_it()
        assert not files_with(talk, "coffee")


def test_an_owner_that_dies_leaves_the_work_to_the_command(talk):
    keeper = Keeper(talk)
    erasing = Program("history", "erase", "--room", "Café", "--yes", home=talk)
    erasing.until(lambda: erasing.log, within=20, what="a word about the running node")
    keeper.process.kill()
    keeper.process.wait(10)
    assert erasing.ended(within=30) == 0 and "Erased: 1 line." in erasing.lines[-1]
    assert not files_with(talk, "coffee") and len(texts("show", "Reception", home=talk)) == 4


@pytest.mark.parametrize(
    ("flags", "left"),
    [
        (["--room", "Café"], [4, 0]),
        (["--until", "2026-11-16"], [2, 1]),
        (["--since", "2026-11-18", "--room", "reception"], [3, 1]),
        (["--since", "2000-01-01"], [0, 0]),
    ],
    ids=lambda value: " ".join(map(str, value)),
)
def test_erase_a_room_or_a_span(talk, flags, left):
    history("erase", *flags, "--yes", home=talk)
    assert [len(texts("show", room, home=talk)) for room in ("Reception", "Café")] == left


def test_erase_names_something_that_is_there(talk):
    assert "nothing was erased" in history("erase", "--person", "nobody", "--yes", home=talk).stdout
    assert "There are: Café, Reception" in history("erase", "--room", "Nowhere", "--yes", home=talk, status=1).stderr
    history("erase", home=talk, status=2)
    history("erase", "--since", "someday", home=talk, status=2)


def test_a_node_waits_for_a_command_that_holds_its_history(talk):
    talk.write("sabir/sabir.toml", QUIET + '[[room]]\nname = "Reception"\nhistory = "disk"\nnewcomers_see = "all"\n')
    with Keeper(talk):
        node = Program("serve", "--no-web", "--no-translate", home=talk)
        node.logs("Another process holds the history")
        assert not node.lines, "a room was opened without its history"
    node.until(lambda: node.lines, within=40, what="an open room")
    node.signal(signal.SIGTERM)
    assert node.ended() == 0
    assert not [line for line in node.log if "memory only" in line], node.log


# Backups


def test_backup_beside_an_owner_and_back(talk):
    backup = talk.path / "backup.sqlite"
    with Keeper(talk) as keeper:
        keeper.hears("in the backup")
        keeper.looks_after_it()
        assert "6 lines in 2 rooms" in run("backup", str(backup), home=talk).stdout
        assert stat.S_IMODE(backup.stat().st_mode) == 0o600
        assert [file.name for file in talk.path.glob("backup*")] == ["backup.sqlite"]
        keeper.hears("after the backup")
        keeper.looks_after_it()
        refused = run("restore", str(backup), home=talk)
        assert refused.returncode == 1 and "in use by another process" in refused.stderr
        again = run("backup", str(backup), home=talk)
        assert again.returncode == 1 and "exists already" in again.stderr
    history("erase", "--person", "王芳", "--yes", home=talk)
    done = run("restore", "backup.sqlite", home=talk)
    assert done.returncode == 0 and "erase it again" in done.stdout, done.stderr
    aside = re.search(r"What was there is now (\S+)\. ", done.stdout)[1]
    said = texts("show", "Reception", home=talk)
    assert said[-1] == "in the backup" and "我头疼，想看医生" in said
    assert "after the backup".encode() in open(aside, "rb").read()
    assert aside in history("erase", "--person", "王芳", "--yes", home=talk).stdout, "what is not reached is told"


def test_a_backup_that_is_none_is_refused(talk):
    before = texts("show", "Reception", home=talk)
    letter = talk.write("letter.sqlite", "Dear reader, this is no database at all, and never was one.")
    for file in (letter, "/nonexistent.sqlite"):
        done = run("restore", file, home=talk)
        assert done.returncode == 1 and file in done.stderr and not done.stdout
    done = run("backup", "/nonexistent/folder/b.sqlite", home=talk)
    assert done.returncode == 1 and "/nonexistent/folder" in done.stderr
    assert texts("show", "Reception", home=talk) == before


# Doctor


def doctor(home):
    told = run("doctor", home=home).stdout
    return re.findall(r"^(ok|wrong) +history: (.+)$", told, re.M)


def test_doctor_tells_how_the_history_is(talk):
    ((verdict, sentence),) = doctor(talk)
    assert verdict == "ok" and "5 lines" in sentence and "free" in sentence
    history_of(talk).chmod(0o644)
    assert ["ok", "wrong"] == [verdict for verdict, _ in doctor(talk)]


@pytest.mark.parametrize("damage", ["damaged", "newer", "foreign"])
def test_what_cannot_be_read_is_told_and_left_as_it_is(talk, damage):
    path = history_of(talk)
    for name in ("-wal", "-shm"):
        path.with_name(path.name + name).unlink(missing_ok=True)
    if damage == "damaged":
        path.write_bytes(path.read_bytes()[:4_096] + b"\7" * 60_000)
    elif damage == "foreign":
        path.write_text("Dear reader, this is no database at all, and never was one.")
    else:
        sql = "INSERT INTO grdb_migrations VALUES ('from the future')"
        subprocess.run(["sqlite3", path, sql], check=True)
    before = path.read_bytes()
    ((verdict, _),) = doctor(talk)
    assert verdict == "wrong"
    for arguments in (["list"], ["show", "Reception"], ["search", "fever"], ["erase", "--room", "Reception", "--yes"]):
        assert str(path) in history(*arguments, home=talk, status=1).stderr
    assert path.read_bytes() == before
