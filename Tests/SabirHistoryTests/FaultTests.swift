import Foundation
import GRDB
import Glibc
import SabirProtocol
import Synchronization
import Testing

@testable import SabirHistory

/// A small file system of its own; nil where this process may not mount one.
private final class SmallDisk {
    let folder: Folder

    init?(kibibytes: Int) {
        folder = Folder()
        guard mount("tmpfs", folder.path, "tmpfs", 0, "size=\(kibibytes)k") == 0 else {
            print("skipped: mounting a small disk takes root (\(String(cString: strerror(errno))))")
            return nil
        }
    }

    func makeReadOnly(_ isReadOnly: Bool) -> Bool {
        mount("tmpfs", folder.path, "tmpfs", UInt(MS_REMOUNT) | (isReadOnly ? UInt(MS_RDONLY) : 0), "") == 0
    }

    var fillerPath: String { folder.path + "/filler" }

    /// Takes all the room that is left.
    func fill() {
        let descriptor = open(fillerPath, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        let piece = [UInt8](repeating: 1, count: 4_096)
        while write(descriptor, piece, piece.count) > 0 {}
        close(descriptor)
    }

    deinit { umount2(folder.path, Int32(MNT_DETACH)) }
}

extension HistoryStore {
    /// As if its process had died, whose locks the kernel takes.
    fileprivate func letGoOfTheLock() { lock = nil }
}

@Suite(.serialized)
struct FaultTests {
    let folder = Folder()
    let clock = Clock()

