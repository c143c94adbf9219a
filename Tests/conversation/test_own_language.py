"""Nobody is told anything in a language that is not theirs: refusals, faults and endings, as they are seen.

The walk is in a language made for it, of which every letter is Georgian: whatever is still Latin, and nobody's own
text, came from no catalogue. The rest are some of the sentences, in three of the languages.
"""

import socket
import threading

import pseudo
import pytest
from conversation import ENGINE, Actor, Serving
from hostile import HostileHost
from program import Home, run, steady_port
from pseudo import english_left, said
from terminal import Terminal, phrase
from wire import Member, encode

PASSWORD = "dos nous i tres ametlles"
SLOW = 40


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return pseudo.data_folder(tmp_path_factory.mktemp("share"))


@pytest.fixture
def opens(data):
    """opens(*arguments) is a person at a wide terminal who reads the language made for this."""
    terminals = []

    def open_one(*arguments, configuration="", lang=pseudo.LANGUAGE, home=None, **options):
        home = home or Home(configuration, SABIR_DATA=data)
        home.environment["SABIR_DATA"] = data
        person = Terminal(*arguments, "--lang", lang, home=home, columns=400, rows=100, **options)
        terminals.append(person)
        return person

    yield open_one
    for terminal in terminals:
        terminal.close()


@pytest.fixture
def sits(stage, opens):
    """sits("boris") has joined the stage's room by its invite."""

    def sit(name="boris", *flags, target=None, **options):
        flags = flags or ("--no-translate",)
        person = opens("join", target or stage.host.invite("Stage"), "--name", name, *flags, **options)
        person.shows(said("chat.in"))
        return person

    return sit


@pytest.fixture
def rosa(stage):
    """Of staff, in the room."""
    home = Home()
    key = run("staff", "key", home=home).stdout.strip()
    assert run("staff", "add", "Rosa Mir", key, home=stage.host.home).returncode == 0
    actor = Actor(
        "join", stage.host.invite("Stage"), "--name", "rosa", "--lang", "ca", "--no-translate", "--json", "--staff",
        home=home, name="rosa",
    )  # fmt: skip
    stage.actors.append(actor)
    actor.expect("welcome", 15)
    return actor


def shown(person, key):
    """Waits until it is on screen, or has scrolled away."""
    person.until(lambda: any(said(key) in row for row in person.everything), f"{key}: {pseudo.english(said(key))!r}")


def is_all_theirs(person, *own):
    """Nothing that was shown is English but these texts."""
    own = {"boris", "rosa", "anna", "Stage", "127.0.0.1", *own}
    assert english_left(person.everything, own) == []


TYPED = {
    "/nosuch": "chat.refused.unknown-command",
    "/phrase": "chat.refused.usage",
    "/phrase zzzz": "chat.no-phrase",
    "/back 0": "chat.refused.usage-number",
    "/back": "chat.earlier.none",
    "/name": "chat.refused.bad-name",
    "/name " + "q" * 65: "chat.refused.too-long",
    "/lang klingon": "chat.lang-meant",
    "/lang xyzzyq": "chat.lang-unknown",
    "/check": "chat.refused.empty",
    "/check " + "q" * 4_001: "chat.refused.too-long",
    "/check hola": "chat.nothing-to-translate",
    "/huh": "chat.nothing-said",
    "/huh carla": "chat.nothing-said",
    "/report": "chat.nothing-said",
    "/report carla": "chat.refused.nobody-known",
    "/report carla " + "q" * 501: "chat.refused.too-long",
    "/mute": "chat.refused.usage",
    "/mute carla": "chat.refused.nobody-known",
    "/unban carla": "chat.refused.usage",
    "/topic " + "q" * 201: "chat.refused.too-long",
    "/lock": "chat.refused.forbidden",
    "/bans": "chat.refused.forbidden",
    "/coming": "chat.refused.no-call",
    "/person": "person.none",
    "/done": "call.done",
    "/original": "chat.originals-only",
    "/help": "help.staff",
    "q" * 4_001: "chat.refused.too-long",
}


