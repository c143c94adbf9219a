"""What the interface says: every language has every sentence, with the same slots, and the program has a use for it."""

import json
import re

import pytest
from host import ROOT

FOLDER = ROOT / "share/interface"
LANGUAGES = "ca es en fr pt it ro de ar fa ur hi bn zh zh-Hant uk ru pl tr eu gl oc".split()
ENGLISH = json.loads((FOLDER / "en.json").read_text(encoding="utf-8"))


def slots(sentence):
    return sorted(set(re.findall(r"\{(\w+)\}", sentence)))


def test_these_are_the_languages():
    assert sorted(path.stem for path in FOLDER.glob("*.json")) == sorted(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_sentence_with_its_slots(language):
    sentences = json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    assert set(sentences) == set(ENGLISH)
    assert not [key for key, sentence in sentences.items() if not sentence.strip()]
    assert not [key for key, sentence in sentences.items() if slots(sentence) != slots(ENGLISH[key])]


def test_what_staff_are_called_is_kept_for_them():
    """The words of badge and heading, which visitors may not bear."""
    kept = json.loads((ROOT / "share/names/staff.json").read_text(encoding="utf-8"))
    assert sorted(kept) == sorted(LANGUAGES)
    for language, words in kept.items():
        page = json.loads((ROOT / f"share/web/catalogues/{language}.json").read_text(encoding="utf-8"))
        terminal = json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))
        shown = {page["people.staff"], page["staff.title"], terminal["chat.role.staff"]}
        assert {word.lower() for word in shown} <= {word.lower() for word in words}, language


TO_OTHERS_THAN_VOSTE = re.compile(
    r"(?<![\w’'])(?:vostr[ea]s?|vós|(?<!si )us|sou|sigueu|heu|teu|teva|teus|teves|pots|vols|tens)(?!\w)"
    r"|(?<!\w)(?!treu-)\w+[ei]u-(?:ho|hi|la|lo|les|los|ne|vos|me)(?!\w)"
    r"|(?<!\w)(?:aviseu|demaneu|digueu|entreu|escriviu|espereu|feu|mireu|obriu|podeu|pregunteu|premeu|sabeu|sortiu"
    r"|tanqueu|teniu|toqueu|torneu|traieu|trieu|vegeu|voleu|volíeu)(?!\w)",
    re.IGNORECASE,
)


def texts(value):
    if isinstance(value, str):
        return [value]
    return [text for inner in (value.values() if isinstance(value, dict) else value) for text in texts(inner)]


@pytest.mark.parametrize("sentence, is_found", [
    ("Torneu-ho a provar.", True), ("La vostra llengua", True), ("Pots entrar.", True), ("El personal us avisa.", True),
    ("Si us plau, torni-ho a provar.", False), ("Treu-lo", False), ("Escriu al personal", False),
])  # fmt: skip
def test_another_form_of_address_would_be_found(sentence, is_found):
    assert bool(TO_OTHERS_THAN_VOSTE.search(sentence)) == is_found


def test_catalan_says_voste():
    """Buttons say what the machine is told to do ("Envia"); people are told and asked as "vostè"."""
    share = ROOT / "share"
    files = [FOLDER / "ca.json", share / "warnings/ca.json", *(share / "web/catalogues").glob("**/ca.json")]
    said = [text for file in files for text in texts(json.loads(file.read_text(encoding="utf-8")))]
    assert len(said) > 800
    assert [text for text in said if TO_OTHERS_THAN_VOSTE.search(text)] == []


def test_the_terminal_asks_for_no_sentence_that_is_not_there():
    code = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "Sources/sabir/Chat").glob("*.swift"))
    asked = set(re.findall(r'phrase\("([\w.-]+)"', code))
    asked |= {f"chat.{key}" for key in re.findall(r'(?:phrases|self|people)\("([\w.-]+)"', code) if not key.endswith(".")}
    assert len(asked) > 30
    assert not [key for key in asked if key not in ENGLISH]


