import Foundation
import Logging
import SabirProtocol
import Testing

@testable import SabirNode
@testable import SabirRoom

@Suite("A relay's copy on disk")
struct RelayCopyTests {
    private static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private func welcome(_ kept: HistoryTerms.Place = .disk, seconds: Int? = nil) -> Welcome {
        Welcome(
            room: RoomInfo(id: "r", name: "Reception", topic: "Today"), member: MemberID(rawValue: "m9"), epoch: "e",
            seq: 2, n: 1, members: [MemberInfo(id: MemberID(rawValue: "m1"), name: "Anna", lang: .english)], langs: [:],
            limits: Welcome.Limits(frame: 65_536, message: 4_000, rate: 5),
            history: HistoryTerms(kept: kept, seconds: seconds, from: 1), path: ["host"], carries: true)
    }

    private func line(_ seq: Int, ts: Int = 0) -> Message {
        Message(
            seq: seq, id: MessageID { UInt64(seq) }, ts: ts, member: MemberID(rawValue: "m1"), from: "Anna",
            lang: .english, text: "line \(seq)", via: "Far", role: seq == 2 ? .staff : nil)
    }

    private func copy(_ lines: [Message], _ welcome: Welcome? = nil) -> RelayCopy {
        RelayCopy((welcome ?? self.welcome()).kept(newest: lines.last?.seq ?? 0, carries: true), lines: lines)
    }

    @Test("comes back as it was, with what was appended, and without who was in")
    func whole() throws {
        var written = copy([line(1), line(2)])
        written.grant = ("fp", Grant(certificate: "c", expires: 7, signature: "s"))
        let data = written.data(now: 0) + RelayCopy.data([line(3)])
        let read = try #require(RelayCopy(data, now: 0))
        #expect(read.lines == [line(1), line(2), line(3)])
        #expect(read.welcome.epoch == "e" && read.welcome.room.topic == "Today" && read.welcome.path == ["host"])
        #expect(read.grant?.certificate == "fp" && read.grant?.grant.expires == 7)
        #expect(!String(decoding: data, as: UTF8.self).contains(#""members":[{"#))
    }

    @Test("what was being written when its writer died is left out")
    func torn() throws {
        let data = copy([line(1)]).data(now: 0) + RelayCopy.data([line(2)])
        for cut in 1..<RelayCopy.data([line(2)]).count {
            #expect(RelayCopy(data.dropLast(cut), now: 0)?.lines == [line(1)])
        }
        #expect(RelayCopy(Data("no frames at all".utf8), now: 0) == nil)
        #expect(RelayCopy(Data(), now: 0) == nil)
    }

    @Test("nothing is kept longer than the host keeps it, nor where it keeps it in memory")
    func terms() {
        let timed = welcome(seconds: 60)
        let written = copy([line(1, ts: 1_000), line(2, ts: 30_000)], timed).data(now: 61_000)
        #expect(RelayCopy(written, now: 61_000)?.lines == [line(2, ts: 30_000)])
        #expect(RelayCopy(written, now: 90_000)?.lines == [])
        for place in [HistoryTerms.Place.memory, .off] {
            #expect(RelayCopy(copy([line(1)], welcome(place)).data(now: 0), now: 0) == nil)
        }
    }

    @Test("a copy of a room that is no longer relayed is taken away")
    func others() async throws {
        let folder = NSTemporaryDirectory() + "sabir-copies-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for source in ["kept", "gone"] {
            let file = RelayCopyFile(of: source, stateDirectory: folder, logger: Self.silent)
            file.write(copy([line(1)]), now: 0)
            file.append([line(2)])
            await file.flush()
            #expect(file.isFine)
        }
        RelayCopyFile.removeOthers(than: ["kept"], stateDirectory: folder)
        let kept = await RelayCopyFile(of: "kept", stateDirectory: folder, logger: Self.silent).read(now: 0)
        #expect(kept?.lines == [line(1), line(2)])
        let gone = await RelayCopyFile(of: "gone", stateDirectory: folder, logger: Self.silent).read(now: 0)
        #expect(gone == nil)
    }
}

@Suite("When a relay writes its copy")
struct RelayKeepingTests {
    private func memory(_ oldest: Int, _ newest: Int, epoch: String = "e", cleared: Int = 0) -> RoomMemory {
        RoomMemory(epoch: epoch, oldest: oldest, newest: newest, cleared: cleared)
    }

    @Test("the whole once, then what is new; the whole again where something went")
    func steps() {
        var keeping = RelayKeeping(capacity: 500)
        #expect(keeping.nextStep(memory(1, 3), isFine: true) == .whole)
        #expect(keeping.nextStep(memory(1, 3), isFine: true) == .nothing)
        #expect(keeping.nextStep(memory(1, 7), isFine: true) == .append(after: 3))
        #expect(keeping.nextStep(memory(1, 8), isFine: true) == .append(after: 7))
        #expect(keeping.nextStep(memory(9, 8, cleared: 8), isFine: true) == .whole, "Staff cleared it.")
        #expect(keeping.nextStep(memory(9, 8, epoch: "f", cleared: 8), isFine: true) == .whole)
        keeping.scheduleRewrite()
        #expect(keeping.nextStep(memory(9, 8, epoch: "f", cleared: 8), isFine: true) == .whole)
    }

    @Test("what expires goes within a minute, and the file does not grow without end")
    func bounds() {
        var keeping = RelayKeeping(capacity: 500)
        #expect(keeping.nextStep(memory(1, 3), isFine: true) == .whole)
        let steps = (1...RelayKeeping.pause).map { _ in keeping.nextStep(memory(2, 3), isFine: true) }
        #expect(steps.last == .whole && steps.dropLast().allSatisfy { $0 == .nothing })
        #expect(keeping.nextStep(memory(2, 603), isFine: true) == .append(after: 3))
        #expect(keeping.nextStep(memory(2, 604), isFine: true) == .whole)
    }

    @Test("a disk that takes nothing is tried once a minute")
    func faults() {
        var keeping = RelayKeeping(capacity: 500)
        #expect(keeping.nextStep(memory(1, 3), isFine: true) == .whole)
        let steps = (1...RelayKeeping.pause).map { keeping.nextStep(memory(1, 3 + $0), isFine: false) }
        #expect(steps.last == .whole && steps.dropLast().allSatisfy { $0 == .nothing })
    }
}
