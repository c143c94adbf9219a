"""An authority of the house: certificates made by openssl."""

import subprocess
from datetime import datetime, timedelta, timezone

NAME = "chat.clinic.example"


def openssl(*words, **settings):
    return subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True, timeout=60, text=True, **settings)


class House:
    """A root of the house, and what it signs."""

    def __init__(self, folder):
        self.folder = folder
        self.root, self.key = folder / "root.pem", folder / "root.key"
        openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", 3650,
                "-subj", "/CN=The house's root", "-addext", "basicConstraints=critical,CA:TRUE",
                "-keyout", self.key, "-out", self.root)

    def signs(self, label, *names, begins=-1, ends=90):
        """Chain and key. `begins` and `ends` are days from now."""
        chain, key, request = (self.folder / f"{label}.{kind}" for kind in ("pem", "key", "csr"))
        extensions = self.folder / f"{label}.ext"
        kinds = ",".join(f"{'IP' if name[0].isdigit() else 'DNS'}:{name}" for name in names)
        extensions.write_text(f"basicConstraints=CA:FALSE\n" + (f"subjectAltName={kinds}\n" if names else ""))
        openssl("req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-subj", f"/CN={label}", "-keyout", key, "-out", request)
        days = [datetime.now(timezone.utc) + timedelta(days=count, minutes=5) for count in (begins, ends)]
        openssl("ca", "-batch", "-config", self._registry(), "-in", request, "-out", chain, "-extfile", extensions,
                "-notext", "-startdate", f"{days[0]:%Y%m%d%H%M%SZ}", "-enddate", f"{days[1]:%Y%m%d%H%M%SZ}")
        chain.write_text(chain.read_text() + self.root.read_text())
        return chain, key

    def _registry(self):
        """What `openssl ca` wants: it alone takes dates in the past."""
        file = self.folder / "ca.conf"
        if not file.exists():
            (self.folder / "index.txt").touch()
            file.write_text(
                f"[ca]\ndefault_ca=house\n[house]\ndatabase={self.folder}/index.txt\nnew_certs_dir={self.folder}\n"
                f"certificate={self.root}\nprivate_key={self.key}\nrand_serial=yes\ndefault_md=sha256\npolicy=any\n"
                "unique_subject=no\n[any]\ncommonName=supplied\n")
        return file
