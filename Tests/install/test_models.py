"""`sabir engines install --bundle`: models from a stick, taken whole or not at all."""

import fcntl
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import zipfile

import pytest
from host import ROOT, sabir
from program import run

FILES = {"model/model.bin": b"weights" * 999, "model/shared_vocabulary.txt": b"words", "sentencepiece.model": b"pieces",
         "stanza/en/tokenize/ewt.pt": b"sentences"}


def metadata(source, target, version="1.9", **more):
    return json.dumps({"from_code": source, "to_code": target, "package_version": version, **more}).encode()


class Bundle:
    """A folder as somebody copied it to a stick."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()

    def put(self, name, data):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path

    def model(self, source, target, files=FILES, **said):
        for name, data in {**files, "metadata.json": metadata(source, target, **said)}.items():
            self.put(f"{source}_{target}/{name}", data)

    def archive(self, source, target, files=FILES, more=(), **said):
        """As Argos publishes it; `more` are entries of any kind: (ZipInfo or name, data)."""
        with zipfile.ZipFile(self.folder / f"translate-{source}_{target}-1_9.argosmodel", "w", zipfile.ZIP_DEFLATED) as made:
            root = f"translate-{source}_{target}-1_9/"
            made.mkdir(root)
            for name, data in {**files, "metadata.json": metadata(source, target, **said)}.items():
                made.writestr(root + name, data)
            for name, data in more:
                made.writestr(name, data)
        return self.folder / made.filename

    def sums(self, *more):
        """`SHA256SUMS` of all that is there, and these lines."""
        names = sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*")
                       if path.is_file() and not path.is_symlink() and path.name != "SHA256SUMS")
        lines = [f"{hashlib.sha256((self.folder / name).read_bytes()).hexdigest()}  {name}" for name in names]
        self.put("SHA256SUMS", "".join(f"{line}\n" for line in [*lines, *more]).encode())
        return self


class Place:
    """What is installed."""

    def __init__(self, home):
        self.home, self.folder = home, home.path / "models"

    def takes(self, bundle, *options, folder=None):
        return run("engines", "install", "--bundle", str(bundle.folder), "--models", str(folder or self.folder), *options,
                   home=self.home)

    def packages(self):
        there = self.folder / "packages"
        return {path.name: {str(file.relative_to(path)): file.read_bytes() for file in path.rglob("*") if file.is_file()}
                for path in (there.iterdir() if there.exists() else [])}

    def kept(self):
        """How many models lie there, whole or not."""
        there = self.folder / "models"
        return len(list(there.iterdir())) if there.exists() else 0


@pytest.fixture
def bundle(home):
    return Bundle(home.path / "stick")


@pytest.fixture
def place(home):
    return Place(home)


def test_folders_and_archives_are_installed_by_their_pair(bundle, place):
    bundle.model("en", "es")
    bundle.archive("es", "en", version="2.0")
    bundle.put("LICENSE", b"free")
    done = place.takes(bundle.sums())
    assert done.returncode == 0, done
    assert done.stdout.splitlines()[:2] == ["en > es, version 1.9, 1 MB, installed", "es > en, version 2.0, 1 MB, installed"]
    assert place.packages() == {
        "en_es": {**FILES, "metadata.json": metadata("en", "es")}, "es_en": {**FILES, "metadata.json": metadata("es", "en", "2.0")}}
    assert place.kept() == 2
    for path in (place.folder / "models").rglob("*"):
        assert path.stat().st_mode & 0o777 == (0o755 if path.is_dir() else 0o644), path


def test_it_says_how_the_models_are_run(bundle, place, home):
    bundle.model("en", "es")
    bundle.sums()
    done = place.takes(bundle)
    assert f"ARGOS_PACKAGES_DIR={place.folder}/packages libretranslate --host 127.0.0.1 --port 5000" in done.stdout
    assert "[[translation.endpoint]]" not in done.stdout, "A node without engines in its configuration asks it by itself."
    home.write("sabir/sabir.toml", '[[translation.endpoint]]\nkind = "apertium"\nurl = "http://127.0.0.1:2737"\n')
    told = place.takes(bundle).stdout
    home.write("sabir/sabir.toml", "".join(f"{line.strip()}\n" for line in told.splitlines() if line.startswith("  ")
                                           and "ARGOS" not in line))
    assert "[[translation.endpoint]]" not in place.takes(bundle).stdout, "What it prints is what it looks for."


def test_a_later_version_takes_the_place_of_the_first(bundle, place, home):
    bundle.model("en", "es")
    bundle.model("es", "en")
    assert place.takes(bundle.sums()).returncode == 0
    second = Bundle(home.path / "second")
    second.model("en", "es", files={**FILES, "model/model.bin": b"better"}, version="2.0")
    assert place.takes(second.sums()).returncode == 0
    there = place.packages()
    assert there["en_es"]["model/model.bin"] == b"better" and there["es_en"]["model/model.bin"] == FILES["model/model.bin"]
    assert place.kept() == 2


def test_a_bundle_is_looked_at_and_nothing_is_installed(bundle, place):
    bundle.model("en", "es")
    done = place.takes(bundle.sums(), "--dry-run")
    assert (done.returncode, done.stdout) == (
        0, "en > es, version 1.9, 1 MB\nAll files are as their checksums say. Nothing was installed.\n"), done
    assert not place.folder.exists()


def link(bundle):
    (bundle.sums().folder / "en_es/link").symlink_to("/etc/passwd")


def damaged(bundle):
    bundle.sums().put("en_es/model/model.bin", b"other")


def linked_in_archive(bundle):
    entry = zipfile.ZipInfo("translate-fr_es-1_9/link")
    entry.create_system, entry.external_attr = 3, 0o120777 << 16
    bundle.archive("fr", "es", more=[(entry, "/etc/passwd")])
    bundle.sums()


def longer_than_said(bundle):
    """Its list of files says that the model has one byte."""
    path = bundle.archive("fr", "es")
    data = bytearray(path.read_bytes())
    size = len(FILES["model/model.bin"]).to_bytes(4, "little")
    place = data.index(size, data.index(b"PK\x01\x02"))
    data[place:place + 4] = (1).to_bytes(4, "little")
    path.write_bytes(data)
    bundle.sums()


def cut(bundle):
    path = bundle.archive("fr", "es")
    path.write_bytes(path.read_bytes()[:-30])
    bundle.sums()


WRONG = {
    "no sums": (lambda bundle: None, "has no SHA256SUMS"),
    "a file is missing": (lambda bundle: bundle.sums("0" * 64 + "  en_es/more.bin"), "en_es/more.bin of SHA256SUMS is not there"),
    "a file more": (lambda bundle: bundle.sums().put("en_es/more", b"x"), "en_es/more is not in SHA256SUMS"),
    "a file is damaged": (damaged, "en_es/model/model.bin is not the file that SHA256SUMS means"),
    "a path leads out": (lambda bundle: bundle.sums("0" * 64 + "  ../../etc/passwd"), "names a file outside the bundle (../../etc/passwd)"),
    "an absolute path": (lambda bundle: bundle.sums("0" * 64 + "  /etc/passwd"), "names a file outside the bundle (/etc/passwd)"),
    "no list": (lambda bundle: bundle.put("SHA256SUMS", b"hello\n"), "line 1 of SHA256SUMS is no checksum"),
    "a link": (link, "en_es/link is a link"),
    "a pipe": (lambda bundle: os.mkfifo(bundle.sums().folder / "pipe"), "pipe is no ordinary file"),
    "no weights": (lambda bundle: (bundle.folder / "en_es/model/model.bin").unlink() or bundle.sums(), "has no model/model.bin"),
    "no pieces": (lambda bundle: (bundle.folder / "en_es/sentencepiece.model").unlink() or bundle.sums(), "neither sentencepiece.model"),
    "no languages": (lambda bundle: bundle.put("en_es/metadata.json", b"{}") and bundle.sums(), "does not say from which language"),
    "no language's name": (lambda bundle: bundle.put("en_es/metadata.json", metadata("en", "../x")) and bundle.sums(), "names languages that are none"),
    "of another type": (lambda bundle: bundle.put("en_es/metadata.json", metadata("en", "es", type="sbd")) and bundle.sums(), "is of the type sbd"),
    "twice": (lambda bundle: bundle.archive("en", "es") and bundle.sums(), "both translate from en to es"),
    "out of an archive": (lambda bundle: bundle.archive("fr", "es", more=[("../../evil", b"x")]) and bundle.sums(), "would lie outside its folder (../../evil)"),
    "a link in an archive": (linked_in_archive, "has a link in it"),
    "an archive that is none": (lambda bundle: bundle.put("x.argosmodel", b"x" * 99) and bundle.sums(), "x.argosmodel is no archive of a model"),
    "an archive cut short": (cut, "is no archive of a model"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_said_and_nothing_is_taken(bundle, place, case):
    bundle.model("en", "es")
    prepare, says = WRONG[case]
    prepare(bundle)
    done = place.takes(bundle)
    assert done.returncode == 1 and says in done.stderr, done
    assert not place.folder.exists() and not done.stdout


def test_an_entry_that_is_longer_than_it_said_is_not_taken(bundle, place):
    bundle.model("en", "es")
    longer_than_said(bundle)
    done = place.takes(bundle)
    assert done.returncode == 1 and "in it is longer than it says" in done.stderr, done
    assert set(place.packages()) == {"en_es"} and place.kept() == 1, "What was whole before stays; of the other nothing."


def test_neither_a_bundle_nor_two_languages(home, bundle):
    assert run("engines", "install", home=home).returncode == 2
    assert run("engines", "install", "es", home=home).returncode == 2
    assert run("engines", "install", "es", "it", "--bundle", str(bundle.folder), home=home).returncode == 2
    assert run("engines", "install", "--bundle", str(bundle.folder), "--models", "here", home=home).returncode == 2
    done = run("engines", "install", "--bundle", str(home.path / "nowhere"), home=home)
    assert done.returncode == 1 and "nowhere cannot be read: No such file or directory" in done.stderr, done


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting needs root")
def test_a_disk_that_is_too_small_is_said_before_anything_is_written(bundle, place):
    bundle.model("en", "es")
    bundle.sums()
    small = place.home.path / "small"
    small.mkdir()
    script = (f"mount -t tmpfs -o size=1m tmpfs {small} && {sabir()} engines install --bundle {bundle.folder} --models {small}/models; "
              f"echo $?; find {small} -type f -size +0")
    done = subprocess.run(["unshare", "--mount", "--propagation", "private", "sh", "-c", script], capture_output=True, text=True,
                          timeout=60, env={**os.environ, **place.home.environment}, check=False)
    assert done.stdout == "1\n" and "MB, and" in done.stderr and "Make room there" in done.stderr, done


def test_after_a_kill_no_half_of_a_model_is_seen_and_the_next_one_clears_it_away(bundle, place, home):
    bundle.model("en", "es")
    with open(bundle.folder / "en_es/model/model.bin", "wb") as file:
        file.truncate(600 << 20)
    bundle.sums()
    process = subprocess.Popen(
        [str(sabir()), "engines", "install", "--bundle", str(bundle.folder), "--models", str(place.folder)],
        env={**os.environ, **home.environment}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    half = place.folder / "models/en_es.1/model/model.bin"
    while not (half.exists() and half.stat().st_size):
        assert process.poll() is None, "It was done before anybody could look."
        os.sched_yield()
    process.send_signal(signal.SIGKILL)
    process.wait(30)
    assert place.packages() == {} and place.kept() == 1
    assert half.stat().st_size < 600 << 20
    small = Bundle(home.path / "small")
    small.model("es", "en")
    assert place.takes(small.sums()).returncode == 0
    assert set(place.packages()) == {"es_en"} and place.kept() == 1


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")
def test_the_unit_that_runs_them_leaves_little_open():
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(ROOT / "config/sabir-models.service")],
        capture_output=True, text=True, timeout=30, check=False)
    score = re.search(r"Overall exposure level for sabir-models.service: ([\d.]+)", done.stdout)
    assert score and float(score[1]) <= 2.0, done


def test_two_at_a_time_wait_for_each_other(bundle, place):
    bundle.model("en", "es")
    place.folder.mkdir()
    with open(place.folder / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = place.takes(bundle.sums())
    assert done.returncode == 1 and "Another sabir engines install is at work" in done.stderr, done
    assert place.packages() == {}
