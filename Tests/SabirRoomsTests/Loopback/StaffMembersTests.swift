import Logging
import NIOCore
import NIOPosix
import SabirProtocol
import Synchronization
import Testing

@testable import SabirClient
@testable import SabirRoom

/// Staff over real connections, and the limits of a port.
@Suite(.serialized, .timeLimit(.minutes(1))) struct StaffMembersTests {
    /// Knows whose device is staff, and keeps what is written down.
    private final class Office: StaffOffice {
        let devices = Mutex(["device of nurse": "Rosa"])
        let relays = Mutex(["device of relay": "Floor 2"])
        let records = Mutex<[AuditEntry]>([])

        func look(for device: String, answer: @escaping @Sendable (StaffRank) -> Void) {
            let person = devices.withLock { $0[device] }.map(StaffRank.person)
            answer(person ?? relays.withLock { $0[device] }.map(StaffRank.relay) ?? .nobody)
        }
        func record(_ entry: AuditEntry, done: @escaping @Sendable () -> Void) {
            records.withLock { $0.append(entry) }
            done()
        }
        var all: [AuditEntry] { records.withLock { $0 } }
    }

    private final class Meter: RoomMeter {
        let counts = Mutex<[RoomLimit: Int]>([:])

        func refused(_ limit: RoomLimit, times: Int) { counts.withLock { $0[limit, default: 0] += times } }
        subscript(limit: RoomLimit) -> Int { counts.withLock { $0[limit] ?? 0 } }
    }

    private let office = Office()
    private let meter = Meter()

    private func host(_ settings: RoomSettings = .test(), connections: Int = .max) async throws -> LoopbackHost {
        let server = RoomServer(
            on: MultiThreadedEventLoopGroup.singleton.next(),
            limits: .patient(ConnectionLimits(connections: connections)),
            dependencies: RoomDependencies(office: office, meter: meter),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let room = await server.open(settings)
        let address = try #require(try await server.listen(on: ["127.0.0.1"], port: 0).first)
        return LoopbackHost(server: server, room: room, port: try #require(address.port))
    }

    private func id(of guest: LoopbackGuest) async throws -> MemberID {
        for case .welcome(let welcome) in await guest.journal.all { return welcome.member }
        throw Missing(description: "a welcome did not come")
    }

    private func refusal(_ guest: LoopbackGuest) async throws -> WireFault {
        try await guest.journal.first("a refusal") { if case .refused(let fault) = $0 { fault } else { nil } }
    }

    private func acted(_ guest: LoopbackGuest) async throws -> ModerationEvent {
        try await guest.journal.first("an act") { if case .packet(.acted(let acted)) = $0 { acted } else { nil } }
    }

    @Test func whoseDeviceIsStaffIsObeyedAndWrittenDown() async throws {
        let host = try await host()
        let nurse = try await LoopbackGuest.join(.of("nurse"), at: host)
        let anna = try await LoopbackGuest.join(.of("anna"), at: host)
        let id = try await id(of: anna)
        await nurse.room.request(.staff(.mute(id)))
        #expect(try await acted(anna) == ModerationEvent(.mute, on: id, named: "anna"))
        #expect(try await acted(nurse).act == .mute)
        await anna.says("may I?")
        #expect(try await refusal(anna).code == .muted)

        // What is so already is confirmed to whoever asks, and to nobody else; it is not written down twice.
        await nurse.room.request(.staff(.mute(id)))
        #expect(try await acted(nurse) == ModerationEvent(.mute, on: id, named: nil))
        await nurse.room.request(.staff(.ban(id, minutes: 5)))
        #expect(try await acted(anna).act == .ban)
        let records = office.all
        #expect(records.map(\.what) == ["mute", "ban"] && records.map(\.who) == ["Rosa", "Rosa"])
        #expect(records.last?.member == id && records.last?.name == "anna" && records.last?.minutes == 5)
        await host.server.close()
    }

    @Test func nobodyElseIsObeyed() async throws {
        let host = try await host()
        let nurse = try await LoopbackGuest.join(.of("nurse"), at: host)
        let anna = try await LoopbackGuest.join(.of("anna"), at: host)
        let id = try await id(of: nurse)
        for act in [ModerationAction.lock, .clear, .close, .remove(id), .notice("I am staff", "es"), .topic("mine")] {
            await anna.room.request(.staff(act))
            #expect(try await refusal(anna).code == .forbidden)
        }
        #expect(office.all.isEmpty)
        // Nor may staff send each other out.
        await nurse.room.request(.staff(.remove(id)))
        #expect(try await refusal(nurse).code == .forbidden)
        await host.server.close()
    }

    @Test func whoseKeyWasTakenAwayIsObeyedNoMore() async throws {
        let host = try await host()
        let nurse = try await LoopbackGuest.join(.of("nurse"), at: host)
        await nurse.room.request(.staff(.lock))
        #expect(try await acted(nurse).act == .lock)
        office.devices.withLock { $0 = [:] }
        await nurse.room.request(.staff(.unlock))
        #expect(try await refusal(nurse).code == .forbidden)
        await host.server.close()
    }

    /// Its key goes off the list while it is in: nobody has to ask it for anything.
    @Test func aRelayThatIsStruckOffIsSentOutWithThoseBehindIt() async throws {
        let host = try await host()
        let anna = try await LoopbackGuest.join(.of("anna"), at: host)
        var hello = Hello.of("relay")
        hello.relay = RelayHello(node: "n", space: 7, side: "ward")
        let relay = try await LoopbackGuest.join(hello, at: host)
        let behind = MemberInfo(id: MemberNumber(value: 7 << MemberNumber.spaceBits | 1).id, name: "boris", lang: "uk")
        await relay.room.carry([.behind(CarriedPresence(members: [MemberHere(behind, token: nil)]))])
        for name in ["Floor 2", "boris"] {
            _ = try await anna.journal.first("\(name) came") {
                if case .packet(.joined(let info, _)) = $0, info.name == name { info } else { nil }
            }
        }
        office.relays.withLock { $0 = [:] }
        let struck = try await refusal(relay)
        #expect(struck.code == .forbidden && struck.fatal && struck.reason.contains("off the list"))
        for name in ["Floor 2", "boris"] {
            _ = try await anna.journal.first("\(name) left") {
                if case .packet(.left(let info, _)) = $0, info.name == name { info } else { nil }
            }
        }
        let later = try await refusal(relay)
        #expect(later.code == .forbidden && later.reason.contains("knows no relay by your key"))
        #expect(await host.room.topology.relays.isEmpty, "nobody waits for it")
        await relay.leaves()
        await host.server.close()
    }

    @Test func staffAreMarkedByTheHostAndPassALock() async throws {
        let host = try await host()
        let anna = try await LoopbackGuest.join(.of("anna"), at: host)
        try await host.room.perform(.lock)
        let nurse = try await LoopbackGuest.join(.of("nurse"), at: host)
        let info = try await anna.journal.first("somebody came") {
            if case .packet(.joined(let info, _)) = $0 { info } else { nil }
        }
        #expect(info == MemberInfo(id: try await id(of: nurse), name: "nurse", lang: "es", role: .staff))
        await host.server.close()
    }

    @Test func aClosedRoomIsOpenedAgainByWhoClosedIt() async throws {
        let host = try await host()
        let nurse = try await LoopbackGuest.join(.of("nurse"), at: host)
        await nurse.room.request(.staff(.close))
        _ = try await nurse.journal.first("back") { if case .reconnected = $0 { true } else { nil } }
        await nurse.room.request(.staff(.open))
        #expect(try await acted(nurse).act == .open)
        _ = try await LoopbackGuest.join(.of("anna"), at: host)
        await host.server.close()
    }

    @Test func reportsReachStaffAndAreConfirmed() async throws {
        let host = try await host()
        let nurse = try await LoopbackGuest.join(.of("nurse"), at: host)
        let anna = try await LoopbackGuest.join(.of("anna"), at: host)
        let boris = try await LoopbackGuest.join(.of("boris"), at: host)
        await boris.says("a threat")
        let message = try await anna.sees()
        await anna.room.request(.report(Report(id: message.id, text: "he threatens me")), about: message.id)
        for guest in [nurse, anna] {
            let report = try await guest.journal.first("a report") {
                if case .packet(.report(let told)) = $0 { told } else { nil }
            }
            #expect(report.name == "boris" && report.text == "he threatens me" && report.staffIsPresent)
        }
        await anna.says("thank you")
        try await boris.sees("a threat", from: "boris")
        try await boris.sees("thank you", from: "anna")
        #expect(!(await boris.journal.all).contains { if case .packet(.report) = $0 { true } else { false } })
        #expect(office.all.map(\.what) == ["report"] && office.all[0].message == message.id)
        await host.server.close()
    }

    @Test func oneConnectionTooManyIsToldSoAndMayComeLater() async throws {
        let host = try await host(connections: 2)
        let anna = try await LoopbackGuest.join(.of("anna"), at: host)
        let boris = try await LoopbackGuest.join(.of("boris"), at: host)
        let third = try await BareMember.connect(to: host.port, reading: true)
        let fault = try await third.error()
        #expect(fault.code == .tooMany && fault.fatal)
        try await third.channel.closeFuture.get()
        #expect(meter[.connections] == 1)
        await boris.leaves()
        _ = try await anna.journal.first("left") { if case .packet(.left) = $0 { true } else { nil } }
        _ = try await LoopbackGuest.join(.of("carla"), at: host)
        await host.server.close()
    }

    @Test func charactersForTheEngineAreCountedByTheMinute() async throws {
        var settings = RoomSettings.test()
        settings.ceilings = RoomCeilings(charactersPerMinute: 10)
        let server = RoomServer(
            on: MultiThreadedEventLoopGroup.singleton.next(), dependencies: RoomDependencies(meter: meter),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let room = await server.open(settings, translation: Echo())
        let entry = try await room.enter(.of("anna"), address: "10.0.0.1")
        let news = await room.listen()
        let question = TranslationQuestion(id: "1", source: "es", target: "fr", texts: ["12345678"])
        _ = await room.receive(.translate(question), from: entry.seat)
        for await case .one(_, .translated(_, let answer)) in news {
            #expect(answer.texts == ["12345678"])
            break
        }
        let answers = await room.receive(.translate(question), from: entry.seat)
        guard case .translated(_, let refused)? = answers.first else { return _ = Issue.record("no answer") }
        #expect(refused.texts == [nil] && refused.reason?.contains("10 characters") == true)
        #expect(meter[.translation] == 1)
    }

    /// Before, whoever left and came again had everything anew.
    @Test func whoComesAgainHasNoMoreTranslatedThanBefore() async throws {
        var settings = RoomSettings.test()
        settings.ceilings = RoomCeilings(charactersPerMinute: 10)
        let server = RoomServer(
            on: MultiThreadedEventLoopGroup.singleton.next(),
            dependencies: RoomDependencies(meter: meter, token: { device, _ in "token \(device)" }),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let room = await server.open(settings, translation: Echo())
        let question = TranslationQuestion(id: "1", source: "es", target: "fr", texts: ["12345678"])

        func isRefused(_ name: String, from address: String) async throws -> Bool {
            let entry = try await room.enter(.of(name), address: address)
            let answers = await room.receive(.translate(question), from: entry.seat)
            await room.leave(entry.seat)
            guard case .translated(_, let refused)? = answers.first else { return false }
            return refused.reason?.contains("10 characters") == true
        }
        #expect(try await !isRefused("anna", from: "2001:db8::1"))
        #expect(try await isRefused("anna", from: "10.0.0.9"), "the device is known wherever it is")
        // Behind one address are so many members; whoever takes a new name and device each time is no clinic.
        for number in 2...6 { #expect(try await !isRefused("guest\(number)", from: "2001:db8::1")) }
        #expect(try await isRefused("guest7", from: "2001:db8::1"))
        #expect(try await !isRefused("boris", from: "10.0.0.8"))
        await server.close()
    }

    private struct Echo: RoomTranslation {
        let port: Int? = nil
        func translate(
            _ texts: [String], from: LanguageTag, to: LanguageTag, staysHere: Bool
        ) async -> TranslatedTexts {
            TranslatedTexts(texts: texts, engine: "echo", reason: nil)
        }
        func pairs() async -> TranslationPairs { TranslationPairs([:]) }
    }
}
