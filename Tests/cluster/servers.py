"""Three real NATS servers for a test, by scripts/cluster, in a folder and on ports of their own."""

import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from ports import free_ports

SCRIPT = str(Path(__file__).parents[2] / "scripts/cluster")


class Servers:
    """Leave the `with` to end them and delete their folder."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="sabir-nats-")
        # Those of the servers, and those of the links between them.
        self.port = free_ports(6)

    def __enter__(self):
        self.run("start")
        return self

    def __exit__(self, *_):
        self.run("stop")
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, *command):
        subprocess.run(
            [SCRIPT, *map(str, command), "--folder", self.folder, "--port", str(self.port)],
            check=True, timeout=90, stdout=subprocess.DEVNULL,
        )

    def urls(self, first=0):
        ports = [self.port + (first + offset) % 3 for offset in range(3)]
        return ", ".join(f'"nats://127.0.0.1:{port}"' for port in ports)


class SecureServer:
    """One server that speaks TLS alone and asks for a user and a password; its certificates lie in `folder`."""

    def __init__(self, folder, password="a-secret", tls=True):
        self.folder, self.password, self.tls = Path(folder), password, tls
        self.port, self.process = free_ports(1), None
        for authority in ("ca", "other"):
            _openssl(self.folder, "req", "-x509", *_KEY, "-keyout", f"{authority}.key", "-out", f"{authority}.pem",
                     "-days", "2", "-subj", f"/CN={authority}")
        (self.folder / "names").write_text("subjectAltName=IP:127.0.0.1", encoding="utf-8")
        _openssl(self.folder, "req", *_KEY, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=server")
        _openssl(self.folder, "x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key",
                 "-CAcreateserial", "-days", "2", "-extfile", "names", "-out", "server.pem")

    def start(self):
        tls = 'tls {{ cert_file: "{0}/server.pem", key_file: "{0}/server.key", timeout: 5 }}'.format(self.folder)
        (self.folder / "server.conf").write_text(
            f'listen: "127.0.0.1:{self.port}"\njetstream {{ store_dir: "{self.folder}/store" }}\n'
            f'authorization {{ user: sabir, password: "{self.password}" }}\n{tls if self.tls else ""}\n',
            encoding="utf-8")
        self.process = subprocess.Popen(
            ["nats-server", "--config", str(self.folder / "server.conf"), "--log", str(self.folder / "log")])
        ends = time.monotonic() + 30
        while not self._answers():
            assert time.monotonic() < ends and self.process.poll() is None, "the server does not come up"
            time.sleep(0.05)

    def _answers(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self):
        if self.process:
            self.process.terminate()
            self.process.wait(timeout=15)
            self.process = None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()

    def urls(self, _first=0):
        return f'"nats://127.0.0.1:{self.port}"'


_KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")


def _openssl(folder, *command):
    subprocess.run(["openssl", *command], cwd=folder, check=True, timeout=30, capture_output=True)
