"""Announces by multicast DNS (RFC 6762, 6763) whatever it is told, again and again, until standard input ends.

    forger.py INTERFACE-ADDRESS TARGET-ADDRESS PORT [--ttl SECONDS] INSTANCE [KEY=VALUE …]
"""

import argparse
import socket
import struct
import sys
import threading

GROUP = ("224.0.0.251", 5353)
SERVICE = "_sabir._tcp.local"
PTR, TXT, A, SRV, UNIQUE = 12, 16, 1, 33, 0x8001


def name(*labels):
    return b"".join(bytes([len(label)]) + label for label in (text.encode() for text in labels)) + b"\0"


def record(owner, kind, cls, ttl, data):
    return owner + struct.pack(">HHIH", kind, cls, ttl, len(data)) + data


def announcement(instance, host, address, port, strings, ttl):
    labels = SERVICE.split(".")
    service, own, target = name(*labels), name(instance, *labels), name(host, "local")
    txt = b"".join(bytes([len(s)]) + s for s in (text.encode()[:255] for text in strings)) or b"\0"
    records = [
        record(service, PTR, 1, ttl, own),
        record(own, SRV, UNIQUE, ttl, struct.pack(">HHH", 0, 0, port) + target),
        record(own, TXT, UNIQUE, ttl, txt),
        record(target, A, UNIQUE, ttl, socket.inet_aton(address)),
    ]
    return struct.pack(">HHHHHH", 0, 0x8400, 0, len(records), 0, 0) + b"".join(records)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("interface")
    parser.add_argument("address")
    parser.add_argument("port", type=int)
    parser.add_argument("--ttl", type=int, default=120)
    parser.add_argument("instance")
    parser.add_argument("strings", nargs="*")
    told = parser.parse_args()
    out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    out.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    out.bind((told.interface, 5353))
    out.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(told.interface))
    out.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
    packet = announcement(told.instance, "forger", told.address, told.port, told.strings, told.ttl)
    over = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), over.set()), daemon=True).start()
    print("announces", flush=True)
    while not over.is_set():
        out.sendto(packet, GROUP)
        over.wait(0.5)


if __name__ == "__main__":
    main()
