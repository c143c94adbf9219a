import Logging

/// Waits for a history that a command (`sabir history erase`, `sabir restore`) holds while the node starts: begun
/// without it, a room would number its lines anew, and keep them in memory until the next start.
struct HistoryWait: Sendable {
    /// Pauses between looks while the node starts, a minute in all; it opens no room before.
    static let atStart = [0.25, 0.5, 1, 2, 4, 8, 15, 15, 15].map { Duration.seconds($0) }
    /// The longest pause between looks once the node has started.
    static let longest = Duration.seconds(60)

    private let path: String
    private let logger: Logger
    private let isHeld: @Sendable (String) -> Bool
    private let pause: @Sendable (Duration) async throws -> Void

    init(
        _ path: String, logger: Logger, isHeld: @escaping @Sendable (String) -> Bool = HistoryStore.isHeld,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.path = path
        self.logger = logger
        self.isHeld = isHeld
        self.pause = pause
    }

    /// Returns once nobody holds it, or the pauses are over. Says so at the beginning, and if it was in vain.
    func untilFree() async {
        guard isHeld(path) else { return }
        logger.notice("Another process holds the history \(path). This node waits for it, for a minute at most.")
        for time in Self.atStart {
            guard (try? await pause(time)) != nil else { return }
            guard isHeld(path) else { return }
        }
        logger.error("The history \(path) is still held by another process. The node starts without it.")
    }

    /// Looks less and less often until nobody holds it; false where the wait was called off.
    func isFreeAgain() async -> Bool {
        var time = Duration.seconds(5)
        repeat {
            guard (try? await pause(time)) != nil else { return false }
            time = min(time * 2, Self.longest)
        } while isHeld(path)
        return true
    }
}