def wrapped_by_hand(help):
    """Lines of a help text that break in the middle of a sentence: a terminal breaks them once more, elsewhere."""
    lines = help.splitlines()
    return [
        line
        for line, following in zip(lines, lines[1:])
        if len(line) >= 90 and not line.endswith(("\\", ".", ":")) and "  " not in line.strip()
        and following.strip() and not following.strip().startswith(("sabir ", '"""'))
    ]


def test_help_texts_are_wrapped_by_the_terminal_alone():
    commands = [file.read_text(encoding="utf-8") for file in (ROOT / "Sources/sabir").rglob("*.swift")]
    texts = [text for code in commands for text in re.findall(r'discussion: """\n(.*?)\n *"""', code, re.DOTALL)]
    assert len(texts) > 20
    assert [line for text in texts for line in wrapped_by_hand(text)] == []


# What is told by a name: "chat.refused.NAME"

SOURCES = ROOT / "Sources"
REFUSED = {key.removeprefix("chat.refused.") for key in ENGLISH if key.startswith("chat.refused.")}
NAMED = re.compile(r'\bas: "([a-z-]+)"')
# Codes that a person at a terminal is never told by.
NEVER_TOLD = {
    "held": "a room says it to the page and to IRC alone, in its own process",
    "expired": "chat.expired",
    "other-room": "chat.other-room",
    "undelivered": "chat.unsent",
}
# Files from which a person who joins or chats is told nothing in English, and what of them stays so.
IN_ENGLISH = {
    "This node talks without TLS (plaintext": "sabir invite: an administrator's",
    "Nothing is known here of a room": "sabir invite",
    "This node takes any free port": "sabir invite",
    "No invite can be made of the address": "sabir invite",
    "It is cut short, or not what": "a file of the node's configuration",
    "there is no network interface": "of a relay; told within no-connection",
    "a key and a certificate are expected": "the node's own certificate",
    "its key and its certificate do not": "the node's own certificate",
    "A certificate could not be made": "the node's own certificate",
    "does not hold this node's key": "the node's own certificate",
    "it has no P-256 key": "the node's own certificate",
    "its hand-over is": "the node's own certificate",
    "The password is too short": "sabir password",
    "it holds no password's verifier": "a node's log",
    "The password cannot be worked on here": "this machine's memory is at its end",
    "TLS cannot be set up here": "this machine's libraries do not fit",
}
JOINING = ["SabirClient", "SabirRoom", "SabirSecurity", "SabirNode/Routes", "sabir/Chat"]
JOINING_FILES = [
    "SabirConfiguration/JoinTarget.swift", "sabir/PasswordText.swift", "sabir/Commands/JoinCommand.swift",
    "sabir/Commands/HostCommand.swift", "sabir/Commands/RoomsCommand.swift", "SabirNode/NodeConfiguration+Invite.swift",
]  # fmt: skip


def joining():
    files = [file for folder in JOINING for file in sorted((SOURCES / folder).rglob("*.swift"))]
    # An administrator's, who is told in English: `sabir certificate`.
    files = [file for file in files if file.name not in ("PageCertificateChain.swift", "PageCertificate.swift")]
    return files + [SOURCES / file for file in JOINING_FILES]


def calls(text, name):
    """What stands between the parentheses of each call."""
    for match in re.finditer(rf"(?<![\w.]){re.escape(name)}\(", text):
        depth, at = 1, match.end()
        while depth:
            if text[at] == '"':
                at += 1
                while text[at] != '"':
                    if text[at : at + 2] == r"\(":
                        inner = 1
                        at += 2
                        while inner:
                            inner += {"(": 1, ")": -1}.get(text[at], 0)
                            at += 1
                        continue
                    at += 2 if text[at] == "\\" else 1
            depth += {"(": 1, ")": -1}.get(text[at], 0)
            at += 1
        yield text[match.end() : at - 1]


def sentences(call):
    """The literals of a call that are words for a person."""
    return [text for text in re.findall(r'"((?:[^"\\]|\\.)*)"', call) if re.search(r"[A-Za-z]{2,} [a-z]", text)]


def unnamed(text, functions):
    """Sentences that these functions are given, with no name by which another language has them."""
    return [
        found[0]
        for function in functions
        for call in calls(text, function)
        if (found := sentences(call)) and not re.search(r"\bas: ", call)
    ]


