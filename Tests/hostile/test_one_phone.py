"""One phone on the wifi does all that a stranger's phone can, while a patient and a nurse talk: over IPv4, over the
many addresses of one IPv6 network, and over IPv6 link-local ones.

SABIR_MINUTES says for how long each way is attacked (1; a fraction is allowed). What was tried and what the two noticed
is told at the end as a table. Needs root: the wifi is made of network namespaces.
"""

import os
import subprocess

import pytest
from siege import Siege
from wifi import WAYS, Wifi

pytestmark = pytest.mark.skipif(
    os.geteuid() != 0 or subprocess.run(["unshare", "--net", "true"], check=False, capture_output=True).returncode != 0,
    reason="making network namespaces needs root",
)
SECONDS = 60 * float(os.environ.get("SABIR_MINUTES", "1"))


@pytest.mark.parametrize("way", WAYS)
def test_one_phone_disturbs_nobody(way, tmp_path, request):
    with Wifi(way) as wifi, Siege(wifi, tmp_path) as siege:
        siege.begins()
        attacks = siege.is_attacked(SECONDS)
        siege.ends()
        siege.judges(attacks)
        table = siege.table(attacks)
    request.node.user_properties.append(("tried", table))
    assert not siege.broken, table
