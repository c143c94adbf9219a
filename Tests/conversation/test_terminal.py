"""`sabir host` and `sabir join` at a terminal, as a person sees them."""

import os
import re
import signal

import pytest
from conversation import ENGINE
from host import sabir
from hostile import HostileHost
from program import Home, run
from terminal import Terminal, child_of, phrase
from wire import Member

CLOCK = r"\d\d:\d\d"


@pytest.fixture
def opens():
    """opens(*arguments, home=…) is a program at a terminal of its own, ended when the test ends."""
    terminals = []

    def open_one(*arguments, **options):
        terminals.append(Terminal(*arguments, **options))
        return terminals[-1]

    yield open_one
    # The last first: a home may be that of several, and goes with the first of them to close.
    for terminal in reversed(terminals):
        terminal.close()


@pytest.fixture
def sits(stage, opens):
    """sits("boris", "es") is a person at a terminal who has joined the stage's room."""

    def sit(name="boris", lang="es", *, engines=(), port=None, waits=True, **options):
        home = Home("".join(ENGINE.format(engine) for engine in engines))
        command = ["join", f"127.0.0.1:{port or stage.host.port}", "--name", name, "--lang", lang]
        command += [] if engines else ["--no-translate"]
        command += ["--plaintext"] if port else []  # a host that the test plays itself
        terminal = opens(*command, home=home, **options)
        if waits:
            terminal.shows(phrase("chat.in", lang))
            terminal.prompts(f"{name} ({lang}) > ")
        return terminal

    return sit


@pytest.fixture
def anna(stage):
    """Another member, who writes English and sends what she likes."""
    member = Member(stage.host.address, "anna", "en")
    yield member
    member.close()


def test_the_original_and_its_translation_are_both_shown_and_told_apart(sits, anna, engines):
    boris = sits(engines=[engines()])
    boris.shows(phrase("chat.outlook.translated", "es", lang="en", engine="staged"))
    anna.says("good morning")
    translation = boris.shows("es:good morning")
    original = boris.shows("anna (en): good morning")
    assert re.fullmatch(rf"{CLOCK} anna \(en\): good morning", original)
    assert re.fullmatch(r" +↳ es:good morning  \[staged\]", translation)
    assert boris.rows.index(translation) == boris.rows.index(original) + 1
    styles = {text: styles_before(boris.raw, text) for text in ("good morning", "es:good morning")}
    assert styles["good morning"] == b"2" and styles["es:good morning"] == b""


def styles_before(raw, text):
    """The parameters of the SGR sequence in front of this text, where it was first written; empty for none."""
    start = raw.index(text.encode())
    sequence = re.search(rb"\x1b\[([\d;]*)m$", raw[:start])
    return b"" if not sequence or sequence[1] == b"0" else sequence[1]


def test_what_is_said_is_seen_by_the_others_and_shown_once(sits, anna):
    boris = sits()
    boris.enters("buenos días «ñ» 🙂")
    assert anna.expect("message")["message"] == "buenos días «ñ» 🙂"
    boris.shows("boris (es): buenos días")
    boris.prompts("boris (es) > ")
    assert len([row for row in boris.rows if "buenos días" in row]) == 1


def test_a_line_that_arrives_while_another_is_typed_appears_above_it(sits, anna):
    boris = sits()
    boris.types("media frase ñ")
    boris.prompts("> media frase ñ")
    for number in range(3):
        anna.says(f"interruption {number}")
    row = boris.shows("interruption 2")
    boris.prompts("boris (es) > media frase ñ")
    assert boris.rows[-1] == "boris (es) > media frase ñ" and boris.rows.index(row) == len(boris.rows) - 2
    boris.types(" acabada\r")
    assert anna.expect("message", where=lambda p: p["member"] != anna.id)["message"] == "media frase ñ acabada"


def test_a_typed_line_of_several_rows_stays_whole(sits, anna):
    boris = sits(columns=40)
    text = "palabras " * 12
    boris.types(text)
    boris.until(lambda: "".join(boris.rows).count("palabras") == 12, "the whole line")
    anna.says("interruption")
    boris.shows("interruption")
    boris.until(lambda: "".join(boris.rows).count("palabras") == 12, "the whole line again")
    boris.enters("")
    assert anna.expect("message", where=lambda p: p["member"] != anna.id)["message"].strip() == text.strip()


