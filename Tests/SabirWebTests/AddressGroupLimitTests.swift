import NIOCore
import SabirProtocol
import Testing

@testable import SabirWeb

/// One laptop has any number of IPv6 addresses: the page's limits give all of a network a few addresses' worth, and whoever
/// is elsewhere does not notice.
struct AddressGroupLimitTests {
    private static let prefixes = ["fe80::1:", "2001:db8::"]
    private static let others = ["10.0.0.5", "::ffff:10.0.0.6", "2001:db8:0:1::1", "127.0.0.1"]
    private let moment = ContinuousClock.now
    private let never = NIODeadline.uptimeNanoseconds(0)

    /// The code of the refusal; nil if there is none.
    private func code(_ enter: () async throws -> String) async -> String? {
        do {
            _ = try await enter()
            return nil
        } catch {
            return (error as? WebRefusal)?.code
        }
    }

    private func laptop(_ prefix: String) -> [String] { (0..<620).map { prefix + String($0, radix: 16) } }

    @Test(arguments: prefixes)
    func joinCodesAreGuessedNoMoreThanByFourAddresses(_ prefix: String) async throws {
        let admissions = Admissions()
        var guessed = 0
        for address in laptop(prefix) {
            do throws(WireFault) {
                try await admissions.use("0", for: "one", from: address, now: moment)
            } catch {
                if error.code == .authFailed { guessed += 1 }
            }
        }
        #expect(guessed == 20)
        for other in Self.others {
            let code = await admissions.code(for: "one", now: moment)
            try await admissions.use(code, for: "one", from: other, now: moment)
        }
    }

    @Test func familiesInOneNetworkMistypeEachForItself() async throws {
        let admissions = Admissions()
        for _ in 0..<9 { try? await admissions.use("0", for: "one", from: "2001:db8::1", now: moment) }
        let code = await admissions.code(for: "one", now: moment)
        try await admissions.use(code, for: "one", from: "2001:db8::2", now: moment)
    }

    @Test(arguments: prefixes)
    func connectionsAndRequestsAreBounded(_ prefix: String) async {
        let counter = ConnectionCounter(maximum: 1_000, perAddress: 5)
        #expect(laptop(prefix).count { counter.open($0) } == 20)
        #expect(Self.others.allSatisfy { counter.open($0) })
        let meter = RequestMeter((perSecond: 0, burst: 2))
        var taken = 0
        for address in laptop(prefix) where await meter.admitRequest(from: address) { taken += 1 }
        #expect(taken == 8)
        for other in Self.others { #expect(await meter.admitRequest(from: other)) }
    }

    @Test(arguments: prefixes)
    func codesOfDevicesAreTriedNoMoreThanByFourAddresses(_ prefix: String) async {
        let (setup, review) = (SetupAccess(), ReviewAccess())
        let checks = PhoneChecks()
        let visit = PhoneVisit(seen: [], hasProbed: nil, came: moment)
        var tried = [0, 0, 0]
        for address in laptop(prefix) {
            if await code({ try await setup.enter("", from: address, at: moment) }) == "code-wrong" {
                tried[0] += 1
            }
            if await code({ try await review.enter("", from: address, at: moment) }) == "code-wrong" {
                tried[1] += 1
            }
            if await code({ try await checks.admit(to: "", visit, device: nil, from: address, at: moment) })
                == "not-found"
            {
                tried[2] += 1
            }
        }
        #expect(tried == [40, 40, 40])
        for other in Self.others {
            #expect(await code { try await setup.enter("", from: other, at: moment) } == "code-wrong")
        }
    }
}
