"""sabir-wifi of the tree, in a network of its own: real interfaces, and nothing of this machine's."""

import os
import signal
import socket
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "config/wifi"
PASSPHRASE = "waiting room; $HOME"


class Network:
    """Namespaces of network and mounts that last as long as the object does; `folder` is for its files."""

    def __init__(self, folder):
        self.folder = folder
        (folder / "run").mkdir(parents=True)
        self.environment = {
            **os.environ, "SABIR_WIFI_LIB": str(SOURCE), "SABIR_WIFI_SHARE": str(SOURCE), "RUNTIME_DIRECTORY": str(folder / "run")}
        self.holder = subprocess.Popen(
            ["unshare", "--net", "--mount", "--propagation", "private", "sh", "-c", "echo there && exec cat"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.holder.stdout.readline() == "there\n"
        # A cable: its end "card" is what the wifi is to be on, "phone" is who comes by it.
        for command in ("link set lo up", "link add card type veth peer name phone", "link set card up", "link set phone up"):
            self.run("ip", *command.split())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.holder.stdin.close()
        self.holder.wait(10)

    def words(self, *command):
        return ["nsenter", "--target", str(self.holder.pid), "--net", "--mount", *command]

    def run(self, *command, check=True, within=60):
        done = subprocess.run(
            self.words(*command), capture_output=True, text=True, timeout=within, env=self.environment, check=False)
        assert not check or done.returncode == 0, (command, done.stdout, done.stderr)
        return done

    def configured(self, **settings):
        """The file of a practice that has filled in its settings, these in place of those."""
        password = self.folder / "wifi.password"
        password.write_text(PASSPHRASE + "\n")
        filled = {"INTERFACE": "card", "COUNTRY": "ES", "SSID": "Clínica", "PASSPHRASE_FILE": str(password), **settings}
        lines = (SOURCE / "wifi.conf").read_text().splitlines()
        kept = [line for line in lines if line.lstrip("#").partition("=")[0] not in filled]
        file = self.folder / "wifi.conf"
        file.write_text("\n".join([*kept, *(f"{key}={value}" for key, value in filled.items())]) + "\n")
        return str(file)

    def wifi(self, command, **settings):
        return self.run("/usr/bin/python3", str(SOURCE / "sabir-wifi"), command, "--config", self.configured(**settings), check=False)

    def opened(self, **settings):
        """`run` that has said that it is ready."""
        return Running(self, settings)


class Running:
    def __init__(self, network, settings):
        told = network.folder / "told"
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notices:
            notices.bind(str(told))
            self.process = subprocess.Popen(
                network.words("/usr/bin/python3", str(SOURCE / "sabir-wifi"), "run", "--config", network.configured(**settings)),
                env={**network.environment, "NOTIFY_SOCKET": str(told)}, stdin=subprocess.DEVNULL)
            notices.settimeout(60)
            assert notices.recv(64) == b"READY=1"
        told.unlink()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.ends()

    def ends(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)
