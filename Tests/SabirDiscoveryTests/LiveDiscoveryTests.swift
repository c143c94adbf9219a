import Foundation
import SabirCore
import Testing

@testable import SabirDiscovery

/// Against a real D-Bus and a real avahi-daemon on a network of their own.
@Suite(
    .serialized, .timeLimit(.minutes(5)),
    .enabled(if: PrivateNetwork.isPossible, "needs root, dbus-daemon, avahi-daemon, iproute2 and util-linux"))
struct LiveDiscoveryTests {
    @Test func anAnnouncedRoomIsFoundWithAllItSays() async throws {
        _ = try await PrivateNetwork.ready()
        try await Station.with { station in
            let record = RoomRecord(
                id: UUID().uuidString, node: "n1", authentication: .password,
                fingerprint: RoomRecordTests.fingerprint, members: 3, webPort: 8080,
                relay: .init(via: "floor2", hops: 2))
            await station.advertiser.announce(Advertisement(name: "Ärzte & Söhne", port: 4711, record: record))
            let room = try await station.found(record.id)
            #expect(room.name == "Ärzte & Söhne")
            #expect(room.host == "alpha.local")
            #expect(room.port == 4711)
            #expect(room.record == record)
            let both = room.addresses.count > 1 ? room : try await station.found(record.id) { $0.addresses.count > 1 }
            #expect(both.addresses.map(\.isIPv6) == [false, true])
            #expect(both.addresses[0].text == "10.77.0.1")
            #expect(both.addresses[1].text.hasPrefix("fe80::"))
            #expect(both.addresses[1].text.contains("%"))
        }
    }

    @Test func stringsTravelInTheOrderInWhichTheyAreWritten() async throws {
        _ = try await PrivateNetwork.ready()
        try await Station.with { station in
            let room = Station.advertisement()
            await station.advertiser.announce(room)
            _ = try await station.found(room.record.id)
            let (number, signals) = await station.client.subscribe()
            _ = try await station.client.browse(Advertiser.serviceType, for: number)
            let appeared = try await first(of: signals) { $0.appeared != nil }
            let instance = try #require(appeared.appeared)
            _ = try await station.client.resolve(instance, type: Advertiser.serviceType, for: number)
            let resolved = try await first(of: signals) { $0.resolution != nil }
            let written = try room.record.txt()
            #expect(resolved.resolution?.txt == written)
        }
    }

    @Test func theNumberOfMembersFollowsAndTheLatestWins() async throws {
        _ = try await PrivateNetwork.ready()
        try await Station.with { station in
            let room = Station.advertisement(members: 1)
            await station.advertiser.announce(room)
            _ = try await station.found(room.record.id)
            for members in 2...60 { await station.advertiser.update(members: members, of: room.record.id) }
            _ = try await station.found(room.record.id) { $0.record.members == 60 }
        }
    }

    @Test func aWithdrawnRoomIsLost() async throws {
        _ = try await PrivateNetwork.ready()
        try await Station.with { station in
            let room = Station.advertisement()
            await station.advertiser.announce(room)
            let found = try await station.found(room.record.id)
            #expect(await station.browser.rooms.map(\.id) == [room.record.id])
            await station.advertiser.withdraw(room.record.id)
            let lost = try await first(of: station.browser.events) { if case .lost = $0 { true } else { false } }
            guard case .lost(let gone) = lost else { return }
            #expect(gone.identity == found.identity)
            #expect(await station.browser.rooms.isEmpty)
        }
    }

    @Test func aNodeAnnouncesSeveralRoomsOnOnePort() async throws {
        _ = try await PrivateNetwork.ready()
        try await Station.with { station in
            let rooms = ["Reception", "Ward", "Kitchen"].map { Station.advertisement($0) }
            for room in rooms { await station.advertiser.announce(room) }
            var missing = Set(rooms.map(\.record.id))
            while !missing.isEmpty {
                let wanted = missing
                let event = try await first(of: station.browser.events) { event in
                    event.present.map { wanted.contains($0.id) } ?? false
                }
                if let id = event.present?.id { missing.remove(id) }
            }
            #expect(await station.browser.rooms.map(\.name) == ["Kitchen", "Reception", "Ward"])
        }
    }

