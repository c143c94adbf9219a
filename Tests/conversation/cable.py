"""A cable between members and their host, which can lose what goes one way, go silent, be cut and be mended."""

import selectors
import socket
import threading


class Cable:
    """Listens on `port` and carries bytes to and from the host's port."""

    def __init__(self, host_port):
        self._host_port, self._plugs = host_port, []
        self._swallows_answers, self._is_silent, self._is_cut = False, False, False
        self.news = threading.Condition()
        self.lost_answers = b""
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                member, _ = self._listener.accept()
            except OSError:
                return
            if self._is_cut:
                member.close()
                continue
            try:
                host = socket.create_connection(("127.0.0.1", self._host_port))
            except OSError:
                member.close()  # as one who comes while the host is away would find it
                continue
            self._plugs += [member, host]
            threading.Thread(target=self._carry, args=(member, host), daemon=True).start()

    def _carry(self, member, host):
        with selectors.DefaultSelector() as selector:
            selector.register(member, selectors.EVENT_READ, host)
            selector.register(host, selectors.EVENT_READ, member)
            while selector.get_map():
                for key, _ in selector.select():
                    if self._pass_on(key.fileobj, key.data, from_host=key.fileobj is host):
                        continue
                    if self._is_silent:
                        selector.unregister(key.fileobj)  # nor does the other side hear of an end
                        continue
                    member.close()
                    host.close()
                    return

    def _pass_on(self, source, target, from_host):
        try:
            data = source.recv(65_536)
            if from_host and self._swallows_answers:
                with self.news:
                    self.lost_answers += data
                    self.news.notify_all()
            elif not self._is_silent:
                target.sendall(data)
        except OSError:
            return False
        return bool(data)

    def swallows_answers(self):
        """From now on what the host sends arrives nowhere, and `lost_answers` keeps it."""
        self._swallows_answers = True

    def goes_silent(self):
        """Nothing arrives anywhere any more, not even the news of an end."""
        self._is_silent = True

    def is_cut(self):
        """All connections end, and new ones come to nothing."""
        self._is_cut = True
        for plug in self._plugs:
            try:
                plug.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # gone already
        self._plugs.clear()

    def leads_to(self, host_port):
        """The host was started anew and listens there."""
        self._host_port = host_port

    def is_mended(self):
        """New connections are carried as ever."""
        self._swallows_answers, self._is_silent, self._is_cut = False, False, False

    def await_lost(self, text, within=30):
        with self.news:
            assert self.news.wait_for(lambda: text in self.lost_answers, within), f"the host never answered {text!r}"

    def close(self):
        self._listener.close()
        self.is_cut()
