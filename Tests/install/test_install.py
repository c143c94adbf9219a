"""scripts/install as docs/operations.md has it: what it puts where, upgrading beside a running node, taking it away again, and
the packages."""

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


CONFIGURATION = "etc/sabir/sabir.toml"


def run(*words, status=0):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == status, (words, done.stdout, done.stderr)
    return done.stdout


def install(root):
    """As from a built source."""
    return run(ROOT / "scripts/install", "--program", sabir(), "--root", root)


def carried(folder, root):
    """As on another computer, from a folder that was brought there: by the file that lies in it."""
    return run("bash", folder / "usr/local/lib/sabir/install", "--root", root)


def remove(root, *options, status=0):
    return run(root / "usr/local/lib/sabir/install", "--remove", *options, "--root", root, status=status)


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


def test_what_is_laid_out_for_another_computer_has_no_configuration(tmp_path):
    """Copied over somebody's, it would open a room that has a password."""
    install(tmp_path)
    assert [path.name for path in (tmp_path / "etc/sabir").iterdir()] == ["sabir.toml.sample"]
    assert (tmp_path / "etc/sabir/sabir.toml.sample").read_bytes() == (ROOT / "config/sabir.toml").read_bytes()


def test_a_folder_that_was_laid_out_installs_the_same_on_another_computer(tmp_path):
    folder, machine = tmp_path / "folder", tmp_path / "machine"
    install(folder)
    (folder / "usr/local/bin/sabir").unlink()
    (folder / "usr/local/lib/sabir/sabir").chmod(0o644)  # As a stick has it: no links, no rights.
    carried(folder, machine)
    install(tmp_path / "again")

    def files(root):
        return {str(path.relative_to(root)): path.stat().st_mode & 0o777 for path in root.rglob("*") if path.is_file()}

    assert files(machine) == files(tmp_path / "again")
    assert os.readlink(machine / "usr/local/bin/sabir") == "../lib/sabir/sabir"


def test_an_upgrade_keeps_the_configuration_and_can_be_done_while_a_node_runs(tmp_path):
    folder, machine = tmp_path / "folder", tmp_path / "machine"
    install(folder)
    carried(folder, machine)
    configuration = machine / CONFIGURATION
    sample = (ROOT / "config/sabir.toml").read_text(encoding="utf-8")
    changed = sample.replace('#name = "Reception"', 'name = "Ward 3"')
    configuration.write_text(changed, encoding="utf-8")
    home, program = Home(), machine / "usr/local/bin/sabir"
    before, os.environ["SABIR"] = os.environ.get("SABIR"), str(program)
    try:
        node = Program("serve", "--no-mdns", "--port", "0", "--web-port", "0", "--no-translate", "--config",
                       str(configuration), home=home)
    finally:
        os.environ.pop("SABIR") if before is None else os.environ.update(SABIR=before)
    node.until(lambda: any(line.startswith("page Ward 3 ") for line in node.lines), 30, "its page")
    assert "is as it was" in carried(folder, machine)
    assert "is as it was" in install(machine)
    assert node.is_alive()
    node.signal(signal.SIGTERM)
    assert node.ended() == 0
    home.remove()
    assert configuration.read_text(encoding="utf-8") == changed
    assert (machine / "etc/sabir/sabir.toml.sample").read_text(encoding="utf-8") == sample
    share = machine / "usr/local/share/sabir"
    assert {path.name for path in share.iterdir()} >= {"web", "interface", "languages", "topics", "warnings", "phrasebook", "glossary"}
    assert not list(share.glob("share*")) and not list(share.parent.glob("sabir.*"))
    assert not [path for path in (machine / "usr/local").rglob("*") if path.suffix in (".new", ".old")]
    for line in Path(ROOT / "config/sabir.service").read_text(encoding="utf-8").splitlines():
        if line.startswith("ExecStart="):
            assert (machine / line.removeprefix("ExecStart=").split()[0].lstrip("/")).exists()


