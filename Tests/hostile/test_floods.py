"""Too much of everything: connections, messages, joins, and members who do not read. A room next door goes on."""

import asyncio
import time

import pytest
from scene import Observer, Scene, Ward
from stranger import Stranger, besiege, gathered


def test_connections_from_one_address_do_not_reach_the_room(amount, tell):
    count, most = amount(600, 5_000), amount(300, 2_000)
    with Scene(limits=f"connections = {most}") as scene:
        ward = Ward(scene)

        async def storm():
            return await gathered(count, lambda n: Stranger.connect(scene.address), at_once=200)

        async def attack():
            ward.mark()
            strangers = await storm()
            told = [await stranger.packet() for stranger in strangers]
            for stranger in strangers:
                stranger.close()
            return told

        begin = time.monotonic()
        told = besiege(attack())
        # Whoever says no hello for 5 s makes room for the next.
        places = most * (1 + int((time.monotonic() - begin) / 5))
        seen = ward.end()
        scene.is_well()
        refused = [t["code"] for t in told if t]
        silent = told.count(None)
        through = [code for code in refused if code not in ("too-many", "hello-timeout")]
        taken = refused.count("hello-timeout")
        through += [f"{taken} were taken"] if taken > places else []
        through += [] if "too-many" in refused else ["nobody was told why"]
        counted = scene.refusals()
        assert counted["connections"] > 0 and counted["connections"] + counted["hello"] >= count, counted
        more = f"{taken} waited in vain for a hello, {refused.count('too-many')} were told why, {silent} were closed"
        tell("connections at once from one address", count, through, f"{more}; {Ward.words(seen)}")


def test_a_flood_of_messages_is_refused(scene, amount, tell):
    people, each = amount(10, 40), amount(500, 5_000)
    ward, observer = Ward(scene), Observer(scene)

    async def flood(n):
        stranger = await Stranger.enter(scene.address, name=f"flooder {n}")
        # Read meanwhile: the queue of one who does not is another test's.
        answers = asyncio.ensure_future(refusals(stranger))
        for line in range(each):
            stranger.send({"type": "message", "message": f"flood {n} {line}"})
            if line % 100 == 0:
                await stranger.writer.drain()
                await asyncio.sleep(0)
        refused = await answers
        stranger.close()
        return refused

    async def refusals(stranger):
        refused = 0
        while packet := await stranger.packet(within=60):
            refused += packet["type"] == "error" and packet["code"] == "too-fast"
            if refused + taken(stranger, packet) >= each:
                break
        return refused

    def taken(stranger, packet):
        own = packet["type"] == "message" and packet["member"] == stranger.welcome["member"]
        stranger.taken = getattr(stranger, "taken", 0) + own
        return stranger.taken

    async def all_of_them():
        return await gathered(people, flood, at_once=people)

    begin = time.monotonic()
    ward.mark()
    refused = besiege(all_of_them())
    seconds = time.monotonic() - begin
    seen = ward.end()
    heard = len(observer.strange(expected=[]))
    allowed = people * (200 + 20 * (seconds + 2))
    through = [f"{heard} lines were heard in {seconds:.1f} s"] if heard > allowed else []
    assert sum(refused) + heard == people * each
    assert until(scene, "messages") > 0
    scene.is_well()
    more = f"{heard} of {people * each} lines were within the limit of {people} members; {Ward.words(seen)}"
    tell("messages past the flood limit", sum(refused), through, more)


def until(scene, limit):
    """What was counted of this limit; the rooms count once a second."""
    for _ in range(50):
        if count := scene.refusals().get(limit):
            return count
        time.sleep(0.1)
    return 0


