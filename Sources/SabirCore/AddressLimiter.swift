/// Counts what is open at a time, in all and from each group of addresses (`AddressGroup`).
///
/// Whether there is a place and what is counted are apart: a port counts connections, too, that it takes to refuse them.
/// An address in no group counts in all and not by itself: behind it there may be everybody.
package struct AddressLimiter: Sendable {
    /// Which limit is met.
    package enum Refusal: Hashable, Sendable {
        case all, address
    }

    private var most: Int
    private var mostPerAddress: Int?
    package private(set) var count = 0
    private var groups: [AddressGroup: Int] = [:]

    /// - Parameter perAddress: nil for no limit.
    package init(most: Int, perAddress: Int?) {
        self.most = most
        mostPerAddress = perAddress
    }

    /// From now on. Those that are open stay.
    package mutating func take(most: Int, perAddress: Int?) { (self.most, mostPerAddress) = (most, perAddress) }

    /// Why one more from there is too many; nil where it is not.
    package func refusal(of groups: [AddressGroup]) -> Refusal? {
        if count >= most { return .all }
        guard let mostPerAddress else { return nil }
        let isMet = groups.contains { self.groups[$0, default: 0] >= $0.share(of: most, each: mostPerAddress) }
        return isMet ? .address : nil
    }

    /// Counts it, too many or not.
    package mutating func open(_ groups: [AddressGroup]) {
        count += 1
        for group in groups { self.groups[group, default: 0] += 1 }
    }

    /// Counts it if it is not too many; false where it is.
    package mutating func admit(_ groups: [AddressGroup]) -> Bool {
        guard refusal(of: groups) == nil else { return false }
        open(groups)
        return true
    }

    /// One that was counted is gone.
    package mutating func close(_ groups: [AddressGroup]) {
        count -= 1
        for group in groups {
            guard let here = self.groups[group] else { continue }
            self.groups[group] = here > 1 ? here - 1 : nil
        }
    }
}
