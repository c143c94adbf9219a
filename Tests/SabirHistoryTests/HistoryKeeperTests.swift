import Foundation
import Logging
import NIOPosix
import SabirProtocol
import Synchronization
import Testing

@testable import SabirHistory
@testable import SabirRoom

/// The history of a node while it runs: real rooms on a real file, one run of the node after another.
@Suite(.timeLimit(.minutes(5))) struct HistoryKeeperTests {
    private let folder = Folder()

    private func keeper(
        in folder: Folder? = nil, logger: Logger = silent, clock: Clock? = nil
    ) async -> HistoryKeeper {
        await HistoryKeeper(
            (folder ?? self.folder).history, fsync: .normal, logger: logger, now: { clock?.now ?? .now() })
    }

    private func room(
        _ id: String = "r1", by keeper: HistoryKeeper, rule: RetentionRule = .everything
    ) async -> HostedRoom {
        var settings = RoomSettings(info: RoomInfo(id: id, name: "Room \(id)"))
        settings.history = .disk
        let room = HostedRoom(
            settings: settings, kept: await keeper.open(settings, rule: rule),
            on: MultiThreadedEventLoopGroup.singleton.next(), logger: silent)
        await keeper.add(room)
        return room
    }

    @discardableResult
    private func say(_ texts: String..., from name: String = "anna", in room: HostedRoom) async throws -> [Message] {
        let hello = Hello(room: nil, name: name, lang: LanguageTag("es")!, device: "device of \(name)")
        let seat = try await room.enter(hello, address: "10.0.0.7").seat
        var said: [Message] = []
        for text in texts { said.append(try await room.say(Draft(text: text), from: seat)) }
        return said
    }

    @Test func aRoomGoesOnWithWhatWasKept() async throws {
        let first = await keeper()
        let before = await room(by: first)
        let said = try await say("uno", "dos", in: before)
        await first.close()

        let second = await keeper()
        let after = await room(by: second)
        #expect(await after.facts.epoch == before.facts.epoch)
        #expect(await after.facts.history == .disk)
        #expect(await after.lines(after: 0) == said)
        let more = try await say("tres", in: after)
        #expect(more.map(\.seq) == [3] && more.first?.member == said.first?.member)
        await second.close()
    }

    /// The files as they are when a process is killed: copied while they are in use.
    @Test func whatWasAcknowledgedIsThereThoughNobodyClosedIt() async throws {
        let first = await keeper()
        let before = await room(by: first)
        let said = try await say("uno", "dos", in: before)
        let copy = try folder.asIfKilled()

        let second = await keeper(in: copy)
        let after = await room(by: second)
        #expect(await after.lines(after: 0) == said)
        #expect(await after.facts.epoch == before.facts.epoch)
        #expect(await second.notices().isEmpty)
        await second.close()
        await first.close()
    }

    @Test func thatTheClockIsDoubtedIsToldUntilItIsRight() async throws {
        let (clock, century) = (Clock(), 100 * 365 * 86_400)
        let first = await keeper(clock: clock)
        let said = try await say("uno", "dos", in: await room(by: first))
        await first.close()

        clock.set(bySeconds: century)
        let second = await keeper(clock: clock)
        let after = await room(by: second, rule: RetentionRule(keepFor: 24 * 3_600))
        #expect(await after.lines(after: 0).isEmpty)
        await second.maintain()
        // The store tells it in an event; the suite's time limit bounds the asking.
        while await second.notices().isEmpty { await Task.yield() }
        #expect(await second.notices().map(\.code) == ["history-clock"])

        clock.set(bySeconds: -century)
        await second.maintain()
        #expect(await after.lines(after: 0) == said)
        #expect(try await say("tres", from: "boris", in: after).map(\.seq) == [3])
        #expect(await after.lines(after: 0).map(\.text) == ["uno", "dos", "tres"])
        while await !second.notices().isEmpty { await Task.yield() }
        await second.close()
    }

    @Test func whatStaffClearIsGoneFromTheFileWhenItIsClosed() async throws {
        let keeper = await keeper()
        let room = await room(by: keeper)
        try await say("geheimwort", in: room)
        try await room.perform(.clear)
        await keeper.close()
        #expect(folder.holding("geheimwort").isEmpty)
        #expect(await keeper.notices().map(\.code).isEmpty)
    }

    @Test func whatAnotherProcessAskedToEraseIsForgottenByTheRoomToo() async throws {
        let keeper = await keeper()
        let room = await room(by: keeper)
        try await say("suya", from: "anna", in: room)
        try await say("meva", from: "boris", in: room)
        try await HistoryErasing(HistoryFilter(person: "anna"), path: folder.history, logger: silent).ask()
        await keeper.maintain()
        // By then it has heard what the store had to tell.
        await keeper.close()
        #expect(await room.lines(after: 0).map(\.text) == ["meva"])
    }

    @Test func ofRoomsThatAreNotKeptThereAnyMoreTheLogTells() async throws {
        let notes = Notes()
        let first = await keeper()
        try await say("uno", "dos", in: await room("gone", by: first))
        try await say("tres", in: await room("kept", by: first))
        _ = await room("empty", by: first)
        await first.close()

        let second = await keeper(logger: notes.logger)
        let kept = await room("kept", by: second)
        await second.logOtherRooms()
        let told = notes.all.filter { $0.contains("still holds") }
        #expect(told.count == 1 && told.first?.contains(#"2 lines of the room "Room gone""#) == true)
        #expect(await kept.lines(after: 0).map(\.text) == ["tres"])
        await second.close()
    }

    @Test func aFileThatCannotBeOpenedIsToldAndTheRoomGoesOnInMemory() async throws {
        try FileManager.default.createDirectory(atPath: folder.history, withIntermediateDirectories: true)
        let keeper = await keeper()
        let room = await room(by: keeper)
        #expect(await room.facts.history == .memory)
        #expect(try await say("uno", in: room).map(\.seq) == [1])
        #expect(await room.lines(after: 0).map(\.text) == ["uno"])
        #expect(await keeper.isFailing && keeper.waitingCount == 1)
        let notice = await keeper.notices().first
        #expect(notice?.code == "history-memory-only" && notice?.isPresent == true)
        #expect(notice?.text.contains("it is a folder") == true)
        await keeper.close()
    }

    @Test func aFileThatAnotherProcessHoldsIsLeftToIt() async throws {
        let lock = try HistoryFile(path: folder.history).lock()
        let keeper = await keeper()
        #expect(await keeper.notices().map(\.code) == ["history-memory-only"])
        #expect(await keeper.notices().first?.text.contains("in use by another process") == true)
        await keeper.close()
        #expect(!HistoryFile(path: folder.history).exists)
        withExtendedLifetime(lock) {}
    }

    @Test func thatADamagedFileWasMovedAsideIsToldAsWhatIsOver() async throws {
        try Data("SQLite format 3\0 and then nothing of the kind".utf8).write(to: URL(filePath: folder.history))
        let keeper = await keeper()
        let room = await room(by: keeper)
        #expect(await room.facts.history == .disk)
        await keeper.close()
        let notices = await keeper.notices()
        #expect(notices.map(\.code) == ["history-moved-aside"] && notices.first?.isPresent == false)
        #expect(folder.contents.contains { $0.contains(".damaged-") })
    }
}

/// A log that a test reads.
private final class Notes: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    var logger: Logger { Logger(label: "test") { _ in Handler(notes: self) } }

    private struct Handler: LogHandler {
        let notes: Notes
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        init(notes: Notes) { self.notes = notes }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { notes.lines.withLock { $0.append(event.message.description) } }
    }
}
