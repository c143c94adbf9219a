"""TLS 1.3 by OpenSSL over a socket that others select on: what the contract's reader needs of a socket, and no more."""

import hashlib
import ssl
import threading


def context():
    """Any certificate will do: whoever asks looks at its fingerprint."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    made.check_hostname, made.verify_mode = False, ssl.CERT_NONE
    made.minimum_version = ssl.TLSVersion.TLSv1_3
    return made


class SecureSocket:
    """A connected, blocking socket, over TLS. One thread reads, others write."""

    def __init__(self, raw):
        self._raw, self._turn = raw, threading.RLock()
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context().wrap_bio(self._incoming, self._outgoing)
        self._handshake()
        self.certificate = hashlib.sha256(self.peer()).digest()

    def peer(self):
        """The host's certificate in its DER form."""
        return self._tls.getpeercert(binary_form=True)

    def _handshake(self):
        while True:
            try:
                self._tls.do_handshake()
                return self._flush()
            except ssl.SSLWantReadError:
                self._flush()
                self._incoming.write(self._raw.recv(65_536) or self._broken_off())

    @staticmethod
    def _broken_off():
        raise ConnectionError("the connection closed during the TLS handshake")

    def _flush(self):
        if self._outgoing.pending:
            self._raw.sendall(self._outgoing.read())

    def sendall(self, data):
        with self._turn:
            self._tls.write(data)
            self._flush()

    def recv(self, size, flags=0):
        """What is there; b"" once the other side has said its last. Raises BlockingIOError where nothing is there yet."""
        arrived = self._raw.recv(size, flags)
        with self._turn:
            self._incoming.write(arrived) if arrived else self._incoming.write_eof()
            data = bytearray()
            try:
                while part := self._tls.read(size):
                    data += part
            except ssl.SSLWantReadError:
                if not data and arrived:
                    raise BlockingIOError from None
            except ssl.SSLError as error:
                if not data:
                    raise ConnectionError(str(error)) from error
            return bytes(data)

    def __getattr__(self, name):
        return getattr(self._raw, name)
