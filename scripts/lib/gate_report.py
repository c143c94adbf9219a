"""A pytest plugin: writes what became of each test into the file $SABIR_RESULTS, one JSON object a line.

    {"id": "Tests/web/test_visit.py::test_staff", "outcome": "passed" | "failed" | "skipped", "seconds": 1.5,
     "text": what pytest shows of a failure, "crashed": ["sabir ended by SIGILL", ...]}

`crashed` names the programs that the test started and that ended by a signal that only a fault sends.
"""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FAULTS = {-number: number.name for number in (
    signal.SIGILL, signal.SIGTRAP, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGSEGV, signal.SIGSYS)}
started, results = [], {}


class WatchedProgram(subprocess.Popen):
    def __init__(self, *arguments, **settings):
        super().__init__(*arguments, **settings)
        started.append(self)


def pytest_configure(config):
    subprocess.Popen = WatchedProgram
    config.is_writer = not hasattr(config, "workerinput") and "SABIR_RESULTS" in os.environ


def program(process):
    first = process.args if isinstance(process.args, (str, bytes, os.PathLike)) else process.args[0]
    return Path(os.fsdecode(first)).name


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    ended = [process for process in started if process.poll() is not None]
    report.crashed = [f"{program(p)} ended by {FAULTS[p.returncode]}" for p in ended if p.returncode in FAULTS]
    started[:] = [process for process in started if process not in ended]
    return report


def shown(report):
    return "\n".join([report.longreprtext, *(f"--- {name}\n{text}" for name, text in report.sections)])


@pytest.hookimpl
def pytest_runtest_logreport(report):
    result = results.setdefault(
        report.nodeid, {"outcome": "passed", "seconds": 0, "text": "", "crashed": []})
    result["seconds"] += report.duration
    result["crashed"] += report.__dict__.get("crashed", [])
    if report.failed:
        result["outcome"] = "failed"
        result["text"] += shown(report)
    elif report.skipped and result["outcome"] == "passed":
        result["outcome"] = "skipped"


def pytest_collectreport(report):
    if report.failed:
        results[report.nodeid or "collection"] = {
            "outcome": "failed", "seconds": 0, "text": report.longreprtext, "crashed": ["the tests could not be read"]}


def pytest_sessionfinish(session):
    if not session.config.is_writer:
        return
    folder = session.config.rootpath.relative_to(ROOT)
    with open(os.environ["SABIR_RESULTS"], "w", encoding="utf-8") as file:
        for name, result in results.items():
            file.write(json.dumps({"id": f"{folder}/{name}", **result}) + "\n")
