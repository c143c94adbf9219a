"""config/monitoring: rules and dashboard speak of metrics that there are, and the rules tell what they say they do."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from host import ROOT

MONITORING = ROOT / "config/monitoring"
OPERATIONS = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
# test_metrics.py holds this table against what a node shows.
TABLE = dict(re.findall(r"^\| `(sabir_\w+)` \| (counter|gauge|histogram) \|", OPERATIONS, re.MULTILINE))
LABELS = {
    name: {label for part in labels.split("; ") for label in re.findall(r"`(\w+)`", part.split(":")[0])}
    for name, labels in re.findall(r"^\| `(sabir_\w+)` \| \w+ \| ([^|]*?) \|", OPERATIONS, re.MULTILINE)
}
PROMTOOL = shutil.which("promtool")


def series(name):
    """The names under which a metric is asked for."""
    return {name} if TABLE[name] != "histogram" else {f"{name}{ending}" for ending in ("_bucket", "_sum", "_count")}


SERIES = {asked: name for name in TABLE for asked in series(name)}


def rules():
    groups = yaml.safe_load((MONITORING / "sabir.rules.yml").read_text(encoding="utf-8"))["groups"]
    return [rule for group in groups for rule in group["rules"]]


def panels():
    return json.loads((MONITORING / "sabir-dashboard.json").read_text(encoding="utf-8"))["panels"]


def expressions():
    return [rule["expr"] for rule in rules()] + [target["expr"] for panel in panels() for target in panel["targets"]]


def test_every_metric_that_is_asked_for_is_documented_with_its_labels():
    for expression in expressions():
        asked = re.findall(r"\bsabir_\w+", expression)
        assert set(asked) <= SERIES.keys(), expression
        known = set().union(*(LABELS[SERIES[name]] for name in asked)) | {"instance", "job", "le"}
        grouped = [label.strip() for part in re.findall(r"by \(([^)]*)\)", expression) for label in part.split(",")]
        chosen = re.findall(r"(\w+)(?:=~|!=|=)\"", expression)
        assert set(grouped + chosen) <= known, expression


def test_the_dashboard_leaves_no_metric_out():
    asked = {SERIES[name] for panel in panels() for t in panel["targets"] for name in re.findall(r"\bsabir_\w+", t["expr"])}
    assert asked == TABLE.keys()


def test_what_is_worth_an_alarm_has_one():
    (named,) = re.findall(r"^Worth an alarm[^\n]*$", OPERATIONS, re.MULTILINE)
    told = {name for rule in rules() for name in re.findall(r"\bsabir_\w+", rule["expr"])}
    assert set(re.findall(r"`(sabir_\w+)", named)) <= told
    for rule in rules():
        assert rule["labels"]["severity"] in ("critical", "warning"), rule
        assert all(rule["annotations"][part].strip().endswith(".") for part in ("summary", "description")), rule
        assert f"`{rule['alert']}`" in OPERATIONS, rule["alert"]


def test_panels_of_the_dashboard_do_not_lie_on_each_other():
    taken = set()
    for panel in panels():
        at = panel["gridPos"]
        cells = {(at["x"] + x, at["y"] + y) for x in range(at["w"]) for y in range(at["h"])}
        assert not cells & taken and at["x"] + at["w"] <= 24, panel["title"]
        taken |= cells
    ids = [panel["id"] for panel in panels()]
    assert len(set(ids)) == len(ids)


@pytest.mark.skipif(not PROMTOOL, reason="promtool, of Debian's package prometheus, is not installed")
@pytest.mark.parametrize("question, file", [
    ("check", MONITORING / "sabir.rules.yml"), ("test", Path(__file__).parent / "sabir.rules.test.yml")])
def test_promtool_finds_the_rules_well(question, file):
    done = subprocess.run([PROMTOOL, question, "rules", str(file)], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_rule_is_tried():
    tried = yaml.safe_load((Path(__file__).parent / "sabir.rules.test.yml").read_text(encoding="utf-8"))["tests"]
    fired = {case["alertname"] for test in tried for case in test["alert_rule_test"] if case["exp_alerts"]}
    assert fired == {rule["alert"] for rule in rules()}
