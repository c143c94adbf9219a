"""docs/operations.md's table of metrics against what a node shows once people have talked."""

import json
import re
import socket
import urllib.request

import pytest
from host import ROOT
from node import Refused, joined

TABLE = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
FAMILY = re.compile(r"^\| `(?P<name>sabir_\w+)` \| (?P<kind>counter|gauge|histogram) \| (?P<labels>[^|]*) \|", re.MULTILINE)
SAMPLE = re.compile(r"^(?P<name>\w+?)(?:\{(?P<labels>.*)\})? (?P<value>\S+)$")
MESSAGES = 8


def documented():
    """name: (kind, labels)"""
    families = {}
    for row in FAMILY.finditer(TABLE):
        # `label`: its values, or `label` alone; of several with values a semicolon stands between.
        names = [re.findall(r"`([^`]+)`", part.split(":")[0]) for part in row["labels"].split("; ")]
        families[row["name"]] = (row["kind"], {name for part in names for name in part})
    assert len(families) > 10, "the table was not found"
    return families


class Scrape:
    """One look: `kinds` by family, `samples` by (name, labels)."""

    def __init__(self, node):
        with urllib.request.urlopen(f"{node.url}/metrics", timeout=30) as answer:
            text = answer.read().decode("utf-8")
        self.kinds, self.samples = {}, {}
        for line in text.splitlines():
            if line.startswith("# TYPE "):
                name, kind = line.split()[2:]
                self.kinds[name] = kind
            elif not line.startswith("#"):
                sample = SAMPLE.match(line)
                labels = frozenset(re.findall(r'(\w+)="([^"]*)"', sample["labels"] or ""))
                self.samples[sample["name"], labels] = float(sample["value"])

    def value(self, name, **labels):
        """All series of the name with these labels, together."""
        wanted = set(labels.items())
        return sum(value for (found, has), value in self.samples.items() if found == name and wanted <= has)

    def labels(self, family):
        endings = ("", "_bucket", "_sum", "_count")
        return {
            label for (name, has), _ in self.samples.items() if name in [family + end for end in endings]
            for label, _ in has if label != "le"
        }


def says_hello_to_irc(node):
    told = lambda: next((line for line in node.program.lines if line.startswith("irc ")), None)
    address = node.program.until(told, 30, "the port for IRC").split()[1]
    host, _, port = address.rpartition(":")
    client = socket.create_connection((host, int(port)), timeout=30)
    client.sendall(b"NICK irene\r\nUSER irene 0 * :irene\r\n")
    heard = b""
    while b" 001 " not in heard:
        heard += client.recv(4096)
    return client


def test_every_documented_metric_is_shown_and_every_shown_one_is_documented(nodes, engines):
    node = nodes("Reception", "Ward", engines=[engines()], before='[irc]\nenabled = true\nport = 0\nbind = "127.0.0.1"\n')
    irene = says_hello_to_irc(node)
    anna = node.device().enters("Reception", "Anna", "es")
    boris = node.device().enters("Reception", "Boris", "ca")
    with joined(node, "clara", "ca", room="Reception") as clara:
        for number in range(MESSAGES):
            anna.says(f"hola {number}")
            boris.reads(f"ca:hola {number}")
        clara.says("gràcies")
        boris.sees("gràcies")
        with pytest.raises(Refused):
            boris.device.get("/api/nothing")
        look = Scrape(node)
    irene.close()

    families = documented()
    assert {name: kind for name, (kind, _) in families.items()} == {
        name: kind for name, kind in look.kinds.items() if name != "sabir_metrics_refused_total"
    }
    for name, (_, labels) in families.items():
        assert look.labels(name) <= labels, f"{name} has other labels than the table says"

    assert look.value("sabir_messages_total", room="Reception") == MESSAGES + 1
    assert look.value("sabir_messages_total", room="Ward") == 0
    assert look.value("sabir_room_members", room="Reception") == 3
    assert look.value("sabir_relay_behind") == 0
    assert look.value("sabir_visitors") == 2
    assert look.value("sabir_irc_clients") == 1
    assert look.value("sabir_engine_requests_total", engine="staged", outcome="answered") >= MESSAGES
    assert look.value("sabir_engine_seconds_count", engine="staged") >= MESSAGES
    assert look.value("sabir_engine_breaker", engine="staged") == 0
    assert look.value("sabir_cache_lookups_total", store="memory", result="miss") >= MESSAGES
    assert look.value("sabir_http_requests_total", server="page", status="2xx") > MESSAGES
    assert look.value("sabir_http_requests_total", server="page", status="4xx") >= 1
    # Streams are answers too, whose time says nothing.
    requests = look.value("sabir_http_requests_total", server="page")
    assert look.value("sabir_http_request_seconds_count", server="page") == requests - 2
    assert look.value("sabir_history_failing") == 0
    for queue in ("translation", "pages", "history"):
        assert ("sabir_queue_depth", frozenset({("queue", queue)})) in look.samples


