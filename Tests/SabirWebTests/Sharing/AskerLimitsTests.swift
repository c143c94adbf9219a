import NIOCore
import SabirCore
import Testing

@testable import SabirWeb

@Suite struct AskerLimitsTests {
    let start = ContinuousClock.now

    private func limits(_ change: (inout SharingSettings) -> Void) -> AskerLimits {
        var settings = SharingSettings(addresses: ["::"], port: 0)
        change(&settings)
        return AskerLimits(settings)
    }

    @Test func aMinutesWorthMayBeUsedAtOnceAndComesBackSlowly() {
        var limits = limits { $0.requestsPerMinute = 6 }
        for _ in 0..<6 {
            #expect(limits.begin("a", characters: 1, now: start) == .granted)
            limits.finish("a")
        }
        #expect(limits.begin("a", characters: 1, now: start) == .refused(limit: "6 requests per 1 minute", seconds: 10))
        #expect(limits.begin("b", characters: 1, now: start) == .granted)
        // The refused request has to be made up for as well.
        #expect(limits.begin("a", characters: 1, now: start + .seconds(20)) == .granted)
    }

    @Test func anotherNumberOfCharactersHoldsFromThenOn() {
        var limits = limits { $0.charactersPerMinute = 10 }
        let before = limits.begin("a", characters: 10, now: .now)
        limits.finish("a")
        limits.setLimit(charactersPerMinute: 1_000)
        let after = limits.begin("b", characters: 900, now: .now)
        let refused = limits.begin("b", characters: 900, now: .now)
        #expect(before == .granted && after == .granted && refused != .granted)
    }

    @Test func charactersAreCountedForThemselves() {
        var limits = limits { $0.charactersPerMinute = 600 }
        #expect(limits.begin("a", characters: 500, now: start) == .granted)
        #expect(
            limits.begin("a", characters: 200, now: start)
                == .refused(limit: "600 characters per 1 minute", seconds: 10))
        #expect(limits.begin("a", characters: 200, now: start + .seconds(10)) == .granted)
    }

    @Test func aTextLargerThanAMinutesWorthPassesOnceAndIsPaidOff() {
        var limits = limits { $0.charactersPerMinute = 600 }
        #expect(limits.begin("a", characters: 1_200, now: start) == .granted)
        #expect(limits.begin("a", characters: 1, now: start + .seconds(59)) != .granted)
        #expect(limits.begin("a", characters: 1, now: start + .seconds(61)) == .granted)
    }

    @Test func askersWaitForTheirOwnAnswersAndForAllTogether() {
        var limits = limits {
            $0.requestsAtOnce = 3
            $0.requestsAtOncePerAsker = 2
        }
        #expect(limits.begin("a", characters: 1, now: start) == .granted)
        #expect(limits.begin("a", characters: 1, now: start) == .granted)
        #expect(limits.begin("a", characters: 1, now: start) == .refused(limit: "2 requests at once", seconds: 1))
        #expect(limits.begin("b", characters: 1, now: start) == .granted)
        #expect(
            limits.begin("c", characters: 1, now: start)
                == .refused(limit: "3 requests at once, from all together", seconds: 1))
        limits.finish("a")
        #expect(limits.begin("c", characters: 1, now: start) == .granted)
    }

    /// One laptop has any number of addresses; one that asks on and on costs its network nothing.
    @Test(arguments: ["fe80::1:", "2001:db8::"])
    func allOfANetworkHaveAsMuchAsFourAddresses(_ prefix: String) {
        var limits = limits { ($0.requestsPerMinute, $0.requestsAtOncePerAsker, $0.requestsAtOnce) = (5, 100, 1_000) }
        for _ in 0..<300 { _ = limits.begin(prefix + "1", characters: 1, now: start) }
        let granted = (2..<620).count {
            limits.begin(prefix + String($0, radix: 16), characters: 1, now: start) == .granted
        }
        #expect(granted == 15)
        #expect(limits.begin("10.0.0.1", characters: 1, now: start) == .granted)
        #expect(limits.begin("2001:db8:0:1::1", characters: 1, now: start) == .granted)
    }

    @Test(arguments: [
        ("10.1.2.3", true, "10.1.2.3"), ("172.31.0.1", true, "172.31.0.1"), ("172.32.0.1", false, "172.32.0.1"),
        ("192.168.0.9", true, "192.168.0.9"), ("169.254.1.1", true, "169.254.1.1"), ("127.0.0.1", true, "127.0.0.1"),
        ("203.0.113.4", false, "203.0.113.4"), ("::ffff:10.1.2.3", true, "10.1.2.3"),
        ("::ffff:203.0.113.4", false, "203.0.113.4"), ("::1", true, "::1"),
        ("fe80::1", true, "fe80::1"), ("fd12:3456::1", true, "fd12:3456::1"),
        ("2001:db8:0:1::5", false, "2001:db8:0:1::5"),
    ])
    func addressesOfTheOwnNetworkAreKnown(address: String, isLocal: Bool, name: String) throws {
        let asker = try #require(IPAddress(try SocketAddress(ipAddress: address, port: 1)))
        #expect(asker.isLocal == isLocal)
        #expect(asker.description == name)
    }
}
