"""What processes of a cluster on this machine use: processor time, memory, threads, bytes over which connections."""

import os
import re
import subprocess
from pathlib import Path

MICROSECONDS_A_TICK = 1_000_000 / os.sysconf("SC_CLK_TCK")


class Usage:
    def __init__(self, servers, nodes):
        self.of_servers = [int(Path(servers.folder, str(number), "pid").read_text()) for number in (1, 2, 3)]
        self.of_nodes = [node.process.pid for node in nodes]
        self.client_ports = {servers.port + number for number in range(3)}
        self.link_ports = {port + 3 for port in self.client_ports}

    def now(self) -> dict:
        """Microseconds since their start at the first node, the others, and all servers; bytes that crossed connections
        that still are."""
        first, *others = map(_cpu, self.of_nodes)
        return {
            "first_us": first, "others_us": sum(others), "server_us": sum(map(_cpu, self.of_servers)), **self._bytes()}

    def since(self, before: dict) -> dict:
        return {what: value - before[what] for what, value in self.now().items()}

    def _bytes(self) -> dict:
        """Of TCP's payload. Connections between servers, from nodes to servers, and back."""
        links = up = down = 0
        for port, sent, received in _connections():
            if port in self.link_ports:
                links += sent + received
            elif port in self.client_ports:
                up, down = up + received, down + sent
        return {"link_bytes": links, "up_bytes": up, "down_bytes": down}

    def memory(self) -> dict:
        """Resident, in MiB."""
        return self._both(lambda pid: int(re.search(r"VmRSS:\s+(\d+)", _status(pid))[1]) // 1_024)

    def threads(self) -> dict:
        return self._both(lambda pid: int(re.search(r"Threads:\s+(\d+)", _status(pid))[1]))

    def files(self) -> dict:
        return self._both(lambda pid: len(os.listdir(f"/proc/{pid}/fd")))

    def _both(self, ask) -> dict:
        return {"nodes": [ask(pid) for pid in self.of_nodes], "servers": [ask(pid) for pid in self.of_servers]}


def _status(pid: int) -> str:
    return Path(f"/proc/{pid}/status").read_text(encoding="utf-8")


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * MICROSECONDS_A_TICK


def _connections():
    """Of each connection, seen from its server's end: the port, bytes sent and bytes received."""
    listed = subprocess.run(["ss", "-tinH"], stdout=subprocess.PIPE, text=True, check=True, timeout=30).stdout
    for entry in re.split(r"\n(?=\S)", listed):
        port = re.match(r"\S+\s+\d+\s+\d+\s+\S+:(\d+)\s", entry)
        if port:
            counts = [re.search(rf"\b{what}:(\d+)", entry) for what in ("bytes_sent", "bytes_received")]
            yield int(port[1]), *(int(count[1]) if count else 0 for count in counts)
