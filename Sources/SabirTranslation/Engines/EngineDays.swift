import Foundation
import Logging
import SabirCore
import Synchronization

/// The characters sent today to each engine with a daily ceiling, kept in `engines.json` of the state folder, so that
/// neither a restart nor a second program grants them again.
///
/// Guarded by a lock, and the file by `engines.json.lock`. Both are held during writes, at most a hundred times a day
/// for each engine.
package final class EngineDays: Sendable {
    private struct State {
        /// The days as last read from the file.
        var days: [String: DaySpent] = [:]
        var isFailing = false
    }

    /// How long to wait while another program writes the file.
    private static let patience = Duration.seconds(2)
    private static let largest = 1 << 20

    private let path: String
    private let logger: Logger
    private let state = Mutex(State())

    package init(stateDirectory: String, logger: Logger) {
        path = stateDirectory + "/engines.json"
        self.logger = logger
    }

    package func spent(by engine: String) -> DaySpent? {
        state.withLock { state in
            read(&state)
            return state.days[engine]
        }
    }

    /// Passes the stored value to `change`, which may replace it. No other program changes the value meanwhile. Returns
    /// after the new value is stored, or storing it failed.
    func update<Answer: Sendable>(_ engine: String, _ change: (inout DaySpent?) -> Answer) -> Answer {
        state.withLock { state in
            let lock: FileLock?
            do throws(NodeError) { lock = try held() } catch {
                lock = nil
                fail(&state, "\(error)")
            }
            defer { withExtendedLifetime(lock) {} }
            if lock != nil { read(&state) }
            let before = state.days[engine]
            let answer = change(&state.days[engine])
            if lock != nil, let spent = state.days[engine], spent != before { write(spent, &state) }
            return answer
        }
    }

    /// Throws a sentence for people if the file cannot be kept, in which case no day's use would be counted.
    package func check() throws(NodeError) { _ = try held() }

    private func held() throws(NodeError) -> FileLock {
        FileSystem.makeFolder((path as NSString).deletingLastPathComponent)
        do throws(FileLock.Failure) {
            return try FileLock(path + ".lock", patience: Self.patience)
        } catch {
            let why = error.isHeld ? "another program holds it" : String(cString: strerror(error.code))
            throw NodeError(
                description: "What engines were sent today cannot be counted in \(path): \(why). Do it as root or "
                    + "the service's user.")
        }
    }

    /// If the file is missing or unreadable, keeps what is known; an unreadable file is written anew.
    private func read(_ state: inout State) {
        do {
            guard let data = try PrivateFile(path: path).read(atMost: Self.largest) else { return }
            state.days = try JSONDecoder().decode([String: DaySpent].self, from: data)
        } catch {
            // Logs once, not with each request.
            guard !state.isFailing else { return }
            logger.warning(
                """
                \(path) cannot be read: the count of what engines were sent today begins anew, in a new file (\(error))
                """)
        }
    }

    private func write(_ spent: DaySpent, _ state: inout State) {
        // Drops engines that were not asked for two days.
        state.days = state.days.filter { $0.value.ends > spent.ends.addingTimeInterval(-86_400 * 2) }
        do {
            try PrivateFile(path: path).write(JSONEncoder().encode(state.days))
            state.isFailing = false
        } catch {
            fail(&state, "\(path): \(error)")
        }
    }

    /// Falls back to counting in memory. Logs once, not with each request.
    private func fail(_ state: inout State, _ why: String) {
        if !state.isFailing { logger.error("a restart will forget what engines were sent today: \(why)") }
        state.isFailing = true
    }
}