def test_every_answer_to_a_command_is_in_the_reader_s_language(sits):
    boris = sits()
    for typed, key in TYPED.items():
        boris.enters(typed)
        shown(boris, key)
    boris.enters("/who")
    boris.shows("  boris (eo)")
    boris.enters("/quit")
    assert boris.ended() == 0
    is_all_theirs(boris, *TYPED, "/person private", "zzzz", "klingon", "tlh", "xyzzyq", "carla", "qq")


def test_whom_a_name_means_is_asked_in_the_reader_s_language(stage, sits):
    for name in ("carla one", "carla two"):
        stage.enters(name, "es")
    boris = sits()
    boris.enters("/mute carla")
    shown(boris, "chat.refused.several")
    is_all_theirs(boris, "carla one", "carla two", "carla", "/mute")


def test_what_staff_do_is_told_in_the_reader_s_language(stage, sits, rosa):
    boris, anna = sits(), stage.enters("anna", "es")
    boris.enters("hola")
    boris_id = rosa.expect("message", message="hola")["member"]
    boris.enters("/who")
    boris.shows(f"rosa [{said('chat.role.staff')}]")
    rosa.sends(staff={"act": "mute", "member": boris_id})
    shown(boris, "chat.act.mute")
    boris.enters("hola dos")
    shown(boris, "chat.refused.muted")
    rosa.sends(staff={"act": "unmute", "member": boris_id})
    shown(boris, "chat.act.unmute")
    rosa.sends(staff={"act": "notice", "text": "tanquem"})
    shown(boris, "chat.pinned")
    rosa.sends(staff={"act": "notice", "text": ""})
    shown(boris, "chat.unpinned")
    rosa.sends(staff={"act": "topic", "text": "avui"})
    shown(boris, "chat.act.topic")
    rosa.sends(staff={"act": "lock"})
    shown(boris, "chat.act.lock")
    rosa.sends(staff={"act": "unlock"})
    shown(boris, "chat.act.unlock")
    boris.enters("/report anna fort")
    shown(boris, "report.made")
    rosa.sends(staff={"act": "remove", "member": anna.id})
    shown(boris, "chat.act.remove")
    rosa.sends(staff={"act": "clear"})
    shown(boris, "chat.act.clear")
    rosa.sends(staff={"act": "ban", "member": boris_id, "minutes": 5})
    shown(boris, "chat.refused.banned-for")
    assert boris.ended() == 1
    is_all_theirs(boris, "hola dos", "hola", "tanquem", "avui", "fort", "/report", "sabir: ")


def test_staff_are_answered_in_their_language(stage, opens):
    home = Home()
    key = run("staff", "key", home=home).stdout.strip()
    run("staff", "add", "Rosa Mir", key, home=stage.host.home)
    other = Home()
    second = run("staff", "key", home=other).stdout.strip()
    run("staff", "add", "Pau Mir", second, home=stage.host.home)
    pau = Actor(
        "join", stage.host.invite("Stage"), "--name", "pau", "--lang", "ca", "--no-translate", "--json", "--staff",
        home=other, name="pau",
    )  # fmt: skip
    stage.actors.append(pau)
    pau.expect("welcome", 15)
    rosa = opens("join", stage.host.invite("Stage"), "--name", "rosa", "--no-translate", "--staff", home=home)
    shown(rosa, "chat.in")
    for typed, key in {
        "/mute pau": "chat.refused.forbidden", "/ban pau 99999999": "chat.refused.forbidden",
        "/mute m999999": "chat.refused.nobody-known", "/unban m999999": "chat.act.unban", "/bans": "chat.bans.none",
    }.items():  # fmt: skip
        if key != "chat.act.unban":  # a ban that there is not is no act that anybody is told of
            rosa.enters(typed)
            shown(rosa, key)
    is_all_theirs(rosa, "pau", "/mute", "/ban", "/bans")


