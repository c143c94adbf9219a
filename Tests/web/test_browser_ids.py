"""Ids of lines are compared by value: who writes one with capitals here and without there is understood (RFC 9562)."""

import uuid

import pytest
from browser import RESTARTED, browser, expect, people  # noqa: F401
from node import PIN
from test_browser_own_words import SECRET, knows_nothing_of
from wire import Member

CORRECTED, END = "en el pasillo", "y ya está"


class Author(Member):
    """Somebody with a program of their own, which writes ids as it likes."""

    def __init__(self, node):
        host, _, port = node.room_address.rpartition(":")
        super().__init__((host, int(port)), "Eva", "es", "Reception", device="the-device-of-eva-in-this-test", tls=True)

    def takes_back(self, id):
        self.send("message", id=str(uuid.uuid4()), retracts=id)
        self.expect("message", where=lambda packet: "retracts" in packet)


def is_in(people, node):  # noqa: F811
    anna, marta = people(node, "es").comes("Reception", "Anna"), people(node, "fr")
    marta.context.request.post(f"{node.url}/api/staff/login", data={"pin": PIN}, headers={"X-Sabir": "1"})
    return anna, people(node, "ca").comes("Reception", "Boris"), marta.comes("Reception", "Marta")


@pytest.mark.parametrize(("first", "then"), [(str.lower, str.upper), (str.upper, str.lower), (str.upper, str.upper)])
def test_what_is_corrected_and_taken_back_in_other_letters_is(people, nodes, engines, first, then):  # noqa: F811
    node = nodes("Reception", engines=[engines()], room='newcomers_see = "all"\nhistory = "disk"')
    eva, (anna, boris, marta) = Author(node), is_in(people, node)
    gone, stays = str(uuid.uuid4()), str(uuid.uuid4())
    for id in (gone, stays):
        eva.says(SECRET if id == gone else "en la entrada", id=first(id))
        eva.says(f"{SECRET}, digo" if id == gone else CORRECTED, corrects=then(id))
    anna.sees(f"{SECRET}, digo")
    eva.takes_back(then(gone))
    eva.says(END)
    for person, lang in ((anna, ""), (boris, "ca:"), (marta, "fr:")):
        person.sees(lang + END)
        person.sees(lang + CORRECTED)
        expect(person.lines, "each line in one place").to_have_count(3)
        expect(person.line(person.words("line.takenback", name="Eva"))).to_have_count(1)
        knows_nothing_of(person)
    for person in (anna, boris, marta):
        person.forgives(*RESTARTED)
    # Her page asks whether she is still logged in, and the restart has ended that.
    marta.forgives("status of 401")
    # As newcomers are told it: from memory, and by the next life of the node from the disk.
    is_so_for_a_newcomer(people, node, "Dario")
    node.kill()
    node.flags = ("--web-port", str(node.port))
    node.start()
    is_so_for_a_newcomer(people, node, "Dora")


def is_so_for_a_newcomer(people, node, name):  # noqa: F811
    one = people(node, "es").comes("Reception", name)
    one.forgives(*RESTARTED)
    one.sees(CORRECTED)
    expect(one.lines).to_have_count(3)
    knows_nothing_of(one)
