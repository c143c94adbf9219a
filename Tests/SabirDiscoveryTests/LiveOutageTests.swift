import Foundation
import SabirProtocol
import SabirCore
import Testing

@testable import SabirDiscovery

extension LiveDiscoveryTests {
    /// What the daemons can do to a node while it runs. Nested, so that these too run one after another with the
    /// others.
    @Suite(.serialized) struct Outages {
        @Test func afterTheDaemonIsKilledAndStartedTheRoomIsAnnouncedAndFoundAgain() async throws {
            let network = try await PrivateNetwork.ready()
            try await Self.survives {
                try await network.order("no-daemon")
            } mend: {
                try await network.order("daemon")
            }
        }

        @Test func afterTheBusIsKilledAndBothAreStartedTheRoomIsAnnouncedAndFoundAgain() async throws {
            let network = try await PrivateNetwork.ready()
            try await Self.survives {
                try await network.order("no-bus", "no-daemon")
            } mend: {
                try await network.order("bus", "daemon")
            }
        }

        @Test func withoutABusANodeWorksAndFindsTheNetworkOnceItIsThere() async throws {
            let network = try await PrivateNetwork.ready()
            try await network.order("no-daemon", "no-bus")
            try await Station.with { station in
                let room = Station.advertisement()
                await station.advertiser.announce(room)
                let reason = "D-Bus cannot be reached."
                #expect(try await first(of: station.browser.events) == .unavailable(reason: Sentence(reason)))
                try await network.order("bus", "daemon")
                // Once means: the next event is not a second complaint.
                #expect(try await first(of: station.browser.events) == .available)
                _ = try await station.found(room.record.id)
            }
        }

        @Test func withoutADaemonASearchSaysSoAtOnce() async throws {
            let network = try await PrivateNetwork.ready()
            try await network.order("no-daemon")
            let error = await #expect(throws: DiscoveryError.self) { try await Browser.rooms(within: .seconds(60)) }
            #expect(error?.code == .unavailable)
            #expect(error?.description == "avahi-daemon is not running.")
        }

        @Test func theCheckSaysWhatIsMissingAndWhatMendsIt() async throws {
            let network = try await PrivateNetwork.ready()
            try await network.order("no-daemon")
            var daemon: [Finding] = []
            await DiscoveryCheck().run { daemon += $0 }
            daemon = Array(daemon.prefix(2))
            #expect(daemon.map(\.area) == ["D-Bus", "Avahi"])
            #expect(daemon.map(\.isFine) == [true, false])
            #expect(daemon.last?.mend?.contains("avahi-daemon") == true)
            try await network.order("no-bus")
            var bus: [Finding] = []
            await DiscoveryCheck().run { bus += $0 }
            #expect(bus.first?.isFine == false)
            #expect(bus.first?.mend?.contains("dbus") == true)
        }

        /// A room is found, lost in an outage that is told once, and found again under its name.
        private static func survives(
            fault: @escaping @Sendable () async throws -> Void, mend: @escaping @Sendable () async throws -> Void
        ) async throws {
            try await Station.with { station in
                let room = Station.advertisement(members: 2)
                await station.advertiser.announce(room)
                _ = try await station.established(room.record.id)
                _ = try await station.found(room.record.id)
                try await fault()
                _ = try await first(of: station.browser.events, where: \.isUnavailable)
                #expect(await station.browser.rooms.isEmpty)
                await station.advertiser.update(members: 9, of: room.record.id)
                try await mend()
                #expect(try await first(of: station.browser.events) == .available)
                #expect(try await station.established(room.record.id) == "Reception")
                _ = try await station.found(room.record.id) { $0.record.members == 9 }
            }
        }
    }
}

extension LiveDiscoveryTests {
    @Test func openingAndClosingTwoHundredTimesWhileCallbacksRunLeavesNothingBehind() async throws {
        let network = try await PrivateNetwork.ready()
        try await network.strangerAppears()
        let threads = Self.threads()
        for turn in 0..<200 {
            let station = Station()
            await station.advertiser.announce(Station.advertisement("Room \(turn)"))
            await station.open()
            // Some close at once, some in the midst of the reports.
            if turn % 10 == 0 { _ = try await first(of: station.advertiser.events) }
            async let once: Void = station.client.close()
            async let twice: Void = station.client.close()
            _ = await (once, twice)
            await station.close()
            await station.advertiser.announce(Station.advertisement("too late"))
        }
        #expect(Self.threads() <= threads + 8)
    }

    private static func threads() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
    }
}
