"""A Debian made anew, without a toolchain, with systemd running in it. Root, mmdebstrap and systemd-nspawn.

It has a network of its own, which leads nowhere but to itself: apt finds there what was fetched when the machine was made.
"""

import os
import re
import shutil
import signal
import socket
import subprocess
from pathlib import Path

PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
ADDRESS = "10.98.0.1"
# Of Debian's own: what this test asks the machine with, and no more.
PACKAGES = "systemd,systemd-sysv,dbus,iproute2,avahi-utils,curl,ca-certificates"


def sources():
    """Where this machine has its packages from."""
    named = (Path("/etc/apt/sources.list"), *sorted(Path("/etc/apt/sources.list.d").iterdir()))
    return [str(path) for path in named if path.is_file() and path.stat().st_size]


def apt_settings():
    settings = subprocess.run(["apt-config", "dump", "Acquire"], capture_output=True, text=True, check=True).stdout
    left_out = re.compile(r"Acquire::(IndexTargets|Changelogs|CompressionTypes|Languages)")
    return "\n".join(line for line in settings.splitlines() if '""' not in line and not left_out.match(line)) + "\n"


def make(root, packages):
    """A machine in the folder `root` that has these .deb files in /srv, and what they need in apt's cache."""
    release = re.search(r"^VERSION_CODENAME=(.+)$", Path("/etc/os-release").read_text(), re.MULTILINE)[1]
    options = root.with_name("apt.conf")
    options.write_text(apt_settings())
    copied = " ".join(map(str, packages))
    subprocess.run(
        ["mmdebstrap", "--quiet", "--mode=root", "--variant=apt", f"--include={PACKAGES}", f"--aptopt={options}", "--dpkgopt=force-unsafe-io",
         "--skip=check/empty,cleanup/apt,cleanup/reproducible", f'--customize-hook=mkdir -p "$1/srv" && cp {copied} "$1/srv/"',
         '--customize-hook=chroot "$1" sh -c "apt-get install -y --download-only -o APT::Install-Recommends=true /srv/*.deb"',
         '--customize-hook=rm -f "$1/etc/resolv.conf"', release, str(root), *sources()],
        check=True, timeout=900, stdout=subprocess.DEVNULL)


class Machine:
    """Boots with `with`, and ends with it."""

    def __init__(self, root):
        self.root, self.leader = Path(root), None

    def __enter__(self):
        told = self.root.with_name("told")
        told.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notices:
            notices.bind(str(told))
            # systemd-nspawn keeps its things in /run, which it wants in memory.
            self.process = subprocess.Popen(
                ["unshare", "--mount", "--propagation", "private", "sh", "-c", 'mount -t tmpfs tmpfs /run && exec "$@"', "sh",
                 "systemd-nspawn", "--quiet", f"--directory={self.root}", "--register=no", "--keep-unit",
                 "--private-network", "--console=read-only", "--notify-ready=yes", "--boot"],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                env={**os.environ, "NOTIFY_SOCKET": str(told)})
            notices.settimeout(120)
            said = ""
            while "READY=1" not in said or self.leader is None:
                said = notices.recv(4096).decode()
                if found := re.search(r"^X_NSPAWN_LEADER_PID=(\d+)$", said, re.MULTILINE):
                    self.leader = found[1]
        network = ["nsenter", "--target", self.leader, "--net", "ip"]
        for command in ("link add host0 type veth peer name far0", f"address add {ADDRESS}/24 dev host0",
                        "link set far0 up", "link set host0 up"):
            subprocess.run([*network, *command.split()], check=True, timeout=10)
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                os.kill(int(self.leader), signal.SIGKILL)
                self.process.wait(30)

    def command(self, *words):
        return ["nsenter", "--target", self.leader, "--mount", "--uts", "--ipc", "--net", "--pid", "--root", "--wd", "env",
                "-i", f"PATH={PATH}", "LANG=C.UTF-8", "HOME=/root", "DEBIAN_FRONTEND=noninteractive", *words]

    def run(self, *words, within=60, check=True):
        """What it printed. Fails where the command does, with what it said."""
        done = subprocess.run(
            self.command(*words), capture_output=True, text=True, timeout=within, stdin=subprocess.DEVNULL, check=False)
        assert done.returncode == 0 or not check, f"{words}: status {done.returncode}\n{done.stdout}\n{done.stderr}"
        self.status = done.returncode
        return done.stdout

    def shell(self, script, **settings):
        return self.run("sh", "-c", script, **settings)

    def install(self, *files):
        return self.run("apt-get", "install", "-y", "--allow-downgrades", *files, within=300)

    def journal_until(self, unit, text, within=60):
        """The line of the unit's journal, of its present run, that has this text; waits for it."""
        run = self.run("systemctl", "show", "--property=InvocationID", "--value", unit).strip()
        return self.shell(
            f"journalctl --follow --lines=all --output=cat _SYSTEMD_INVOCATION_ID={run} | grep --max-count=1 '{text}'",
            within=within)

    def files(self, pattern):
        """Names of its files, without those of /proc, /sys, /run and its packages."""
        found = self.shell(
            f"find / -xdev \\( -path /srv -o -path /proc -o -path /sys -o -path /var/cache/apt \\) -prune -o -name '{pattern}' -print")
        return found.split()


def remove(folder):
    shutil.rmtree(folder, ignore_errors=True)