def test_streams_that_the_node_ends_are_counted_by_their_reason(nodes):
    node = nodes("Reception")
    anna, boris = (node.device().enters("Reception", name, "es") for name in ("Anna", "Boris"))
    # A ninth tab: the first one gives way.
    for _ in range(8):
        tab = type(anna)(anna.device, "Reception", anna.entry)
    anna.ended()
    staff = node.device().staff()
    staff.post("/api/staff/rooms/Reception/acts", act="remove", member=boris.member)
    boris.ended()
    dropped = Scrape(node)
    assert dropped.value("sabir_visitors_dropped_total", reason="full") == 1
    assert dropped.value("sabir_visitors_dropped_total", reason="removed") == 1
    assert dropped.value("sabir_visitors_dropped_total") == 2
    tab.close()


def test_a_visitor_who_does_not_read_waits_in_the_queue_and_is_counted_when_it_is_ended(nodes):
    node = nodes("Reception", flags=("--unlimited",))
    anna = node.device().enters("Reception", "Anna", "es")
    deaf = node.device()
    entry = deaf.post("/api/rooms/Reception/enter", name="Deaf", lang="es", face="a")
    with socket.socket() as reader:
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        reader.connect(("127.0.0.1", node.port))
        cookies = "; ".join(f"{name}={value}" for name, value in deaf.cookies.items())
        reader.sendall(
            f"GET /api/rooms/Reception/events?face=a HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookies}\r\n\r\n".encode())
        reader.recv(64)
        most = 0
        # Bounded by what the kernel and the node's queue take: some MiB. The reader takes a little of each piece, since the
        # kernel itself ends a connection on which nothing moves for 30 s, be the node's queue full by then or not.
        with joined(node, "clara", "es", room="Reception") as clara:
            for piece in range(125):
                for number in range(16):
                    clara.sends(message=f"{piece} {number} " + "a" * 3_900)
                last = f"{piece} 15 "
                clara.expect("message", own=True, where=lambda e, last=last: e["message"].startswith(last))
                look = Scrape(node)
                most = max(most, look.value("sabir_queue_depth", queue="pages"))
                if look.value("sabir_visitors_dropped_total", reason="too_slow"):
                    break
                reader.recv(4_096)
        assert look.value("sabir_visitors_dropped_total", reason="too_slow") == 1 and most > 0, (look.samples, most)
    assert entry["member"] and anna.hello


def test_a_history_that_cannot_be_written_is_told_by_health_and_metrics(nodes):
    node = nodes("Reception", room='history = "disk"')
    assert Scrape(node).value("sabir_history_failing") == 0
    node.program.signal(15)
    assert node.program.ended(30) == 0
    history = node.home.path / "sabir/history.sqlite"
    for file in history.parent.glob("history.sqlite*"):
        file.unlink()
    history.mkdir()
    node.start()
    device = node.device()
    anna = device.enters("Reception", "Anna", "es")
    anna.says("nobody writes this down")
    look = Scrape(node)
    assert look.value("sabir_history_failing") == 1
    answer = device.open("/healthz")
    assert answer.status == 200
    health = json.loads(answer.body)
    assert (health["status"], health["notices"]) == ("degraded", ["history-memory-only"])

