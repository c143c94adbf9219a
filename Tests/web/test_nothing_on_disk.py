"""Of rooms that are not kept on disk, no file of the node holds a word: neither of what was said nor of its translations."""

SECRET = "zzmigranya"


def files_with(node, word):
    state = node.home.path / "sabir"
    files = [path for path in state.rglob("*") if path.is_file()]
    return {path.name for path in files if word.encode() in path.read_bytes()}


def leaves_nothing(node, room):
    """A visitor reads what somebody of staff says in another language, and the node stops."""
    boris = node.device().enters(room, "Boris", "ca")
    anna = node.device().staff().enters(room, "Anna", "es")
    anna.says(SECRET)
    boris.reads("ca:" + SECRET)
    node.program.signal(15)
    assert node.program.ended(30) == 0
    assert files_with(node, SECRET) == set()


def test_of_a_room_in_memory_nothing_is_written(nodes, engines):
    leaves_nothing(nodes("Reception", engines=[engines()]), "Reception")


def test_of_a_private_room_nothing_is_written(nodes, engines):
    node = nodes("Reception", engines=[engines()], room='history = "disk"')
    private = node.device().staff().post("/api/staff/rooms", name="Visit", private=True, topic="")
    leaves_nothing(node, private["id"])