def test_lines_are_edited_by_characters_and_recalled(sits, anna):
    boris = sits()
    boris.types("ñandú 🙂x")
    boris.prompts("> ñandú 🙂x")
    boris.types("\x7f\x7f\x7f\x7f")
    boris.prompts("> ñand")
    boris.enters("ú")
    assert anna.expect("message")["message"] == "ñandú"
    boris.prompts("boris (es) > ")
    boris.types("\x1b[A")
    boris.prompts("> ñandú")
    boris.types("\x01el \r")
    assert anna.expect("message")["message"] == "el ñandú"


def test_the_commands_of_a_chat(sits, anna, engines):
    boris = sits(engines=[engines()])
    boris.enters("/help")
    for word in ("/who", "/lang", "/name", "/original", "/quit"):
        boris.until(lambda word=word: any(word in row for row in boris.everything), word)
    boris.enters("/who")
    boris.shows("  anna (en)")
    boris.enters("/lang ca")
    boris.prompts("boris (ca) > ")
    anna.expect("changed", where=lambda p: p["member"]["lang"] == "ca")
    anna.says("one")
    boris.shows("ca:one")
    boris.enters("/name Борис")
    boris.prompts("Борис (ca) > ")
    anna.expect("changed", where=lambda p: p["member"]["name"] == "Борис")
    boris.enters("/original")
    boris.shows(phrase("chat.originals-only", "ca")[:40])
    anna.says("two")
    boris.shows("anna (en): two")
    boris.enters("/original")
    boris.shows(phrase("chat.both-shown", "ca")[:40])
    anna.says("three")
    boris.shows("ca:three")
    assert not [row for row in boris.everything if "ca:two" in row]
    boris.enters("//slash")
    anna.expect("message", message="/slash")
    for wrong in ("/nosuch", "/lang ???", "/name \u200b"):
        boris.enters(wrong)
    boris.shows(phrase("chat.refused.unknown-command", "ca", command="/nosuch")[:60])
    boris.shows(phrase("chat.lang-unknown", "ca", text="???")[:40])
    boris.enters("/quit")
    assert boris.ended() == 0
    anna.expect("left", where=lambda p: p["member"]["name"] == "Борис")


def test_an_untranslated_line_is_marked_with_its_reason(sits, anna, engines):
    engine = engines()
    engine.fails("refuses connections")
    boris = sits(engines=[engine])
    anna.says("good morning")
    boris.shows("anna (en): good morning")
    row = boris.shows(phrase("chat.untranslated", "es"))
    assert f"↳ {phrase('chat.untranslated', 'es')} El traductor staged no responde." in row


def test_ctrl_d_leaves(sits, anna):
    boris = sits()
    boris.types("\x04")
    assert boris.ended() == 0
    anna.expect("left")


def test_host_opens_a_room_and_talks_in_it(opens):
    flags = ["--port", "0", "--bind", "127.0.0.1", "--no-mdns", "--no-translate", "--name", "anna", "--lang", "en"]
    anna = opens("host", "Own room", *flags, home=Home(), rows=40)
    port = int(re.search(r"sabir join 127\.0\.0\.1:(\d+)", anna.shows("Others join with"))[1])
    anna.shows("Nobody else is here.")
    boris = Member(("127.0.0.1", port), "boris", "es")
    anna.shows("boris (es) has come in.")
    anna.enters("welcome")
    boris.expect("message", message="welcome")
    boris.says("gracias")
    anna.shows("boris (es): gracias")
    anna.enters("/quit")
    boris.expect_close()
    assert anna.ended() == 0


HOSTILE = {
    "moves the cursor": "before\x1b[2J\x1b[Hafter",
    "colours": "\x1b[31mred\x1b[0m\x9b32mgreen",
    "sets the clipboard": "\x1b]52;c;ZXZpbA==\x07",
    "sets the title": "\x1b]0;owned\x07\x1b]2;owned\x1b\\",
    "asks the terminal": "\x1b[6n\x1b[c\x05\x1bZ",
    "rings": "\x07\x07ding\x07",
    "overrides direction": "\u202egnirts\u202c \u2066x\u2069 \u2067y",
    "forges a line": "hola\n12:34 anna (en): forged\r\n12:34 anna (en): forged",
    "forges with other breaks": "hola\r12:34 anna (en): x\x0b12:34 anna\x8512:34 anna (en): y\u202812:34 anna",
    "forges by wrapping": "x" * 56 + " 12:34 anna (en): forged " + "y" * 78 + " 12:34 anna (en): forged",
    "goes back": "secret\b\b\b\b\b\bpublic\x7f\x08\r!",
    "switches the alphabet": "\x0e\x1b(0lqk\x0f",
    "switches the screen": "\x1b[?1049h\x1b[?25l\x1bc\x1b[r",
    "stacks marks": "Z" + "\u0336\u0301" * 200,
}


