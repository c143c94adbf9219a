"""What the cache of translations leaves on the disk: of which rooms, and for how long."""

CACHE = "[translation]\ndisk_cache = true\n"
SECRET = "zzmigranya"


def stopped(node):
    node.program.signal(15)
    assert node.program.ended(30) == 0


def files_with(node, word):
    state = node.home.path / "sabir"
    files = [path for path in state.rglob("*") if path.is_file()]
    return {path.name for path in files if word.encode() in path.read_bytes()}


def talk(node, room, words):
    """A visitor reads what somebody of staff says in another language."""
    boris = node.device().enters(room, "Boris", "ca")
    anna = node.device().staff().enters(room, "Anna", "es")
    anna.says(words)
    boris.reads("ca:" + words)


def test_of_a_room_in_memory_nothing_is_written(nodes, engines):
    node = nodes("Reception", engines=[engines()], before=CACHE)
    talk(node, "Reception", SECRET)
    stopped(node)
    assert files_with(node, SECRET) == set()


def test_of_a_private_room_nothing_is_written(nodes, engines):
    node = nodes("Reception", engines=[engines()], before=CACHE, room='history = "disk"')
    staff = node.device().staff()
    private = staff.post("/api/staff/rooms", name="Visit", private=True, topic="")
    talk(node, private["id"], SECRET)
    stopped(node)
    assert files_with(node, SECRET) == set()


def test_of_a_room_on_disk_it_goes_with_the_line(nodes, engines):
    engine = engines()
    node = nodes("Reception", engines=[engine], before=CACHE, room='history = "disk"')
    talk(node, "Reception", SECRET)
    stopped(node)
    assert any(name.startswith("translations.sqlite") for name in files_with(node, SECRET))
    # It serves the next life of the node.
    node.start()
    anna = node.device().enters("Reception", "Anna", "es")
    reader = node.device().enters("Reception", "Rosa", "ca")
    anna.says(SECRET)
    reader.reads("ca:" + SECRET)
    assert engine.asked(SECRET) == 1
    node.device().staff().post("/api/staff/rooms/Reception/acts", act="clear")
    reader.until("cleared")
    stopped(node)
    assert files_with(node, SECRET) == set()
