/// What a limit for each address counts: the address by itself, and where one device can have as many addresses as it
/// likes, all of that network together. A limit holds for each group that an address belongs to.
///
/// Behind an IPv6 network may be a whole house, whose people do not share one budget; and one laptop there can have
/// any number of addresses (RFC 8981), or of link-local ones in any network. So all of a network have as much as a few
/// addresses, whatever their number.
package enum AddressGroup: Hashable, Sendable {
    /// One address, in writing; what is no address stands for itself.
    case address(String)
    /// An IPv6 network of 64 bits, or all link-local addresses (169.254.0.0/16, fe80::/10).
    case network(String)

    /// How many addresses' worth a network has. So few that no network uses up what strangers have together of a
    /// secret's guesses: six addresses' worth.
    package static let networkShares = 4

    /// What the group may have where one address may have `rate`.
    package func rate(_ rate: TokenBucket.Rate) -> TokenBucket.Rate {
        switch self {
        case .address: rate
        case .network: rate.times(Double(Self.networkShares))
        }
    }

    /// What the group may hold of `all` where one address may hold `each`: a network leaves a tenth to everybody else.
    package func share(of all: Int, each: Int) -> Int {
        switch self {
        case .address: each
        case .network: max(each, min(each.multipliedClamped(by: Self.networkShares), all - all / 10))
        }
    }

    /// The groups that an address belongs to, the closest first.
    package static func groups(of text: String) -> [AddressGroup] {
        IPAddress(text)?.groups ?? [.address(text)]
    }

    /// The same, and none for an address of this machine: behind it may be a proxy, and so everybody, whom no limit for
    /// one address should meet.
    package static func limited(_ text: String) -> [AddressGroup] {
        IPAddress(text)?.isLoopback == true ? [] : groups(of: text)
    }
}

extension IPAddress {
    /// The groups that limits count it in, the closest first. An IPv4 address that is not link-local is in none but its
    /// own, also one that came as a mapped one; so is one of this machine.
    package var groups: [AddressGroup] {
        let own = AddressGroup.address(description)
        if isLinkLocal { return [own, .network("link-local")] }
        return isIPv4 || isLoopback ? [own] : [own, .network(counted)]
    }
}

extension Int {
    fileprivate func multipliedClamped(by factor: Int) -> Int {
        let (product, overflows) = multipliedReportingOverflow(by: factor)
        return overflows ? .max : product
    }
}

/// A bucket for each group of addresses (`AddressGroup`). Pure, as `TokenBucket`. `rate` is that of one address.
///
/// Networks have a table of their own: what the addresses of one fill does not empty the bucket that bounds them.
package struct AddressBuckets: Sendable {
    private var addresses = BucketTable<AddressGroup>()
    private var networks = BucketTable<AddressGroup>()

    package init() {}

    /// Takes so many tokens of each group, fewer than none to give them back; false, and none, where one has fewer.
    package mutating func take(
        _ tokens: Double = 1, for groups: [AddressGroup], _ rate: TokenBucket.Rate, now: some MonotonicTime
    ) -> Bool {
        guard holds(tokens, for: groups, rate, now: now) else { return false }
        for group in groups {
            switch group {
            case .address: _ = addresses.take(tokens, for: group, rate, now: now)
            case .network: _ = networks.take(tokens, for: group, group.rate(rate), now: now)
            }
        }
        return true
    }

    /// Takes so many of each group's whether they are there or not: what is missing is a debt.
    package mutating func charge(
        _ tokens: Double, for groups: [AddressGroup], _ rate: TokenBucket.Rate, now: some MonotonicTime
    ) {
        for group in groups {
            switch group {
            case .address: addresses.charge(tokens, for: group, rate, now: now)
            case .network: networks.charge(tokens, for: group, group.rate(rate), now: now)
            }
        }
    }

    /// Whether each group has as many.
    package func holds(
        _ tokens: Double = 1, for groups: [AddressGroup], _ rate: TokenBucket.Rate, now: some MonotonicTime
    ) -> Bool {
        groups.allSatisfy { group in
            switch group {
            case .address: addresses.holds(tokens, for: group, rate, now: now)
            case .network: networks.holds(tokens, for: group, group.rate(rate), now: now)
            }
        }
    }
}