def test_members_who_do_not_read_are_dropped(scene, amount, tell):
    """They sit among those who talk, with the smallest buffers that a kernel gives."""
    count = amount(20, 100)
    ward = Ward(scene, "Street")

    async def attack():
        silent = await gathered(count, lambda n: deaf(scene.address, n))
        speaker = await Stranger.enter(scene.address, name="speaker")
        ward.mark()
        line, dropped = "🙂" * 4_000, 0
        for _ in range(2_000):
            speaker.send({"type": "message", "message": line})
            answer = await speaker.until("message", "error")
            if answer and answer["type"] == "error":
                await asyncio.sleep(0.25)
            dropped = await asyncio.to_thread(lambda: scene.refusals().get("queue", 0))
            if dropped >= count:
                break
        for stranger in silent:
            stranger.close()
        speaker.close()
        return dropped

    dropped = besiege(attack())
    seen = ward.end()
    scene.is_well()
    through = [f"{count - dropped} were kept"] if dropped < count else []
    tell("members who never read", count, through, Ward.words(seen))


async def deaf(address, n):
    """In the room, and never reads."""
    import socket

    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
    connection.setblocking(False)
    await asyncio.get_running_loop().sock_connect(connection, address)
    stranger = await Stranger.over(connection)
    stranger.send({"type": "hello", "protocol": 1, "room": "Street", "name": f"deaf {n}", "lang": "es"})
    assert await stranger.until("welcome"), "a member who was to be deaf did not get in"
    stranger.writer.transport.pause_reading()
    return stranger


def test_slow_hellos_are_ended(scene, amount, tell):
    """A byte now and then, and never a whole hello."""
    count = amount(150, 2_000)

    async def drip(n):
        stranger = await Stranger.connect(scene.address)
        begin = time.monotonic()
        answer = asyncio.ensure_future(stranger.packet(within=40))
        while not answer.done() and time.monotonic() - begin < 40:
            stranger.write(b"\0" if n % 2 else b"\x00\x00\x00\x50{"[:5])
            n += 1 if n % 2 == 0 else 0
            await asyncio.wait([answer], timeout=0.5)
        told = await answer
        stranger.close()
        return None if told and told["code"] in ("hello-timeout", "bad-frame", "bad-json") else told or "kept"

    async def all_of_them():
        return await gathered(count, drip, at_once=count)

    ward = Ward(scene)
    ward.mark()
    through = [fault for fault in besiege(all_of_them()) if fault]
    seen = ward.end()
    scene.is_well()
    tell("hellos that never end", count, through, Ward.words(seen))


@pytest.mark.parametrize("descriptors", [192])
def test_a_host_that_runs_out_of_files_goes_on(descriptors, amount, tell):
    """Accepting must not spin, and there is room again when the others are gone."""
    count = amount(300, 3_000)
    with Scene(descriptors=descriptors) as scene:
        ward = Ward(scene)
        ward.mark()

        async def storm():
            strangers = await gathered(count, lambda n: Stranger.connect(scene.address), at_once=100)
            cost, begin = scene.cpu(), time.monotonic()
            await asyncio.sleep(2)
            share = (scene.cpu() - cost) / (time.monotonic() - begin)
            told = [await stranger.packet(within=60) for stranger in strangers]
            for stranger in strangers:
                stranger.close()
            return share, told

        share, told = besiege(storm())
        seen = ward.end()
        scene.is_well()
        codes = [t["code"] for t in told if t]
        through = [code for code in codes if code not in ("too-many", "hello-timeout")]
        through += ["the host never said that it was full"] if "too-many" not in codes else []
        more = f"{codes.count('hello-timeout')} fitted in {descriptors} descriptors; {100 * share:.0f} % of a processor meanwhile"
        tell("connections to a host with few files", count, through, f"{more}; {Ward.words(seen)}")


def test_joining_and_leaving_without_end(scene, amount, tell):
    rounds = amount(200, 5_000)

    async def churn(n):
        stranger = await Stranger.enter(scene.address, name="in and out")
        stranger.close()
        return None if stranger.welcome else "no welcome"

    async def all_of_them():
        return await gathered(rounds, churn, at_once=20)

    ward = Ward(scene)
    ward.mark()
    through = [fault for fault in besiege(all_of_them()) if fault]
    seen = ward.end()
    observer = Observer(scene)
    for _ in range(100):
        if len(observer.member.me["members"]) == 1:
            break
        observer.member.close()
        time.sleep(0.1)
        observer = Observer(scene)
    through += [observer.member.me["members"]] if observer.member.me["n"] != 1 else []
    scene.is_well()
    tell("joins and leaves", rounds, through, Ward.words(seen))