    @Test func twoRoomsOfOneNameInOneDaemonAreToldApart() async throws {
        _ = try await PrivateNetwork.ready()
        try await Station.with { station in
            let rooms = [Station.advertisement(), Station.advertisement()]
            await station.advertiser.announce(rooms[0])
            let first = try await station.established(rooms[0].record.id)
            await station.advertiser.announce(rooms[1])
            let second = try await station.established(rooms[1].record.id)
            #expect([first, second] == ["Reception", "Reception #2"])
        }
    }

    @Test func whatAStrangerSaysIsReadAsItWasWritten() async throws {
        let network = try await PrivateNetwork.ready()
        try await network.strangerAppears()
        try await Station.with { station in
            let stranger = try await station.found(PrivateNetwork.strangerRoom)
            #expect(stranger.host == "beta.local")
            #expect(stranger.record.authentication == .password)
            // It says n=4 and then n=5: the first counts.
            #expect(stranger.record.members == 4)
        }
    }

    @Test func aNameTakenByAnotherHostIsChangedAndBothRoomsAreFound() async throws {
        let network = try await PrivateNetwork.ready()
        try await network.strangerAppears()
        try await Station.with { station in
            let (room, name) = try await Self.collide(station)
            #expect(name.hasPrefix("Reception #"))
            let own = try await station.found(room.record.id)
            #expect(own.name == name)
            #expect(await Set(station.browser.rooms.map(\.host)) == ["alpha.local", "beta.local"])
        }
    }

    /// Takes the stranger's name until this side is the one that yields: of two hosts that announced a name only a
    /// moment ago, mDNS lets either give way, while one that stood for some seconds is defended.
    private static func collide(_ station: Station) async throws -> (room: Advertisement, name: String) {
        var stranger = try await station.found(PrivateNetwork.strangerRoom)
        for number in 1...8 {
            let taken = stranger.name
            // Each takes its time to be probed for, which is the stranger's to stand.
            for pastime in 1...4 {
                let other = Station.advertisement("Pastime \(number).\(pastime)")
                await station.advertiser.announce(other)
                _ = try await station.established(other.record.id)
                await station.advertiser.withdraw(other.record.id)
            }
            let room = Station.advertisement(taken)
            await station.advertiser.announce(room)
            let event = try await first(of: station.advertiser.events)
            if case .renamed(room.record.id, taken, _) = event {
                return (room, try await station.established(room.record.id))
            }
            stranger = try await station.found(PrivateNetwork.strangerRoom) { $0.name != taken }
        }
        throw Missing(description: "The other host gave way eight times.")
    }

    @Test func aSearchFindsByNameOrIdAndEndsInTime() async throws {
        let network = try await PrivateNetwork.ready()
        try await network.strangerAppears()
        let byName = try await Browser.rooms(within: .seconds(30)) { $0.answers(to: "reception") }
        #expect(byName.map(\.id) == [PrivateNetwork.strangerRoom])
        let byID = try await Browser.rooms(within: .seconds(30)) { $0.answers(to: PrivateNetwork.strangerRoom) }
        #expect(byID.map(\.name) == ["Reception"])
        let listed = try await Browser.rooms(within: .seconds(3))
        #expect(listed.map(\.id) == [PrivateNetwork.strangerRoom])
    }

    @Test func roomsAreAnnouncedOnTheInterfacesAskedForOnly() async throws {
        _ = try await PrivateNetwork.ready()
        let station = Station(interfaces: ["no-such-lan"])
        await station.open()
        let room = Station.advertisement()
        await station.advertiser.announce(room)
        let event = try await first(of: station.advertiser.events)
        #expect(event == .refused(roomID: room.record.id, reason: "There is no interface called no-such-lan."))
        await station.close()
    }

    @Test func theCheckFindsAllInOrder() async throws {
        _ = try await PrivateNetwork.ready()
        var findings: [Finding] = []
        await DiscoveryCheck().run { findings += $0 }
        #expect(findings.prefix(3).map(\.area) == ["D-Bus", "Avahi", "Discovery"])
        #expect(findings.prefix(3).allSatisfy { $0.isFine && $0.mend == nil })
    }
}
