"""What became of the tests of a run, and which of those that failed run once more.

    results.py stage NAME STATUS LOG FILE...   reads a stage's reports, says what failed in it; status 1 if anything did
    results.py step NAME STATUS LOG            the same of a step that has no tests, such as the build
    results.py again                           prints "STAGE<tab>ID" of each failure that is repeated
    results.py repeated STAGE ID LOG FILE...   notes how the repetition went, by its reports
    results.py finish                          prints unsteady tests, failures and the closing line; status 1 if any failed

Reports are JUnit XML (Swift Testing, the lab) or lines of JSON (gate_report.py). All of a run is in results.jsonl, in the
folder $SABIR_REPORTS. docs/testing.md says what is repeated and why.
"""

import fnmatch
import json
import os
import re
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

import gate

REPORTS = Path(os.environ["SABIR_REPORTS"])
RESULTS, REPEATED = REPORTS / "results.jsonl", REPORTS / "repeated.jsonl"
SHOWN_LINES = 40
UNSTEADY_SHARE, UNSTEADY_LEAST = 0.01, 5
"""More unsteady tests than this share of the repeatable ones, and than this many, are a failure of the gate."""
GRAVE = re.compile(
    r"\*\*\* Program crashed|Fatal error:|Sanitizer|\b(lost|twice|doubled?|duplicates?|no hole|out of order)\b|nobody else")
"""What a failure says where a program ended by a fault, or a line was lost, doubled or shown to the wrong person."""


def read(path):
    """The results in one report; [] where there is none, or it is another kind of file."""
    if path.suffix == ".jsonl" and path.exists():
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    if path.suffix == ".xml" and path.exists():
        return [of_case(case) for case in xml.parse(path).iter("testcase")]
    return []


def of_case(case):
    faults = [*case.findall("failure"), *case.findall("error")]
    outcome = "failed" if faults else "skipped" if case.find("skipped") is not None else "passed"
    text = "\n".join((fault.get("message") or "") + "\n" + (fault.text or "") for fault in faults)
    name = f"{case.get('classname')}/{case.get('name')}"
    return {"id": name, "outcome": outcome, "seconds": float(case.get("time") or 0), "text": text.strip(), "crashed": []}


def is_final(stage, result):
    """Whether this test never runs a second time: docs/testing.md, "What runs twice"."""
    if stage in ("sanitizers", "fuzz"):
        return True
    if stage == "unit" and not gate.waits_on_time(result["id"]):
        return True
    return bool(result["crashed"] or GRAVE.search(result["text"])
                or any(fnmatch.fnmatch(result["id"], pattern) for pattern in gate.section("once")))


def take_stage(name, status, log, *files):
    results = [result for file in files for result in read(Path(file))]
    for result in results:
        result.update(stage=name, log=log, final=is_final(name, result))
    failed = any(result["outcome"] == "failed" for result in results)
    if not any(result["outcome"] != "skipped" for result in results):
        results.append(fault(name, log, "no test of this stage ran\n" + end_of(log)))
    elif status not in ("0", "1") or status == "1" and not failed:
        results.append(fault(name, log, f"the stage ended with status {status}\n" + end_of(log)))
    keep(results)
    tell([result for result in results if result["outcome"] == "failed"])


def take_step(name, status, log):
    if status != "0":
        failure = fault(name, log, f"ended with status {status}\n" + end_of(log))
        keep([failure])
        tell([failure])


def fault(name, log, text):
    """The failure of a whole stage or step."""
    return {"id": name, "stage": name, "outcome": "failed", "seconds": 0, "text": text, "final": True, "log": log,
            "crashed": []}


def end_of(log):
    return "\n".join(Path(log).read_text(encoding="utf-8", errors="replace").splitlines()[-SHOWN_LINES:])


def keep(results):
    with RESULTS.open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(result) + "\n" for result in results)


def tell(failures):
    """Each failure with the end of what it said, then where all of it is."""
    for failure in failures:
        print(f"-- {failure['id']}")
        print(*(line[:300] for line in failure["text"].splitlines()[-SHOWN_LINES:]), sep="\n")
    for log in sorted({failure["log"] for failure in failures}):
        print(f"   All of it: {log}")
    sys.exit(1 if failures else 0)


def all_results():
    return read(RESULTS)


def again():
    for result in all_results():
        if result["outcome"] == "failed" and not result["final"]:
            print(result["stage"], result["id"], sep="\t")


def note_repetition(stage, test, log, *files):
    """It passed if it ran, and nothing that ran with it failed."""
    outcomes = {result["id"]: result["outcome"] for file in files for result in read(Path(file))}
    passed = outcomes.get(test) == "passed" and "failed" not in outcomes.values()
    with REPEATED.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"stage": stage, "id": test, "passed": passed, "log": log}) + "\n")


def finish():
    results = all_results()
    passed_later = {(r["stage"], r["id"]): r["log"] for r in read(REPEATED) if r["passed"]}
    unsteady = [r for r in results if r["outcome"] == "failed" and (r["stage"], r["id"]) in passed_later]
    failures = [r for r in results if r["outcome"] == "failed" and r not in unsteady]
    limit = max(UNSTEADY_LEAST, int(UNSTEADY_SHARE * sum(not r["final"] for r in results)))
    if unsteady:
        print("Unsteady, passed when run once more with nothing beside it (its cause is the next thing to look for):")
        for result in unsteady:
            print(f"  {result['stage']} {result['id']}\n    {result['log']}\n    {passed_later[result['stage'], result['id']]}")
    if failures:
        print("Failed:", *(f"  {r['stage']} {r['id']}: {first_line(r['text'])}" for r in failures), sep="\n")
    too_many = len(unsteady) > limit
    if too_many:
        print(f"{len(unsteady)} tests are unsteady; more than {limit} are a failure.")
    passed = sum(r["outcome"] == "passed" for r in results) + len(unsteady)
    skipped = sum(r["outcome"] == "skipped" for r in results)
    failed = len(failures) + too_many
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    sys.exit(1 if failed or not passed else 0)


def first_line(text):
    lines = [line for line in text.splitlines() if line.strip()]
    said = [line for line in lines if line.startswith("E ")] or lines or [""]
    return said[0][:240]


if __name__ == "__main__":
    command, *words = sys.argv[1:]
    {"stage": take_stage, "step": take_step, "again": again, "repeated": note_repetition, "finish": finish}[command](*words)
