"""`sabir doctor` tells of each server whether it syncs each write: of this machine's real ones, and of
newer ones, of which the greeting and the monitoring are staged."""

import json
import re
import socket
import subprocess
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from node import PROGRAM
from servers import Servers, free_ports

VERSION = re.search(r"v(\d\S*)", subprocess.run(["nats-server", "--version"], capture_output=True, text=True).stdout)[1]
KNOWS = tuple(int(part) for part in re.findall(r"\d+", VERSION)[:2]) >= (2, 10)
"""Whether the servers of this machine have the setting; scripts/cluster sets it then."""


class Staged:
    """A NATS server as far as `doctor` looks: its greeting, and /varz."""

    def __init__(self, version, config, id="NSTAGED", monitored="NSTAGED"):
        self.greeting = json.dumps({"server_id": id, "version": version, "connect_urls": ["10.0.0.1:4222"] * 500})
        answer = json.dumps({"server_id": monitored, "version": version, "jetstream": {"config": config, "stats": {}}})

        class Monitoring(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200 if self.path == "/varz" else 404)
                self.end_headers()
                self.wfile.write((answer + " " * 10_000).encode())

            def log_message(self, *_):
                pass

        self.server = socket.create_server(("127.0.0.1", 0))
        self.monitoring = ThreadingHTTPServer(("127.0.0.1", 0), Monitoring)
        threading.Thread(target=self.monitoring.serve_forever, args=(0.01,), daemon=True).start()
        threading.Thread(target=self._greet, daemon=True).start()

    def _greet(self):
        while True:
            try:
                connection, _ = self.server.accept()
            except OSError:
                return
            with connection:
                connection.sendall(f"INFO {self.greeting} \r\n".encode())

    def close(self):
        self.monitoring.shutdown()
        self.monitoring.server_close()
        self.server.shutdown(socket.SHUT_RDWR)
        self.server.close()


@contextmanager
def staged(*words, **settings):
    server = Staged(*words, **settings)
    try:
        yield server
    finally:
        server.close()


def doctor(folder, urls, monitoring):
    file = folder / "doctor.toml"
    file.write_text(
        '[node]\nport = 0\nbind = "127.0.0.1"\n[discovery]\nmdns = false\n[translation]\nenabled = false\n'
        f'[cluster]\nnats = [{urls}]\nmonitoring_port = {monitoring}\n'
        '[[room]]\nname = "Ward"\nlog = "nats"\nid = "5b1e7a52-90c4-4c3e-9f50-6a2f1de0c7ab"\n', encoding="utf-8")
    home = {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "XDG_STATE_HOME": str(folder), "PATH": "/usr/bin:/bin"}
    command = [PROGRAM, "doctor", "--config", str(file)]
    told = subprocess.run(command, env=home, capture_output=True, text=True, timeout=120).stdout
    return re.findall(r"^(ok|note|wrong) +cluster: (.+)(?:\n      mend it with: (.+))?$", told, re.MULTILINE)


def told_of(folder, server):
    """What is said besides that it answers."""
    port = server.monitoring.server_address[1]
    answers, (verdict, sentence, mend) = doctor(
        folder, f'"nats://127.0.0.1:{server.server.getsockname()[1]}"', port)
    assert answers[0] == "ok" and answers[1].endswith(" answers.")
    return verdict, sentence, mend


def test_doctor_tells_of_the_real_servers(tmp_path):
    with Servers() as servers:
        found = doctor(tmp_path, servers.urls(), free_ports(1))
    told = [entry for entry in found if not entry[1].endswith(" answers.")]
    assert len(found) == 6 and len(told) == 3, found
    for verdict, sentence, mend in told:
        assert verdict == "note" and f"(NATS {VERSION})" in sentence, sentence
        # They have no monitoring port; whether those that know the setting use it cannot be known then.
        assert ("is not known: nothing answers" if KNOWS else "cannot do otherwise") in sentence
        assert "sync_interval" in mend


def test_doctor_reads_the_monitoring_of_newer_servers(tmp_path):
    with staged("2.10.7", {"sync_interval": 120_000_000_000, "sync_always": True}) as server:
        verdict, sentence, mend = told_of(tmp_path, server)
        assert (verdict, mend) == ("ok", "") and "(NATS 2.10.7) syncs each write" in sentence
    with staged("2.11.1", {"sync_interval": 10_000_000_000}) as server:
        verdict, sentence, mend = told_of(tmp_path, server)
        assert verdict == "note" and "syncs every 10 s, not each write" in sentence and "always" in mend
    with staged("2.10.7", {"max_memory": 1}) as server:
        assert "is not known: its monitoring does not show sync_interval" in told_of(tmp_path, server)[1]
    with staged("2.10.7", {"sync_always": True}, monitored="NOTHER") as server:
        assert "is not known: the monitoring" in told_of(tmp_path, server)[1]
