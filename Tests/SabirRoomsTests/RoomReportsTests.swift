import NIOCore
import SabirCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// What members report to staff.
@Suite final class RoomReportsTests {
    private var room: RoomState
    private let anna: Member
    private let boris: Member

    init() throws {
        var settings = RoomSettings.test(rate: (1, 60))
        settings.keepFor = 60
        var room = RoomState(settings: settings, seed: 1)
        anna = try room.admit(.of("anna"), now: at(0)).member
        boris = try room.admit(.of("boris"), now: at(0)).member
        _ = room.accept(Draft(id: .numbered(1), text: "a threat"), from: boris.number, now: at(0), wall: 0)
        self.room = room
    }

    private func report(_ report: Report) throws -> Reported {
        try room.report(report, by: anna.number, now: at(0), wall: 7)
    }

    @Test func aReportNamesTheMessageAndItsAuthor() throws {
        let told = try report(Report(id: .numbered(1), text: "he threatens me"))
        #expect(told.reporter == anna.info && told.about == boris.info.id && told.name == "boris")
        #expect(told.id == .numbered(1) && told.text == "he threatens me" && told.ts == 7)
        #expect(!told.staffIsPresent)
        #expect(room.facts.reports == [KeptReport(report: told, line: room.timeline[.numbered(1)])])
        #expect(room.facts.reports.first?.line?.text == "a threat")
    }

    @Test func staffInTheRoomAreTold() throws {
        let nurse = try room.admit(.of("nurse"), as: JoinContext(role: .staff), now: at(0)).member
        let told = try report(Report(member: boris.info.id))
        #expect(room.staff.map(\.number) == [nurse.number] && told.staffIsPresent)
        _ = room.remove(nurse.number, connection: nurse.connection)
        #expect(try !report(Report(member: boris.info.id)).staffIsPresent)
    }

    @Test func whoHasLeftIsNamedByTheirMessage() throws {
        _ = room.remove(boris.number, connection: boris.connection)
        #expect(try report(Report(id: .numbered(1))).name == "boris")
        #expect(throws: WireFault.self) { try report(Report(member: boris.info.id)) }
    }

    @Test func nothingIsReportedOfWhatIsNotThere() throws {
        #expect(throws: WireFault.self) { try report(Report(id: .numbered(9))) }
        #expect(throws: WireFault.self) { try report(Report(member: MemberID(rawValue: "m0"))) }
        #expect(room.facts.reports.isEmpty)
    }

    @Test func reportsAreBoundedAndCostAsMuchAsMessages() throws {
        for n in 0..<Reports.capacity { _ = try report(Report(id: .numbered(1), text: "\(n)")) }
        var refusals: [String?] = []
        for _ in 0..<11 {
            do { _ = try report(Report(id: .numbered(1))) } catch {
                #expect((error as? WireFault)?.code == .tooFast && (error as? WireFault)?.id == .numbered(1))
                refusals.append((error as? WireFault)?.sentence.name)
            }
        }
        #expect(refusals == Array(repeating: "desk-full", count: 10) + [nil], "What is refused has cost as much.")
        #expect(room.facts.reports.count == Reports.capacity && room.facts.reports.first?.report.text == "0")
        #expect(room.tick(now: at(0))[.desk] == 10)
    }

    @Test func whatTheRoomForgetsOrErasesIsInNoReport() throws {
        _ = room.accept(Draft(id: .numbered(2), text: "an insult"), from: boris.number, now: at(0), wall: 0)
        for id: UInt64 in [1, 2] { _ = try report(Report(id: .numbered(id))) }
        #expect(room.forget { $0.id == .numbered(2) } == [2])
        #expect(room.facts.reports.map { $0.line?.seq } == [1, nil])
        for second in [0, 60] { _ = room.expire(at: ClockReading(wall: 0, steady: second * 1_000)) }
        #expect(room.facts.reports.map(\.line) == [nil, nil] && room.facts.reports.map(\.report.id).count == 2)
    }

    @Test func clearingTheRoomForgetsThem() throws {
        _ = try report(Report(id: .numbered(1)))
        _ = try room.perform(.clear, now: at(0), wall: 0)
        #expect(room.facts.reports.isEmpty)
    }
}
