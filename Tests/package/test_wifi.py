"""sabir-wifi: what it makes of its settings, what it refuses, and what a phone finds behind it."""

import subprocess

import pytest
from closed_wifi import PASSPHRASE, SOURCE, Network

WIRED = {"RADIO": "no"}
MADE = """
import sys
sys.path.insert(0, sys.argv[1])
import files, network, settings
network.in_the_way = lambda _: []
read, problems = settings.read(sys.argv[2])
assert not problems, problems
files.write(read, sys.argv[3])
"""


@pytest.fixture
def network(tmp_path):
    with Network(tmp_path) as made:
        yield made


@pytest.mark.parametrize("settings", [
    {}, {"OPEN": "yes", "CAPTIVE": "portal"}, {"CAPTIVE": "off", "ADDRESS": "192.168.77.254/28", "PORTS": ""},
    {**WIRED, "PAGE_PORT": "80", "ADDRESS": "172.20.0.1/16"}], ids=["passphrase", "open", "small", "cable"])  # fmt: skip
def test_its_files_are_such_as_the_programs_take(network, settings):
    folder = network.folder / "run"
    network.run("/usr/bin/python3", "-c", MADE, str(SOURCE), network.configured(**settings), str(folder))
    network.run("dnsmasq", "--test", f"--conf-file={folder}/dnsmasq.conf")
    network.run("nft", "--check", "--file", str(folder / "nftables.conf"))
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}
    if settings.get("RADIO") == "no":
        assert not (folder / "hostapd.conf").exists()
        return
    # It has no check of its own: it reads the whole file, and then finds that "card" is no radio.
    tried = network.run("hostapd", str(folder / "hostapd.conf"), check=False)
    assert "Line" not in tried.stdout and "errors found" not in tried.stdout, tried.stdout
    assert "nl80211" in tried.stdout + tried.stderr
    told = (folder / "hostapd.conf").read_text()
    assert ("OPEN" in settings) != (f"\nwpa_passphrase={PASSPHRASE}\n" in told)
    (folder / "hostapd.conf").write_text(told.replace("channel=6", "chanel=6"))
    assert "unknown configuration item" in network.run("hostapd", str(folder / "hostapd.conf"), check=False).stdout


@pytest.mark.parametrize(("settings", "sentence"), [
    ({"INTERFACE": ""}, "INTERFACE is \"\""), ({"COUNTRY": "Spain"}, "the two letters of the country"),
    ({"SSID": "x" * 33}, "1 to 32 bytes"), ({"CHANNEL": "36"}, "1 to 13"), ({"ADDRESS": "8.8.8.8/24"}, "a private address"),
    ({"ADDRESS": "10.42.0.0/24"}, "a private address"), ({"CAPTIVE": "yes"}, "open, portal or off"),
    ({"PORTS": "8276; drop"}, "ports with spaces"), ({"PASSPHRASE_FILE": "/nowhere"}, "OPEN=yes for a wifi without one"),
    ({"CHANEL": "6"}, "\"CHANEL\" is no setting"), ({"INTERFACE": "wlan9"}, "There is no network card wlan9; there are card, lo, phone."),
    ({}, "card is no wifi card. For a cable to an access point of its own set RADIO=no.")])  # fmt: skip
def test_what_is_wrong_is_said_in_a_sentence(network, settings, sentence):
    tried = network.wifi("check", **settings)
    assert (tried.returncode, tried.stdout) == (78, "")
    assert sentence in tried.stderr
    assert PASSPHRASE not in tried.stderr


def test_a_passphrase_that_is_none_is_refused_and_not_shown(network):
    file = network.folder / "short"
    file.write_text("secret\n")
    tried = network.wifi("check", PASSPHRASE_FILE=str(file))
    assert tried.returncode == 78
    assert "8 to 63" in tried.stderr and "secret" not in tried.stderr


@pytest.mark.parametrize(("staged", "sentence"), [
    ("ip address add 10.1.2.3/24 dev card", "card has the address 10.1.2.3 already"),
    ("ip -6 route add default via fe80::1 dev card", "card is this computer's way to the internet"),
    ("ip address add 10.42.9.9/16 dev phone", "ADDRESS 10.42.0.1/24 lies in the network 10.42.0.0/16 of phone"),
    ("ip address add 192.0.2.77/24 dev phone", "lies in the network 192.0.2.0/24 of phone"),
    ("ip address add 10.9.0.1/24 dev phone && ip route add 10.42.0.0/16 via 10.9.0.2", "lies in 10.42.0.0/16, which is reached by phone"),
    ("mount -t tmpfs tmpfs /etc/network && echo 'iface card inet dhcp' >/etc/network/interfaces", "/etc/network/interfaces has card in it"),
    ("mount -t tmpfs tmpfs /run && mkdir -p /run/systemd/netif/links && "
     "printf 'ADMIN_STATE=configured\\nNETWORK_FILE=/etc/systemd/network/a.network\\n' >/run/systemd/netif/links/$(cat /sys/class/net/card/ifindex)",
     "systemd-networkd cares for card"),
    ("mount -t tmpfs tmpfs /run && mkdir -p /run/wpa_supplicant && touch /run/wpa_supplicant/card", "wpa_supplicant has card"),
    ("mount -t tmpfs tmpfs /usr/local/sbin && printf '#!/bin/sh\\necho card:connected\\n' >/usr/local/sbin/nmcli && chmod +x /usr/local/sbin/nmcli",
     "NetworkManager cares for card"),
])  # fmt: skip
def test_a_network_that_is_there_is_left_alone(network, staged, sentence):
    network.run("sh", "-c", f"mount -t sysfs sysfs /sys && mkdir -p /etc/network && {staged}")
    for command in ("check", "run"):
        tried = network.wifi(command, **WIRED)
        assert tried.returncode == 78, tried.stdout
        assert sentence in tried.stderr
    assert network.run("nft", "list", "ruleset").stdout == ""
    assert list((network.folder / "run").iterdir()) == []


