import SabirWire
import Synchronization

/// Counts connections, in all and for each address.
///
/// A lock and not an actor: connections are set up on event loops, which cannot wait.
final class ConnectionCounter: Sendable {
    private struct Counts {
        var all = 0
        var addresses: [String: Int] = [:]
    }

    private let maximum: Int
    private let maximumPerAddress: Int
    private let trusted: TrustedProxies
    private let refused: @Sendable () -> Void
    private let counts = Mutex(Counts())

    /// `refused` is told of each connection that is too many.
    init(
        maximum: Int, perAddress: Int, trusting trusted: TrustedProxies = TrustedProxies([]),
        refused: @escaping @Sendable () -> Void = {}
    ) {
        self.maximum = maximum
        self.refused = refused
        self.trusted = trusted
        maximumPerAddress = perAddress
    }

    /// False where there are too many already; then `close` is not to be called.
    func open(_ address: String) -> Bool {
        let isHere = RemoteAddress.isLoopback(address) || trusted.contains(address)
        let address = IPAddress.counted(address)
        let isTaken = counts.withLock { counts in
            let here = counts.addresses[address, default: 0]
            guard counts.all < maximum, here < maximumPerAddress || isHere else {
                return false
            }
            counts.all += 1
            counts.addresses[address] = here + 1
            return true
        }
        if !isTaken { refused() }
        return isTaken
    }

    func close(_ address: String) {
        let address = IPAddress.counted(address)
        counts.withLock { counts in
            counts.all -= 1
            let here = counts.addresses[address, default: 1] - 1
            counts.addresses[address] = here > 0 ? here : nil
        }
    }
}
