"""Presence: who is here, told one by one in small rooms and in batches in large ones."""

import pytest
from wire import Connection, Member


def test_joins_changes_and_leaves_are_told(join):
    boris = join("boris", "ca", "B")
    anna = join("anna", "es", "B")
    seen = boris.expect("joined", where=lambda p: p["member"]["id"] == anna.id)
    anna.send("profile", name="  Anna \u202e Maria ", lang="fr")
    whole = {"id": anna.id, "name": "Anna Maria", "lang": "fr"}
    assert boris.expect("changed", member=whole)["n"] == seen["n"]
    assert anna.expect("changed", member=whole)
    assert anna.says("bonjour")["lang"] == "fr"
    anna.leave()
    assert boris.expect("left", where=lambda p: p["member"]["id"] == anna.id)["n"] == seen["n"] - 1


def test_a_profile_may_change_one_thing(join):
    boris, anna = join("boris", "ca", "B"), join("anna", "es", "B")
    anna.send("profile", lang="en")
    boris.expect("changed", member={"id": anna.id, "name": "anna", "lang": "en"})
    anna.send("profile", name="ana")
    boris.expect("changed", member={"id": anna.id, "name": "ana", "lang": "en"})


@pytest.mark.parametrize("fields, code", [({"name": "\u0007"}, "bad-name"), ({"lang": "??"}, "bad-lang")])
def test_a_profile_of_no_sense_changes_nothing(join, fields, code):
    boris, anna = join("boris", "ca", "B"), join("anna", "es", "B")
    anna.send("profile", **fields)
    error = anna.expect("error")
    assert (error["code"], error["fatal"]) == (code, False)
    assert not [p for p in boris.barrier() if p["type"] == "changed"]
    assert anna.says("hola")["from"] == "anna"


def test_who_in_a_small_room_is_one_page(join):
    anna = join("anna", "es", "B")
    anna.send("who")
    page = anna.expect("members")
    assert page["more"] is False and anna.id in {m["id"] for m in page["members"]}


def pages(member):
    """Every page of `who`, in order."""
    after, found = None, []
    while True:
        member.send("who", after=after)
        page = member.expect("members")
        found.append(page["members"])
        if not page["more"]:
            return found
        after = page["members"][-1]["id"]


@pytest.fixture(scope="module")
def crowd(open_host):
    """250 members of one room, and what the first of them saw while the others came."""
    langs = ["es", "ca", "en", "fr", "ar"]
    members = [Member(open_host.address, f"member {n}", langs[n % 5], "Crowd") for n in range(250)]
    yield members
    for member in members:
        member.close()


def test_who_lists_250_members_once_each(crowd):
    found = pages(crowd[0])
    ids = [m["id"] for page in found for m in page]
    assert len(ids) == len(set(ids)) and {m.id for m in crowd} <= set(ids)
    assert all(len(page) <= 100 for page in found) and len(found) >= 3


def test_who_after_a_member_that_left_goes_on(open_host, crowd):
    leaver = Member(open_host.address, "leaver", "es", "Crowd")
    leaver.leave()
    crowd[1].send("who", after=leaver.id)
    assert crowd[1].expect("members")["more"] in (True, False)


def test_a_large_room_is_told_in_batches_at_most_once_a_second(open_host, crowd):
    watcher, other = crowd[2], crowd[5]
    other.send("profile", name="another name")
    change = watcher.expect("presence", where=lambda p: other.id in {m["id"] for m in p["changed"]})
    assert change["n"] >= 250 and sum(change["langs"].values()) == change["n"]
    calm = len(watcher.history)  # while the crowd came, this reader was too busy to tell the time
    leaver = Member(open_host.address, "leaver", "pt", "Crowd")
    watcher.expect("presence", where=lambda p: leaver.id in {m["id"] for m in p["joined"]})
    leaver.leave()
    watcher.expect("presence", where=lambda p: leaver.id in p["left"])
    for n in range(3):
        other.send("profile", name=f"name {n}")
        watcher.expect("presence", where=lambda p: f"name {n}" in {m["name"] for m in p["changed"]})
    times = [at for at, p in watcher.history[calm:] if p["type"] == "presence"]
    # Over all of them, as one alone may be read late: n packets lie n - 1 seconds apart.
    assert len(times) - 1 <= times[-1] - times[0] + 0.9, times


def test_a_large_room_is_not_told_one_by_one(open_host, crowd):
    newest, watcher = crowd[-1], crowd[3]
    singles = [p for _, p in newest.history if p["type"] in ("joined", "left", "changed")]
    assert not singles
    assert newest.me["n"] >= 250 and len(newest.me["members"]) == 100
    assert sum(newest.me["langs"].values()) == newest.me["n"]
    assert watcher.says("a tothom")
    for member in crowd[4:24]:
        member.expect("message", message="a tothom")


def test_those_who_never_said_hello_are_not_counted(host, join):
    anna = join("anna", "es", "B")
    strangers = [Connection(host.address) for _ in range(5)]
    assert not [p for p in anna.barrier() if p["type"] == "joined"]
    for stranger in strangers:
        stranger.reset()
    assert not [p for p in anna.barrier() if p["type"] == "left"]
