"""/etc/sabir/wifi.conf, read and judged: what is wrong is told in sentences, all of it at once."""

import ipaddress
import re
from dataclasses import dataclass
from pathlib import Path

DEFAULTS = {
    "INTERFACE": "", "COUNTRY": "", "SSID": "", "PASSPHRASE_FILE": "/etc/sabir/wifi.password", "OPEN": "no",
    "ADDRESS": "10.42.0.1/24", "CHANNEL": "6", "CAPTIVE": "open", "PAGE_PORT": "8275", "PORTS": "8276 47275", "RADIO": "yes",
}  # fmt: skip


@dataclass
class Settings:
    interface: str
    country: str
    ssid: str
    passphrase: str | None
    address: ipaddress.IPv4Interface
    channel: int
    captive: str
    page_port: int
    ports: list
    radio: bool


def read(path):
    """Settings, and the sentences about what is wrong with them; nothing is to be done with them while there are any."""
    problems, given = [], dict(DEFAULTS)
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        return None, [f"{path} cannot be read: {getattr(error, 'strerror', None) or 'it is no UTF-8'}."]
    for number, line in enumerate(lines, 1):
        key, sign, value = line.strip().partition("=")
        if not line.strip() or line.strip().startswith("#"):
            continue
        if not sign or key not in DEFAULTS:
            problems.append(f"{path}:{number}: \"{key}\" is no setting; there are {', '.join(DEFAULTS)}.")
            continue
        given[key] = value.strip().strip('"')

    def must(key, is_right, wanted):
        if not is_right(given[key]):
            problems.append(f"{path}: {key} is \"{given[key]}\"; it has to be {wanted}.")

    def port(text):
        return text.isdecimal() and 0 < int(text) < 65536

    has_radio = given["RADIO"] == "yes"
    must("RADIO", lambda text: text in ("yes", "no"), "yes or no")
    must("OPEN", lambda text: text in ("yes", "no"), "yes or no")
    must("INTERFACE", re.compile(r"[A-Za-z0-9_.-]{1,15}").fullmatch, "the name of a network card, such as wlan0")
    must("CAPTIVE", lambda text: text in ("open", "portal", "off"), "open, portal or off")
    must("PAGE_PORT", port, "a port, such as 8275")
    must("PORTS", lambda text: all(map(port, text.split())), "ports with spaces between them")
    if has_radio:
        must("COUNTRY", re.compile(r"[A-Z]{2}").fullmatch, "the two letters of the country, such as ES")
        must("SSID", lambda text: 0 < len(text.encode()) <= 32 and text.isprintable(), "the wifi's name, of 1 to 32 bytes")
        must("CHANNEL", lambda text: text.isdecimal() and 1 <= int(text) <= 13, "1 to 13")
    try:
        address = ipaddress.IPv4Interface(given["ADDRESS"])
        if not 16 <= address.network.prefixlen <= 28 or not address.is_private or address.ip in (
                address.network.network_address, address.network.broadcast_address):
            raise ValueError
    except ValueError:
        address = None
        problems.append(f"{path}: ADDRESS is \"{given['ADDRESS']}\"; it has to be a private address and the size of its "
                        "network, 16 to 28, such as 10.42.0.1/24.")
    passphrase = None
    if has_radio and given["OPEN"] != "yes":
        passphrase, wrong = read_passphrase(given["PASSPHRASE_FILE"])
        problems += [wrong] if wrong else []
    if problems:
        return None, problems
    return Settings(
        given["INTERFACE"], given["COUNTRY"], given["SSID"], passphrase, address, int(given["CHANNEL"]), given["CAPTIVE"],
        int(given["PAGE_PORT"]), [int(text) for text in given["PORTS"].split()], has_radio), []


def read_passphrase(path):
    """The passphrase, or a sentence that does not say what stands in the file."""
    try:
        text = Path(path).read_bytes()[:256].removesuffix(b"\n")
    except OSError as error:
        return None, f"The passphrase's file {path} cannot be read: {error.strerror}. Write it, or set OPEN=yes for a wifi without one."
    if not 8 <= len(text) <= 63 or not all(0x20 <= byte <= 0x7E for byte in text):
        return None, f"The passphrase in {path} has to be one line of 8 to 63 letters, digits and signs of ASCII."
    return text.decode("ascii"), None
