"""Reads Tests/gate.txt and which Swift tests wait on real time.

    gate.py list STAGE   the tests of that stage in the gate, one a line
    gate.py timed        a regular expression for `swift test --filter`: the suites that wait on real time
"""

import functools
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
LIST = ROOT / "Tests/gate.txt"
BOUNDED_SUITE = re.compile(r"@Suite\([^@]*?\.timeLimit\([^@]*?\b(?:struct|class|actor|enum)\s+(\w+)")
"""A suite whose tests wait on real time has a bound on it, by which it is known."""


@functools.cache
def section(name):
    """The lines of one section, without comments."""
    found, inside = [], False
    for line in LIST.read_text(encoding="utf-8").splitlines():
        line = line.split(" #")[0].strip()
        if line.startswith("["):
            inside = line == f"[{name}]"
        elif inside and line and not line.startswith("#"):
            found.append(line)
    return found


@functools.cache
def timed_suites():
    """`TARGET.SUITE` of each suite of Swift that waits on real time."""
    found = set()
    for path in ROOT.glob("Tests/*Tests/**/*.swift"):
        target = path.relative_to(ROOT / "Tests").parts[0]
        found |= {f"{target}.{suite}" for suite in BOUNDED_SUITE.findall(path.read_text(encoding="utf-8"))}
    return sorted(found | set(section("unit timed")))


def waits_on_time(test):
    """`test` is `TARGET.SUITE/name()`, where a suite within another stands behind a point or a stroke."""
    parts = re.split(r"[./]", test)
    return parts[0] in timed_suites() or any(f"{parts[0]}.{part}" in timed_suites() for part in parts[1:-1])


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["list", name]:
            sys.stdout.writelines(f"{test}\n" for test in section(name))
        case ["timed"]:
            print("^(" + "|".join(suite.replace(".", r"\.(.*/)?") for suite in timed_suites()) + r")(?=[./]|$)")
