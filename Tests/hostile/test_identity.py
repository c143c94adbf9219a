"""Speaking as another: replayed hellos and messages, stolen ids, forged names. All but the device's secret is public."""

import uuid

from scene import Observer
from wire import Connection, Member


def test_a_forged_sender_is_not_believed(scene, tell):
    observer, boris = Observer(scene), Member(scene.address, "boris", "es", "Street")
    mallory = Member(scene.address, "mallory", "es", "Street")
    forged = [
        {"from": "boris"}, {"from": {"id": boris.id}}, {"member": boris.id}, {"from": "boris", "member": boris.id},
        {"via": boris.id}, {"seq": 1}, {"ts": 0}, {"role": "staff"}, {"device": boris.id},
    ]  # fmt: skip
    through = []
    for number, fields in enumerate(forged):
        echo = mallory.says(f"forged {number}", **fields)
        seen = observer.member.expect("message", id=echo["id"])
        believed = seen["from"] != "mallory" or seen["member"] != mallory.id or seen["ts"] == 0 or "via" in seen
        through += [seen] if believed or seen["seq"] != echo["seq"] else []
    tell("messages with a forged sender", len(forged), through)


def test_public_ids_open_nothing(scene, tell):
    boris = Member(scene.address, "boris", "es", "Street", device="the-secret-of-boris")
    boris.says("soc en Boris")
    guesses = [boris.id, boris.id.upper(), boris.me["epoch"], boris.me["room"]["id"], "", "the-secret-of-boris\0", None]
    through = []
    for device in guesses:
        stranger = Connection(scene.address)
        stranger.send(
            "hello", protocol=1, room="Street", name="boris", lang="es", device=device or None,
            resume={"epoch": boris.ledger.epoch, "seq": boris.ledger.newest}, member=boris.id,
        )  # fmt: skip
        welcome = stranger.expect("welcome")
        if welcome["member"] == boris.id or welcome["name"] == "boris":
            through.append(welcome)
        stranger.close()
    assert boris.says("encara hi soc")["member"] == boris.id
    tell("stolen member ids and other public facts as a device", len(guesses), through)


def test_replayed_hellos_and_messages_change_nothing(scene, amount, tell):
    observer, boris = Observer(scene), Member(scene.address, "boris", "es", "Street", device="another-secret-of-boris")
    mallory = Member(scene.address, "mallory", "es", "Street")
    lines = [boris.says(f"linia {n}") for n in range(amount(20, 200))]
    through = []
    for line in lines:
        mallory.say("en lloc d'aquella", id=line["id"])  # another's message under its own id
        error = mallory.expect("error")
        through += [] if error["code"] == "duplicate-id" else [error]
        repeat = boris.says(line["message"], id=line["id"])  # one's own, once more
        through += [] if repeat["seq"] == line["seq"] else [repeat]
    mallory.send("hello", protocol=1, room="Street", name="boris", lang="es")  # a second hello
    error = mallory.expect("error")
    through += [] if error["code"] == "bad-packet" else [error]
    through += observer.strange(expected=[line["message"] for line in lines])
    heard = [p for _, p in observer.member.history if p["type"] == "message"]
    through += [heard] if len(heard) != len(lines) else []
    tell("replayed messages and hellos", 2 * len(lines) + 1, through)


def test_acts_of_staff_are_not_to_be_had(scene, tell):
    observer = Observer(scene)
    mallory = Member(scene.address, "[staff] Mallory", "es", "Street", device="a-device-that-is-no-key")
    acts = [
        {"act": act, "member": observer.member.id, "minutes": 5, "text": "x", "lang": "es"}
        for act in ("mute", "unmute", "remove", "ban", "lock", "unlock", "topic", "notice", "clear", "close", "open")
    ]
    answers = []
    for act in acts:
        mallory.send("staff", **act, role="staff", device="a-device-that-is-no-key", key="x" * 43)
        answers.append(mallory.expect("error"))
    through = [answer for answer in answers if answer["code"] != "forbidden"]
    through += [p for p in observer.member.barrier() if p["type"] in ("acted", "notice", "error")]
    tell("acts of staff without a key", len(acts), through)


def test_a_name_that_looks_like_another_is_not_given(scene, tell):
    boris = Member(scene.address, "Boris", "es", "Street")
    names = ["Boris", "boris", "ВORIS", "Воris", "Bоris", "Borıs", "Bor\u200dis", "Ｂｏｒｉｓ", "𝓑𝓸𝓻𝓲𝓼", "Boris\u200c", "8oris"]
    through, kept = [], []
    for name in names:
        kept.append(Member(scene.address, name, "es", "Street"))
        given = kept[-1].me["name"]
        if not given.rsplit(" ", 1)[-1].isdigit() and name not in ("Borıs", "8oris"):
            through.append((name, given))
    assert boris.says(str(uuid.uuid4()))["from"] == "Boris"
    tell("names that look alike", len(names) - 2, through)
