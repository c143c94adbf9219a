import Glibc
import Logging

/// A service's log for systemd's journal: sent to the journal's socket with fields for room, member and engine. Without
/// the socket, written to standard error with its priority before each line (sd-daemon(3)). Has no times, because the
/// journal adds them.
struct JournalLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info
    private let socket: JournalSocket?

    /// Whether standard error leads to the journal (systemd.exec(5), JOURNAL_STREAM).
    static let isWanted: Bool = {
        guard let stream = getenv("JOURNAL_STREAM"), let facts = standardError else { return false }
        return String(cString: stream) == "\(facts.st_dev):\(facts.st_ino)"
    }()

    /// The machine's socket, if standard error leads to the journal itself and not to a substitute.
    static let machineSocket: JournalSocket? =
        isWanted && (standardError?.st_mode ?? 0) & S_IFMT == S_IFSOCK ? JournalSocket() : nil

    private static var standardError: stat? {
        var facts = stat()
        return fstat(STDERR_FILENO, &facts) == 0 ? facts : nil
    }

    init(_ socket: JournalSocket? = JournalLogHandler.machineSocket) { self.socket = socket }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let fields = metadata.merging(event.metadata ?? [:]) { $1 }
        let text = Self.text(event.message.description, fields)
        if let socket, socket.send(Self.record(text, event.level, fields)) != .impossible { return }
        StandardError.write(Self.lines(text, event.level))
    }

    /// Leaves out the engine's name, which is in the sentence already.
    static func text(_ message: String, _ fields: Logger.Metadata) -> String {
        let told = fields.filter { $0.key != "engine" }.sorted { $0.key < $1.key }
        return ([message] + told.map { "\($0)=\($1)" }).joined(separator: " ")
    }

    static func record(_ text: String, _ level: Logger.Level, _ fields: Logger.Metadata) -> JournalRecord {
        JournalRecord([
            "MESSAGE": text, "PRIORITY": "\(level.priority)", "SYSLOG_IDENTIFIER": "sabir",
            "SABIR_ROOM": fields["room"]?.description, "SABIR_MEMBER": fields["member"]?.description,
            "SABIR_ENGINE": fields["engine"]?.description,
        ])
    }

    static func lines(_ text: String, _ level: Logger.Level) -> String {
        text.split(whereSeparator: \.isNewline).map { "<\(level.priority)>\($0)\n" }.joined()
    }
}

extension Logger.Level {
    /// The priority of syslog(3).
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
