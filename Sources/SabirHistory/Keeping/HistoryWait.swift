import Logging

/// Waits for a history that a command (`sabir history erase`, `sabir restore`) holds while the node starts: a room
/// opened without it would number its lines anew, and keep them in memory until the next start.
struct HistoryWait: Sendable {
    /// Pauses between checks while the node starts, a minute in all; no room is opened before.
    static let atStart = [0.25, 0.5, 1, 2, 4, 8, 15, 15, 15].map { Duration.seconds($0) }

    let path: String
    let logger: Logger
    var isHeld: @Sendable (String) -> Bool = { HistoryFile(path: $0).isHeld }
    var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// Returns once nobody holds the history, or the pauses are over. Logs the wait, and whether it was in vain.
    func untilFree() async {
        guard isHeld(path) else { return }
        logger.notice("Another process holds the history \(path). This node waits for it, for a minute at most.")
        for time in Self.atStart {
            guard (try? await pause(time)) != nil else { return }
            guard isHeld(path) else { return }
        }
        logger.error("The history \(path) is still held by another process. The node starts without it.")
    }
}
