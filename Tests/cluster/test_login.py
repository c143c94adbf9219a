"""A cluster that speaks TLS and asks who a node is: what fits works, and what does not is said in a sentence."""

import uuid

import pytest
from node import Node
from servers import SecureServer, free_ports
from talker import Talker

PASSWORD = "a-secret-of-ours"


@pytest.fixture
def server(tmp_path):
    with SecureServer(tmp_path, PASSWORD) as server:
        yield server


def login(server, authority="ca", password=PASSWORD, tls="true"):
    file = server.folder / f"password-{uuid.uuid4()}"
    file.write_text(password + "\n", encoding="utf-8")
    return (f'replicas = 1\ntls = {tls}\nca = "{server.folder}/{authority}.pem"\n'
            f'user = "sabir"\npassword_file = "{file}"')


def refusal(server, more):
    with pytest.raises(AssertionError) as caught:
        Node(server, str(uuid.uuid4()), 0, free_ports(1), more=more)
    said = str(caught.value)
    assert PASSWORD not in said
    return said


def test_a_node_with_the_right_login_is_in_and_comes_back_after_one_that_was_refused(server):
    node = Node(server, str(uuid.uuid4()), 0, free_ports(1), more=login(server))
    talker = Talker(node, "anna")
    try:
        talker.say("one")
        talker.wait(lambda: not talker.unanswered)
        # The servers' password is another for a while: the library gives up, and the node begins anew.
        server.stop()
        server.password = "another"
        server.start()
        talker.wait(lambda: any(p["type"] == "link" and not p["up"] for p in talker.packets))
        talker.say("two")
        talker.wait(lambda: "no longer lets this node in" in node.said())
        server.stop()
        server.password = PASSWORD
        server.start()
        talker.wait(lambda: not talker.unanswered)
        assert [talker.lines[seq][1] for seq in sorted(talker.lines)] == ["one", "two"]
        assert PASSWORD not in node.said()
    finally:
        talker.leave()
        node.end()


def test_what_does_not_fit_is_told_at_the_start(server):
    assert "its servers refuse a user and a password" in refusal(server, login(server, password="wrong"))
    assert "unable to get local issuer certificate" in refusal(server, login(server, authority="other"))
    assert "tls = true" in refusal(server, login(server, tls="false"))
    anonymous = f'replicas = 1\ntls = true\nca = "{server.folder}/ca.pem"'
    assert "ask who this node is" in refusal(server, anonymous)


def test_nothing_goes_in_the_clear_to_a_server_without_tls(tmp_path):
    with SecureServer(tmp_path, PASSWORD, tls=False) as server:
        assert "does not speak TLS" in refusal(server, login(server))
        urls = server.urls
        server.urls = lambda first=0: urls(first).replace("nats://", "tls://")
        assert "does not speak TLS" in refusal(server, login(server, tls="false"))
