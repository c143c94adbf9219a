"""scripts/release: from packages that stand in for the real ones to a program installed by apt from what was signed."""

import filecmp
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("sabir", "sabir-engines", "sabir-kiosk", "sabir-wifi")
SOURCE = "Sources/SabirCore/ProgramVersion.swift"
CURRENT = re.search(r'static let number = "(.+)"', (ROOT / SOURCE).read_text())[1]
VERSION = CURRENT.split("-")[0]
"""What is released of it."""


def run(*command, check=True, **settings):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, **settings)
    assert not check or done.returncode == 0, (command, done.stdout, done.stderr)
    return done


class Maker:
    """Whoever releases: a repository of this tree's files, a key, packages."""

    def __init__(self, folder):
        self.folder, self.tree = folder, folder / "tree"
        home = folder / "gnupg"
        home.mkdir(mode=0o700)
        self.environment = {**os.environ, "GNUPGHOME": str(home)}
        self.key = "releases@sabir.example"
        self.gpg("--quick-generate-key", f"Releases <{self.key}>", "rsa3072", "sign", "never")
        self.tree.mkdir()
        listed = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=ROOT).stdout
        run("tar", "--create", "--null", "--files-from=-", f"--file={folder}/tree.tar", "--ignore-failed-read", cwd=ROOT, input=listed)
        run("tar", "--extract", f"--file={folder}/tree.tar", cwd=self.tree)
        self.git("init", "--quiet")
        self.commits()
        shutil.copy2(ROOT / "Package.resolved", self.tree / "Package.resolved")
        self.stand_ins()

    def gpg(self, *words):
        return run("gpg", "--batch", "--pinentry-mode", "loopback", "--passphrase", "", *words, env=self.environment)

    def git(self, *words):
        return run("git", "-c", "user.name=Maker", "-c", f"user.email={self.key}", *words, cwd=self.tree, env=self.environment)

    def stand_ins(self):
        (self.folder / "debs").mkdir()
        for name in NAMES:
            root = self.folder / "stand-in"
            (root / "DEBIAN").mkdir(parents=True)
            (root / "DEBIAN/control").write_text(
                f"Package: {name}\nVersion: {VERSION}\nArchitecture: {'amd64' if name == 'sabir' else 'all'}\n"
                "Maintainer: Nobody <nobody@sabir.example>\nDescription: stands in\n")
            program = root / "usr/lib" / name / name
            program.parent.mkdir(parents=True)
            shutil.copy("/bin/true", program)
            run("dpkg-deb", "--build", "--root-owner-group", str(root), str(self.folder / f"debs/{name}_{VERSION}_all.deb"))
            shutil.rmtree(root)

    def is_finished(self):
        source = self.tree / SOURCE
        source.write_text(source.read_text().replace(f'"{CURRENT}"', f'"{VERSION}"'))
        self.commits()

    def names_the_version(self):
        log = self.tree / "CHANGELOG.md"
        log.write_text(log.read_text().replace("## Unreleased", f"## {VERSION} (1 December 2026)", 1))
        self.commits()

    def commits(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "Release")

    def releases(self, out, *options, check=True):
        return run(
            "scripts/release", "--key", self.key, "--packages", str(self.folder / "debs"), "--out", str(self.folder / out), *options,
            cwd=self.tree, env=self.environment, check=check)


@pytest.fixture(scope="module")
def maker(tmp_path_factory):
    made = Maker(tmp_path_factory.mktemp("release"))
    yield made
    # gpg leaves its agent behind.
    run("gpgconf", "--kill", "all", env=made.environment)


@pytest.fixture(scope="module")
def released(maker):
    """In the order of a real one: each thing that is not right is refused first."""
    if CURRENT != VERSION:
        assert f"{CURRENT} ({SOURCE}), which is none to release" in maker.releases("early", check=False).stderr
    maker.is_finished()
    told = maker.releases("early", check=False)
    assert told.returncode == 1 and 'CHANGELOG.md begins with "Unreleased"' in told.stderr, told
    maker.names_the_version()
    (maker.tree / "README.md").write_text("changed")
    assert "The tree has changes" in maker.releases("early", check=False).stderr
    maker.git("checkout", "--quiet", "README.md")
    assert "no secret key" in run(
        "scripts/release", "--key", "nobody@sabir.example", cwd=maker.tree, env=maker.environment, check=False).stderr
    assert not (maker.folder / "early").exists()
    maker.releases("out")
    return maker.folder / "out"


