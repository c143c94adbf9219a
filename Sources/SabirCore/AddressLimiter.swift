/// Counts what is open at a time, in all and from each address (`IPAddress.counted`).
///
/// Whether there is a place and what is counted are apart: a port counts connections, too, that it takes to refuse them.
/// A nil address counts in all and not by itself: behind it there may be everybody.
package struct AddressLimiter: Sendable {
    /// Which limit is met.
    package enum Refusal: Hashable, Sendable {
        case all, address
    }

    private var most: Int
    private var mostPerAddress: Int?
    package private(set) var count = 0
    private var addresses: [String: Int] = [:]

    /// - Parameter perAddress: nil for no limit.
    package init(most: Int, perAddress: Int?) {
        self.most = most
        mostPerAddress = perAddress
    }

    /// From now on. Those that are open stay.
    package mutating func take(most: Int, perAddress: Int?) { (self.most, mostPerAddress) = (most, perAddress) }

    /// Why one more from there is too many; nil where it is not.
    package func refusal(of address: String?) -> Refusal? {
        if count >= most { return .all }
        guard let address, let mostPerAddress else { return nil }
        return addresses[address, default: 0] < mostPerAddress ? nil : .address
    }

    /// Counts it, too many or not.
    package mutating func open(_ address: String?) {
        count += 1
        if let address { addresses[address, default: 0] += 1 }
    }

    /// Counts it if it is not too many; false where it is.
    package mutating func admit(_ address: String?) -> Bool {
        guard refusal(of: address) == nil else { return false }
        open(address)
        return true
    }

    /// One that was counted is gone.
    package mutating func close(_ address: String?) {
        count -= 1
        guard let address, let here = addresses[address] else { return }
        addresses[address] = here > 1 ? here - 1 : nil
    }
}
