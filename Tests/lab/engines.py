"""A translation engine at a host of the laboratory that can be broken and made well: Tests/conversation/engine.py.

As a program it prints {"event": "open", "port": N}; each line of standard input is how it behaves from then on: "well",
a name of FAULTS, "lies", or "resets".
"""

import json
import socket
import struct
import sys
from pathlib import Path

from services import ROOT

FOLDERS = [str(ROOT / "Tests/conversation"), str(ROOT / "Tests/contract")]
BEHAVIOURS = ("hangs", "lies", "resets", "answers 500", "answers garbage", "closes half-way", "drips")
LIE = "\x1b]0;lie\x07\u202e 500 mg "
"""What a lie has in front of a translation: what a terminal would obey, and a number that nobody said."""


def configuration(port):
    return (
        f'[[translation.endpoint]]\nkind = "libretranslate"\nname = "staged"\nurl = "http://127.0.0.1:{port}"\n'
        'connect_timeout = "300ms"\nanswer_timeout = "1s"\n'
    )


def lies(handler, content, over):
    told = json.loads(content)
    made = told.get("translatedText") if isinstance(told, dict) else None
    if made is not None:
        told["translatedText"] = [LIE + text for text in made] if isinstance(made, list) else LIE + made
    handler.reply(json.dumps(told, ensure_ascii=False))


def resets(handler, content, over):
    """Closed with a reset in place of an answer."""
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.connection.close()
    handler.close_connection = True


def main():
    sys.path[:0] = FOLDERS
    import engine as staged

    staged.FAULTS.update({"lies": lies, "resets": resets})
    engine = staged.Engine()
    print(json.dumps({"event": "open", "port": engine.port}), flush=True)
    for behaviour in map(str.strip, sys.stdin):
        engine.is_well() if behaviour == "well" else engine.fails(behaviour)
        print(json.dumps({"event": "behaves", "how": behaviour}), flush=True)
    engine.close()


if __name__ == "__main__":
    main()
else:
    from people import Program

    class Engine(Program):
        """The engine as the laboratory sees it."""

        def __init__(self, services):
            super().__init__(services, sys.executable, str(Path(__file__)))
            self.port = self.expect("open", 20)["port"]

        def behaves(self, how):
            self.write(how)
            self.expect("behaves", 20, how=how)

        def __str__(self):
            return "the engine"
