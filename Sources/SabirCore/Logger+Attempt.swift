import Logging

extension Logger {
    /// Does `work`. If it throws, logs `sentence` with the error behind it, and returns nil.
    @discardableResult
    package func attempt<Value>(
        orLog level: Level, _ sentence: String, file: String = #fileID, line: UInt = #line,
        _ work: () throws -> Value
    ) -> Value? {
        do { return try work() } catch {
            log(level: level, "\(sentence): \(error)", file: file, line: line)
            return nil
        }
    }
}