CONTROLS = rb"[\x00-\x08\x0b-\x0c\x0e-\x1a\x1c-\x1f\x7f]|\xc2[\x80-\x9f]"
OWN_SEQUENCES = rb"\[\?2004[hl]|\[J|\[\d+[AC]|\[0m|\[2m|\[1;38;5;\d+m|\[3;38;5;66m"


def unharmed(terminal):
    """Nothing but the program's own sequences came, and no row is another's."""
    screen, text = terminal.screen, terminal.raw.decode()
    assert screen.bells == 0 and not screen.answers and not screen.title and not screen.icon_name
    assert not re.search(CONTROLS, terminal.raw)
    strange = [s for s in re.findall(rb"\x1b(\[[\d;?]*.|.)", terminal.raw) if not re.fullmatch(OWN_SEQUENCES, s)]
    assert not strange, strange
    assert not re.search("[\u202a-\u202e\u2066\u2067]|[\u0300-\u036f]{9}", text)
    assert not [row for row in terminal.everything if re.match(rf"{CLOCK} anna", row)]


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_the_same_written_raw_would_be_found(opens, text):
    """What the checks of the next tests look for is there when a program writes the text as it is."""
    home = Home()
    cat = opens(home.write("text", text), home=home, program="/bin/cat")
    assert cat.ended() == 0
    with pytest.raises(AssertionError):
        unharmed(cat)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_member_harms_no_terminal(stage, sits, text):
    boris = sits()
    boris.types("half")
    boris.prompts("> half")
    mallory = Member(stage.host.address, f"M{text[:50]}", "en")
    mallory.says("first " + text)
    mallory.send("profile", name=f"N{text[:50]}")
    mallory.says("the end")
    boris.shows("the end")
    boris.prompts("boris (es) > half")
    unharmed(boris)
    mallory.close()


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_host_harms_no_terminal(sits, text):
    host = HostileHost(room=f"R{text}", topic=f"T{text}")
    boris = sits(port=host.port)
    boris.types("half")
    boris.prompts("> half")
    member = {"id": f"i{text[:10]}", "name": text, "lang": "en"}
    for kind in ("joined", "changed", "left"):
        host.sends(type=kind, member=member, n=3)
    host.sends(type="members", members=[member], more=False)
    host.sends(type="error", code="too-fast", reason=text, fatal=False)
    host.says(text, name=text)
    host.says("the end")
    boris.shows("the end")
    boris.prompts("> half")
    unharmed(boris)
    host.close()


@pytest.mark.parametrize("answer", ["\x1b[31mred\x1b]52;c;eA==\x07", "\u202eevil\n12:34 anna (en): forged"])
def test_a_hostile_engine_harms_no_terminal(sits, anna, engines, answer):
    engine = engines(name="evil")
    engine._translation = lambda source, target, texts: {"translatedText": answer}
    boris = sits(engines=[engine])
    anna.says("good morning")
    boris.shows("anna (en): good morning")
    boris.shows("↳ ")
    anna.says("good morning")
    boris.until(lambda: boris.raw.count("↳".encode()) == 2, "two translations")
    assert not re.search(rb"\x07|\x1b\]|\x1b\[31m|\xe2\x80\xae", boris.raw)
    assert not [row for row in boris.everything if row.startswith("12:34")]


def test_output_that_is_no_terminal_is_plain(stage, engines):
    anna = Member(stage.host.address, "anna\x1b[31m", "en")
    home = Home()
    typed = "buenos días\n/who\n/help\n/lang ca\n/quit\n"
    done = run(
        "join", f"127.0.0.1:{stage.host.port}", "--name", "boris", "--lang", "es", "--no-translate",
        home=home, typed=typed,
    )  # fmt: skip
    home.remove()
    assert done.returncode == 0 and "\x1b" not in done.stdout + done.stderr
    assert re.search(rf"^{CLOCK} boris \(es\): buenos días ✓$", done.stdout, re.M), done.stdout
    assert anna.expect("message")["message"] == "buenos días"
    anna.close()


def in_a_shell(opens, port, *flags):
    """A shell that tells the terminal's settings before and after `sabir join`, as one would look at them."""
    script = (
        f"stty -g; '{sabir()}' join 127.0.0.1:{port} --name boris --lang es --no-translate {' '.join(flags)};"
        ' echo "status=$?"; stty -g; read -r line; echo "heard=$line"'
    )
    shell = opens("-c", script, home=Home(), program="/bin/sh", columns=200)
    shell.shows(phrase("chat.in", "es"))
    shell.prompts("boris (es) > ")
    shell.types("half")
    shell.prompts("> half")
    return shell, shell.until(lambda: child_of(shell.child.pid), "the program's process")


