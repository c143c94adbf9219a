"""What a relay tells people on its side of its page: on a machine with two networks, one of them the host's."""

import json
import re
import subprocess

import pytest
from program import Home, Program
from relaying import lists

NETWORKS = """
ip link set lo up
ip link add eth0 type veth peer name far0 && ip address add 10.77.1.1/24 dev eth0
ip link set eth0 up && ip link set far0 up
ip link add eth1 type veth peer name far1 && ip address add 10.77.2.1/24 dev eth1
ip link set eth1 up && ip link set far1 up
echo ready && exec cat
"""
RELAY = '''
[[relay]]
from = "{invite}"
as = "{name}"
{relay}
[discovery]
mdns = false
[web]
port = 0
{web}
[translation]
enabled = false
'''


@pytest.fixture(scope="module")
def networks():
    """A network namespace with the interfaces eth0 (10.77.1.1) and eth1 (10.77.2.1); the command that enters it."""
    holder = subprocess.Popen(["unshare", "-n", "sh", "-c", NETWORKS], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert holder.stdout.readline() == b"ready\n"
    yield ["nsenter", f"--net=/proc/{holder.pid}/ns/net"]
    holder.stdin.close()
    holder.wait(10)


@pytest.fixture
def site(networks):
    """site(relay, web, *flags) is a relay whose host is at eth0; all ends with the test."""
    programs = []

    def begin(*command, home):
        program = type("Confined", (Program,), {"under": networks})(*command, home=home)
        programs.append(program)
        return program

    host = begin(
        "serve", "--port", "0", "--bind", "10.77.1.1", "--no-mdns", "--no-translate", "--no-web",
        home=Home('[[room]]\nname = "Reception"\n'),
    )
    invite = host.until(lambda: next((line.split()[-1] for line in host.lines if line.startswith("invite ")), None))

    def make(relay="", web="", flags=()):
        name = f"Floor {len(programs)}"
        home = Home(RELAY.format(invite=invite, name=name, relay=relay, web=web))
        lists(host.home, home, name)
        program = begin("serve", "--port", "0", *flags, home=home)
        program.until(lambda: [line for line in program.lines if line.startswith("carry Reception ")])
        return program

    yield make
    for program in programs:
        program.kill()
        program.ended()
        program.home.remove()


def page(relay):
    line = relay.until(lambda: next((line for line in relay.lines if line.startswith("page Reception ")), None))
    return line.split()[-1]


@pytest.mark.parametrize("relay", ["", 'to_interfaces = ["eth1"]'])
def test_the_pages_address_is_of_the_relays_own_side(site, networks, relay):
    address = page(site(relay))
    assert re.fullmatch(r"http://10\.77\.2\.1:\d+/r/Reception", address)
    house = subprocess.run(
        [*networks, "curl", "-s", address.replace("/r/Reception", "/api/house")], capture_output=True, check=True)
    assert [room["url"] for room in json.loads(house.stdout)["rooms"]] == [address], "what its codes lead to"


def test_where_its_side_reaches_no_page_none_is_printed_and_that_is_said(site):
    relay = site('to_interfaces = ["eth1"]', 'bind = "10.77.1.1"')
    assert "(eth1) reaches this node's page" in relay.logs("nobody on the side of the room")
    bare = site(flags=["--no-web"])
    assert bare.logs("this node has no page")
    assert not [line for program in (relay, bare) for line in program.lines if line.startswith("page ")]
