import Foundation
import Logging

/// Erases lines from another process, whether a running node owns the history or nobody does.
///
/// An owner is asked through the database, and erases with its next `maintain`; without an owner this process becomes
/// one for as long as it takes.
package struct HistoryErasing: Sendable {
    package enum Outcome: Hashable, Sendable {
        /// The lines are gone, and their bytes from the files.
        case erased(lines: Int)
        /// The owner has not erased them in time. The request stays, and is done as soon as the owner can.
        case asked
    }

    private let path: String
    private let filter: HistoryFilter
    private let logger: Logger
    private let token = UUID().uuidString

    /// The interval at which the owner's progress is checked.
    private static let pause = Duration.milliseconds(100)
    /// How long there must be no owner before this process erases by itself: the owner may only be restarting.
    private static let patience = Duration.seconds(3)

    /// Throws where the filter would include everything.
    package init(_ filter: HistoryFilter, path: String, logger: Logger) throws(HistoryError) {
        guard !filter.isEmpty else { throw .request("What is to be erased? Name a room, a person or a span of time.") }
        self.path = path
        self.filter = filter
        self.logger = logger
    }

    /// - Parameters:
    ///   - limit: how long the owner is waited for; without an owner erasing takes as long as it takes.
    ///   - asking: called once where there is an owner to wait for.
    package func run(within limit: Duration, asking: () -> Void) async throws(HistoryError) -> Outcome {
        guard try Self.isOwned(path: path) else { return .erased(lines: try await eraseAlone()) }
        asking()
        let deadline = ContinuousClock.now + limit
        var lastOwned = ContinuousClock.now
        try await ask()
        while ContinuousClock.now < deadline {
            switch try await progress() {
            case .purged(let lines): return .erased(lines: lines)
            // A request made while the file was exchanged is in the old one.
            case .unknown: try await ask()
            case .waiting, .forgotten: break
            }
            // The owner may end before it erases; after a mere restart it owns the history again.
            if try Self.isOwned(path: path) { lastOwned = .now }
            if ContinuousClock.now - lastOwned > Self.patience { return .erased(lines: try await eraseAlone()) }
            guard (try? await Task.sleep(for: Self.pause)) != nil else { break }
        }
        return .asked
    }

    /// Whether a process owns this history at the moment.
    package static func isOwned(path: String) throws(HistoryError) -> Bool {
        try HistoryFile(path: path).lock() == nil
    }

    /// Asks the owner without waiting.
    package func ask() async throws(HistoryError) { try await look { try await $0.ask(toErase: filter, token: token) } }

    func progress() async throws(HistoryError) -> ErasureProgress {
        try await look { try await $0.progress(of: token) }
    }

    /// Opens the file each time: the owner may replace it.
    private func look<T: Sendable>(
        _ body: @Sendable (HistoryDatabase) async throws -> T
    ) async throws(HistoryError) -> T {
        let inspection = try HistoryInspection(path: path)
        defer { inspection.close() }
        return try await inspection.read(body)
    }

    private func eraseAlone() async throws(HistoryError) -> Int {
        // Throws for a damaged or newer file, for which a store would begin a new one.
        try HistoryInspection(path: path).close()
        let store = HistoryStore(.init(path: path), logger: logger)
        do throws(HistoryError) {
            try await store.eraseAsAsked()
            var lines = try await store.erase(filter)
            await store.close()
            if case .purged(let count) = try await progress() { lines += count }
            return lines
        } catch {
            await store.close()
            throw error
        }
    }
}