def test_all_of_it_is_there_and_signed(maker, released):
    assert {path.name for path in released.iterdir()} == {
        "SHA256SUMS", "SHA256SUMS.asc", f"sabir-{VERSION}.tar.gz", f"sabir-{VERSION}.cdx.json", "apt",
        *(f"{name}_{VERSION}_all.deb" for name in NAMES)}  # fmt: skip
    maker.gpg("--verify", str(released / "SHA256SUMS.asc"), str(released / "SHA256SUMS"))
    run("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=released)
    listed = run("tar", "--list", "--file", str(released / f"sabir-{VERSION}.tar.gz")).stdout.split()
    assert f"sabir-{VERSION}/Package.swift" in listed and not any(".build" in name for name in listed)


def test_the_same_tree_makes_the_same_release(maker, released):
    maker.releases("again")
    assert "is there already" in maker.releases("again", check=False).stderr
    for file in released.rglob("*"):
        if file.is_file() and file.name not in ("SHA256SUMS.asc", "InRelease", "Release.gpg"):
            assert filecmp.cmp(file, maker.folder / "again" / file.relative_to(released), shallow=False), file


def test_a_tag_is_made_when_it_is_asked_for(maker, released):
    assert maker.git("tag", "--list", f"v{VERSION}").stdout == ""
    maker.releases("tagged", "--tag")
    maker.git("verify-tag", f"v{VERSION}")


def test_the_bill_has_each_dependency_and_each_package(released):
    bill = json.loads((released / f"sabir-{VERSION}.cdx.json").read_text())
    parts = {part["purl"].lower(): part for part in bill["components"] if "purl" in part}
    urls = re.findall(r'url: "https://(.+?)(?:\.git)?"', (ROOT / "Package.swift").read_text())
    assert len(urls) > 5
    for url in urls:
        assert any(purl.startswith(f"pkg:swift/{url.lower()}@") for purl in parts), url
    for name in NAMES:
        (part,) = [part for purl, part in parts.items() if purl.startswith(f"pkg:deb/{name}@")]
        told = run("sha256sum", str(released / f"{name}_{VERSION}_all.deb")).stdout.split()[0]
        assert part["hashes"] == [{"alg": "SHA-256", "content": told}]
        assert part["licenses"]


class Computer:
    """An empty root of apt's and dpkg's own, which knows the repository and its key, and nothing else."""

    def __init__(self, folder, repository, key=None):
        for name in ("etc/apt/preferences.d", "var/lib/dpkg/info", "var/lib/dpkg/updates", "var/lib/apt/lists/partial",
                     "var/cache/apt/archives/partial", "var/log/apt", "tmp"):
            (folder / name).mkdir(parents=True)
        (folder / "var/lib/dpkg/status").touch()
        (folder / "etc/apt/sources.list").write_text(
            f"deb [arch=amd64 signed-by={key or repository / 'sabir-archive-keyring.gpg'}] copy:{repository} stable main\n")
        self.folder = folder

    def apt(self, *words, check=True):
        root = self.folder
        return run(
            "apt-get", "--yes", "-o", f"Dir={root}", "-o", f"Dir::State::status={root}/var/lib/dpkg/status", "-o", "APT::Sandbox::User=root",
            "-o", "Dir::Bin::Methods=/usr/lib/apt/methods", "-o", "Dir::Bin::dpkg=/usr/bin/dpkg", "-o", f"DPkg::Options::=--root={root}",
            "-o", "DPkg::Options::=--force-script-chrootless", "-o", "Dpkg::Use-Pty=0", "-o", "APT::Update::Error-Mode=any", *words, check=check)


@pytest.fixture
def repository(released, tmp_path):
    """A copy, to be spoilt."""
    return Path(shutil.copytree(released / "apt", tmp_path / "apt"))


def test_apt_installs_from_it(repository, tmp_path):
    computer = Computer(tmp_path / "computer", repository)
    computer.apt("update")
    computer.apt("install", "sabir", "sabir-wifi")
    assert (tmp_path / "computer/usr/lib/sabir/sabir").exists()
    assert (tmp_path / "computer/usr/lib/sabir-wifi/sabir-wifi").exists()


def spoil(file):
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)


def test_apt_refuses_a_package_with_another_byte(repository, tmp_path):
    computer = Computer(tmp_path / "computer", repository)
    computer.apt("update")
    spoil(next((repository / "pool").glob("sabir-wifi_*.deb")))
    tried = computer.apt("install", "sabir-wifi", check=False)
    assert tried.returncode != 0 and re.search("Hash Sum mismatch|unexpected size", tried.stderr), tried
    assert not (tmp_path / "computer/usr/lib/sabir-wifi").exists()


@pytest.mark.parametrize("name", ["InRelease", "main/binary-amd64/Packages"])
def test_apt_refuses_a_list_with_another_byte(repository, tmp_path, name):
    spoil(repository / "dists/stable" / name)
    for other in repository.rglob("Packages.gz"):
        other.unlink()
    (repository / "dists/stable/Release").unlink()
    computer = Computer(tmp_path / "computer", repository)
    assert computer.apt("update", check=False).returncode != 0
    assert computer.apt("install", "sabir-wifi", check=False).returncode != 0


def test_apt_refuses_what_another_key_signed(maker, repository, tmp_path):
    maker.gpg("--quick-generate-key", "Other <other@sabir.example>", "rsa3072", "sign", "never")
    lists = repository / "dists/stable"
    maker.gpg("--yes", "--local-user", "other@sabir.example", "--clearsign", "--output", str(lists / "InRelease"), str(lists / "Release"))
    tried = Computer(tmp_path / "computer", repository).apt("update", check=False)
    assert tried.returncode != 0 and "NO_PUBKEY" in tried.stderr, tried
