import Logging
import SabirProtocol
import Synchronization
import Testing

@testable import SabirRoom

/// Whose language a room tells its meter of: everybody's who comes, wherever they sit, and nobody's else.
@Suite struct ChosenLanguageTests {
    private final class Meter: RoomMeter {
        let chosen = Mutex<[String]>([])
        func refused(_ limit: RoomLimit, times: Int) {}
        func chose(_ language: LanguageTag) { chosen.withLock { $0.append("\(language)") } }
    }

    private let meter = Meter()
    private var room: Room
    private var chosen: [String] { meter.chosen.withLock { $0 } }

    init() {
        let time = Room.Time(now: .uptimeNanoseconds(1_000_000_000_000), wall: 1_800_000_000_000)
        room = Room(
            state: RoomState(settings: .test(), seed: 1, now: time.now), sources: RoomSources(token: { $0 }),
            meter: meter, logger: Logger(label: "room") { _ in SwiftLogNoOpLogHandler() }, at: time)
    }

    private mutating func joins(_ hello: Hello, as rank: StaffRank = .nobody) throws -> HostedRoom.Seat {
        try room.join(hello, Room.Entrance(rank: rank, address: "10.0.0.1")).get()
    }

    @Test mutating func whoComesIsToldOfOnceAndAgainWithAnotherLanguage() throws {
        let anna = try joins(.of("anna", "es"))
        _ = try room.enter(.of("boris", "uk"), as: JoinContext(address: "10.0.0.2", isLocal: true))
        #expect(chosen == ["es", "uk"])
        _ = room.handle(.profile(Profile(name: "anna maria")), from: anna)
        #expect(chosen == ["es", "uk"], "another name is no other language")
        _ = room.handle(.profile(Profile(lang: "ca")), from: anna)
        #expect(chosen == ["es", "uk", "ca"])
    }

    @Test mutating func aRelayReadsNothingAndWhoIsBehindItDoes() throws {
        var hello = Hello.of("ward", "en")
        hello.relay = RelayHello(node: "n", space: 7, side: "ward")
        let relay = try joins(hello, as: .relay("ward"))
        #expect(chosen == [])
        let number = MemberNumber(value: 7 << MemberNumber.spaceBits | 1)
        let rosa = MemberHere(MemberInfo(id: number.id, name: "rosa", lang: "ar"), token: "r")
        _ = room.handle(.behind(CarriedPresence(members: [rosa])), from: relay)
        _ = room.handle(.behind(CarriedPresence(members: [rosa])), from: relay)
        #expect(chosen == ["ar"])
    }
}
