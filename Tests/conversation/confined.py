"""Runs a program under what config/sabir.service asks of systemd, where no systemd runs: `confined.py STATE COMMAND...`

$SABIR_UNIT is another unit in its place.

Read from the unit and done here: the system-call filter, MemoryDenyWriteExecute, RestrictAddressFamilies, no
capabilities, no new privileges, the umask, ProtectSystem=strict with STATE as the one writable folder, and a user
without rights. Not done: PrivateUsers, PrivateDevices, ProtectProc, PrivateTmp and what concerns the kernel's settings.
Needs root and libseccomp (of which systemd makes its filters too).
"""

import ctypes
import os
import re
import resource
import socket
import subprocess
import sys
from pathlib import Path

UNIT = Path(__file__).parents[2] / "config" / os.environ.get("SABIR_UNIT", "sabir.service")
NOBODY = 61_184
"""No user of this machine's, as the service's own is none here."""
RLIMIT_NICE = 13
CLONE_NEWNS, MS_BIND, MS_REC, MS_PRIVATE, MS_REMOUNT, MS_RDONLY = 0x20000, 4096, 16384, 1 << 18, 32, 1
PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 24, 38
SCMP_ACT_ALLOW, SCMP_ACT_ERRNO, SCMP_CMP_EQ, SCMP_CMP_MASKED_EQ = 0x7FFF0000, 0x00050000, 4, 7
EPERM, EAFNOSUPPORT = 1, 97
PROT_WRITE, PROT_EXEC = 2, 4


class Comparison(ctypes.Structure):
    _fields_ = [("argument", ctypes.c_uint), ("kind", ctypes.c_int), ("one", ctypes.c_uint64), ("two", ctypes.c_uint64)]


def unit(key, text=None):
    """Every value of a key, in order."""
    return re.findall(rf"^{key}=(.*)$", text or UNIT.read_text(), re.MULTILINE)


def checked(result):
    if result < 0:
        raise OSError(ctypes.get_errno() or -result, os.strerror(ctypes.get_errno() or -result))
    return result


def calls_of(groups):
    """The system calls of systemd's groups, such as @system-service, with those that they name in turn."""
    found, open_groups = set(), list(groups)
    while open_groups:
        name = open_groups.pop()
        if not name.startswith("@"):
            found.add(name)
            continue
        listing = subprocess.run(
            ["systemd-analyze", "syscall-filter", "--no-pager", name], capture_output=True, text=True, check=True)
        open_groups += [line.strip() for line in listing.stdout.splitlines()[1:] if re.match(r"\s+[@\w]", line)]
    return found


class Filter:
    """A seccomp filter; several hold together."""

    library = None

    def __init__(self, otherwise):
        Filter.library = Filter.library or ctypes.CDLL("libseccomp.so.2", use_errno=True)
        self.library.seccomp_init.restype = ctypes.c_void_p
        self.context = ctypes.c_void_p(self.library.seccomp_init(otherwise))

    def add(self, action, call, *comparisons):
        number = self.library.seccomp_syscall_resolve_name(call.encode())
        if number < 0:
            return  # not on this kind of processor
        rules = (Comparison * len(comparisons))(*comparisons)
        checked(self.library.seccomp_rule_add_array(
            self.context, ctypes.c_uint(action), number, len(comparisons), rules))

    def load(self):
        checked(self.library.seccomp_load(self.context))


def filters():
    values = unit("SystemCallFilter")
    allowed = set()
    for value in values:  # in their order: each adds, or takes away
        named = calls_of(value.removeprefix("~").split())
        allowed = allowed - named if value.startswith("~") else allowed | named
    calls = Filter(SCMP_ACT_ERRNO | EPERM)
    for call in allowed:
        calls.add(SCMP_ACT_ALLOW, call)
    families = {int(getattr(socket, name)) for name in unit("RestrictAddressFamilies")[0].split()}
    others = Filter(SCMP_ACT_ALLOW)
    for family in set(range(46)) - families:
        others.add(SCMP_ACT_ERRNO | EAFNOSUPPORT, "socket", Comparison(0, SCMP_CMP_EQ, family, 0))
    assert unit("MemoryDenyWriteExecute") == ["yes"]
    both = PROT_WRITE | PROT_EXEC
    others.add(SCMP_ACT_ERRNO | EPERM, "mmap", Comparison(2, SCMP_CMP_MASKED_EQ, both, both))
    for call in ("mprotect", "pkey_mprotect"):
        others.add(SCMP_ACT_ERRNO | EPERM, call, Comparison(2, SCMP_CMP_MASKED_EQ, PROT_EXEC, PROT_EXEC))
    return others, calls


def close_file_system(state):
    """Read-only but for `state`, which becomes the user's."""
    assert unit("ProtectSystem") == ["strict"]
    libc = ctypes.CDLL(None, use_errno=True)
    checked(libc.unshare(CLONE_NEWNS))
    checked(libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None))
    os.chown(state, NOBODY, NOBODY)
    checked(libc.mount(state.encode(), state.encode(), None, MS_BIND, None))
    checked(libc.mount(b"none", b"/", None, MS_BIND | MS_REMOUNT | MS_RDONLY, None))


def drop_rights():
    assert unit("CapabilityBoundingSet") == [""] and unit("NoNewPrivileges") == ["yes"]
    libc = ctypes.CDLL(None, use_errno=True)
    for capability in range(int(Path("/proc/sys/kernel/cap_last_cap").read_text()) + 1):
        checked(libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0))
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)
    checked(libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))


def main(state, command):
    made = filters()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    nice = 20 - int(unit("LimitNICE")[0])
    try:
        resource.setrlimit(RLIMIT_NICE, (nice, nice))
    except ValueError:
        pass  # this root has no CAP_SYS_RESOURCE
    os.umask(int(unit("UMask")[0], 8))
    # Opened now: the folders on the way may be closed to that user.
    program = os.open(command[0], os.O_RDONLY)
    close_file_system(state)
    drop_rights()
    for made_filter in made:
        made_filter.load()
    os.execve(program, command, os.environ)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
