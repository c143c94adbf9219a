"""What the packages are, before anybody installs them."""

import json
import re
import subprocess

import pytest
from conftest import ROOT

MANUAL = "usr/share/man/man1"
DOCS = {f"usr/share/doc/{{name}}/{file}" for file in ("changelog.Debian.gz", "changelog.gz", "copyright")}
CONTENTS = {
    "sabir-engines": {
        "lib/systemd/system/apertium-apy.service.d/sabir.conf", "lib/systemd/system/sabir-models.service",
        "usr/lib/sabir/apy-on-loopback"},
    "sabir-kiosk": {
        "etc/default/sabir-kiosk", "lib/systemd/system/sabir-kiosk.service", "usr/lib/sabir-kiosk/browser", "usr/lib/sabir-kiosk/show",
        "usr/lib/sysusers.d/sabir-kiosk.conf", "usr/share/doc/sabir-kiosk/kiosk.md.gz",
        "usr/share/sabir-kiosk/xkb/rules/sabir-closed", "usr/share/sabir-kiosk/xkb/symbols/sabir"},
    "sabir-wifi": {
        "etc/sabir/wifi.conf", "lib/systemd/system/sabir-wifi.service", "usr/lib/sabir-wifi/files.py", "usr/lib/sabir-wifi/network.py",
        "usr/lib/sabir-wifi/settings.py", "usr/sbin/sabir-wifi", "usr/share/doc/sabir-wifi/kiosk.md.gz",
        "usr/share/man/man8/sabir-wifi.8.gz", "usr/share/sabir-wifi/dnsmasq.conf.in", "usr/share/sabir-wifi/hostapd.conf.in",
        "usr/share/sabir-wifi/nftables.conf.in"},
}  # fmt: skip
"""Every file of the packages but the first, besides those of DOCS."""
SERVICE = {
    "etc/apparmor.d/sabir", "lib/systemd/system/sabir-backup.service", "lib/systemd/system/sabir-backup.timer",
    "lib/systemd/system/sabir.service", "usr/bin/sabir", "usr/lib/sabir/sabir", "usr/lib/sysusers.d/sabir.conf",
    "usr/lib/tmpfiles.d/sabir.conf", "usr/share/bash-completion/completions/sabir", "usr/share/doc/sabir/SECURITY.md",
    "usr/share/doc/sabir/README.md", "usr/share/doc/sabir/examples/sabir.toml", "usr/share/fish/vendor_completions.d/sabir.fish",
    "usr/share/zsh/vendor-completions/_sabir"}  # fmt: skip
"""Of the first package, besides what stands in folders of this tree, the manual and Swift's libraries."""


def extracted(packages, folder, name):
    (package,) = packages.glob(f"{name}_*.deb")
    tree = folder / "unpacked" / name
    tree.parent.mkdir(exist_ok=True)
    subprocess.run(["dpkg-deb", "--extract", str(package), str(tree)], check=True, timeout=120)
    return tree


def files_of(tree):
    return {str(path.relative_to(tree)) for path in tree.rglob("*") if not path.is_dir()}


@pytest.fixture(scope="module")
def unpacked(packages, folder):
    return extracted(packages, folder, "sabir")


def test_the_service_has_the_files_of_this_tree_and_no_others(unpacked):
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard", "share", "docs", "config/monitoring"],
        capture_output=True, text=True, timeout=60, check=True).stdout.splitlines()
    places = (("config/", "usr/share/sabir/"), ("share/", "usr/share/sabir/"), ("docs/", "usr/share/doc/sabir/docs/"))
    wanted = {there + name.removeprefix(here) for here, there in places for name in listed if name.startswith(here)}
    wanted |= SERVICE | {file.format(name="sabir") for file in DOCS}
    # Longer texts of Debian's documentation are packed.
    found = {name if name in wanted else name.removesuffix(".gz") for name in files_of(unpacked)}
    beside = {name for name in found if re.fullmatch(rf"{MANUAL}/sabir(-[a-z-]+)?\.1|usr/lib/sabir/lib\w+\.so", name)}
    assert found - beside == wanted