def test_an_upgrade_takes_away_the_timer_whose_command_is_gone(tmp_path):
    """And leaves what somebody made for themselves under that name."""
    units = tmp_path / "etc/systemd/system"
    for wants in (units / "timers.target.wants", units / "multi-user.target.wants"):
        wants.mkdir(parents=True)
    (units / "sabir-certificate.timer").write_text("[Timer]\nOnCalendar=daily\n")
    (units / "timers.target.wants/sabir-certificate.timer").symlink_to("/etc/systemd/system/sabir-certificate.timer")
    (units / "sabir-certificate.service").write_text("[Service]\nExecStart=/usr/local/sbin/my-own\n")
    old = files_below(units)
    install(tmp_path)
    assert old <= files_below(units)
    (units / "sabir-certificate.service").write_text("[Service]\nExecStart=/usr/local/bin/sabir certificate renew\n")
    install(tmp_path)
    assert not old & files_below(units)
    assert files_below(units) == {"sabir.service", "sabir-backup.service", "sabir-backup.timer"}


def lived_in(root):
    """A machine on which Sabir was installed, enabled and used."""
    install(root)
    wanted = root / "etc/systemd/system/multi-user.target.wants/sabir.service"
    for path in (CONFIGURATION, "var/lib/sabir/history.sqlite", "var/lib/sabir/audit.1.jsonl", "var/lib/sabir/reports/r.json",
                 "etc/systemd/system/sabir.service.d/override.conf", "etc/somebody-elses", "var/lib/else/sabir-like"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("# kept\n")
    wanted.parent.mkdir()
    wanted.symlink_to("/etc/systemd/system/sabir.service")


def files_below(root):
    return {str(path.relative_to(root)) for path in root.rglob("*") if path.is_symlink() or not path.is_dir()}


def test_removing_leaves_configuration_and_data_and_purging_leaves_nothing(tmp_path):
    lived_in(tmp_path)
    (tmp_path / "var/lib/else/sabir-like").rename(tmp_path / "var/lib/else/like")
    others = {"etc/somebody-elses", "var/lib/else/like"}
    kept = {CONFIGURATION, CONFIGURATION + ".sample", "var/lib/sabir/history.sqlite", "var/lib/sabir/audit.1.jsonl",
            "var/lib/sabir/reports/r.json", "etc/systemd/system/sabir.service.d/override.conf"}  # fmt: skip
    told = remove(tmp_path)
    assert files_below(tmp_path) == kept | others
    assert not [*tmp_path.glob("usr/local/lib/*")], "nor the folders that were made for it"
    assert "deleted  /usr/local/lib/sabir\n" in told and "kept     /var/lib/sabir\n" in told, told
    told = run(ROOT / "scripts/install", "--remove", "--purge", "--root", tmp_path)
    assert files_below(tmp_path) == others
    assert all(f"deleted  /{path}\n" in told for path in kept), told
    assert told.endswith("Left of Sabir on this computer: nothing.\n"), told


def test_purging_names_what_is_left(tmp_path):
    lived_in(tmp_path)
    backup = tmp_path / "mnt/backup/sabir-clinic-2026-11-25T0300.sabirbackup"
    history = tmp_path / "srv/history.sqlite"
    for path in (backup, history, history.with_name("history.sqlite-wal")):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("kept")
    (tmp_path / CONFIGURATION).write_text('[history]\nfile = "/srv/history.sqlite"   # there\n')
    folder = tmp_path / "etc/systemd/system/sabir-backup.service.d/folder.conf"
    folder.parent.mkdir()
    folder.write_text('# By sabir backup set-up.\n[Service]\nReadWritePaths="-/mnt/backup"\n')
    told = remove(tmp_path, "--purge", status=1)
    named = [line.removeprefix("left     ") for line in told.partition("Left of Sabir on this computer:\n")[2].splitlines()]
    assert named == [
        "/mnt/backup/sabir-clinic-2026-11-25T0300.sabirbackup", "/srv/history.sqlite", "/srv/history.sqlite-wal",
        "/var/lib/else/sabir-like"]
    assert backup.exists() and history.exists()


def test_removing_leaves_what_other_packages_enabled(tmp_path):
    install(tmp_path)
    wants = tmp_path / "etc/systemd/system/multi-user.target.wants"
    wants.mkdir()
    for unit in ("sabir", "sabir-wifi", "sabir-kiosk"):
        (wants / f"{unit}.service").symlink_to(f"/lib/systemd/system/{unit}.service")
    remove(tmp_path)
    assert sorted(os.listdir(wants)) == ["sabir-kiosk.service", "sabir-wifi.service"]


def test_purging_says_of_a_state_folder_behind_a_link_that_it_is_left(tmp_path):
    """And deletes nothing beside what is Sabir's, whatever the files of its folder are called."""
    root = tmp_path / "a, b & [c]"
    install(root)
    history, stranger = root / "srv/big disk/sabir/history.sqlite", root / "etc/sabir/x\nothers"
    others = tmp_path / f"{root.name}others/file"
    for path in (history, stranger, others, root / "etc/sabir/a,b & c/d", root / "etc/sabir/wifi.conf"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("kept")
    (root / "var/lib").mkdir(parents=True, exist_ok=True)
    (root / "var/lib/sabir").symlink_to("/srv/big disk/sabir")
    done = subprocess.run(
        [str(ROOT / "scripts/install"), "--remove", "--purge", "--root", str(root)], capture_output=True, text=True, timeout=120,
        check=False, cwd=tmp_path)
    assert done.returncode == 1 and not done.stderr, done.stdout + done.stderr
    assert history.exists() and "history.sqlite" not in done.stdout, done.stdout
    assert "deleted  /var/lib/sabir\n" in done.stdout and "left     /srv/big disk/sabir\n" in done.stdout, done.stdout
    assert "deleted  /etc/sabir/a,b & c/d\n" in done.stdout, done.stdout
    assert others.exists() and "left     /etc/sabir\n" in done.stdout, done.stdout


def test_a_build_that_changes_nothing_brings_the_program_up_to_date(tmp_path):
    shutil.copytree(ROOT / "scripts", tmp_path / "scripts")
    (tmp_path / "Package.swift").write_text("// A comment that changes nothing of the program.\n")
    program = tmp_path / ".build/release/sabir"
    tools = {"swift": "exit 0", "dpkg-query": "printf installed"}
    for path, text in ({program: "exit 0"} | {tmp_path / "tools" / name: text for name, text in tools.items()}).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
    os.utime(program, (0, 0))
    environment = os.environ | {"PATH": f"{tmp_path}/tools:{os.environ['PATH']}"}
    subprocess.run([str(tmp_path / "scripts/build")], env=environment, timeout=120, check=True)
    # As is_stale in scripts/install has it.
    assert program.stat().st_mtime >= (tmp_path / "Package.swift").stat().st_mtime


def test_nothing_is_deleted_by_half_a_command(tmp_path):
    lived_in(tmp_path)
    before = files_below(tmp_path)
    run(ROOT / "scripts/install", "--purge", "--root", tmp_path, status=2)
    run(ROOT / "scripts/install", "--remove", "--everything", "--root", tmp_path, status=2)
    run(ROOT / "scripts/install", "--remove", "--root", status=2)
    # As of a variable that is not set. It would be this computer itself: so behind it stands what ends the command in any case.
    for root in ("", "/", "//", "/usr/.."):
        done = subprocess.run(
            [str(ROOT / "scripts/install"), "--root", root, "--everything"], capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 2 and "--root has to name" in done.stderr, (root, done.stderr)
    assert files_below(tmp_path) == before


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
