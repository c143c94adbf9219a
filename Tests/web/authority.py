"""An authority of the house: Debian's `pebble` (RFC 8555), a DNS that tests write to, and certificates made by openssl."""

import json
import socket
import ssl
import stat
import subprocess
import time
import urllib.request
from datetime import datetime, timedelta, timezone

from program import steady_port

NAME = "chat.clinic.example"


def openssl(*words, **settings):
    return subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True, timeout=60, text=True, **settings)


class House:
    """A root of the house, and what it signs."""

    def __init__(self, folder):
        self.folder = folder
        self.root, self.key = folder / "root.pem", folder / "root.key"
        openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", 3650,
                "-subj", "/CN=The house's root", "-addext", "basicConstraints=critical,CA:TRUE",
                "-keyout", self.key, "-out", self.root)

    def signs(self, label, *names, begins=-1, ends=90):
        """Chain and key. `begins` and `ends` are days from now."""
        chain, key, request = (self.folder / f"{label}.{kind}" for kind in ("pem", "key", "csr"))
        extensions = self.folder / f"{label}.ext"
        kinds = ",".join(f"{'IP' if name[0].isdigit() else 'DNS'}:{name}" for name in names)
        extensions.write_text(f"basicConstraints=CA:FALSE\n" + (f"subjectAltName={kinds}\n" if names else ""))
        openssl("req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-subj", f"/CN={label}", "-keyout", key, "-out", request)
        days = [datetime.now(timezone.utc) + timedelta(days=count, minutes=5) for count in (begins, ends)]
        openssl("ca", "-batch", "-config", self._registry(), "-in", request, "-out", chain, "-extfile", extensions,
                "-notext", "-startdate", f"{days[0]:%Y%m%d%H%M%SZ}", "-enddate", f"{days[1]:%Y%m%d%H%M%SZ}")
        chain.write_text(chain.read_text() + self.root.read_text())
        return chain, key

    def _registry(self):
        """What `openssl ca` wants: it alone takes dates in the past."""
        file = self.folder / "ca.conf"
        if not file.exists():
            (self.folder / "index.txt").touch()
            file.write_text(
                f"[ca]\ndefault_ca=house\n[house]\ndatabase={self.folder}/index.txt\nnew_certs_dir={self.folder}\n"
                f"certificate={self.root}\nprivate_key={self.key}\nrand_serial=yes\ndefault_md=sha256\npolicy=any\n"
                "unique_subject=no\n[any]\ncommonName=supplied\n")
        return file


class Authority:
    """pebble and its DNS, on loopback, until `end`. `refused`: for which name it gives nobody a certificate."""

    def __init__(self, house, days=90, refused="nobody.example"):
        self.house = house
        self.port, self.management, self.dns, self.records = (steady_port() for _ in range(4))
        certificate, key = house.signs("pebble", "127.0.0.1")
        file = house.folder / "pebble.json"
        file.write_text(json.dumps({"pebble": {
            "listenAddress": f"127.0.0.1:{self.port}", "managementListenAddress": f"127.0.0.1:{self.management}",
            "certificate": str(certificate), "privateKey": str(key), "httpPort": 5002, "tlsPort": 5001,
            "certificateValidityPeriod": days * 86_400, "domainBlocklist": [refused]}}))
        self.programs = [
            subprocess.Popen(
                ["pebble-challtestsrv", "-dns01", f"127.0.0.1:{self.dns}", "-management", f"127.0.0.1:{self.records}",
                 "-http01", "", "-https01", "", "-tlsalpn01", ""],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL),
            subprocess.Popen(
                ["pebble", "-config", str(file), "-dnsserver", f"127.0.0.1:{self.dns}"],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
                # It turns down one request of twenty, which certbot sends once more: each four hundredth would fail.
                env={"PEBBLE_VA_NOSLEEP": "1", "PEBBLE_WFE_NONCEREJECT": "0", "PATH": "/usr/bin:/bin"}),
        ]  # fmt: skip
        for port in (self.port, self.management, self.records):
            answers(port)

    @property
    def directory(self):
        return f"https://127.0.0.1:{self.port}/dir"

    def hook(self):
        """What puts the proof into the DNS: as a house would write it."""
        file = self.house.folder / "hook"
        file.write_text(
            "#!/bin/sh\n"
            "case $1 in\n"
            f"set) curl -fsS -d '{{\"host\":\"'$2'.\",\"value\":\"'$3'\"}}' http://127.0.0.1:{self.records}/set-txt ;;\n"
            f"clear) curl -fsS -d '{{\"host\":\"'$2'.\"}}' http://127.0.0.1:{self.records}/clear-txt ;;\n"
            "esac\n")
        file.chmod(file.stat().st_mode | stat.S_IXUSR)
        return file

    def roots(self):
        """Those of what it signs, which are new at each start."""
        trusting = ssl._create_unverified_context()
        with urllib.request.urlopen(f"https://127.0.0.1:{self.management}/roots/0", context=trusting, timeout=30) as answer:
            return answer.read().decode()

    def end(self):
        for program in self.programs:
            program.kill()
            program.wait()


def answers(port, within=30):
    ends = time.monotonic() + within
    while time.monotonic() < ends:
        with socket.socket() as probe:
            probe.settimeout(1)
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError(f"nothing answers at port {port}")
