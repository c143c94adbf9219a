import Glibc
import Logging

/// The log of a service, as systemd's journal takes it: its importance before each line (sd-daemon(3)), and no time, which
/// the journal has itself.
struct JournalLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    /// Whether standard error goes to the journal (systemd.exec(5), JOURNAL_STREAM).
    static let isWanted: Bool = {
        var facts = stat()
        guard let stream = getenv("JOURNAL_STREAM"), fstat(STDERR_FILENO, &facts) == 0 else { return false }
        return String(cString: stream) == "\(facts.st_dev):\(facts.st_ino)"
    }()

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let fields = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
        let text = ([event.message.description] + fields.map { "\($0)=\($1)" }).joined(separator: " ")
        StandardError.write(Self.lines(text, event.level))
    }

    /// Each line has to say how important it is.
    static func lines(_ text: String, _ level: Logger.Level) -> String {
        text.split(whereSeparator: \.isNewline).map { "<\(level.priority)>\($0)\n" }.joined()
    }
}

extension Logger.Level {
    /// Of syslog(3).
    fileprivate var priority: Int {
        switch self {
        case .critical: 2
        case .error: 3
        case .warning: 4
        case .notice: 5
        case .info: 6
        case .debug, .trace: 7
        }
    }
}
