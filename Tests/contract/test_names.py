"""Names: no two members of a room bear names that look alike, and nobody but the host says who is staff."""

import unicodedata

import pytest
from host import Host
from wire import Member


@pytest.fixture
def enter():
    """enter("Anna") is a member of a room of this test's own."""
    with Host("Names") as host:
        yield lambda name="Anna", **options: Member(host.address, name, "es", "Names", **options)


def test_the_newcomer_gets_a_number_and_is_told(enter):
    anna = enter("Anna")
    second = enter("Anna")
    assert anna.me["name"] == "Anna" and second.me["name"] == "Anna 2"
    assert {m["id"]: m["name"] for m in second.me["members"]} == {anna.id: "Anna", second.id: "Anna 2"}
    assert anna.expect("joined")["member"]["name"] == "Anna 2"
    assert second.says("hola")["from"] == "Anna 2"


# Cyrillic а and о, Greek capitals, full-width, mathematical bold, a joiner that nobody sees, another letter case.
LOOK_ALIKE = ["anna", "ANNA", "Аnna", "Annа", "ＡＮＮＡ", "𝐀𝐧𝐧𝐚", "An\u200dna", "  Anna  ",
              # Blanks that are no white space, and what nobody has assigned or agreed on.
              "Anna\u2800", "A\U0001d159nna", "Anna\ue000", "Anna\U000ffffd", "Anna\u0378", "Anna\ufdd0", "Anna\u3164"]


@pytest.mark.parametrize("name", LOOK_ALIKE, ids=[f"{n!a}" for n in LOOK_ALIKE])
def test_what_looks_alike_counts_as_the_same(enter, name):
    enter("Anna")
    assert enter(name).me["name"].endswith(" 2")


@pytest.mark.parametrize("name", ["\u2800", "\U0001d159", "\ue000", "\u0378", "\u3164 \u115f", "\u0301"], ids=ascii)
def test_a_name_that_shows_nothing_is_refused(enter, name):
    anna = enter("Anna")
    with pytest.raises(AssertionError, match="bad-name"):
        enter(name)
    anna.send("profile", name=name)
    assert anna.expect("error")["code"] == "bad-name"
    assert anna.says("hola")["from"] == "Anna"


@pytest.mark.parametrize("name", ["Staff", "s t a f f 2", "Personal sanitario", "工作人员", "Anna 🛡️", "✔ Anna"], ids=ascii)
def test_a_name_that_reads_as_staff_is_refused(enter, name):
    anna = enter("Anna")
    with pytest.raises(AssertionError, match="bad-name"):
        enter(name)
    anna.send("profile", name=name)
    error = anna.expect("error")
    assert (error["code"], error["fatal"], error["detail"]) == ("bad-name", False, "name-staff")
    assert anna.says("hola")["from"] == "Anna"


@pytest.mark.parametrize("name", ["Ana", "Hanna", "Anna B", "Анна", "علي"])
def test_other_names_are_left_as_they_are(enter, name):
    enter("Anna")
    assert enter(name).me["name"] == unicodedata.normalize("NFC", name)


def test_a_change_of_name_is_no_way_around(enter):
    anna, boris = enter("Anna"), enter("Boris")
    boris.send("profile", name="аnna")
    changed = anna.expect("changed")["member"]
    assert changed["name"] == "аnna 2" and changed["id"] == boris.id
    assert boris.says("soc en Boris")["from"] == "аnna 2"
    boris.send("profile", name="Boris")
    assert anna.expect("changed")["member"]["name"] == "Boris"


def test_a_returning_device_keeps_its_name_and_a_name_is_free_when_its_bearer_is_gone(enter):
    first = enter("Anna", device="secret-of-anna")
    second = enter("Anna", device="secret-of-another")
    again = enter("Anna", device="secret-of-anna")
    assert again.id == first.id and again.me["name"] == "Anna"
    again.leave()
    second.expect("left")
    assert enter("Anna").me["name"] == "Anna"


def test_a_role_in_a_hello_or_a_profile_counts_for_nothing(enter):
    anna = enter("Anna")
    boris = enter("Boris [staff]")
    boris.send("profile", name="Rosa", role="staff")
    assert anna.expect("changed")["member"] == {"id": boris.id, "name": "Rosa", "lang": "es"}


def test_changes_of_name_cost_as_much_as_messages(enter):
    anna, boris = enter("Anna"), enter("Boris")
    for n in range(300):
        anna.send("profile", name=f"Anna {n % 2}")
    refused = anna.expect("error", within=20)
    assert (refused["code"], refused["fatal"]) == ("too-fast", False)
    anna.barrier(within=20)
    assert len([p for p in boris.barrier() if p["type"] == "changed"]) < 290


def test_forty_of_one_name_are_forty_names(enter):
    members = [enter("Anna") for _ in range(40)]
    assert len({m.me["name"] for m in members}) == 40