    @Test func aFullDiskIsSaidOnceAndTheRoomGoesOn() async throws {
        guard let disk = SmallDisk(kibibytes: 2_048) else { return }
        let store = openStore(disk.folder, clock)
        let talk = await Talk(store, "one", clock)
        let long = String(repeating: "long ", count: 100)
        var onDisk = 0
        var inMemory = 0
        for number in 0..<4_000 where inMemory < 50 {
            if await talk.say("\(number) \(long)") == .onDisk { onDisk += 1 } else { inMemory += 1 }
        }
        #expect(onDisk > 20)
        #expect(inMemory == 50)
        let told = await events(store, 1)
        #expect(told.count == 1)
        guard case .state(.memoryOnly(let reason)) = told[0] else { return #expect(Bool(false), "\(told)") }
        #expect(reason.contains("full"))
        // What was acknowledged is all there, in order, and can be read.
        #expect(await talk.texts().map { Int($0.prefix { $0 != " " }) } == (0..<talk.seq).map { $0 })
        await store.maintain()
        #expect(await store.state != .fine)
        #expect(!disk.folder.contents.contains("history.sqlite.whole"))
        await store.close()
    }

    /// One who writes without end fills no disk to the last byte: what staff decide finds room, and so does a clear.
    @Test func linesLeaveRoomForWhatStaffDecide() async throws {
        guard let disk = SmallDisk(kibibytes: 65_536) else { return }
        var settings = HistoryStore.Settings(path: disk.folder.history, now: { [clock] in clock.now })
        settings.forStaff = { _ in 24 << 20 }
        let store = HistoryStore(settings, logger: silent)
        let talk = await Talk(store, "one", clock)
        let long = String(repeating: "long ", count: 5_000)
        var kept = AppendResult.onDisk
        for number in 0..<4_000 where kept == .onDisk { kept = await talk.say("\(number) \(long)") }
        #expect(kept == .inMemory)
        // SQLite's log may yet be copied into the file.
        #expect(try #require(DiskRoom.free(disk.folder.path)) > 4 << 20)
        let (room, seq) = (talk.room.number, talk.seq)
        let refusal = await withCheckedContinuation { done in
            store.markCleared(room, upTo: seq) { done.resume(returning: $0) }
        }
        #expect(refusal == nil)
        #expect(await talk.texts().isEmpty)
        await store.close()
        let next = openStore(disk.folder, clock)
        #expect(await Talk(next, "one", clock).texts().isEmpty)
        await next.close()
    }

    /// The same without a disk of its own, and back again with a quarter more.
    @Test func belowTheReserveLinesAreInMemoryUntilThereIsRoomAgain() async throws {
        let free = Mutex(1_000)
        var settings = HistoryStore.Settings(path: folder.history, now: { [clock] in clock.now })
        settings.free = { _ in free.withLock { $0 } << 20 }
        settings.forStaff = { _ in 64 << 20 }
        let store = HistoryStore(settings, logger: silent)
        let talk = await Talk(store, "one", clock)
        #expect(await talk.say("one") == .onDisk)
        free.withLock { $0 = 63 }
        #expect(await talk.say("two") == .inMemory)
        guard case .memoryOnly(let reason) = await store.state else {
            Issue.record("It is told.")
            return
        }
        #expect(reason.contains("63 MiB"))
        free.withLock { $0 = 79 }
        await store.maintain()
        #expect(await store.state != .fine)
        free.withLock { $0 = 80 }
        await store.maintain()
        #expect(await store.state == .fine)
        #expect(await talk.say("three") == .onDisk)
        #expect(await talk.texts() == ["one", "two", "three"])
        await store.close()
    }

    /// What the disk did not take is cleared by its number: no later line may get that, and be taken for cleared.
    @Test func whatIsSaidAfterAClearInMemoryOutlastsTheNextStart() async throws {
        let free = Mutex(1_000)
        var settings = HistoryStore.Settings(path: folder.history, now: { [clock] in clock.now })
        settings.free = { _ in free.withLock { $0 } << 20 }
        settings.forStaff = { _ in 64 << 20 }
        let store = HistoryStore(settings, logger: silent)
        let talk = await Talk(store, "one", clock)
        #expect(await talk.say("one") == .onDisk)
        free.withLock { $0 = 63 }
        for text in ["two", "three"] { #expect(await talk.say(text) == .inMemory) }
        let (room, seq) = (talk.room.number, talk.seq)
        let refusal = await withCheckedContinuation { done in
            store.markCleared(room, upTo: seq) { done.resume(returning: $0) }
        }
        #expect(refusal == nil)
        await store.close()
        let next = openStore(folder, clock)
        let later = await Talk(next, "one", clock)
        #expect(later.seq == seq)
        #expect(await later.say("four") == .onDisk)
        await next.maintain()
        #expect(await later.texts() == ["four"])
        await next.close()
    }

    @Test func aDiskWithRoomAgainGetsWhatWasMissed() async throws {
        // Room for SQLite's log, too, should each of the lines below be a commit of its own.
        guard let disk = SmallDisk(kibibytes: 32_768) else { return }
        let store = openStore(disk.folder, clock)
        let talk = await Talk(store, "one", clock)
        await talk.say("before")
        disk.fill()
        var kept = AppendResult.onDisk
        var missed = 0
        while kept == .onDisk || missed < 5 {
            kept = await talk.say("line \(talk.seq) \(String(repeating: "x", count: 500))")
            if kept == .inMemory { missed += 1 }
        }
        unlink(disk.fillerPath)
        // Lines that come while the missed ones are written are neither lost nor out of order.
        let more = (0..<500).map { talk.line("meanwhile \($0)") }
        async let maintained: Void = store.maintain()
        for line in more { await store.append(line) }
        await maintained
        await store.maintain()
        #expect(await events(store, 2).map { $0 == .state(.fine) } == [false, true])
        let last = await talk.say("after")
        let state = await store.state
        #expect(last == .onDisk, "\(state)")
        let seqs = await store.lines(talk.room.number, before: .max, limit: 10_000).map(\.seq)
        #expect(seqs == Array(1...talk.seq))
        await store.close()
        let next = openStore(disk.folder, clock)
        let room = await next.open(room: "one", name: "one", epoch: "other")
        #expect(room.past.newest == talk.seq)
        #expect(room.past.epoch == "first", "everything is on the disk again, so the numbering goes on")
        await next.close()
    }

    /// The disk is full when the node starts: the numbering goes on behind what is there, and the lines follow.
    @Test func aHistoryThatWasFullAtTheStartTakesLinesWhenThereIsRoom() async throws {
        guard let disk = SmallDisk(kibibytes: 4_096) else { return }
        let killed = openStore(disk.folder, clock)
        await Talk(killed, "one", clock).say(["old 1", "old 2"])
        disk.fill()
        // Killed: nothing is closed, and what SQLite laid beside the file lies there still.
        await killed.letGoOfTheLock()

        let store = openStore(disk.folder, clock)
        guard case .memoryOnly(let reason) = await store.state else { return #expect(Bool(false), "not noticed") }
        #expect(reason.contains("full"))
        let talk = await Talk(store, "one", clock)
        let fresh = await Talk(store, "two", clock)
        #expect(talk.seq == 2)
        #expect(await talk.say("in memory") == .inMemory)
        #expect(await fresh.say("new room") == .inMemory)
        #expect(await talk.texts() == ["old 1", "old 2", "in memory"])
        unlink(disk.fillerPath)
        await store.maintain()
        #expect(await store.state == .fine)
        #expect(await talk.say("on disk") == .onDisk)
        await store.close()
        await killed.close()

        let next = openStore(disk.folder, clock)
        #expect(await Talk(next, "one", clock).texts() == ["old 1", "old 2", "in memory", "on disk"])
        #expect(await Talk(next, "two", clock).texts() == ["new room"])
        await next.close()
    }

    /// Closed in order, there is nothing beside the file of what SQLite needs for reading it.
    @Test func aHistoryIsReadAndNumberedOnThoughTheDiskIsFullToTheLastByte() async throws {
        guard let disk = SmallDisk(kibibytes: 4_096) else { return }
        let before = openStore(disk.folder, clock)
        await Talk(before, "one", clock).say(["old 1", "old 2"])
        await before.close()
        disk.fill()

        let store = openStore(disk.folder, clock)
        let talk = await Talk(store, "one", clock)
        #expect(talk.seq == 2)
        await talk.say("meanwhile")
        unlink(disk.fillerPath)
        await store.maintain()
        #expect(await store.state == .fine)
        #expect(await talk.say("on disk") == .onDisk)
        await store.close()

        let next = openStore(disk.folder, clock)
        #expect(await Talk(next, "one", clock).texts() == ["old 1", "old 2", "meanwhile", "on disk"])
        await next.close()
    }

    /// There was no file yet, and no room for one.
    @Test func aHistoryThatCouldNotBeMadeAtTheStartIsMadeLater() async throws {
        guard let disk = SmallDisk(kibibytes: 4_096) else { return }
        disk.fill()
        let store = openStore(disk.folder, clock)
        #expect(await store.state != .fine)
        let talk = await Talk(store, "one", clock)
        #expect(await talk.say("in memory") == .inMemory)
        unlink(disk.fillerPath)
        await store.maintain()
        #expect(await store.state == .fine)
        #expect(await talk.say("on disk") == .onDisk)
        await store.close()
        let next = openStore(disk.folder, clock)
        #expect(await Talk(next, "one", clock).texts() == ["in memory", "on disk"])
        await next.close()
    }

    @Test func whoNumberedARoomAnewIsToldToRestartOnceTheFileIsFree() async throws {
        let first = openStore(folder, clock)
        await Talk(first, "one", clock).say("kept")
        await first.close()
        var lock = try HistoryFile(path: folder.history).lock()
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock)
        #expect(await talk.say("in memory") == .inMemory)
        await store.maintain()
        withExtendedLifetime(lock) {}
        lock = nil
        await store.maintain()
        await store.maintain()
        await store.close()
        var told: [HistoryEvent] = []
        for await event in store.events { told.append(event) }
        #expect(told.count == 2 && told.last == .restartDue, "\(told)")
    }

    /// Numbers that members have seen, and the disk has not, must not be used again under the same epoch.
    @Test func aLifeThatLostLinesIsFollowedByAnotherEpoch() async throws {
        guard let disk = SmallDisk(kibibytes: 1_024) else { return }
        let store = openStore(disk.folder, clock)
        let talk = await Talk(store, "one", clock)
        disk.fill()
        var kept = AppendResult.onDisk
        while kept == .onDisk { kept = await talk.say(String(repeating: "x", count: 2_000)) }
        await store.close()
        unlink(disk.fillerPath)
        let next = openStore(disk.folder, clock)
        let room = await next.open(room: "one", name: "one", epoch: "second")
        #expect(room.past.epoch == "second")
        #expect(room.past.newest < talk.seq)
        await next.close()
        let third = openStore(disk.folder, clock)
        #expect(await third.open(room: "one", name: "one", epoch: "third").past.epoch == "second")
        await third.close()
    }

    @Test func aReadOnlyDiskIsSaidAndTheRoomGoesOn() async throws {
        guard let disk = SmallDisk(kibibytes: 4_096) else { return }
        let first = openStore(disk.folder, clock)
        await Talk(first, "one", clock).say("kept")
        await first.close()
        guard disk.makeReadOnly(true) else { return #expect(Bool(false), "cannot remount") }
        let store = openStore(disk.folder, clock)
        guard case .memoryOnly(let reason) = await store.state else { return #expect(Bool(false), "not noticed") }
        #expect(reason.contains("read-only"), "\(reason)")
        let talk = await Talk(store, "one", clock)
        #expect(await talk.say("in memory") == .inMemory)
        #expect(await talk.texts() == ["in memory"])
        await store.close()
        #expect(disk.makeReadOnly(false))
        let again = openStore(disk.folder, clock)
        #expect(await again.open(room: "one", name: "one", epoch: "x").past.lines.map(\.text) == ["kept"])
        await again.close()
    }

    @Test func whatIsNoDatabaseIsMovedAsideAndKept() async throws {
        let junk = Data("this is no database, however long it may be".utf8)
        try junk.write(to: URL(fileURLWithPath: folder.history))
        let store = openStore(folder, clock)
        #expect(await store.state == .fine)
        guard case .movedAside(let path)? = await events(store, 1).first else { return #expect(Bool(false)) }
        #expect(path == folder.history + ".damaged-20261118-110640")
        #expect(FileManager.default.contents(atPath: path) == junk)
        #expect(await Talk(store, "one", clock).say("goes on") == .onDisk)
        await store.close()
        // A second one on the same second gets another name.
        try junk.write(to: URL(fileURLWithPath: folder.history))
        let again = openStore(folder, clock)
        #expect(await events(again, 1) == [.movedAside(to: path + "-2")])
        await again.close()
    }

    @Test func damageThatShowsLaterIsMovedAsideAndTheRoomGoesOnOnANewFile() async throws {
        let first = openStore(folder, clock)
        let old = await Talk(first, "one", clock)
        await old.say((0..<3_000).map { "line \($0) \(String(repeating: "padding ", count: 10))" })
        await first.close()
        let handle = try #require(FileHandle(forUpdatingAtPath: folder.history))
        let size = try handle.seekToEnd()
        // The schema and what is read at the start stay; the tables' middle is destroyed.
        try handle.seek(toOffset: 120_000)
        try handle.write(contentsOf: Data(repeating: 0xA5, count: Int(size) - 120_000))
        try handle.close()

        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock)
        var seq = max(talk.seq, 3_000)
        for _ in 0..<20 {
            seq += 1
            let message = Message(
                seq: seq, id: MessageID(), ts: 1, member: MemberID(rawValue: "m"), from: "Anna",
                lang: LanguageTag("en")!, text: "new \(seq)")
            await store.append(HistoryLine(room: talk.room.number, message: message))
        }
        #expect(await store.state == .fine)
        let aside = folder.contents.filter { $0.hasPrefix("history.sqlite.damaged-") && !$0.hasSuffix("-wal") }
        #expect(aside.count == 1, "\(folder.contents)")
        #expect(await store.lines(talk.room.number, before: .max, limit: 20).map(\.seq).last == seq)
        await store.close()
    }

    @Test func aNewerFileIsLeftAlone() async throws {
        await openStore(folder, clock).close()
        try execute("INSERT INTO grdb_migrations VALUES ('2')", in: folder.history)
        let before = FileManager.default.contents(atPath: folder.history)
        let store = openStore(folder, clock)
        guard case .memoryOnly(let reason) = await store.state else { return #expect(Bool(false), "not refused") }
        #expect(reason.contains("newer version of Sabir"))
        let talk = await Talk(store, "one", clock)
        #expect(await talk.say("in memory") == .inMemory)
        await store.maintain()
        await store.close()
        #expect(FileManager.default.contents(atPath: folder.history) == before)
        #expect(throws: HistoryError.newer(folder.history)) { try HistoryInspection(path: folder.history) }
    }

    /// Without write-through a machine that loses power may lose lines; one that is only restarted does not.
    @Test(arguments: [(HistoryStore.Settings.Synchronization.normal, "second"), (.always, "first")])
    func lossOfPowerIsFollowedByAnotherEpochUnlessWrittenThrough(
        _ fsync: HistoryStore.Settings.Synchronization, _ epoch: String
    ) async throws {
        let store = openStore(folder, clock, fsync: fsync)
        let talk = await Talk(store, "one", clock)
        await talk.say("hello")
        // As the disk is when the power goes: copied while the store is open, and found by another run of the machine.
        let copy = try folder.asIfKilled()
        await store.close()
        try execute("UPDATE life SET boot = 'another'", in: copy.history)
        let next = openStore(copy, clock, fsync: fsync)
        #expect(await next.open(room: "one", name: "one", epoch: "second").past.epoch == epoch)
        await next.close()
    }

    /// Another process (`sabir history erase`) has the file: the store answers meanwhile, and the line waits its turn.
    @Test func aLineWaitsForAnotherProcessThatWrites() async throws {
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock)
        await talk.say("before")
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: folder.history, configuration: configuration)
        let line = talk.line("meanwhile")
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        async let kept = store.append(line)
        #expect(await talk.texts(limit: 1) == ["before"])
        try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        try other.close()
        _ = await kept
        // Where this machine stood still for longer than a line waits, it was in memory, and is written now.
        await store.maintain()
        await store.close()
        let next = openStore(folder, clock)
        #expect(await Talk(next, "one", clock).texts() == ["before", "meanwhile"])
        await next.close()
    }

    /// A disk that takes less than is written: what waits is bounded, and the order is kept.
    @Test func whatWaitsIsBounded() throws {
        struct NothingWaits: Error {}
        let intake = Intake()
        let text = String(repeating: "x", count: 4_000)
        let line = HistoryLine(
            room: RoomNumber(value: 1),
            message: Message(
                seq: 1, id: MessageID(), ts: 0, member: MemberID(rawValue: "m"), from: "A", lang: LanguageTag("en")!,
                text: text))
        #expect(intake.put(.init(lines: [line]) { _ in }))
        #expect(!intake.put(.init(lines: [line]) { _ in }), "somebody is at it already")
        guard case .commit(_, isBehind: false)? = intake.take() else { throw NothingWaits() }
        for _ in 0..<20 { _ = intake.put(.init(lines: Array(repeating: line, count: 1_000)) { _ in }) }
        guard case .commit(let groups, isBehind: true)? = intake.take() else { throw NothingWaits() }
        #expect(groups.count == 5, "a commit of 4,096 lines or a little more")
        while intake.take() != nil {}
        #expect(intake.put(.init(lines: [line]) { _ in }))
    }

    @Test func linesInMemoryAreBounded() async throws {
        var unsaved = UnsavedLines()
        let room = RoomNumber(value: 1)
        for seq in 1...50_000 {
            unsaved.append([
                HistoryLine(
                    room: room,
                    message: Message(
                        seq: seq, id: MessageID(), ts: 0, member: MemberID(rawValue: "m"), from: "A",
                        lang: LanguageTag("en")!, text: "x"))
            ])
        }
        #expect(unsaved.hasLost)
        #expect(unsaved.lines.count <= UnsavedLines.lines)
        #expect(unsaved.lines.last?.message.seq == 50_000)
        #expect(zip(unsaved.lines, unsaved.lines.dropFirst()).allSatisfy { $0.message.seq + 1 == $1.message.seq })
    }
}
