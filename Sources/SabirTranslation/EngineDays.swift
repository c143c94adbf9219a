import Foundation
import Logging
import SabirCore
import Synchronization

/// What engines with a ceiling were sent in their day, kept in `engines.json` of the state folder, so that a restart gives
/// nothing anew.
///
/// Behind a lock, held while the file is written: a hundred times a day and engine at most.
package final class EngineDays: DayLedger {
    private struct State {
        var days: [String: DaySpent]
        var isFailing = false
    }

    private let path: String
    private let logger: Logger
    private let state: Mutex<State>

    /// A file that cannot be read counts as none, and is told to the log.
    package init(stateDirectory: String, logger: Logger) {
        path = stateDirectory + "/engines.json"
        self.logger = logger
        var days: [String: DaySpent] = [:]
        if FileManager.default.fileExists(atPath: path) {
            do {
                days = try JSONDecoder().decode([String: DaySpent].self, from: Data(contentsOf: URL(filePath: path)))
            } catch {
                logger.warning(
                    """
                    \(path) cannot be read: what engines were sent today is counted anew, and the file written anew \
                    (\(error))
                    """)
            }
        }
        state = Mutex(State(days: days))
    }

    package func spent(by engine: String) -> DaySpent? { state.withLock { $0.days[engine] } }

    package func keep(_ spent: DaySpent, by engine: String) {
        state.withLock { state in
            // Of engines that are no longer asked nothing stays.
            state.days = state.days.filter { $0.value.ends > spent.ends.addingTimeInterval(-86_400 * 2) }
            state.days[engine] = spent
            do {
                try PrivateFile(path: path).write(JSONEncoder().encode(state.days))
                state.isFailing = false
            } catch {
                // The day is counted on in memory. Once, not with each request.
                if !state.isFailing {
                    logger.error("what engines were sent today cannot be kept over a restart: \(path): \(error)")
                }
                state.isFailing = true
            }
        }
    }
}
