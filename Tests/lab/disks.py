"""Disks in the place of a host's state directory: one that can be full, one that can also stand still or be slow."""

import shutil
import subprocess

from network import command


class Disk:
    """What both have in common; mounted by whoever derives from it."""

    def __init__(self, services):
        self.folder = services.folder / "home"
        self.folder.mkdir(exist_ok=True)

    def fill(self):
        """Until nothing more fits; so `rm` of one file makes room again."""
        with open(self.folder / "filling", "wb", buffering=0) as filling:
            try:
                while True:
                    filling.write(b"x" * 4_096)
            except OSError:
                return

    def make_room(self):
        (self.folder / "filling").unlink(missing_ok=True)

    def end(self):
        command("umount", "--lazy", str(self.folder))


class SmallDisk(Disk):
    """A file system of so many kilobytes, in memory."""

    def __init__(self, services, kilobytes):
        super().__init__(services)
        command("mount", "-t", "tmpfs", "-o", f"size={kilobytes}k,mode=700", "tmpfs", str(self.folder))


class StandingDisk(Disk):
    """ext4 in a file, through a loop device: it can be frozen, so that every write waits, as on a disk that hangs.

    Who writes to it while it is frozen cannot be killed either, until it goes on. So the freezing is done by a process
    of its own, which lets it go on whatever becomes of the laboratory.
    """

    def __init__(self, services, megabytes):
        super().__init__(services)
        self._file = services.folder / "disk"
        with open(self._file, "wb") as file:
            file.truncate(megabytes << 20)
        command("mkfs.ext4", "-q", "-F", "-m", "0", str(self._file))
        command("mount", "-o", "loop", str(self._file), str(self.folder))
        shutil.rmtree(self.folder / "lost+found")
        self.folder.chmod(0o700)

    @staticmethod
    def why_not():
        """A sentence where this machine cannot have one, else None."""
        try:
            loop = subprocess.run(["losetup", "--find"], capture_output=True, text=True, timeout=20, check=False)
        except FileNotFoundError:
            return "there is no losetup (Debian's mount package)"
        if loop.returncode:
            return f"this machine has no loop device ({loop.stderr.strip()})"
        return None if shutil.which("mkfs.ext4") else "there is no mkfs.ext4 (Debian's e2fsprogs package)"

    def stands_still(self, seconds, meanwhile=lambda: None):
        """No write gets through for so long; reading goes on. `meanwhile` happens in that time."""
        frozen = self._freezes([seconds], 0)
        meanwhile()
        frozen.wait(seconds + 30)

    def is_slow(self, seconds, pause, gap):
        """For so long every write waits up to `pause` seconds, and then has `gap` seconds."""
        self._freezes([pause] * int(seconds / (pause + gap)), gap).wait(seconds * 2 + 30)

    def _freezes(self, pauses, gap):
        """A process that prints a line once the disk stands."""
        script = 'gap=$1; shift; disk=$1; shift; for pause; do fsfreeze -f "$disk" && echo; sleep "$pause"; '
        script += 'fsfreeze -u "$disk"; sleep "$gap"; done'
        words = ["sh", "-c", script, "sh", str(gap), str(self.folder), *map(str, pauses)]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, start_new_session=True)
        assert process.stdout.readline(), f"{self.folder} could not be frozen"
        return process

    def end(self):
        subprocess.run(["fsfreeze", "-u", str(self.folder)], capture_output=True, timeout=20, check=False)
        super().end()
        self._file.unlink()


def keep_copy(disk, folder):
    """What lies on the disk, for whoever looks into a fault."""
    shutil.copytree(disk.folder, folder, ignore_dangling_symlinks=True, ignore=shutil.ignore_patterns("filling"))