@pytest.mark.parametrize(("address", "options", "port"), [("0.0.0.0", (), "53"), ("10.42.0.1", (), "53"), ("0.0.0.0", ("dhcp",), "67")])
def test_another_server_on_its_ports_is_left_alone(network, address, options, port):
    """One that is bound to another address, as systemd's resolver is, is not in the way."""
    network.run("ip", "address", "add", "10.42.0.1/32", "dev", "lo")
    more = ["--dhcp-range=10.42.0.50,10.42.0.60", "--port=0"] if options else ["--bind-interfaces", f"--listen-address={address}"]
    if address == "0.0.0.0" and not options:
        more = []
    other = subprocess.Popen(
        network.words("dnsmasq", "--conf-file=/dev/null", "--keep-in-foreground", "--log-facility=-", "--pid-file", "--user=root", *more),
        stderr=subprocess.PIPE, text=True)
    try:
        assert "started" in other.stderr.readline()
        assert f"port {port} (" in network.wifi("check", **WIRED).stderr
    finally:
        other.terminate()
        other.wait(10)


def test_what_it_would_do_is_said_and_not_done(network):
    tried = network.wifi("check", **WIRED)
    assert tried.returncode == 0, tried.stderr
    assert "10.42.0.1 there" in tried.stdout and "8275 8276 47275" in tried.stdout
    assert network.run("nft", "list", "ruleset").stdout == ""
    assert "10.42.0.1" not in network.run("ip", "address").stdout


ASK = """
import socket, struct, sys
name, server = sys.argv[1:]
question = struct.pack(">6H", 7, 0x100, 1, 0, 0, 0) + b"".join(bytes([len(part)]) + part.encode() for part in name.split(".")) + b"\\0\\0\\1\\0\\1"
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
    asking.settimeout(20)
    asking.sendto(question, (server, 53))
    answer = asking.recv(512)
count = struct.unpack(">H", answer[6:8])[0]
print(".".join(map(str, answer[-4:])) if count else f"none, {answer[3] & 15}")
"""
SERVE = """
import http.server, sys
class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200); self.end_headers(); self.wfile.write(f"{self.server.server_port}".encode())
    def log_message(self, *_): pass
server = http.server.HTTPServer(("0.0.0.0", int(sys.argv[1])), Page)
print("there", flush=True)
server.serve_forever()
"""


def test_a_phone_reaches_the_node_and_nothing_else(network):
    """The phone is a namespace of its own at the other end of the cable."""
    with Network(network.folder / "phone") as phone:
        network.run("ip", "link", "set", "phone", "netns", str(phone.holder.pid), "name", "air")
        with network.opened(**WIRED) as running:
            phone.run("sh", "-c", "ip address add 10.42.0.77/24 dev air && ip link set air up && ip route add default via 10.42.0.1")
            ask = ("/usr/bin/python3", "-c", ASK)
            assert phone.run(*ask, "captive.apple.com", "10.42.0.1").stdout == "192.0.2.1\n"
            assert phone.run(*ask, "dns.msftncsi.com", "10.42.0.1").stdout == "131.107.255.255\n"
            assert phone.run(*ask, "example.org", "10.42.0.1").stdout == "none, 3\n"
            servers = [subprocess.Popen(network.words("/usr/bin/python3", "-c", SERVE, port), stdout=subprocess.PIPE) for port in ("8275", "9100")]
            try:
                for server in servers:
                    assert server.stdout.readline() == b"there\n"
                curl = ("curl", "--silent", "--max-time", "20")
                assert phone.run(*curl, "http://10.42.0.1:8275/").stdout == "8275"
                assert phone.run(*curl, "http://192.0.2.1/generate_204").stdout == "8275"
                assert network.run(*curl, "http://127.0.0.1:9100/").stdout == "9100"
                refused = phone.run("curl", "--silent", "--max-time", "2", "http://10.42.0.1:9100/", check=False)
                assert (refused.returncode, refused.stdout) == (28, "")
            finally:
                for server in servers:
                    server.kill()
                    server.wait()
            assert running.ends() == 0
    assert network.run("nft", "list", "ruleset").stdout == ""
    assert "10.42.0.1" not in network.run("ip", "address").stdout


def test_what_a_killed_run_left_is_taken_away(network):
    running = network.opened(**WIRED)
    children = network.run("pgrep", "--parent", str(running.process.pid)).stdout.split()
    running.process.kill()
    running.process.wait(10)
    for child in children:
        network.run("kill", child)
    assert "sabir_wifi" in network.run("nft", "list", "ruleset").stdout
    assert network.wifi("down").returncode == 0
    assert network.run("nft", "list", "ruleset").stdout == ""
    assert network.wifi("check", **WIRED).returncode == 0