@pytest.mark.parametrize("name", CONTENTS)
def test_the_small_packages_have_these_files_and_no_others(packages, folder, name):
    tree = extracted(packages, folder, name)
    assert files_of(tree) == CONTENTS[name] | {file.format(name=name) for file in DOCS}
    (package,) = packages.glob(f"{name}_*.deb")
    assert package.stat().st_size < 200_000
    # What starts or asks something when it is installed: neither the screen nor the wifi does.
    subprocess.run(["dpkg-deb", "--control", str(package), str(folder / f"{name}.control")], check=True, timeout=60)
    postinst = folder / f"{name}.control/postinst"
    starts = postinst.exists() and re.search(r"deb-systemd-invoke (re)?start", postinst.read_text())
    assert bool(starts) == (name == "sabir-engines")
    enables = postinst.exists() and "new installations run enable" in postinst.read_text()
    assert enables == (name in ("sabir-kiosk", "sabir-engines"))


def test_apparmor_reads_the_profile_of_the_service(unpacked):
    profile = unpacked / "etc/apparmor.d/sabir"
    read = ["apparmor_parser", "--skip-kernel-load", "--skip-cache"]
    subprocess.run([*read, str(profile)], check=True, timeout=60)
    names = subprocess.run([*read, "--names", str(profile)], capture_output=True, text=True, check=True, timeout=60).stdout.split()
    unit = (unpacked / "lib/systemd/system/sabir.service").read_text()
    assert re.findall(r"^AppArmorProfile=-(.+)$", unit, re.MULTILINE) == names == ["sabir"]


def test_lintian_finds_neither_errors_nor_warnings(packages):
    (changes,) = packages.glob("*.changes")
    done = subprocess.run(
        ["lintian", "--allow-root", "--fail-on", "error,warning", "--tag-display-limit", "0", str(changes)],
        capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_each_command_has_its_page_which_says_what_its_help_says(unpacked):
    program = str(unpacked / "usr/lib/sabir/sabir")
    dumped = subprocess.run([program, "--experimental-dump-help"], capture_output=True, text=True, timeout=60, check=True)
    commands = {one["commandName"]: one for one in json.loads(dumped.stdout)["command"]["subcommands"] if one["shouldDisplay"]}
    del commands["help"]
    assert {path.name for path in (unpacked / MANUAL).iterdir()} == {"sabir.1.gz", *(f"sabir-{name}.1.gz" for name in commands)}
    for name, command in commands.items():
        shown = subprocess.run(
            ["man", "--local-file", str(unpacked / MANUAL / f"sabir-{name}.1.gz")], capture_output=True, text=True, timeout=60,
            check=True, env={"PATH": "/usr/bin:/bin", "MANWIDTH": "200", "LANG": "C.UTF-8", "GROFF_NO_SGR": "1"})
        told = re.sub(r".\x08", "", shown.stdout).replace("‐\n", "")
        told = re.sub(r"\s+", " ", told)
        assert not shown.stderr, (name, shown.stderr)
        for argument in command["arguments"]:
            for sentence in (argument.get("abstract", ""), *(f"--{spelt['name']}" for spelt in argument.get("names", ())
                                                              if spelt["kind"] == "long")):
                if argument["shouldDisplay"] and argument.get("valueName") not in ("version", "help"):
                    assert re.sub(r"\s+", " ", sentence) in told, (name, sentence)


def test_shells_complete_its_commands(unpacked):
    for file in ("bash-completion/completions/sabir", "zsh/vendor-completions/_sabir", "fish/vendor_completions.d/sabir.fish"):
        text = (unpacked / "usr/share" / file).read_text()
        assert all(command in text for command in ("serve", "join", "check-config")), file


def test_it_looks_for_libraries_beside_itself_and_in_debian_alone(unpacked):
    for file in (unpacked / "usr/lib/sabir").iterdir():
        shown = subprocess.run(["readelf", "-d", str(file)], capture_output=True, text=True, timeout=60, check=True).stdout
        for path in re.findall(r"\((?:RUNPATH|RPATH)\).*\[(.*)\]", shown):
            assert path == "$ORIGIN", (file.name, path)


def test_it_is_small_enough_to_carry(packages, unpacked, is_release):
    if not is_release:
        pytest.skip("the size of the program as it is released: --all")
    (package,) = packages.glob("sabir_*.deb")
    used = subprocess.run(["du", "-sk", str(unpacked)], capture_output=True, text=True, timeout=60, check=True).stdout
    assert package.stat().st_size <= 28 * 1_000_000
    assert int(used.split()[0]) <= 105 * 1_000
