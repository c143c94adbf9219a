"""Hosts that tests share, one of each kind for each worker; what a test breaks it starts itself."""

import pytest
from host import Host
from wire import Member


@pytest.fixture(scope="session")
def host():
    """Two rooms, with the limits as they come."""
    with Host("A", "B") as host:
        yield host
        assert host.process.poll() is None, f"the host died during the tests:\n{host.log()}"


@pytest.fixture(scope="session")
def open_host():
    """Rooms without flood limits: "Open" for many messages, "Crowd" for many members."""
    with Host("Open", "Crowd", flags=["--unlimited"]) as host:
        yield host
        assert host.process.poll() is None, f"the host died during the tests:\n{host.log()}"


@pytest.fixture
def join(host):
    """join("anna", "es") is a member of room A, gone when the test ends."""
    members = []

    def enter(name="anna", lang="es", room="A", **options):
        members.append(Member(host.address, name, lang, room, **options))
        return members[-1]

    yield enter
    for member in members:
        member.close()
