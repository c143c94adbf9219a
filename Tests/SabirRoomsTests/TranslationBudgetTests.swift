import NIOCore
import SabirCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// How much of what people say is translated in a minute.
@Suite(.timeLimit(.minutes(5))) struct TranslationBudgetTests {
    private static let rate = TokenBucket.Rate(perMinute: 100)

    @Test func eachHasAMinutesWorthAndAsMuchAgainAMinuteLater() {
        var budget = TranslationBudget()
        func take(_ scalars: Int, _ seconds: Double) -> Bool {
            budget.take(scalars, for: "device a", in: nil, Self.rate, now: at(seconds))
        }
        let atOnce = [take(60, 0), take(40, 0), take(1, 0)]
        #expect(atOnce == [true, true, false])
        let later = [take(50, 30), take(50, 31), take(100, 91)]
        #expect(later == [true, false, true])
    }

    @Test func whatIsRefusedCostsNothing() {
        var budget = TranslationBudget()
        let taken = [101, 100].map {
            budget.take(
                $0, for: "device a", in: .address(AddressGroup.limitedGroups(of: "10.0.0.1")), Self.rate, now: at(0))
        }
        #expect(taken == [false, true])
    }

    @Test func manyDevicesOfOneAddressHaveFiveTimesAsMuchTogether() {
        var budget = TranslationBudget()
        let taken = (0..<50).filter {
            budget.take(
                100, for: "device \($0)", in: .address(AddressGroup.limitedGroups(of: "10.0.0.66")), Self.rate,
                now: at(0))
        }
        #expect(taken.count == 5)
        let others = budget.take(
            100, for: "device of another", in: .address(AddressGroup.limitedGroups(of: "10.0.0.1")), Self.rate,
            now: at(0))
        #expect(others)
    }

    @Test func allOfANetworkHaveAsMuchAsFourAddresses() {
        var budget = TranslationBudget()
        let taken = (0..<300).filter {
            let group = TranslationBudget.Group.address(AddressGroup.limitedGroups(of: "2001:db8::\($0)"))
            return budget.take(100, for: "device \($0)", in: group, Self.rate, now: at(0))
        }
        #expect(taken.count == 20)
    }

    @Test func thoseBehindARelayHaveFiftyTimesAsMuchTogether() {
        var budget = TranslationBudget()
        let relay = TranslationBudget.Group.relay(MemberNumber(value: 7))
        let taken = (0..<80).filter { budget.take(100, for: "device \($0)", in: relay, Self.rate, now: at(0)) }
        #expect(taken.count == 50)
    }

    // MARK: In a room

    private static func settings(_ characters: Int) -> RoomSettings {
        var settings = RoomSettings.test()
        settings.ceilings = RoomCeilings(saidPerMinute: characters)
        return settings
    }

    private func say(_ text: String, _ entry: HostedRoom.Entry, in room: HostedRoom) async throws -> Bool {
        room.isOverBudget(try await room.say(Draft(text: text), from: entry.seat).seq)
    }

    @Test func whoFloodsIsHeardAndNotTranslatedUnderWhicheverNameItComesAgain() async throws {
        let host = try await LoopbackHost.open(Self.settings(10))
        let flooder = try await host.room.enter(.of("flooder"), address: "10.0.0.66")
        let anna = try await host.room.enter(.of("anna"), address: "10.0.0.1")
        // Scalars count, not what looks like one character.
        #expect(try await !say("e\u{301}\u{302}\u{303}\u{304}", flooder, in: host.room))
        #expect(try await say("123456", flooder, in: host.room))
        #expect(try await !say("1234567890", anna, in: host.room))
        await host.room.leave(flooder.seat)
        let again = try await host.room.enter(.of("flooder"), address: "10.0.0.66")
        #expect(try await say("123456", again, in: host.room))
        await host.server.close()
    }
}