def test_a_host_that_goes_and_comes_is_told_in_the_reader_s_language(steady, opens):
    boris = opens("join", steady.host.invite("Stage"), "--name", "boris", "--no-translate")
    shown(boris, "chat.in")
    steady.host.kill()
    steady.host.ended()
    shown(boris, "chat.reconnecting")
    boris.enters("/huh")
    boris.enters("/back")
    shown(boris, "chat.earlier.away")
    boris.enters("/person")
    shown(boris, "chat.refused.unreachable")
    steady.host.returns()
    shown(boris, "chat.restarted")
    is_all_theirs(boris)


def test_what_is_not_translated_says_why_in_the_reader_s_language(stage, opens, engines):
    engine = engines()
    home = Home(ENGINE.format(engine))
    boris = opens("join", f"127.0.0.1:{stage.host.port}", "--name", "boris", home=home)
    shown(boris, "chat.in")
    shown(boris, "trust.first")
    anna = Member(stage.host.address, "anna", "en")
    anna.says("good morning")
    boris.shows("good morning")
    shown(boris, "chat.untranslated")
    # What languages are called comes from Unicode's tables, which know this language.
    is_all_theirs(boris, "good morning", "staged", "angla", "Esperanto")
    anna.close()


def test_an_engine_that_is_dead_says_so_in_the_reader_s_language(stage, opens, engines):
    engine = engines()
    engine.fails("refuses connections")
    home = Home(ENGINE.format(engine))
    boris = opens("join", f"127.0.0.1:{stage.host.port}", "--name", "boris", home=home)
    shown(boris, "chat.in")
    anna = Member(stage.host.address, "anna", "es")
    anna.says("bon dia")
    boris.shows("bon dia")
    shown(boris, "chat.untranslated")
    is_all_theirs(boris, "bon dia", "staged")
    anna.close()


def test_whoever_opens_a_room_is_told_so_in_their_language(opens):
    anna = opens(
        "host", "Own place", "--port", "0", "--bind", "127.0.0.1", "--no-mdns", "--no-translate", "--name", "anna",
        "--web-port", "0",
    )  # fmt: skip
    shown(anna, "chat.host.open")
    shown(anna, "chat.host.invite")
    shown(anna, "chat.alone")
    anna.enters("/quit")
    assert anna.ended() == 0
    is_all_theirs(anna, "Own place", "Own")


# Endings


class Answering:
    """Says these bytes to whoever connects, and nothing more; `first` waits for what they say."""

    def __init__(self, answer, first=False):
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._listener.getsockname()[1]}"
        self._answer, self._first = answer, first
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            try:
                guest, _ = self._listener.accept()
            except OSError:
                return
            with guest:
                if self._first:
                    guest.recv(65_536)
                guest.sendall(self._answer)
                guest.recv(65_536)

    def close(self):
        self._listener.close()


def refusing(code, **fields):
    fault = {"type": "error", "code": code, "reason": "Somebody's English.", "fatal": True, **fields}
    return Answering(encode(fault), first=True)


def ends(opens, key, *arguments, own=(), status=1, **options):
    person = opens("join", *arguments, "--name", "boris", "--no-translate", **options)
    shown(person, key)
    assert person.ended() == status
    is_all_theirs(person, "sabir: ", *own)


def test_where_nobody_answers(opens):
    ends(opens, "chat.refused.no-answer", f"127.0.0.1:{steady_port()}")


def test_where_something_else_answers(opens):
    server = Answering(b"SSH-2.0-x\r\n")
    ends(opens, "chat.refused.not-sabir", server.address)
    server.close()


