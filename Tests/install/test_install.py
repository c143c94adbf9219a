"""scripts/install as docs/operations.md has it: what it puts where, upgrading beside a running node, and the packages."""

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from host import ROOT, sabir
from program import Home, Program

OPERATIONS = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
needs_debian = pytest.mark.skipif(not shutil.which("dpkg-query"), reason="this is no Debian")


def install(root):
    return subprocess.run(
        [str(ROOT / "scripts/install"), "--program", sabir(), "--root", str(root)], capture_output=True, text=True,
        timeout=120, check=True).stdout


def documented_packages():
    """Those of the first command of the section "Installing"."""
    return set(re.search(r"^apt-get install ((?:[^\n]*\\\n)*[^\n]*)$", OPERATIONS, re.MULTILINE)[1].replace("\\", " ").split())


def needed_libraries(file):
    """The names that a file says itself, not those of its libraries."""
    shown = subprocess.run(["readelf", "-d", str(file)], capture_output=True, text=True, timeout=60, check=True).stdout
    return set(re.findall(r"\(NEEDED\).*\[(.+)\]", shown))


def package_of(library):
    for folder in ("/usr/lib", "/lib", "/usr/lib64", "/lib64"):
        for file in Path(folder).glob(f"*-linux-gnu/{library}"):
            for path in (file, file.resolve(), *(Path(str(at).replace("/usr/lib", "/lib", 1)) for at in (file, file.resolve()))):
                found = subprocess.run(["dpkg-query", "-S", str(path)], capture_output=True, text=True, check=False)
                if found.returncode == 0:
                    return found.stdout.split(":")[0]
    return None


@needs_debian
def test_the_docs_name_the_packages_that_the_program_needs(tmp_path):
    install(tmp_path)
    files = [tmp_path / "usr/local/lib/sabir/sabir", *(tmp_path / "usr/local/lib/sabir").glob("*.so")]
    own = {file.name for file in files}
    wanted = set().union(*map(needed_libraries, files)) - own
    packages = {library: package_of(library) for library in wanted if not library.startswith("ld-linux")}
    assert all(packages.values()), packages
    # In every Debian: libc6 and libgcc-s1 come with it.
    missing = set(packages.values()) - documented_packages() - {"libc6", "libgcc-s1"}
    assert not missing, f"docs/operations.md does not name {missing}"


def test_an_upgrade_keeps_the_configuration_and_can_be_done_while_a_node_runs(tmp_path):
    install(tmp_path)
    configuration = tmp_path / "etc/sabir/sabir.toml"
    changed = configuration.read_text(encoding="utf-8").replace('#name = "Reception"', 'name = "Ward 3"')
    configuration.write_text(changed, encoding="utf-8")
    home, program = Home(), tmp_path / "usr/local/bin/sabir"
    before, os.environ["SABIR"] = os.environ.get("SABIR"), str(program)
    try:
        node = Program("serve", "--no-mdns", "--port", "0", "--web-port", "0", "--no-translate", "--config",
                       str(configuration), home=home)
    finally:
        os.environ.pop("SABIR") if before is None else os.environ.update(SABIR=before)
    node.until(lambda: any(line.startswith("page Ward 3 ") for line in node.lines), 30, "its page")
    assert "is as it was" in install(tmp_path)
    assert node.is_alive()
    node.signal(signal.SIGTERM)
    assert node.ended() == 0
    home.remove()
    assert configuration.read_text(encoding="utf-8") == changed
    share = tmp_path / "usr/local/share/sabir"
    assert {path.name for path in share.iterdir()} >= {"web", "interface", "languages", "topics", "warnings", "phrasebook", "glossary"}
    assert not list(share.glob("share*")) and not list(share.parent.glob("sabir.*"))
    assert not [path for path in (tmp_path / "usr/local").rglob("*") if path.suffix in (".new", ".old")]
    for line in Path(ROOT / "config/sabir.service").read_text(encoding="utf-8").splitlines():
        if line.startswith("ExecStart="):
            assert (tmp_path / line.removeprefix("ExecStart=").split()[0].lstrip("/")).exists()


def test_the_documented_override_starts_the_engine_on_loopback_alone(tmp_path):
    install(tmp_path)
    text = (ROOT / "docs/engines.md").read_text(encoding="utf-8")
    command = [line for line in text.splitlines() if re.match("ExecStart=/usr/local/lib/sabir", line)][0]
    starter = tmp_path / command.removeprefix("ExecStart=").split()[0].lstrip("/")
    assert os.access(starter, os.X_OK) and 'address="127.0.0.1"' in starter.read_text(encoding="utf-8")


def test_what_comes_with_it_is_found_from_the_installed_configuration(tmp_path):
    install(tmp_path)
    configuration = tmp_path / "etc/sabir/sabir.toml"
    text = '[phrasebook]\nfiles = ["phrasebook/clinic.tmx"]\n'
    configuration.write_text(text, encoding="utf-8")
    home = Home()
    done = subprocess.run(
        [str(tmp_path / "usr/local/bin/sabir"), "phrases", "list", "--config", str(configuration)], capture_output=True,
        text=True, timeout=60, env=home.environment, check=False)
    home.remove()
    assert done.returncode == 0 and len(done.stdout.splitlines()) > 100, done.stdout[-400:] + done.stderr


@needs_debian
@pytest.mark.skipif(os.geteuid() != 0, reason="a machine made anew needs root")
def test_the_documented_steps_work_on_a_machine_without_swift(request):
    if not request.config.getoption("--all"):
        pytest.skip("takes minutes; --all")
    subprocess.run([sys.executable, str(Path(__file__).with_name("walk.py"))], timeout=900, check=True)