def check_settings(shell):
    """The same before and after, and a line that is typed now is heard."""
    saved = re.compile(rb"[0-9a-f]+(?::[0-9a-f]+){10,}")
    shell.until(lambda: len(saved.findall(shell.raw)) == 2, "the settings before and after")
    before, after = saved.findall(shell.raw)
    assert before == after
    shell.enters("echo works")
    shell.shows("heard=echo works")


@pytest.mark.parametrize("keys", ["\x15/quit\r", "\x15\x04", "\x03\x03"], ids=["/quit", "Ctrl-D", "Ctrl-C"])
def test_the_terminal_is_as_it_was_after_leaving(stage, anna, opens, keys):
    shell, _ = in_a_shell(opens, stage.host.port)
    shell.types(keys)
    shell.shows("status=0")
    check_settings(shell)
    anna.expect("left")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_the_terminal_is_as_it_was_after_a_signal(stage, anna, opens, number):
    shell, program = in_a_shell(opens, stage.host.port)
    os.kill(program, number)
    shell.shows(f"status={128 + number}")
    check_settings(shell)
    anna.expect("left")


def test_the_terminal_is_as_it_was_after_the_host_has_ended_it(opens):
    host = HostileHost()
    shell, _ = in_a_shell(opens, host.port, "--plaintext")
    # A code that is not known: of it the host's own words are shown.
    host.sends(type="error", code="moonlight", reason="You \x1b[31mwere\x07 sent out.", fatal=True)
    shell.shows("status=1")
    assert len([row for row in shell.rows if row.endswith("were sent out.")]) == 1
    assert shell.screen.bells == 0 and b"\x1b[31m" not in shell.raw
    check_settings(shell)
    host.close()


def test_a_stopped_program_goes_on_where_it_was(stage, anna, opens):
    shell, program = in_a_shell(opens, stage.host.port)
    os.kill(program, signal.SIGSTOP)
    anna.says("meanwhile")
    os.kill(program, signal.SIGCONT)
    shell.shows("anna (en): meanwhile")
    shell.prompts("> half")
    shell.enters(" done")
    assert anna.expect("message", where=lambda p: p["member"] != anna.id)["message"] == "half done"


def test_no_color_is_respected(sits, anna, engines):
    boris = sits(engines=[engines()], NO_COLOR="1")
    anna.says("good morning")
    boris.shows("es:good morning")
    boris.prompts("boris (es) > ")
    assert not re.search(rb"\x1b\[[\d;]*m", boris.raw)


def test_a_dumb_terminal_gets_plain_lines(sits, anna):
    boris = sits(TERM="dumb", waits=False)
    boris.shows(phrase("chat.in", "es"))
    anna.says("good morning")
    boris.shows("anna (en): good morning")
    boris.enters("hola")
    anna.expect("message", message="hola")
    boris.enters("/quit")
    assert boris.ended() == 0 and b"\x1b" not in boris.raw


def test_right_to_left_text_stays_within_its_line(sits, anna):
    boris = sits()
    anna.says("שלום, anna 12")
    anna.says("the end")
    boris.shows("the end")
    assert "\u2068שלום, anna 12\u2069".encode() in boris.raw


def test_a_narrower_terminal_keeps_the_typed_line(sits, anna):
    boris = sits(columns=80)
    boris.types("media frase")
    boris.prompts("> media frase")
    boris.child.setwinsize(24, 60)
    anna.says("after " + "words " * 20)
    boris.shows("after")
    boris.prompts("> media frase")
    rows = [row for row in boris.raw.decode().splitlines() if "words" in row]
    assert len(rows) >= 2


def test_the_first_use_says_what_this_is_not_and_only_the_first(stage, opens):
    home = Home()
    command = ["join", f"127.0.0.1:{stage.host.port}", "--name", "boris", "--lang", "es", "--no-translate"]
    warning = phrase("notice.first", "es")[:50]
    for time in range(2):
        boris = opens(*command, home=home)
        boris.shows(phrase("chat.in", "es"))
        assert len([row for row in boris.rows if warning in row]) == (1 if time == 0 else 0)
        boris.enters("/quit")
        assert boris.ended() == 0


def test_how_long_lines_are_kept_is_told_on_entering(sits):
    boris = sits(lang="ca")
    told = tuple(phrase(f"chat.kept.{how}", "ca") for how in ("for", "running"))
    boris.until(lambda: [row for row in boris.rows if row.removeprefix("* ").startswith(told)], "how long")


