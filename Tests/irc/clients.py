"""A real `sabir serve` with an IRC listener, and clients: one of plain sockets, irssi, WeeChat."""

import re
import socket
import ssl
import threading
import time
from pathlib import Path

from node import Node
from program import Home, steady_port
from terminal import Terminal

ACCOUNT = re.compile(r"^(?:@(?P<tags>\S+) +)?(?::(?P<source>\S+) +)?(?P<command>\S+) ?(?P<rest>.*)$")


class IRCNode(Node):
    """`irc` is more lines of the table `[irc]`."""

    def __init__(self, *rooms, irc="", **settings):
        self.irc_port = steady_port()
        table = f"\n[irc]\nenabled = true\nport = {self.irc_port}\n{irc}\n"
        super().__init__(*rooms, web=settings.pop("web", "") + table, **settings)


class Line:
    """One line as it was sent."""

    def __init__(self, text):
        self.text = text
        found = ACCOUNT.match(text)
        pairs = (pair.partition("=") for pair in (found["tags"] or "").split(";") if pair)
        self.tags = {name: value for name, _, value in pairs}
        self.source, self.command = found["source"] or "", found["command"]
        self.nick = self.source.partition("!")[0]
        words, mark, last = f" {found['rest']}".partition(" :")
        self.words = words.split() + ([last] if mark else [])

    def __repr__(self):
        return self.text


class Client:
    """A socket that speaks IRC. Every wait has a bound; lines that nobody asked for stay."""

    def __init__(self, port, nick=None, lang=None, room="#Reception", caps="", tls=False):
        plain = socket.create_connection(("127.0.0.1", port), 20)
        self.socket = ssl._create_unverified_context().wrap_socket(plain) if tls else plain
        self.socket.settimeout(None)
        self.lines, self.news, self.has_ended = [], threading.Condition(), False
        threading.Thread(target=self._read, daemon=True).start()
        if nick is None:
            return
        if caps:
            self.sends(f"CAP REQ :{caps}")
        self.sends(f"PASS lang={lang}", f"NICK {nick}", f"USER {nick} 0 * :{nick}", *(["CAP END"] if caps else []))
        self.until(lambda line: line.command == "376")
        if room:
            self.joins(room)

    def joins(self, room):
        self.sends(f"JOIN {room}")
        self.until(lambda line: line.command == "366")

    def sends(self, *lines):
        self.socket.sendall("".join(line + "\r\n" for line in lines).encode())

    def _read(self):
        kept = b""
        try:
            while data := self.socket.recv(65_536):
                *whole, kept = (kept + data).split(b"\r\n")
                with self.news:
                    self.lines += [Line(line.decode("utf-8")) for line in whole]
                    self.news.notify_all()
        except OSError:
            pass  # closed, here or there
        with self.news:
            self.has_ended = True
            self.news.notify_all()

    def until(self, test, within=20):
        """The next line that passes, taken out of those that wait."""
        deadline = time.monotonic() + within
        with self.news:
            while True:
                for index, line in enumerate(self.lines):
                    if test(line):
                        return self.lines.pop(index)
                left = deadline - time.monotonic()
                assert left > 0 and not self.has_ended, f"it did not come; there are {self.lines[-12:]}"
                self.news.wait(left)

    def reads(self, text, within=20, command="PRIVMSG"):
        """The line of a room, or a notice, that has this text in it."""
        return self.until(lambda line: line.command == command and text in line.words[-1], within)

    def translation(self, text):
        """How the line that has this text was translated."""
        return self.translated(self.reads(text))

    def translated(self, line):
        """The same of a line that came: in it, or behind it where the engine took its time."""
        told = line.words[-1]
        if "…] " not in told:
            return told
        late = self.reads("↻", 60, "NOTICE").words[-1]
        return late[late.rindex("[") :]

    def ended(self, within=20):
        with self.news:
            assert self.news.wait_for(lambda: self.has_ended, within), "the connection did not end"

    def close(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # it is closed already
        self.socket.close()


class Irssi(Terminal):
    """irssi in a terminal of its own, with nothing of this machine's configuration."""

    def __init__(self, port, nick, lang):
        home = Home()
        super().__init__(
            "--home", str(home.path / "irssi"), "--noconnect", home=home, columns=120, rows=40, program="irssi",
            TERM="xterm", LC_ALL="C.UTF-8",
        )
        self.until(lambda: self.rows, "irssi's screen", 30)
        for command in ("/set timestamps OFF", f"/set nick {nick}", f"/connect -notls 127.0.0.1 {port} lang={lang}"):
            self.enters(command)
        self.shows("/msg sabir lang", 30)

    def shows(self, text, within=30):
        """The row with this text. irssi scrolls in ways that this screen does not know: it is told to draw all anew."""
        deadline = time.monotonic() + within
        while True:
            try:
                return super().shows(text, 2)
            except AssertionError:
                if time.monotonic() > deadline:
                    raise
                self.types("\x0c")


class WeeChat:
    """WeeChat without a screen: told by its pipe, read by its log."""

    def __init__(self, port, nick, lang):
        self.home = Home()
        self.folder = Path(self.home.path) / "weechat"
        server = f"/server add sabir 127.0.0.1/{port} -nossl -nicks={nick} -password=lang={lang} -autoconnect"
        commands = [
            "/plugin unload script", "/set logger.file.flush_delay 0", "/set irc.server_default.capabilities \"*\"",
            server, "/connect sabir",
        ]
        arguments = ["-d", str(self.folder)]
        for command in commands:
            arguments += ["-r", command]
        self.program = Terminal(*arguments, home=self.home, program="weechat-headless")
        self.pipe = self._wait(lambda: next(self.folder.rglob("weechat_fifo_*"), None) or next(
            Path(self.home.path).rglob("weechat_fifo_*"), None), "its pipe")

    def enters(self, text, buffer="server.sabir"):
        with open(self.pipe, "w", encoding="utf-8") as pipe:
            pipe.write(f"irc.{buffer} *{text}\n")

    @property
    def log(self):
        return "".join(file.read_text("utf-8", "replace") for file in sorted(self.folder.rglob("*.weechatlog")))

    def shows(self, text, within=30):
        return self._wait(lambda: text in self.log, repr(text), within)

    def _wait(self, condition, what, within=30):
        deadline = time.monotonic() + within
        while not (found := condition()):
            assert time.monotonic() < deadline, f"{what}: not within {within} s; the log:\n{self.log}"
            # A file tells nobody that it has grown.
            time.sleep(0.05)
        return found

    def close(self):
        self.program.close()
