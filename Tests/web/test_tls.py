"""What the page and the node's port agree to over TLS, as OpenSSL's own client sees it (openssl-s_client(1))."""

import hashlib
import re
import ssl
import subprocess
from base64 import urlsafe_b64encode

import pytest
from node import Node

WEAK = [
    "aNULL", "eNULL", "RC4", "3DES", "DES", "MD5", "PSK", "CAMELLIA", "AES128-SHA", "AES256-SHA256",
    "AES128-GCM-SHA256", "AES256-GCM-SHA384", "ECDHE-ECDSA-AES128-SHA", "ECDHE-RSA-AES128-SHA",
    "ECDHE-RSA-AES256-SHA384", "DHE-RSA-AES128-SHA", "DHE-RSA-AES256-GCM-SHA384",
]  # fmt: skip
KEYS = {"ec": ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"], "rsa": ["-newkey", "rsa:2048"]}


def certificate(folder, kind):
    files = {"certificate": folder / f"{kind}.pem", "key": folder / f"{kind}.key"}
    subprocess.run(
        ["openssl", "req", "-x509", *KEYS[kind], "-nodes", "-days", "1", "-subj", "/CN=127.0.0.1",
         "-keyout", files["key"], "-out", files["certificate"]],
        check=True, capture_output=True, timeout=60,
    )  # fmt: skip
    return "[web.tls]\n" + "".join(f'{name} = "{file}"\n' for name, file in files.items())


@pytest.fixture(scope="module", params=list(KEYS))
def page(request, tmp_path_factory):
    """The address of a page over HTTPS."""
    with Node("Reception", web=certificate(tmp_path_factory.mktemp("keys"), request.param)) as node:
        yield f"127.0.0.1:{node.port}"


@pytest.fixture(scope="module")
def node():
    """A node as it comes: TLS is on."""
    with Node("Reception") as node:
        yield node


def client(address, *options, typed=""):
    """What s_client prints of a session; the version and cipher that were agreed on, or None."""
    done = subprocess.run(
        ["openssl", "s_client", "-connect", address, *options], input=typed.encode(), capture_output=True, timeout=60,
        check=False)
    said = done.stdout.decode("utf-8", "replace") + done.stderr.decode("utf-8", "replace")
    agreed = re.search(r"^New, (\S+), Cipher is (\S+)$", said, re.M)
    return said, agreed and agreed[2] != "(NONE)" and agreed.groups()


@pytest.mark.parametrize("version", ["-tls1", "-tls1_1"])
def test_the_page_speaks_no_old_version(page, version):
    said, agreed = client(page, version, "-cipher", "ALL:@SECLEVEL=0")
    assert not agreed, said


@pytest.mark.parametrize("version", ["-tls1_2", "-tls1_3"])
def test_the_page_agrees_to_a_strong_cipher(page, version):
    said, agreed = client(page, version)
    assert agreed and re.search("GCM|CHACHA20", agreed[1]) and "Compression: NONE" in said
    assert version == "-tls1_3" or agreed[1].startswith("ECDHE-")


@pytest.mark.parametrize("cipher", WEAK)
def test_the_page_agrees_to_no_weak_cipher(page, cipher):
    said, agreed = client(page, "-tls1_2", "-cipher", f"{cipher}:@SECLEVEL=0")
    assert not agreed, said


def test_a_session_is_not_begun_anew_within_itself(page):
    """Renegotiation (RFC 5746): OpenSSL asks for it at an R, and the page does not go on."""
    said, agreed = client(page, "-tls1_2", typed="R\nGET /healthz HTTP/1.0\n\n")
    assert agreed and "RENEGOTIATING" in said and "200 OK" not in said


def test_the_nodes_port_speaks_the_newest_version_alone(node):
    for version in ("-tls1", "-tls1_1", "-tls1_2"):
        said, agreed = client(node.room_address, version, "-cipher", "ALL:@SECLEVEL=0")
        assert not agreed, said
    said, agreed = client(node.room_address, "-tls1_3")
    assert agreed and agreed[1].startswith("TLS_") and "Early data was not sent" in said
    assert "Server Temp Key: X25519" in said or "Server Temp Key: ECDH" in said


@pytest.mark.parametrize("cipher", ["TLS_AES_128_CCM_SHA256", "TLS_AES_128_CCM_8_SHA256"])
def test_the_nodes_port_agrees_to_no_short_seal(node, cipher):
    said, agreed = client(node.room_address, "-tls1_3", "-ciphersuites", cipher)
    assert not agreed, said


def test_the_nodes_certificate_is_as_the_contract_says(node):
    said, _ = client(node.room_address, "-showcerts")
    chain = re.findall(r"-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", said, re.S)
    told = subprocess.run(
        ["openssl", "x509", "-noout", "-text"], input=chain[0], capture_output=True, text=True, timeout=60, check=True)
    assert "ASN1 OID: prime256v1" in told.stdout and "Signature Algorithm: ecdsa-with-SHA256" in told.stdout
    assert "CA:FALSE" in told.stdout and "Digital Signature" in told.stdout
    issuer, subject = (re.search(rf"{who}: (.*)", told.stdout)[1] for who in ("Issuer", "Subject"))
    assert issuer == subject and len(set(chain)) == 1
    assert "Acceptable client certificate CA names" not in said
    invite = next(line for line in node.program.lines if line.startswith("invite "))
    shown = hashlib.sha256(ssl.PEM_cert_to_DER_cert(chain[0])).digest()
    assert invite.split()[-1].endswith("#fp=" + urlsafe(shown))


def urlsafe(data):
    return urlsafe_b64encode(data).rstrip(b"=").decode()
