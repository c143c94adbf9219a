"""scripts/sbom: a list that CycloneDX's own schema accepts, and that leaves nothing out."""

import importlib.util
import json
import subprocess
from pathlib import Path

import jsonschema
import pytest
from host import ROOT, sabir
from referencing import Registry, Resource

SCHEMAS = Path(importlib.util.find_spec("cyclonedx").submodule_search_locations[0]) / "schema/_res"


@pytest.fixture(scope="module")
def bill():
    done = subprocess.run(
        [ROOT / "scripts/sbom", "--program", sabir()], capture_output=True, text=True, timeout=60, check=True)
    return json.loads(done.stdout)


def resource(name):
    return Resource.from_contents(json.loads((SCHEMAS / name).read_text()))


def test_the_schema_accepts_it(bill):
    # By the names under which the schema refers to them.
    registry = Registry().with_resources(
        (f"http://cyclonedx.org/schema/{name}", resource(name))
        for name in ("spdx.SNAPSHOT.schema.json", "jsf-0.82.SNAPSHOT.schema.json"))
    schema = resource("bom-1.6.SNAPSHOT.schema.json").contents
    jsonschema.validators.validator_for(schema)(schema, registry=registry).validate(bill)


def test_every_package_is_in_it(bill):
    named = {(part["name"].lower(), part["version"]) for part in bill["components"]}
    pins = json.loads((ROOT / "Package.resolved").read_text())["pins"]
    assert len(pins) > 20
    for pin in pins:
        name = pin["location"].removesuffix(".git").rsplit("/", 1)[-1].lower()
        assert (name, pin["state"]["version"]) in named
    names = {name for name, _ in named}
    assert {"libcurl4", "libavahi-client3", "libsqlite3-0", "libhunspell-1.7-0", "libc6", "swift-runtime"} <= names


def test_what_it_refers_to_is_there(bill):
    references = [part["bom-ref"] for part in bill["components"]]
    assert len(set(references)) == len(references)
    assert set(bill["dependencies"][0]["dependsOn"]) == set(references)
