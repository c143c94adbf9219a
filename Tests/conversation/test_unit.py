"""config/sabir.service: what it closes, and that the program lives with it."""

import os
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from confined import NOBODY, UNIT
from conversation import Actor
from host import OPEN, ROOT, sabir
from program import Home, Program

CONFINED = Path(__file__).with_name("confined.py")
needs_systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="taking rights away needs root")


@needs_systemd
def test_the_unit_leaves_little_open():
    # By offline analysis: there need be no systemd that runs.
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(UNIT)], capture_output=True, text=True,
        timeout=30, check=False,
    )
    score = re.search(r"Overall exposure level for sabir.service: ([\d.]+)", done.stdout)
    assert score, done.stdout + done.stderr
    print(f"exposure {score[1]}")
    assert float(score[1]) <= 2.0


PROBE = """
import errno, mmap, os, socket
def refused(work):
    try: work()
    except OSError as error: return error.errno
    return "allowed"
print(os.getuid(), refused(lambda: open("/etc/hostname-of-nobody", "w")), refused(lambda: os.mkdir("/usr/x")),
      refused(lambda: mmap.mmap(-1, 4096, prot=mmap.PROT_WRITE | mmap.PROT_EXEC)),
      refused(lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW)), refused(lambda: os.chroot("/")),
      refused(lambda: open(os.environ["STATE"] + "/x", "w")))
"""


@needs_systemd
@needs_root
def test_the_confinement_confines():
    with_state = Home()
    done = subprocess.run(
        [sys.executable, CONFINED, str(with_state.path), "/usr/bin/python3", "-c", PROBE], capture_output=True,
        text=True, timeout=30, check=False, env={**with_state.environment, "STATE": str(with_state.path)},
    )
    with_state.remove()
    assert done.stdout.split() == [str(NOBODY), "30", "30", "1", "97", "1", "allowed"], done.stdout + done.stderr


@needs_systemd
@needs_root
def test_a_room_and_its_page_work_under_the_unit(monkeypatch, tmp_path):
    home = Home('[discovery]\nmdns = false\n[web]\nport = 0\nbind = "127.0.0.1"\n[translation]\nenabled = false\n')
    state = home.path / "state"
    state.mkdir()
    shutil.copytree(ROOT / "share", home.path / "share")
    home.environment |= {
        "XDG_STATE_HOME": str(state), "SABIR_DATA": str(home.path / "share"), "LIBDISPATCH_LOG": "stderr"}
    home.path.chmod(0o755)
    # Its own program, in place of sabir's: it becomes sabir.
    wrapper = tmp_path / "confined"
    wrapper.write_text(f'#!/bin/sh\nexec {sys.executable} {CONFINED} {state} {sabir()} "$@"\n')
    wrapper.chmod(0o755)
    real = sabir()
    monkeypatch.setenv("SABIR", str(wrapper))
    node = Program("serve", "--port", "0", "--bind", "127.0.0.1", "--room", "Reception", home=home)
    monkeypatch.setenv("SABIR", real)
    opened = node.until(lambda: OPEN.match(node.lines[0]) if node.lines else None, 20, "the room")
    page = node.until(lambda: [line for line in node.lines if line.startswith("page ")], 20, "the page")[0].split()[-1]
    assert f"Uid:\t{NOBODY}" in Path(f"/proc/{node.process.pid}/status").read_text()

    actors = []
    for name in ("anna", "boris"):
        command = ["join", f"127.0.0.1:{opened['port']}", "--json", "--name", name, "--lang", "es", "--no-translate"]
        actors.append(Actor(*command, home=Home(), name=name))
        actors[-1].expect("welcome", 15)
    anna, boris = actors
    anna.says("buenos días")
    boris.sees("buenos días")
    with urllib.request.urlopen(page, timeout=10) as answer:
        assert answer.status == 200
    for actor in actors:
        actor.leaves()
        actor.home.remove()
    node.signal(15)
    assert node.ended() == 0, node.log
    kept = state / "sabir/identity.json"
    assert kept.stat().st_uid == NOBODY and kept.stat().st_mode & 0o077 == 0
    assert not [line for line in node.log if "root" in line], node.log
    # errno=1: what the filter refuses. 13 is for a priority that only systemd can grant (LimitNICE=), not this machine's root.
    assert not [line for line in node.log if "thread priority" in line and "errno=13" not in line], node.log
    home.remove()