def test_one_s_own_lines_are_marked_sent_waiting_and_refused(steady, opens):
    home = Home()
    command = ["join", f"127.0.0.1:{steady.host.port}", "--name", "boris", "--lang", "es", "--no-translate"]
    boris = opens(*command, home=home)
    boris.shows(phrase("chat.in", "es"))
    boris.enters("primera")
    assert re.fullmatch(rf"{CLOCK} boris \(es\): primera ✓", boris.shows("boris (es): primera"))
    steady.host.terminates()
    boris.shows(phrase("chat.reconnecting", "es")[:40])
    boris.enters("segunda")
    boris.shows("* ⋯ segunda")
    boris.types("\x03")
    boris.ended()
    steady.host.returns()
    again = opens(*command, home=home)
    again.shows("* ⋯ segunda")
    assert again.shows("boris (es): segunda").endswith(" ✓")


def test_page_up_and_back_show_what_was_said_before(sits, anna, engines):
    boris = sits(engines=[engines()])
    for number in range(5):
        anna.says(f"line {number}")
    boris.shows("es:line 4")
    boris.enters("/quit")
    assert boris.ended() == 0
    again = Terminal(*boris.arguments, home=boris.home)
    try:
        again.shows(phrase("chat.in", "es"))
        again.types("\x1b[5~")
        again.shows(phrase("chat.earlier.heading", "es"))
        # Below its line, or behind all of them where the engine took longer than a line waits for it.
        for number in range(5):
            assert re.fullmatch(rf"\s+↳ (anna: )?es:line {number}  .*", again.shows(f"es:line {number}"))
        said = [row for row in again.rows if row.startswith("‹")]
        assert all(re.fullmatch(rf"‹ {CLOCK} anna \(en\): line {n}", row) for n, row in enumerate(said)), said
        assert len(said) == 5
        again.shows(phrase("chat.earlier.none", "es"))
        again.enters("/back 2")
        ends = (phrase("chat.earlier.newcomers", "es"), phrase("chat.earlier.none", "es"))
        again.until(lambda: sum(row.endswith(ends) for row in again.rows) == 2, "the end, twice")
        again.enters("/back 500")
        again.shows(phrase("chat.refused.usage-number", "es", n="200", example="/back 50"))
    finally:
        again.close()


@pytest.mark.parametrize("stage", ["nothing"], indirect=True)
def test_a_newcomer_is_told_that_the_room_shows_nothing_from_before(sits, anna):
    for number in range(3):
        anna.says(f"secret {number}")
    boris = sits()
    boris.enters("/back")
    boris.shows(phrase("chat.earlier.newcomers", "es"))
    assert not [row for row in boris.everything if "secret" in row]


def test_a_paste_of_several_lines_is_one_message_after_the_return_key(sits, anna):
    boris = sits()
    boris.types("\x1b[200~tome:\n- 5 mg\r/quit\n\x1b[201~")
    boris.until(lambda: boris.rows[-3:] == ["boris (es) > tome:", "- 5 mg", "/quit"], "the pasted lines")
    boris.types("\r")
    assert anna.expect("message")["message"] == "tome:\n- 5 mg\n/quit"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_pastes_are_marked_no_longer_after_a_signal(stage, opens, number):
    shell, program = in_a_shell(opens, stage.host.port)
    assert shell.raw.rindex(b"\x1b[?2004h") > shell.raw.rfind(b"\x1b[?2004l")
    os.kill(program, number)
    shell.shows(f"status={128 + number}")
    assert shell.raw.rindex(b"\x1b[?2004l") > shell.raw.rindex(b"\x1b[?2004h")


def test_ctrl_c_keeps_what_was_typed_and_says_how_to_leave(sits, anna):
    boris = sits()
    boris.types("no más de 20 mg\x03")
    boris.shows(phrase("chat.cleared", "es")[:40])
    boris.prompts("boris (es) > ")
    boris.types("\x1b[A\r")
    assert anna.expect("message")["message"] == "no más de 20 mg"
    boris.types("\x03")
    assert boris.ended() == 0


def test_a_language_that_there_is_not_is_refused_with_the_one_that_was_meant(sits, anna):
    boris = sits()
    boris.enters("/lang klingon")
    boris.shows(phrase("chat.lang-meant", "es", text="klingon", lang="tlh")[:40])
    boris.enters("/lang fr")
    assert anna.expect("changed")["member"]["lang"] == "fr"
    tried = run("join", "127.0.0.1:1", "--lang", "klingon")
    assert tried.returncode == 2 and "Perhaps tlh is meant." in tried.stderr
