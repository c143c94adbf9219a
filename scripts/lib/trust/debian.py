"""Fetches with apt what the bench reads, into a folder of its own: nothing is installed, the machine's lists stay."""
import re
import subprocess
import tomllib
from pathlib import Path

SETTINGS = tomllib.loads(Path(__file__).with_name("bench.toml").read_text())
LANGUAGES = sorted(SETTINGS["languages"])
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"


class Archive:
    """Debian's lists and packages in a folder."""

    def __init__(self, folder: Path):
        self.folder = folder
        for part in ("lists/partial", "archives/partial", "packages", "unpacked"):
            (folder / part).mkdir(parents=True, exist_ok=True)
        (folder / "installed").touch()
        sources = folder / "debian.sources"
        sources.write_text(
            f"Types: deb\nURIs: http://deb.debian.org/debian\nSuites: {SETTINGS['suite']}\n"
            f"Components: main\nSigned-By: {KEYRING}\n")
        wanted = [tag for tags in SETTINGS["languages"].values() for tag in tags]
        self.options = [
            f"Dir::State={folder}", f"Dir::State::lists={folder}/lists", f"Dir::State::status={folder}/installed",
            f"Dir::Cache={folder}", f"Dir::Etc::sourcelist={sources}", "Dir::Etc::sourceparts=/dev/null",
            "Dir::Etc::trustedparts=/etc/apt/trusted.gpg.d", "Acquire::GzipIndexes=false", "APT::Sandbox::User=",
            f"Acquire::Languages={','.join(wanted)}",
        ]

    def apt_get(self, *words: str) -> None:
        options = [part for option in self.options for part in ("-o", option)]
        subprocess.run(["apt-get", "-q", *options, *words], check=True, cwd=self.folder / "packages")

    def fetch(self) -> None:
        """Lists, descriptions and packages; those that are there stay as they are."""
        if not any((self.folder / "lists").glob("*_Packages")):
            self.apt_get("update")
        there = {path.name.partition("_")[0] for path in (self.folder / "packages").glob("*.deb")}
        names = [name for part in SETTINGS["packages"].values() for name in part.split()]
        missing = [name for name in names if name not in there]
        if missing:
            self.apt_get("download", *missing)

    def sources(self) -> dict[str, str]:
        """The source package of each binary one."""
        found = {}
        for record in self.records("*_Packages"):
            found[record["Package"]] = record.get("Source", record["Package"]).split()[0]
        return found

    def records(self, pattern: str):
        """The paragraphs of the lists of this name, as fields."""
        for path in sorted((self.folder / "lists").glob(pattern)):
            for paragraph in path.read_text(errors="replace").split("\n\n"):
                if paragraph.strip():
                    yield fields(paragraph)

    def unpacked(self):
        """Each package's name, and where its files and its control files lie meanwhile."""
        for path in sorted((self.folder / "packages").glob("*.deb")):
            target = self.folder / "unpacked" / path.name.partition("_")[0]
            if not target.exists():
                subprocess.run(["dpkg-deb", "-x", path, target], check=True)
                subprocess.run(["dpkg-deb", "-e", path, target / "DEBIAN"], check=True)
            yield target.name, target


def fields(paragraph: str) -> dict[str, str]:
    """Of deb822; the lines of a value that go on keep their first blank off."""
    found: dict[str, str] = {}
    name = ""
    for line in paragraph.split("\n"):
        if line[:1] in " \t" and name:
            found[name] += "\n" + line[1:]
        elif match := re.match(r"([\w.@-]+):\s*(.*)", line):
            name = match[1]
            found[name] = match[2]
    return found
