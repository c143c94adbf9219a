import NIOCore
import SabirCore
import Testing

/// What one laptop has by itself, and what a house shares.
struct AddressGroupTests {
    /// As many as one interface takes without being told.
    static let linkLocal = (0..<620).map { "fe80::1:\(String($0, radix: 16))%wlan0" }
    static let inOneNetwork = (0..<300).map { "2001:db8::2:\(String($0, radix: 16))" }

    private let rate = TokenBucket.Rate(perSecond: 1, burst: 5)
    private let now = NIODeadline.uptimeNanoseconds(0)

    @Test func anAddressIsOfItselfAndOfItsNetwork() {
        func groups(_ text: String) -> [AddressGroup] { AddressGroup.groups(of: text) }
        #expect(groups("10.0.0.5") == [.address("10.0.0.5")] && groups("::ffff:10.0.0.5") == groups("10.0.0.5"))
        #expect(groups("2001:DB8:0:0::5") == [.address("2001:db8::5"), .network("2001:db8:0:0::/64")])
        #expect(groups("fd00:0:0:1::5").last == groups("fd00:0:0:1:9::6").last)
        #expect(groups("fd00:0:0:1::5").last != groups("fd00:0:0:2::5").last)
        let near = ["fe80::1%eth0", "febf::2", "169.254.1.1", "::ffff:169.254.1.2"].map(groups)
        #expect(Set(near.map(\.last)) == [.network("link-local")] && Set(near.map(\.first)).count == 4)
        #expect(groups("proxy.example") == [.address("proxy.example")] && groups("") == [.address("")])
    }

    @Test(arguments: ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
    func noLimitForAnAddressMeetsThisMachine(_ text: String) {
        #expect(AddressGroup.limitedGroups(of: text).isEmpty && AddressGroup.groups(of: text).count == 1)
        var buckets = AddressBuckets()
        let areTaken = (0..<100).allSatisfy { _ in
            buckets.take(for: AddressGroup.limitedGroups(of: text), rate, now: now)
        }
        #expect(areTaken)
    }

    @Test(arguments: [linkLocal, inOneNetwork])
    func manyAddressesOfOneLaptopHaveNoMoreThanAFew(_ addresses: [String]) {
        var buckets = AddressBuckets()
        let taken = (addresses + addresses).count { address in
            (0..<9).contains { _ in buckets.take(for: AddressGroup.limitedGroups(of: address), rate, now: now) }
        }
        #expect(taken == 5 * AddressGroup.networkShares)
        for other in ["10.0.0.1", "2001:db8:0:1::1"] {
            #expect(buckets.holds(5, for: AddressGroup.limitedGroups(of: other), rate, now: now))
        }
    }

    @Test func housesInOneNetworkHaveABudgetEach() {
        var buckets = AddressBuckets()
        let (one, other) = (
            AddressGroup.limitedGroups(of: "2001:db8::1"), AddressGroup.limitedGroups(of: "2001:db8::2")
        )
        let taken = (0..<9).count { _ in buckets.take(for: one, rate, now: now) }
        #expect(taken == 5 && buckets.holds(5, for: other, rate, now: now))
        _ = buckets.take(-1, for: one, rate, now: now)
        #expect(buckets.holds(1, for: one, rate, now: now) && !buckets.holds(2, for: one, rate, now: now))
    }

    /// Ten thousand addresses push one another out, and nothing of what bounds their network.
    @Test func aNetworkIsBoundedWhateverItsAddressesFill() {
        var buckets = AddressBuckets()
        let wide = TokenBucket.Rate(perSecond: 0, burst: 5_000)
        let taken = (0..<60_000).count { number in
            buckets.take(for: AddressGroup.limitedGroups(of: "2001:db8::\(String(number, radix: 16))"), wide, now: now)
        }
        #expect(taken == 5_000 * AddressGroup.networkShares)
    }
}
