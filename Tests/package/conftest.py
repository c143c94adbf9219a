"""Packages of the program that the tests run, and a machine to install them on. --all: of the program as it is released."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(Path(__file__).parent), *(str(ROOT / "Tests" / name) for name in ("web", "conversation", "contract"))]

import machine  # noqa: E402
import pytest  # noqa: E402

PROGRAM = Path(os.environ.get("SABIR", ROOT / ".build/debug/sabir"))


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true", help="packages of the program as it is released")


@pytest.fixture(scope="session")
def folder():
    """In memory or on disk, and short: sockets have their place in it."""
    made = Path(subprocess.run(["mktemp", "-d"], capture_output=True, text=True, check=True).stdout.strip())
    yield made
    machine.remove(made)


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--all"):
        items[:] = [item for item in items if not item.get_closest_marker("long")]


@pytest.fixture(scope="session")
def is_release(request):
    return request.config.getoption("--all")


@pytest.fixture(scope="session")
def packages(folder, is_release):
    """The folder with the packages. The program of every day is packed in haste."""
    program = [] if is_release else ["--program", str(PROGRAM)]
    haste = {} if is_release else {"DPKG_DEB_COMPRESSOR_TYPE": "gzip", "DPKG_DEB_COMPRESSOR_LEVEL": "1"}
    out = folder / "packages"
    subprocess.run(
        [str(ROOT / "scripts/package"), *program, "--out", str(out)], env={**os.environ, **haste}, check=True, timeout=3600)
    return out


def changed(package, folder, version):
    """The same package with another version."""
    tree = folder / version
    subprocess.run(["dpkg-deb", "--raw-extract", str(package), str(tree)], check=True, timeout=120)
    before = re.search(r"^Version: (.+)$", (tree / "DEBIAN/control").read_text(), re.MULTILINE)[1]
    for name in ("control", "preinst"):
        file = tree / "DEBIAN" / name
        file.write_text(file.read_text().replace(before, version))
    made = folder / f"sabir_{version}.deb"
    subprocess.run(["dpkg-deb", "-Zgzip", "-z1", "--build", str(tree), str(made)], check=True, timeout=300, capture_output=True)
    machine.remove(tree)
    return made


@pytest.fixture(scope="session")
def older(packages, folder):
    (package,) = packages.glob("sabir_*.deb")
    return changed(package, folder, "0.0.9")


@pytest.fixture(scope="session")
def newer(packages, folder):
    (package,) = packages.glob("sabir_*.deb")
    return changed(package, folder, "9.0.0")


@pytest.fixture(scope="session")
def booted(packages, older, newer, folder):
    """The machine, with the packages in /srv, and none of them installed. It has no screen, and no use for sabir-kiosk."""
    root = folder / "machine"
    machine.make(root, [file for file in sorted(packages.glob("*.deb")) if not file.name.startswith("sabir-kiosk_")])
    for file in (older, newer):
        os.link(file, root / "srv" / file.name)
    with machine.Machine(root) as running:
        yield running
