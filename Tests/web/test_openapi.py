"""docs/openapi.yaml against the running node: schemathesis asks what it describes, and judges every answer."""

import os
import subprocess
import sys
from pathlib import Path

from node import PIN

ROOT = Path(__file__).parents[2]


def test_the_node_answers_as_its_description_says(nodes, engines):
    node = nodes("Reception", engines=[engines()], flags=["--set-up"])
    environment = {**os.environ, "SCHEMATHESIS": str(Path(sys.executable).parent / "schemathesis")}
    run = subprocess.run(
        [ROOT / "Tests/openapi/run", node.url, "Reception", PIN, "--max-examples", "20", "--seed", "7",
         "--phases", "examples,coverage,fuzzing"],
        cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", timeout=600, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
