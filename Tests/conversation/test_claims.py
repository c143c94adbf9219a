"""What the docs' tables name, held against the program and its schema, in both directions.

The metrics of docs/operations.md are in Tests/web/test_metrics.py, the keys of config/sabir.toml in
Tests/SabirNodeTests/Configuration/SampleConfigurationTests.swift.
"""

import json
import re

import pytest
from conversation import EVENTS, Stage
from host import ROOT
from program import run

SCHEMA = json.loads((ROOT / "docs/schema/packet.schema.json").read_text(encoding="utf-8"))["$defs"]
NAMED = re.compile(r"`([^`]+)`")


def tables(path):
    """Of each table of a document: the heading above it, and its rows as lists of cells."""
    found, heading, rows = [], "", []
    for line in [*(ROOT / path).read_text(encoding="utf-8").splitlines(), ""]:
        if line.startswith("|"):
            rows.append([cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
            continue
        if rows:
            found.append((heading, rows[2:]))
            rows = []
        if line.startswith("#"):
            heading = line.strip("# ")
    return found


def under(path, heading):
    rows = [row for title, rows in tables(path) if title == heading for row in rows]
    assert rows, f"{path} has no table under {heading!r}"
    return rows


# docs/programs.md


def test_every_line_that_a_program_may_give_is_documented_and_no_other():
    documented = set()
    for line, _ in under("docs/programs.md", "Lines that it reads"):
        documented |= {key for key in re.findall(r'\{"(\w+)":', line) if key not in ("act", "before")}
    with Stage() as stage:
        anna = stage.enters("anna", "en")
        anna.sends(nonsense=True)
        reason = anna.expect("error", code="bad-packet")["reason"]
    known = set(re.findall(r"\w+", reason.removeprefix("The line has none of "))) - {"and"}
    assert documented == known


EXAMPLES = [
    {"message": "hello"}, {"history": {"before": 5, "limit": 20}}, {"who": True}, {"lang": "es"}, {"name": "Ann"},
    {"check": "hello"}, {"phrase": "fever"}, {"unclear": "{id}"}, {"person": True}, {"person": "{id}"},
    {"report": "{id}", "text": "rude"}, {"staff": {"act": "lock"}}, {"password": "secret"},
]  # fmt: skip


def test_every_documented_line_is_understood_and_its_answer_is_a_documented_event():
    documented = {name for _, rows in tables("docs/programs.md") for row in rows for name in NAMED.findall(row[0])}
    with Stage() as stage:
        anna, boris = stage.enters("anna", "en"), stage.enters("boris", "es")
        boris.says("hola")
        line = anna.sees("hola")["id"]
        for example in EXAMPLES:
            anna.sends(**json.loads(json.dumps(example).replace("{id}", line)))
        anna.says("done")
        heard = anna.events + boris.events
    assert {event["event"] for event in heard} <= documented
    refused = [event for event in heard if event["event"] == "error" and event["code"] != "forbidden"]
    assert not refused


def test_every_event_is_documented_and_every_documented_one_is_known():
    documented = set()
    for heading in ("What becomes of a line you say", "Other events"):
        for name, _ in under("docs/programs.md", heading):
            documented |= {word for word in NAMED.findall(name) if not word.startswith('"')}
    assert documented == set(EVENTS)
    # A name that the program prints and that neither the docs nor the tests know.
    view = (ROOT / "Sources/sabir/Chat/JSONView.swift").read_text(encoding="utf-8")
    assert set(re.findall(r'\bsay\(\s*"([\w-]+)"', view)) <= documented


def test_fields_of_an_event_that_are_documented_are_there():
    for name, meaning in under("docs/programs.md", "Other events"):
        if not (fields := re.match(r"(?:[^:;]*: )?((?:`\w+`(?:, )?)+)(?=[;:,(]|$| \()", meaning)):
            continue
        for event in NAMED.findall(name):
            missing = {field for field in NAMED.findall(fields[1]) if field not in EVENTS} - set(EVENTS[event])
            assert not missing, f"{event}: {missing}"


# docs/protocol.md


def packets(side):
    """Name and documented fields of each packet that this side sends; relays' stand in one row, explained elsewhere."""
    of_members, of_hosts = (rows for heading, rows in tables("docs/protocol.md") if heading == "Packets")
    for name, fields, *_ in of_members if side == "member" else of_hosts:
        for kind in NAMED.findall(name):
            yield f"{side}.{kind}", fields


@pytest.mark.parametrize("side", ["member", "host"])
def test_every_packet_is_in_the_schema_and_every_one_of_the_schema_is_documented(side):
    known = {name for name in SCHEMA if name.startswith(f"{side}.")}
    assert {name for name, _ in packets(side)} == known


@pytest.mark.parametrize("side", ["member", "host"])
def test_every_field_of_a_packet_in_the_schema_is_documented(side):
    text = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    for name, _ in packets(side):
        fields = set(SCHEMA[name].get("properties", {})) - {"type"}
        assert not [field for field in fields if not re.search(rf"[`{{ \[.]{field}\b", text)], name


# README.md


def test_every_command_of_the_readme_is_there_and_every_command_is_in_the_readme():
    listed = re.findall(r"^  ([a-z-]+) {2,}\S", run("--help").stdout.split("SUBCOMMANDS:")[1], re.MULTILINE)
    table = set(re.findall(r"`sabir ([a-z-]+)", "".join(row[0] for row in under("README.md", "What it can do"))))
    assert table == set(listed) - {"help"}


def test_commands_in_the_docs_have_the_options_that_the_docs_give_them():
    helps = {}
    for path in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for command, rest in re.findall(r"(?:`|^)sabir ([a-z-]+)((?: [^`\n#|;&]*)?)", path.read_text("utf-8"), re.MULTILINE):
            words = rest.split()
            # `sabir history show …`: an option is the subcommand's.
            sub = [words[0]] if command in ("history", "staff", "phrases", "cache", "trust") and words else []
            sub = sub if sub and re.fullmatch("[a-z]+", sub[0]) else []
            options = [word.split("=")[0].rstrip(".,)") for word in words if word.startswith("--")]
            if not options:
                continue
            key = (command, *sub)
            helps[key] = helps.get(key) or run(*key, "--help").stdout
            missing = [option for option in options if option not in helps[key] and option != "--version"]
            assert not missing, f"{path.name}: sabir {' '.join(key)} has no {missing}"