def test_with_and_without_tls(opens):
    plain, secure = Serving(("Stage",), flags=["--plaintext"]), Serving(("Stage",))
    ends(opens, "chat.refused.no-tls", f"127.0.0.1:{plain.port}")
    ends(opens, "chat.refused.needs-tls", f"127.0.0.1:{secure.port}", "--plaintext")
    ends(opens, "chat.refused.needs-tls", secure.invite("Stage"), "--plaintext", status=2)
    ends(opens, "chat.refused.invite-broken", secure.invite("Stage")[:-4], status=2)
    ends(opens, "chat.refused.no-room", f"127.0.0.1:{secure.port}/Elsewhere", own=["Elsewhere"])
    plain.terminates()
    secure.terminates()


def test_a_room_that_is_not_found(opens):
    nothing = "[discovery]\nmdns = false\n"
    ends(opens, "chat.refused.lookup-failed", "Elsewhere", configuration=nothing, own=["Elsewhere"])
    peer = f"127.0.0.1:{steady_port()}"
    peers = f'[discovery]\nmdns = false\npeers = ["{peer}"]\n'
    ends(opens, "chat.refused.room-not-found", "Elsewhere", configuration=peers, own=["Elsewhere"])


def test_another_certificate(opens):
    host, home, port = Home('[[room]]\nname = "Stage"\n'), Home(), steady_port()
    address = f"127.0.0.1:{port}"
    first = Serving(("Stage",), port=port, home=host)
    boris = opens("join", address, "--name", "boris", "--no-translate", home=home)
    shown(boris, "trust.first")
    boris.enters("/quit")
    assert boris.ended() == 0
    first.terminates()
    (host.path / "sabir/node.pem").unlink()
    again = Serving(("Stage",), port=port, home=host)
    ends(opens, "chat.refused.trust-changed", address, home=home)
    other = again.invite("Stage").rpartition("#")[0] + "#fp=" + "A" * 43
    ends(opens, "chat.refused.trust-between", other)
    again.terminates()
    host.remove()


def test_a_password(opens):
    host = Home()
    done = run("password", "Closed", home=host, typed=PASSWORD + "\n", within=SLOW)
    host.write("sabir/sabir.toml", '[[room]]\nname = "Closed"\n' + done.stdout.splitlines()[-1] + "\n")
    serving = Serving(("Closed",), home=host)
    boris = opens("join", serving.invite("Closed"), "--name", "boris", "--no-translate")
    shown(boris, "chat.password")
    boris.enters("q" * 1_025)
    shown(boris, "chat.refused.password-form")
    boris.enters("another one altogether")
    boris.until(lambda: any(said("chat.password-wrong") in row for row in boris.everything), "wrong", SLOW)
    boris.types("\x04")
    boris.ended()
    is_all_theirs(boris, "sabir: ")
    ends(opens, "chat.refused.trust-password", f"127.0.0.1:{serving.port}")
    home = Home()
    wrong = home.write("wrong", "another one altogether\n")
    person = opens(
        "join", serving.invite("Closed"), "--password-file", wrong, "--name", "boris", "--no-translate", home=home
    )
    person.until(lambda: any(said("chat.refused.auth-failed") in row for row in person.everything), "refused", SLOW)
    assert person.ended() == 1
    is_all_theirs(person, "sabir: ", wrong)
    ends(opens, "chat.refused.file", serving.invite("Closed"), "--password-file", "/nowhere", own=["/nowhere"])
    serving.terminates()
    host.remove()


@pytest.mark.parametrize(
    "code", "room-full too-many locked banned removed closing replaced protocol too-fast".split()
)
def test_a_host_of_before_is_understood_by_its_code(opens, code):
    """It sends no `detail`, and a sentence in English."""
    host = refusing(code)
    ends(opens, f"chat.refused.{code}", host.address, "--plaintext")
    host.close()


def test_a_detail_that_is_not_known_leaves_the_code(opens):
    host = refusing("locked", detail="locked-by-moonlight", values={"n": "3"})
    ends(opens, "chat.refused.locked", host.address, "--plaintext")
    host.close()


