"""What its author corrects and takes back by the words of a terminal, as terminals, programs and clients of IRC are
told it: those who are there, those who come back, and newcomers, before and after the node was killed.
"""

import pytest
from cable import Cable
from clients import Client, IRCNode
from conversation import Actor
from keeper import files_with
from program import Home, run, steady_port
from terminal import Terminal, phrase

FIRST, SECOND, STAYS = "quantum en la entrada", "aubergine en el pasillo", "esto se queda"
GONE = ("quantum", "aubergine")
ROOM = 'history = "disk"\nnewcomers_see = "all"\n'


class Ward:
    """A node with everything that may keep a line: history, page, IRC; and people who end with it."""

    def __init__(self, engine, room=ROOM):
        port = str(steady_port())
        self.node = IRCNode("Ward", engines=[engine], room=room, flags=("--port", port))
        self.made, self.address = [], f"127.0.0.1:{port}"

    def _home(self):
        return Home("[translation]\nenabled = false\n")

    def sits(self, name, lang):
        """At a terminal."""
        person = Terminal("join", self.address, "--name", name, "--lang", lang, home=self._home(), columns=110, rows=40)
        self.made.append(person.close)
        person.name = name
        person.shows(phrase("chat.in", lang))
        person.prompts(f"{name} ({lang}) > ")
        return person

    def program(self, name, lang, *flags, home=None):
        """Which reads and writes lines of JSON."""
        home = home or self._home()
        actor = Actor("join", self.address, "--json", "--name", name, "--lang", lang, *flags, home=home, name=name)
        self.made += [lambda: actor.is_alive() and actor.kill(), home.remove]
        actor.expect("welcome")
        return actor

    def staff(self, name, lang):
        home = self._home()
        key = run("staff", "key", home=home).stdout.strip()
        assert run("staff", "add", "Rosa Mir", key, home=self.node.home).returncode == 0
        return self.program(name, lang, "--staff", home=home)

    def irc(self, nick, lang):
        client = Client(self.node.irc_port, nick, lang, "#Ward")
        self.made.append(client.close)
        return client

    def dies(self):
        self.node.kill()

    def returns(self):
        self.node.flags = (*self.node.flags[:2], "--web-port", str(self.node.port))
        self.node.start()

    def end(self):
        for close in self.made:
            close()
        self.node.__exit__()


@pytest.fixture
def wards(engines):
    """wards() is a ward that ends with the test."""
    made = []

    def begin(**settings):
        made.append(Ward(engines(), **settings))
        return made[-1]

    yield begin
    for ward in made:
        ward.end()


def says(boris, text):
    """Says it, and sees that the room has it: the words are about lines that it has."""
    boris.enters(text)
    boris.until(lambda: any(f"boris (es): {text} ✓" in row for row in boris.everything), f"{text!r} is in the room")


def everything(person):
    return "\n".join(person.everything)


def of_the_room(client):
    """All that this client of IRC was sent and no wait has taken."""
    client.sends("PING :all")
    client.until(lambda line: line.command == "PONG")
    with client.news:
        return "\n".join(line.text for line in client.lines)


def knows_nothing(text):
    assert not [word for word in GONE if word in text], text


def leaves_nothing(*homes):
    for home in homes:
        for word in GONE:
            assert files_with(home, word) == []


def test_those_who_are_there_newcomers_and_the_disk(wards):
    ward = wards()
    boris, eva, rosa = ward.sits("boris", "es"), ward.program("eva", "es"), ward.staff("rosa", "fr")
    pau = ward.irc("pau", "ca")
    says(boris, STAYS)
    says(boris, FIRST)
    pau.reads(STAYS)
    line = eva.sees(FIRST)
    assert pau.translation(FIRST) == f"[es→ca] ca:{FIRST}"
    boris.enters("/correct " + SECOND)
    is_corrected(line, boris, eva, rosa, pau)
    dora = ward.irc("dora", "ca")
    dora.reads(SECOND)
    # Neither who reads along, nor staff: their own words are others'.
    for other in (eva, rosa):
        other.sends(retracts=line["id"])
        refused = other.expect("refused")
        assert refused["reason"] == "Only who wrote a message can correct it or take it back."
    assert files_with(ward.node.home, "aubergine"), "it is there, and could be found"
    boris.enters("/takeback")
    is_taken_back(line, boris, eva, rosa, pau)
    dora.reads(phrase("chat.took-back", "ca", name="boris"), command="NOTICE")
    ward.dies()
    leaves_nothing(ward.node.home, boris.home, eva.home, rosa.home)
    ward.returns()
    for other in (eva, rosa):
        other.expect("reconnected", 60)
    boris.shows(phrase("chat.back", "es"), 60)
    newcomers_get_nothing(ward, line)
    # What stays is the author's still, in this life of the node; what is gone stays so.
    boris.enters("/takeback")
    assert eva.expect("message", where=lambda event: "retracts" in event)["retracts"] != line["id"]
    boris.until(lambda: everything(boris).count(phrase("chat.took-back", "es", name="boris")) == 2, "both are gone")
    assert files_with(ward.node.home, STAYS) == []
    leaves_nothing(ward.node.home, boris.home, eva.home, rosa.home)


def is_corrected(line, boris, eva, rosa, pau):
    corrected = eva.sees(SECOND)
    assert corrected["corrects"] == line["id"] and corrected["seq"] == line["seq"] + 1
    assert rosa.sees(SECOND)["corrects"] == line["id"]
    assert pau.translation(SECOND).replace(phrase("chat.corrected", "ca"), "") == f"[es→ca] ca:{SECOND}"
    boris.shows(phrase("chat.corrected", "es") + SECOND)