def test_what_join_can_fail_with_has_a_name_in_the_catalogues():
    functions = ["RouteError", "SecurityError", "Failure", "Failure.usage"]
    found = [
        (file.name, sentence)
        for file in joining()
        for sentence in unnamed(file.read_text(encoding="utf-8"), functions)
    ]
    assert [one for one in found if not any(known in one[1] for known in IN_ENGLISH)] == []
    assert [known for known in IN_ENGLISH if not any(known in sentence for _, sentence in found)] == []


def test_the_chat_prints_no_sentence_of_its_own():
    """Each comes by a key. For programs, which write JSON, English stays."""
    functions = ["notice", "warn", "view.tell", "view.refuse", "console.print", "put", "StandardOutput.print"]
    programs = ("JSONView.swift", "ChatCommand+JSON.swift")
    files = [file for file in joining() if "sabir" in file.relative_to(SOURCES).parts and file.name not in programs]
    left = [(file.name, found) for file in files for found in unnamed(file.read_text(encoding="utf-8"), functions)]
    assert left == []
    functions = [".refused", "WireFault"]
    refusals = [(file.name, found) for file in files for found in unnamed(file.read_text(encoding="utf-8"), functions)]
    # Programs' alone: nobody types the first, and people are told the others by their codes.
    assert refusals == [
        ("ChatCommand.swift", r"\"staff\" is no act of staff that is known here."),
        ("Delivery.swift", r"Messages that did not reach the room: \(unsent)."),
        ("Delivery.swift", "The room was not reached in time."),
    ]


@pytest.mark.parametrize(
    "line, is_found",
    [
        ('notice("The room is open.")', True),
        ('notice(phrases("alone"))', False),
        ('throw RouteError("There is none (\\(why)).")', True),
        ('throw RouteError(\n "There is none.", as: "no-room")', False),
    ],
)
def test_a_sentence_without_a_name_would_be_found(line, is_found):
    assert bool(unnamed(line, ["notice", "RouteError"])) == is_found


def test_every_code_of_the_wire_has_a_sentence():
    files = ("SabirProtocol/ErrorCode.swift", "sabir/Chat/Delivery.swift")
    text = "\n".join((SOURCES / file).read_text(encoding="utf-8") for file in files)
    codes = set(re.findall(r'ErrorCode\((?:rawValue: )?"([a-z-]+)"\)', text))
    assert len(codes) > 25
    assert codes - REFUSED == set(NEVER_TOLD)


def test_every_name_has_a_sentence_and_every_sentence_is_named():
    code = {file: file.read_text(encoding="utf-8") for file in SOURCES.rglob("*.swift")}
    named = {name for text in code.values() for name in NAMED.findall(text)}
    # Chosen among, rather than written beside the sentence.
    named |= set(re.findall(r'"(no-[a-z-]+)"', code[SOURCES / "SabirClient/Dialing.swift"])) | {"disk-full"}
    others = {"changed", "clear", "found", "lost", "room"}  # of other parameters that are called so
    assert named - others - REFUSED == set()
    codes = set(re.findall(r'ErrorCode\("([a-z-]+)"\)', code[SOURCES / "SabirProtocol/ErrorCode.swift"]))
    assert REFUSED - named - codes == set()
    used = set(re.findall(r'"chat\.(host\.[a-z]+|role\.[a-z]+)"', "\n".join(code.values())))
    assert used == {"host.invite", "host.open", "host.page"}


def test_each_name_is_given_the_values_that_its_sentence_names():
    """Else it would be told by its code, or in English."""
    left = []
    for file in SOURCES.rglob("*.swift"):
        text = file.read_text(encoding="utf-8")
        for match in re.finditer(r'\bas: "([a-z-]+)",?\s*(\[[^\]]*\])?', text):
            sentence = ENGLISH.get(f"chat.refused.{match[1]}")
            given = set(re.findall(r'"([a-z]+)":', match[2] or ""))
            # These files name the address in one place for all.
            places = ("GuestGate.swift", "NodeTLS.swift", "RoomsQuestion.swift")
            if sentence and file.name not in places and set(slots(sentence)) - given:
                left.append((file.name, match[1]))
    assert left == []
