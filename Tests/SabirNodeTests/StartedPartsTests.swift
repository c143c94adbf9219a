import Synchronization
import Testing

@testable import SabirNode

@Suite(.timeLimit(.minutes(1))) struct StartedPartsTests {
    private final class Record: Sendable {
        let ended = Mutex<[String]>([])

        func note(_ name: String) { ended.withLock { $0.append(name) } }
    }

    @Test func partsEndByTheirStagesInWhateverOrderTheyBegan() async {
        let record = Record()
        var parts = StartedParts()
        let stages: [(String, StartedParts.Stage)] = [
            ("state", .state), ("logs", .logs), ("rooms", .rooms), ("service", .service), ("relays", .relays),
        ]
        for (name, stage) in stages { parts.add(name, stage) { record.note(name) } }
        #expect(await parts.end(within: .seconds(30)) == [])
        #expect(record.ended.withLock { $0 } == ["relays", "service", "rooms", "logs", "state"])
    }

    @Test func aPartThatDoesNotEndIsNamedAndTheLogsCloseAllTheSame() async {
        let record = Record()
        var parts = StartedParts()
        parts.add("state", .state) { record.note("state") }
        parts.add("logs", .logs) { record.note("logs") }
        parts.add("page", .service) { record.note("page") }
        // Not even where it is called off.
        let (never, held) = AsyncStream.makeStream(of: Void.self)
        parts.add("rooms", .rooms) { await Task.detached { for await _ in never {} }.value }
        #expect(await parts.end(within: .seconds(2)) == ["rooms"])
        #expect(record.ended.withLock { $0 } == ["page", "logs", "state"])
        held.finish()
    }

    @Test func anAnnouncementThatHangsHoldsUpNoOtherPart() async {
        let record = Record()
        var parts = StartedParts()
        let (never, held) = AsyncStream.makeStream(of: Void.self)
        parts.add("announcements", .announcement) { await Task.detached { for await _ in never {} }.value }
        parts.add("history", .logs) {
            record.note("history")
            held.finish()
        }
        #expect(await parts.end(within: .seconds(30)) == [])
        #expect(record.ended.withLock { $0 } == ["history"])
    }
}
