import SabirCore
import SabirProtocol

extension LocalRoom {
    /// Judges the key of `JOIN #room key` (RFC 2812 §3.2.1), which is the room's password. It goes no further than this
    /// machine in clear: over a connection that others can hear, it is refused before it is looked at.
    func admit(key: String?, from address: String, isPrivate: Bool) async throws(WireFault) {
        guard hosted.hasPassword else { return }
        guard isPrivate || IPAddress(address)?.isLoopback == true else {
            throw WireFault(
                .authRequired, "This room has a password, which this connection cannot keep secret: join it over TLS.",
                fatal: true)
        }
        guard let key else {
            throw WireFault(.authRequired, "This room has a password: JOIN it with its key.", fatal: true)
        }
        try await admit(key, from: address, device: nil)
    }
}
