import Foundation
import GRDB
import Logging
import SabirCore
import SabirProtocol
import Synchronization
import Testing

@testable import SabirHistory

/// A folder of its own for each test, gone with the value.
final class Folder: Sendable {
    let path: String

    init(at path: String? = nil) {
        self.path = path ?? NSTemporaryDirectory() + "sabir-history-\(UUID().uuidString)"
        try? FileManager.default.createDirectory(atPath: self.path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var history: String { path + "/history.sqlite" }
    var contents: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    /// The files in which `text` stands.
    func holding(_ text: String) -> [String] {
        contents.filter { name in
            FileManager.default.contents(atPath: path + "/" + name)?.range(of: Data(text.utf8)) != nil
        }
    }

    /// The files as they lie there now: what a process that is killed at this moment leaves.
    func asIfKilled() throws -> Folder {
        let copy = Folder()
        for name in contents where !name.hasSuffix(".lock") {
            try FileManager.default.copyItem(atPath: path + "/" + name, toPath: copy.path + "/" + name)
        }
        return copy
    }
}

/// Clocks that a test moves.
final class Clock: Sendable {
    static let start = 1_795_000_000_000
    private let time = Mutex(ClockReading(wall: start, steady: 50_000))

    var now: ClockReading { time.withLock { $0 } }

    /// Time goes by.
    func pass(seconds: Int) {
        time.withLock { $0 = ClockReading(wall: $0.wall + seconds * 1_000, steady: $0.steady + seconds * 1_000) }
    }

    /// Somebody sets the clock on the wall.
    func set(bySeconds seconds: Int) {
        time.withLock { $0 = ClockReading(wall: $0.wall + seconds * 1_000, steady: $0.steady) }
    }
}

let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

func openStore(
    _ folder: Folder, _ clock: Clock = Clock(), fsync: HistoryStore.Settings.Synchronization = .normal
) -> HistoryStore {
    HistoryStore(.init(path: folder.history, fsync: fsync, now: { clock.now }), logger: silent)
}

extension HistoryStore {
    @discardableResult
    nonisolated func append(_ line: HistoryLine) async -> AppendResult { await append([line]) }
}

/// What a room does: numbers its lines, and hands them over.
final class Talk {
    let store: HistoryStore
    let room: HistoryRoom
    private let clock: Clock
    private(set) var seq: Int

    init(_ store: HistoryStore, _ id: String = "r1", _ clock: Clock = Clock(), rule: RetentionRule = .everything) async
    {
        self.store = store
        self.clock = clock
        room = await store.open(room: id, name: "Room \(id)", epoch: "first", rule: rule)
        seq = room.past.newest
    }

    func line(
        _ text: String, from name: String = "Anna", lang: String = "en", id: MessageID = MessageID(), ts: Int? = nil,
        device: String? = nil, reply: MessageID? = nil, role: MemberRole? = nil, revision: Revision? = nil
    ) -> HistoryLine {
        seq += 1
        let message = Message(
            seq: seq, id: id, ts: ts ?? clock.now.wall, member: MemberID(rawValue: "m-\(name)"), from: name,
            lang: LanguageTag(lang)!, text: text, reply: reply, role: role, revision: revision)
        return HistoryLine(room: room.number, message: message, author: device.map(store.author(ofDevice:)))
    }

    @discardableResult
    func say(_ text: String, from name: String = "Anna", lang: String = "en", ts: Int? = nil) async -> AppendResult {
        await store.append(line(text, from: name, lang: lang, ts: ts))
    }

    /// Many lines at once; returns when they are kept.
    @discardableResult
    func say(_ texts: [String], from name: String = "Anna") async -> AppendResult {
        let lines = texts.map { line($0, from: name) }
        return await withCheckedContinuation { kept in store.append(lines) { kept.resume(returning: $0) } }
    }

    func texts(limit: Int = 10_000) async -> [String] {
        await store.lines(room.number, before: .max, limit: limit).map(\.text)
    }
}

/// The texts that a search finds, newest first.
func found(
    _ words: String, in store: HistoryStore, _ filter: HistoryFilter = HistoryFilter(), limit: Int = 50
) async -> [String] {
    await store.search(HistoryQuery(words, filter: filter, limit: limit)).map(\.message.text)
}

/// Indexes whatever waits, also less than a batch.
func indexAll(_ store: HistoryStore) async throws {
    while try await store.use({ try await $0.indexSome() }) == true {}
}

func permissions(_ path: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? Int
}

/// Runs SQL on a file behind the store's back.
func execute(_ sql: String, in path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
}

/// The next events of a store, of which there must be so many.
func events(_ store: HistoryStore, _ count: Int) async -> [HistoryEvent] {
    var found: [HistoryEvent] = []
    guard count > 0 else { return [] }
    for await event in store.events {
        found.append(event)
        if found.count == count { break }
    }
    return found
}
