import SabirCore
import SabirProtocol
import Synchronization

/// Counts connections, in all and for each address and network (`AddressGroup`).
///
/// A lock and not an actor: connections are set up on event loops, which cannot wait.
final class ConnectionCounter: Sendable {
    private let trusted: TrustedProxies
    private let refused: @Sendable () -> Void
    private let limiter: Mutex<AddressLimiter>

    /// - Parameter refused: Called for each connection over the limit.
    init(
        maximum: Int, perAddress: Int, trusting trusted: TrustedProxies = TrustedProxies([]),
        refused: @escaping @Sendable () -> Void = {}
    ) {
        limiter = Mutex(AddressLimiter(most: maximum, perAddress: perAddress))
        self.refused = refused
        self.trusted = trusted
    }

    /// Sets the limits for new connections.
    func setLimits(perAddress: Int, maximum: Int) {
        limiter.withLock { $0.setLimits(most: maximum, perAddress: perAddress) }
    }

    /// Counts a new connection. Returns false if there are too many; then `close` must not be called.
    func open(_ address: String) -> Bool {
        let isTaken = limiter.withLock { $0.admit(limited(address)) }
        if !isTaken { refused() }
        return isTaken
    }

    func close(_ address: String) { limiter.withLock { $0.close(limited(address)) } }

    /// The groups that limit an address; none for a trusted proxy, through which everybody connects.
    private func limited(_ address: String) -> [AddressGroup] {
        trusted.contains(address) ? [] : AddressGroup.limitedGroups(of: address)
    }
}
