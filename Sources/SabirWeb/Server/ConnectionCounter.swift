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

    /// `refused` is told of each connection that is too many.
    init(
        maximum: Int, perAddress: Int, trusting trusted: TrustedProxies = TrustedProxies([]),
        refused: @escaping @Sendable () -> Void = {}
    ) {
        limiter = Mutex(AddressLimiter(most: maximum, perAddress: perAddress))
        self.refused = refused
        self.trusted = trusted
    }

    /// For whoever comes from now on.
    func setLimits(perAddress: Int, maximum: Int) {
        limiter.withLock { $0.take(most: maximum, perAddress: perAddress) }
    }

    /// False where there are too many already; then `close` is not to be called.
    func open(_ address: String) -> Bool {
        let isTaken = limiter.withLock { $0.admit(limited(address)) }
        if !isTaken { refused() }
        return isTaken
    }

    func close(_ address: String) { limiter.withLock { $0.close(limited(address)) } }

    /// None for a proxy, too: through it comes everybody.
    private func limited(_ address: String) -> [AddressGroup] {
        trusted.contains(address) ? [] : AddressGroup.limited(address)
    }
}
