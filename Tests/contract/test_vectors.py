"""The vectors that the program's own tests read (Tests/SabirProtocolTests/Vectors) are true to the schema."""

import json
from pathlib import Path

import pytest
from wire import SCHEMA, SCHEMA_CHECK, Breach

VECTORS = json.loads(
    (Path(__file__).parents[1] / "SabirProtocolTests/Vectors/packets.json").read_text(encoding="utf-8")
)["vectors"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: v["name"])
def test_a_vector_is_what_it_says(vector):
    assert vector["valid"] != ("error" in vector), "an invalid vector names its error code, a valid one has none"
    try:
        SCHEMA_CHECK.check(vector["direction"], vector["packet"])
        fits = True
    except Breach:
        fits = False
    assert fits == (vector["valid"] and not vector.get("unknown", False))


def test_every_packet_of_the_schema_has_a_valid_and_an_invalid_vector():
    kinds = {name for name in SCHEMA["$defs"] if name.split(".")[0] in ("member", "host") and "." in name}
    bare = {"member.bye", "member.pairs"}
    for valid in (True, False):
        told = {f"{v['direction']}.{v['packet']['type']}" for v in VECTORS if v["valid"] == valid}
        assert kinds - told - (bare if not valid else set()) == set()