def foreign_address():
    """An address of this machine that is not loopback's; scripts/test makes one."""
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind(("10.99.0.1", 0))
            return "10.99.0.1"
        except OSError:
            return None


def test_an_address_holds_so_many_connections_and_joins_so_often(amount, tell):
    address = foreign_address()
    if address is None:
        pytest.skip("this machine has no address 10.99.0.1; scripts/test run by root makes one")
    holds, joins = 50, 80
    limits = f"connections_per_address = {holds}\njoins_per_address = {joins}"
    with Scene(limits=limits, bind=address) as scene:
        there = (address, scene.address[1])
        ward = Ward(scene)
        ward.mark()

        async def attack():
            silent = await gathered(amount(200, 2_000), lambda n: Stranger.connect(there, address))
            told = await gathered(len(silent), lambda n: silent[n].packet())
            for stranger in silent:
                stranger.close()
            taken = sum(t is not None and t["code"] == "hello-timeout" for t in told)
            joined = 0
            for _ in range(2 * joins):
                stranger = await Stranger.connect(there, address)
                stranger.send({"type": "hello", "protocol": 1, "room": "Street", "name": "again", "lang": "es"})
                answer = await stranger.until("welcome", "error")
                joined += answer is not None and answer["type"] == "welcome"
                stranger.close()
            return len(silent), taken, joined

        begin = time.monotonic()
        tried, taken, joined = besiege(attack())
        places = holds * (1 + int((time.monotonic() - begin) / 5))
        seen = ward.end()
        scene.is_well()
        counted = scene.refusals()
        assert counted["connections_per_address"] + counted["hello"] >= tried, counted
        assert counted["connections_per_address"] > 0 and counted["joins_per_address"] > 0, counted
        # A minute's worth at once, and what comes in while this lasts.
        through = [f"{taken} connections"] * (taken > places) + [f"{joined} joins"] * (joined > joins + 40)
        tell("connections and joins of one address", tried + 2 * joins, through, Ward.words(seen))


def test_one_address_does_not_fill_a_room(amount, tell):
    """Connections that stay, each with a device of its own, and hellos over the page: a visitor from elsewhere finds a
    place."""
    address = foreign_address()
    if address is None:
        pytest.skip("this machine has no address 10.99.0.1; scripts/test run by root makes one")
    size, share = amount(60, 1_000), amount(40, 250)
    street = f"max_members = {size}\nmax_members_per_address = {share}"
    with Scene(bind=address, street=street) as scene:
        there = (address, scene.address[1])
        ward = Ward(scene)
        ward.mark()

        async def attack():
            async def enter(n):
                stranger = await Stranger.connect(there, address)
                hello = {"type": "hello", "protocol": 1, "room": "Street", "name": f"stranger {n}", "lang": "es"}
                stranger.send({**hello, "device": f"a fresh device {n}"})
                return stranger, await stranger.until("welcome", "error")

            entered = await gathered(size, enter, at_once=20)
            visitor = await Stranger.connect(scene.address)
            visitor.send({"type": "hello", "protocol": 1, "room": "Street", "name": "visitor", "lang": "es"})
            greeted = await visitor.until("welcome", "error")
            for stranger, _ in entered:
                stranger.close()
            visitor.close()
            return [told for _, told in entered], greeted

        told, greeted = besiege(attack())
        seen = ward.end()
        scene.is_well()
        refused = [t["code"] for t in told if t and t["type"] == "error"]
        through = [code for code in refused if code != "too-many"]
        through += [f"{size - len(refused)} places"] if size - len(refused) != share else []
        through += [] if greeted and greeted["type"] == "welcome" else [greeted]
        assert scene.refusals()["members_per_address"] == size - share
        tell("places of one address", size, through, Ward.words(seen))
