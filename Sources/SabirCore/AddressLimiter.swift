/// Counts what is open at a time, in total and for each address group.
///
/// Checking and counting are separate, because a port also counts connections that it accepts only to refuse them. A
/// connection without any group counts in total only: it may come through a proxy from everybody.
package struct AddressLimiter: Sendable {
    /// The limit that was reached.
    package enum Refusal: Hashable, Sendable {
        case all, address
    }

    private var most: Int
    private var mostPerAddress: Int?
    /// All that count at present, whatever their address.
    package private(set) var count = 0
    private var groups: [AddressGroup: Int] = [:]

    /// - Parameter perAddress: nil for no limit.
    package init(most: Int, perAddress: Int?) {
        self.most = most
        mostPerAddress = perAddress
    }

    /// Changes the limits. What is open stays open.
    package mutating func setLimits(most: Int, perAddress: Int?) { (self.most, mostPerAddress) = (most, perAddress) }

    /// The limit that forbids one more from these groups, or nil if one more may open.
    package func refusal(of groups: [AddressGroup]) -> Refusal? {
        if count >= most { return .all }
        guard let mostPerAddress else { return nil }
        let isMet = groups.contains { self.groups[$0, default: 0] >= $0.share(of: most, each: mostPerAddress) }
        return isMet ? .address : nil
    }

    /// Counts one more, even over a limit.
    package mutating func open(_ groups: [AddressGroup]) {
        count += 1
        for group in groups { self.groups[group, default: 0] += 1 }
    }

    /// Counts one more if no limit forbids it. Returns whether it was counted.
    package mutating func admit(_ groups: [AddressGroup]) -> Bool {
        guard refusal(of: groups) == nil else { return false }
        open(groups)
        return true
    }

    /// Stops counting one that was opened.
    package mutating func close(_ groups: [AddressGroup]) {
        count -= 1
        for group in groups {
            guard let here = self.groups[group] else { continue }
            self.groups[group] = here > 1 ? here - 1 : nil
        }
    }
}
