import NIOCore
import SabirWire

/// How many connections there are, in all and from each address. This machine's own addresses do not count for
/// themselves: behind them may be a proxy.
struct IRCDoor: Sendable {
    private let total: Int
    private let perAddress: Int
    private(set) var count = 0
    private var addresses: [String: Int] = [:]

    init(total: Int, perAddress: Int) {
        self.total = total
        self.perAddress = perAddress
    }

    /// False where there is no place.
    mutating func open(_ address: String) -> Bool {
        let isOwn = IPAddress(address)?.isLoopback ?? false
        let address = IPAddress.counted(address)
        guard count < total, isOwn || addresses[address, default: 0] < perAddress else { return false }
        count += 1
        addresses[address, default: 0] += 1
        return true
    }

    mutating func close(_ address: String) {
        let address = IPAddress.counted(address)
        count -= 1
        let left = addresses[address, default: 0] - 1
        addresses[address] = left > 0 ? left : nil
    }
}