def is_taken_back(line, boris, eva, rosa, pau):
    for other in (eva, rosa):
        gone = other.expect("message", where=lambda event: "retracts" in event)
        assert (gone["retracts"], gone["message"], gone["own"]) == (line["id"], "", False)
    told = pau.reads(phrase("chat.took-back", "ca", name="boris"), command="NOTICE")
    assert told.nick == "sabir"
    boris.shows(phrase("chat.took-back", "es", name="boris"))
    # Nothing of it is looked up any more: neither what was written, nor what it was corrected to.
    pau.sends("PRIVMSG sabir :original", "PRIVMSG sabir :original 2", "PRIVMSG sabir :huh")
    knows_nothing(of_the_room(pau))


def newcomers_get_nothing(ward, line):
    clara, ivo, nil = ward.sits("clara", "ca"), ward.program("ivo", "fr"), ward.irc("nil", "fr")
    clara.enters("/back")
    clara.shows(STAYS)
    clara.shows(phrase("chat.took-back", "ca", name="boris"))
    knows_nothing(everything(clara))
    ivo.sends(history={"limit": 100})
    told = ivo.expect("lines")["messages"]
    by_id = {one["id"]: one for one in told}
    assert (by_id[line["id"]]["retracted"], by_id[line["id"]]["message"]) == (True, "")
    assert [one["message"] for one in told if one["message"]] == [STAYS]
    assert [one["retracts"] for one in told if "retracts" in one] == [line["id"]]
    knows_nothing(str(ivo.events))
    nil.reads(phrase("chat.took-back", "fr", name="boris"), command="NOTICE")
    knows_nothing(of_the_room(nil))
    phone = ward.node.device().enters("Ward", "Núria", "ca")
    phone.until("line", lambda one: one.get("retracts") == line["id"])
    with phone.news:
        knows_nothing(str([phone.hello, *phone.events]))


def test_the_words_say_which_line_and_what_is_wrong(wards):
    ward = wards()
    boris, eva, pau = ward.sits("boris", "es"), ward.program("eva", "es"), ward.irc("pau", "ca")
    ids = []
    for text in ("uno", "dos", "tres"):
        says(boris, text)
        ids.append(eva.sees(text)["id"])
    eva.says("y yo")
    boris.enters("/takeback 2")
    assert eva.expect("message", where=lambda event: "retracts" in event)["retracts"] == ids[1]
    # What is gone is not counted; one that was corrected is one line.
    boris.enters("/correct tres y medio")
    assert eva.sees("tres y medio")["corrects"] == ids[2]
    boris.enters("/takeback 2")
    assert eva.expect("message", where=lambda event: "retracts" in event)["retracts"] == ids[0]
    boris.enters("/correct")
    boris.shows(phrase("chat.refused.usage", "es"))
    boris.enters("/takeback 0")
    boris.shows(phrase("chat.refused.usage-number", "es", example="/takeback 1"))
    boris.enters("/takeback 9")
    boris.enters("seguimos")
    eva.sees("seguimos")
    pau.reads("seguimos")
    assert not [event for event in eva.all("message") if event.get("retracts") not in (None, ids[0], ids[1])]
    assert [event["message"] for event in eva.all("message", own=True)] == ["y yo"], "nobody else's is touched"


def test_what_waits_is_what_was_written_last(wards):
    ward = wards()
    eva, pau = ward.program("eva", "es"), ward.irc("pau", "ca")
    cable = Cable(int(ward.address.rpartition(":")[2]))
    ward.address = f"127.0.0.1:{cable.port}"
    boris = ward.sits("boris", "es")
    boris.enters("/takeback")
    boris.shows(phrase("chat.nothing-own", "es"))
    says(boris, STAYS)
    first = eva.sees(STAYS)
    cable.is_cut()
    boris.shows(phrase("chat.reconnecting", "es"))
    boris.enters(FIRST)
    boris.shows(FIRST)
    boris.enters("/takeback")
    cable.is_mended()
    gone = eva.expect("message", 60, where=lambda event: "retracts" in event)
    assert gone["retracts"] != first["id"]
    pau.reads(phrase("chat.took-back", "ca", name="boris"), command="NOTICE")
    leaves_nothing(ward.node.home, eva.home)
    newcomer = ward.program("ivo", "fr")
    newcomer.sends(history={})
    assert [one["message"] for one in newcomer.expect("lines")["messages"] if one["message"]] == [STAYS]


def test_where_the_room_lets_nobody_the_words_say_so(wards):
    ward = wards(room=ROOM + 'take_back = "off"')
    boris, eva, pau = ward.sits("boris", "es"), ward.program("eva", "ar"), ward.irc("pau", "ca")
    says(boris, FIRST)
    line = eva.sees(FIRST)
    for count, words in enumerate(("/takeback", "/correct otra cosa"), 1):
        boris.enters(words)
        kept = phrase("chat.refused.no-take-back", "es")
        boris.until(lambda count=count, kept=kept: everything(boris).count(kept) == count, words)
    mine = eva.says("مرحبا")
    eva.sends(retracts=mine["id"])
    refused = eva.expect("refused")
    assert refused["reason"] and refused["reason"] != refused["code"]
    newcomer = ward.program("ivo", "fr")
    newcomer.sends(history={})
    assert [one["message"] for one in newcomer.expect("lines")["messages"]] == [FIRST, "مرحبا"]
    pau.reads("مرحبا")
    assert not [event for event in eva.all("message") if event.get("retracts") or event.get("corrects")], line
