"""Walks the documented installation on a Debian made anew, without Swift: packages, files, user, the program, discovery.

Root and mmdebstrap. Everything happens in a folder that is deleted, in namespaces without a network but their own.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1] / name) for name in ("install", "conversation", "contract")]

from host import ROOT, sabir  # noqa: E402
from test_install import documented_packages  # noqa: E402

WALK = """
mount -t proc proc /proc
ip link set lo up
echo "== installing" && bash /srv/sabir/usr/local/lib/sabir/install && rm -r /srv/sabir
mkdir -p /run/dbus
dbus-daemon --system --fork
avahi-daemon -D --no-rlimits
for try in $(seq 100); do avahi-daemon -c && break; done
echo "== version" && sabir --version
echo "== staff" && sabir staff add "Rosa Mir" "$(sabir staff key | grep -Eo '[A-Za-z0-9_-]{43}')"
stat -c '%U %a' /var/lib/sabir/staff.json
echo "== as the service" && export XDG_STATE_HOME=/var/lib SABIR_DATA=/usr/local/share/sabir
setpriv --reuid sabir --regid sabir --init-groups sabir doctor --config /etc/sabir/sabir.toml
echo "== as a user that systemd makes up"
setpriv --reuid 61184 --regid 61184 --clear-groups env XDG_STATE_HOME=/tmp sabir doctor --config /etc/sabir/sabir.toml
avahi-daemon -k
echo "== purging" && /usr/local/lib/sabir/install --remove --purge
echo "status $?"
getent passwd sabir; getent group sabir
true
"""


def machine(folder):
    """Debian with the documented packages, and what the walk itself uses."""
    release = re.search(r"^VERSION_CODENAME=(.+)$", Path("/etc/os-release").read_text(), re.MULTILINE)[1]
    lists = [str(path) for path in (Path("/etc/apt/sources.list"), *sorted(Path("/etc/apt/sources.list.d").iterdir()))
             if path.is_file() and path.stat().st_size]
    settings = subprocess.run(["apt-config", "dump", "Acquire"], capture_output=True, text=True, check=True).stdout
    kept = [line for line in settings.splitlines()
            if '""' not in line and not re.match(r"Acquire::(IndexTargets|Changelogs|CompressionTypes|Languages)", line)]
    options = Path(folder, "apt.conf")
    options.write_text("\n".join(kept) + "\n")
    root = Path(folder, "machine")
    packages = documented_packages() | {"iproute2", "systemd", "dbus", "avahi-daemon", "util-linux"}
    subprocess.run(
        ["mmdebstrap", "--quiet", "--mode=root", "--variant=minbase", "--skip=check/empty", f"--aptopt={options}",
         "--include=" + ",".join(sorted(packages)), release, str(root), *lists], check=True)
    return root


def walk():
    folder = tempfile.mkdtemp(prefix="sabir-walk-")
    try:
        root = machine(folder)
        subprocess.run([str(ROOT / "scripts/install"), "--program", sabir(), "--root", str(root / "srv/sabir")], check=True)
        # As in a unit: nothing of the toolchain is there, whatever path the program was built with.
        done = subprocess.run(
            ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "chroot", str(root), "/usr/bin/env", "-i",
             "PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8", "HOME=/root", "sh", "-c", WALK],
            capture_output=True, text=True, timeout=300, check=False)
        print(done.stdout, done.stderr)
        judge(done.stdout)
    finally:
        shutil.rmtree(folder)


def judge(told):
    part = dict(re.findall(r"^== (.+)\n((?:(?!== ).*\n)*)", told, re.MULTILINE))
    assert part["installing"].startswith("Installed. Look at /etc/sabir/sabir.toml"), told
    assert re.match(r"\d+\.\d+\.\d+", part["version"]), told
    assert "sabir 600" in part["staff"], told
    service = part["as the service"]
    assert "ok    D-Bus" in service and "ok    Avahi" in service and "ok    share" in service, told
    assert "ok    state" in service, told
    # What DynamicUser= would be: Debian's D-Bus ends the connection.
    assert re.search(r"^wrong (D-Bus|Avahi)", part["as a user that systemd makes up"], re.MULTILINE), told
    purged = part["purging"]
    assert "deleted  /var/lib/sabir/staff.json\n" in purged and "deleted  the user sabir\n" in purged, told
    assert purged.endswith("Left of Sabir on this computer: nothing.\nstatus 0\n"), told


if __name__ == "__main__":
    assert os.geteuid() == 0, "the walk needs root"
    walk()
