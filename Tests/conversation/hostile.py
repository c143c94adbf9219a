"""A host that keeps to the framing and to nothing else: its names, texts and reasons come as they are given."""

import socket
import threading

from wire import encode

TAIL = {"epoch": "e", "seq": 0, "n": 2, "langs": {"es": 1, "xx": 1}}
LIMITS = {"frame": 65_536, "message": 4_000, "rate": 20}


class HostileHost:
    """Welcomes one guest; `sends` reaches it."""

    def __init__(self, room="Trap", topic=""):
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._guest, self._seq = None, 0
        self._welcome = {
            "type": "welcome", "protocol": 1, "member": "me", "room": {"id": "r", "name": room, "topic": topic},
            "members": [{"id": "me", "name": "victim", "lang": "es"}], "limits": LIMITS, **TAIL,
        }  # fmt: skip
        self._welcomed = threading.Event()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        self._guest, _ = self._listener.accept()
        self._guest.recv(65_536)
        self._guest.sendall(encode(self._welcome))
        self._welcomed.set()

    def sends(self, **packet):
        assert self._welcomed.wait(10), "nobody came"
        self._guest.sendall(encode(packet))

    def says(self, text, name="mallory", lang="es"):
        self._seq += 1
        number = f"00000000-0000-4000-8000-{self._seq:012}"
        self.sends(
            type="message", seq=self._seq, id=number, ts=1_700_000_000_000, member="bad", lang=lang, message=text,
            **{"from": name},
        )  # fmt: skip

    def close(self):
        self._listener.close()
        if self._guest:
            self._guest.close()
