import Foundation
import GRDB
import Synchronization

@testable import SabirCache

/// A folder of its own for each test, gone with the value.
final class Folder: Sendable {
    let path: String

    init() {
        path = NSTemporaryDirectory() + "sabir-cache-\(UUID().uuidString)"
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var cache: String { path + "/translations.sqlite" }
    var contents: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    /// Whether `text` stands in any file of the folder.
    func holds(_ text: String) -> Bool {
        contents.contains { name in
            FileManager.default.contents(atPath: path + "/" + name)?.range(of: Data(text.utf8)) != nil
        }
    }
}

/// A clock that a test moves, and what the cache reported.
final class CacheDependencies: Sendable {
    private let seconds = Mutex<Int64>(1_800_000_000)
    private let sentences = Mutex<[String]>([])

    var reports: [String] { sentences.withLock { $0 } }

    func advance(days: Int64) { seconds.withLock { $0 += days * 86_400 } }

    func open(_ path: String, _ limits: CacheLimits = CacheLimits()) -> CacheStore {
        CacheStore(path: path, limits: limits, now: { self.seconds.withLock { $0 } }) { sentence in
            self.sentences.withLock { $0.append(sentence) }
        }
    }
}

func question(_ text: String, to target: String = "ca", glossary: String = "") -> CacheKey {
    CacheKey(text: text, source: "es", target: target, glossary: glossary)
}

func answer(_ text: String, by engine: String = "apertium") -> CachedTranslation {
    CachedTranslation(text: text, engine: engine, details: "{}")
}

func permissions(_ path: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? Int
}

/// Runs SQL on a file behind the cache's back.
func execute(_ sql: String, in path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
}

/// Keeps every other connection from writing, as a process in the middle of a write does.
struct WriteLock {
    private let queue: DatabaseQueue

    init(on path: String) throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    }

    func release() throws {
        try queue.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        try queue.close()
    }
}
