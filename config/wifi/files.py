"""What hostapd, dnsmasq and nft are given, made of templates and settings."""

import os
from pathlib import Path
from string import Template

SHARE = Path(os.environ.get("SABIR_WIFI_SHARE", "/usr/share/sabir-wifi"))
NOBODYS = "192.0.2.1"
"""Reserved for examples (RFC 5737): an address that some makers' Android does not take for a private one."""

# The transition mode: each phone takes the best that it knows.
PROTECTED = """wpa=2
wpa_key_mgmt=SAE WPA-PSK WPA-PSK-SHA256
rsn_pairwise=CCMP
ieee80211w=1
sae_require_mfp=1
sae_pwe=2
wpa_passphrase={passphrase}"""

# Each name that devices ask for when they look for the internet, and whose answers the node knows.
ASKED_FOR = """\
# There is no other name on this network,
address=/#/
# but those that devices ask for.
address=/connectivitycheck.gstatic.com/connectivitycheck.android.com/clients3.google.com/{nobodys}
address=/www.google.com/www.gstatic.com/play.googleapis.com/connect.rom.miui.com/{nobodys}
address=/captive.apple.com/www.msftconnecttest.com/www.msftncsi.com/detectportal.firefox.com/{nobodys}
address=/nmcheck.gnome.org/network-test.debian.org/connectivity-check.ubuntu.com/{nobodys}
address=/fedoraproject.org/networkcheck.kde.org/spectrum.s3.amazonaws.com/{nobodys}
# Windows wants this answer from DNS itself.
address=/dns.msftncsi.com/131.107.255.255
# RFC 8910: there is no portal here.
dhcp-option=114,"urn:ietf:params:capport:unrestricted\""""

ANSWERS = {"open": ASKED_FOR, "portal": "address=/#/{nobodys}", "off": "address=/#/"}


def template(name, **values):
    return Template((SHARE / name).read_text(encoding="utf-8")).substitute(values)


def made(settings, folder):
    """The text of each file by its name; hostapd's has the passphrase."""
    network = settings.address.network
    # Up to 200 phones, or as many as the network has; never this computer's own address.
    hosts = [host for host in list(network.hosts())[-201:] if host != settings.address.ip]
    ports = ", ".join(map(str, sorted({settings.page_port, *settings.ports})))
    texts = {
        "dnsmasq.conf": template(
            "dnsmasq.conf.in", interface=settings.interface, folder=folder, first=hosts[0], last=hosts[-1],
            netmask=network.netmask, address=settings.address.ip, answers=ANSWERS[settings.captive].format(nobodys=NOBODYS)),
        "nftables.conf": template(
            "nftables.conf.in", interface=settings.interface, page_port=settings.page_port, ports=ports),
    }  # fmt: skip
    if settings.radio:
        security = PROTECTED.format(passphrase=settings.passphrase) if settings.passphrase else "# Open: no passphrase.\nauth_algs=1"
        texts["hostapd.conf"] = template(
            "hostapd.conf.in", interface=settings.interface, ssid=settings.ssid.encode().hex(), country=settings.country,
            channel=settings.channel, security=security)
    return texts


def write(settings, folder):
    """Into the folder, for root alone but what dnsmasq reads as another user."""
    for name, text in made(settings, folder).items():
        path = Path(folder, name)
        path.unlink(missing_ok=True)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
