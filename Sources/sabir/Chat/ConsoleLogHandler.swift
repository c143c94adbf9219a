import Logging
import SabirTerminal

/// A log shown above the line being typed. Its lines are for the machine's administrator, in English, and marked so
/// that they are not taken for chat lines.
struct ConsoleLogHandler: LogHandler {
    let console: any LineConsole
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.notice

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        console.print(["[log] " + SafeText.line(event.message.description)])
    }
}
