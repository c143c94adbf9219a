"""Adds up JUnit reports: prints "PASSED FAILED SKIPPED" for the files named; one that is not there counts nothing.
Each test that failed has a line in the file that is named first: where it is, and the first line of what it said."""

import sys
import xml.etree.ElementTree as xml
from pathlib import Path


def counts(report):
    suites = [s for s in report.iter("testsuite") if s.get("tests")]
    tests, failed, skipped = (
        sum(int(suite.get(key, 0)) for suite in suites for key in keys)
        for keys in (("tests",), ("failures", "errors"), ("skipped",))
    )
    return tests - failed - skipped, failed, skipped


def failures(report):
    for case in report.iter("testcase"):
        for fault in [*case.findall("failure"), *case.findall("error")]:
            said = (fault.get("message") or fault.text or "").strip().splitlines() or [""]
            yield f"{case.get('classname')} {case.get('name')}: {said[0]}"[:300]


listed, *paths = map(Path, sys.argv[1:])
reports = [xml.parse(path) for path in paths if path.exists()]
with listed.open("a") as file:
    file.writelines(f"{line}\n" for report in reports for line in failures(report))
print(*(sum(column) for column in zip((0, 0, 0), *map(counts, reports))))
