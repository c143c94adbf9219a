/// The unit that a per-address limit counts. A limit applies to each group that an address belongs to: the address
/// itself and, where one device can have any number of addresses, its whole network.
///
/// An IPv6 network may be a whole house, whose people must not share one budget; yet a single laptop in it can take any
/// number of addresses (RFC 8981), and link-local ones in any network. So a network gets as much as a few addresses,
/// however many it has.
package enum AddressGroup: Hashable, Sendable {
    /// One address as text. Text that is not an address forms a group of its own.
    case address(String)
    /// An IPv6 network of 64 bits, or all link-local addresses (169.254.0.0/16, fe80::/10).
    case network(String)

    /// How many times one address's share a network gets. Low enough that no single network uses up the guesses at a
    /// secret that all strangers share, which are worth six addresses.
    package static let networkShares = 4

    /// The group's rate, where one address has `rate`.
    package func rate(_ rate: TokenBucket.Rate) -> TokenBucket.Rate {
        switch self {
        case .address: rate
        case .network: rate.times(Double(Self.networkShares))
        }
    }

    /// How many of `all` places the group may hold, where one address may hold `each`: a network leaves a tenth to
    /// everybody else.
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

    /// The groups of an address, or none for an address of this machine: a proxy, and so everybody, may be behind such
    /// an address, and no per-address limit should apply to them.
    package static func limitedGroups(of text: String) -> [AddressGroup] {
        IPAddress(text)?.isLoopback == true ? [] : groups(of: text)
    }
}

extension IPAddress {
    /// The groups in which limits count this address, the closest first. An IPv4 address (also a mapped one) and an
    /// address of this machine have no network group, unless they are link-local.
    package var groups: [AddressGroup] {
        let own = AddressGroup.address(description)
        if isLinkLocal { return [own, .network("link-local")] }
        return isIPv4 || isLoopback ? [own] : [own, .network(banKey)]
    }
}

extension Int {
    fileprivate func multipliedClamped(by factor: Int) -> Int {
        let (product, overflows) = multipliedReportingOverflow(by: factor)
        return overflows ? .max : product
    }
}

/// A token bucket for each address group. Pure, as `TokenBucket`. `rate` always means the rate of one address.
///
/// Networks have their own table, so that one network's many addresses cannot push its bucket out.
package struct AddressBuckets: Sendable {
    private var addresses = BucketTable<AddressGroup>()
    private var networks = BucketTable<AddressGroup>()

    package init() {}

    /// Takes `tokens` from each group; a negative number gives tokens back. Returns false and takes nothing if any
    /// group has fewer.
    package mutating func take(
        _ tokens: Double = 1, for groups: [AddressGroup], _ rate: TokenBucket.Rate, now: some MonotonicTime
    ) -> Bool {
        guard holds(tokens, for: groups, rate, now: now) else { return false }
        for group in groups { _ = self[group].take(tokens, for: group, group.rate(rate), now: now) }
        return true
    }

    /// Takes `tokens` from each group even if a group has fewer: the rest is a debt.
    package mutating func charge(
        _ tokens: Double, for groups: [AddressGroup], _ rate: TokenBucket.Rate, now: some MonotonicTime
    ) {
        for group in groups { self[group].charge(tokens, for: group, group.rate(rate), now: now) }
    }

    /// Whether each group has at least `tokens`.
    package func holds(
        _ tokens: Double = 1, for groups: [AddressGroup], _ rate: TokenBucket.Rate, now: some MonotonicTime
    ) -> Bool {
        groups.allSatisfy { self[$0][$0].holds(tokens, $0.rate(rate), now: now) }
    }

    /// How many tokens a group has; negative for a debt.
    package func level(of group: AddressGroup, _ rate: TokenBucket.Rate, now: some MonotonicTime) -> Double {
        self[group][group].level(group.rate(rate), now: now)
    }

    /// The table of a group, changed in place.
    private subscript(group: AddressGroup) -> BucketTable<AddressGroup> {
        _read { if case .address = group { yield addresses } else { yield networks } }
        _modify { if case .address = group { yield &addresses } else { yield &networks } }
    }
}
