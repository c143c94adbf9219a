"""What `scripts/cluster` prints is all that a node needs."""

import os
import subprocess
import tomllib

from node import PROGRAM
from servers import SCRIPT


def test_the_printed_configuration_has_the_room_the_same_each_time_and_is_accepted(tmp_path):
    command = [SCRIPT, "config", "--folder", str(tmp_path / "servers")]
    first, again = (subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2))
    assert first == again, "every node of the room has the same id"
    [room] = tomllib.loads(first)["room"]
    assert room["log"] == "nats" and len(room["id"]) == 36
    file = tmp_path / "sabir.toml"
    file.write_text(first)
    surroundings = {**os.environ, "HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}
    checked = subprocess.run(
        [PROGRAM, "check-config", str(file)], env=surroundings, capture_output=True, text=True, timeout=60,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