def test_a_detail_without_its_values_leaves_the_code(opens):
    host = refusing("banned", detail="banned-for")
    ends(opens, "chat.refused.banned", host.address, "--plaintext")
    host.close()


def test_of_a_code_that_is_not_known_the_host_s_own_sentence_is_shown(opens):
    host = refusing("moonlight")
    person = opens("join", host.address, "--plaintext", "--name", "boris", "--no-translate")
    person.shows("Somebody's English.")
    assert person.ended() == 1
    host.close()


def test_a_connection_that_closes(opens):
    host = HostileHost()
    boris = opens("join", f"127.0.0.1:{host.port}", "--plaintext", "--name", "boris", "--no-translate")
    shown(boris, "chat.in")
    host.sends(type="error", code="bad-packet", reason="Somebody's English.", fatal=False)
    shown(boris, "chat.refused.bad-packet")
    host.close()
    shown(boris, "chat.refused.connection-closed")
    is_all_theirs(boris, "Trap")


def test_the_rooms_of_a_network(data):
    """Told in the language of the locale, which alone says who reads."""
    environment = {"SABIR_DATA": data, "LC_ALL": "eo.UTF-8"}
    serving = Serving(("Stage",))
    home = Home(f'[discovery]\nmdns = false\npeers = ["127.0.0.1:{serving.port}"]\n', **environment)
    done = run("rooms", home=home)
    assert done.returncode == 0 and said("rooms.members") in done.stdout and said("rooms.open") in done.stdout
    own = ["Stage", "127.0.0.1", socket.gethostname()]
    assert english_left((done.stdout + done.stderr).splitlines(), own) == []
    serving.terminates()
    none = run("rooms", home=home)
    assert said("rooms.none") in none.stderr and said("chat.refused.no-answer") in none.stderr
    assert english_left((none.stdout + none.stderr).splitlines(), own) == []
    home.remove()


def test_a_sentence_without_a_translation_would_be_found(tmp_path, stage):
    """The walk can fail."""
    home = Home(SABIR_DATA=pseudo.data_folder(tmp_path, without=["chat.refused.unknown-command"]))
    boris = Terminal(
        "join", stage.host.invite("Stage"), "--name", "boris", "--no-translate", "--lang", "eo", home=home, columns=400
    )
    boris.shows(said("chat.in"))
    boris.enters("/nosuch")
    boris.shows("There is no command /nosuch.")
    with pytest.raises(AssertionError):
        is_all_theirs(boris, "/nosuch")
    boris.close()


# In three languages


def written(person, text):
    """Waits until the program wrote it: the test's screen draws nothing that reads from right to left."""
    person.until(lambda: text in person.raw.decode("utf-8", "ignore"), text)


@pytest.mark.parametrize("lang", ["es", "ca", "ar"])
def test_named_errors_in_spanish_catalan_and_arabic(stage, opens, lang, rosa):
    boris = opens("join", stage.host.invite("Stage"), "--name", "boris", "--no-translate", lang=lang)

    def sees(key, **values):
        written(boris, phrase(key, lang, **values))

    sees("chat.in")
    boris.enters("/nosuch")
    sees("chat.refused.unknown-command", command="/nosuch")
    boris.enters("/mute nobody")
    sees("chat.refused.nobody-known", whom="nobody")
    boris.enters("/clear")
    sees("chat.refused.forbidden")
    boris.enters("hola")
    member = rosa.expect("message", message="hola")["member"]
    rosa.sends(staff={"act": "ban", "member": member, "minutes": 7})
    sees("chat.refused.banned-for", n="7")
    assert boris.ended() == 1
    again = opens("join", stage.host.invite("Stage"), "--name", "boris", "--no-translate", lang=lang, home=boris.home)
    written(again, phrase("chat.refused.banned-for", lang, n="7"))
    assert again.ended() == 1
