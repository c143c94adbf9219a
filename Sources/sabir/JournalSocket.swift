import Glibc
import Synchronization

/// Sends entries with fields to systemd's journal. Never blocks: entries that the journal does not accept at once are
/// dropped, and their number is sent once it accepts entries again.
final class JournalSocket: Sendable {
    enum Outcome: Hashable {
        case taken
        /// The entry was dropped because the journal is behind.
        case leftOut
        /// The entry is too large for one datagram, or the journal is not there: standard error is still possible.
        case impossible
    }

    private static let flags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)

    private let path: String
    private let descriptor: Int32
    private let missing = Atomic(0)

    /// Opens the journal's socket; nil if there is none.
    init?(path: String = "/run/systemd/journal/socket") {
        var facts = stat()
        guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFSOCK,
            path.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path)
        else { return nil }
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { return nil }
        self.path = path
    }

    deinit { close(descriptor) }

    func send(_ record: JournalRecord) -> Outcome {
        let behind = missing.load(ordering: .relaxed)
        if behind > 0, deliver(Self.notice(behind)) == .taken { missing.subtract(behind, ordering: .relaxed) }
        let outcome = deliver(record)
        if outcome == .leftOut { missing.add(1, ordering: .relaxed) }
        return outcome
    }

    private static func notice(_ count: Int) -> JournalRecord {
        JournalRecord([
            "MESSAGE": "the journal was behind: \(count) lines of this log were left out", "PRIORITY": "4",
            "SYSLOG_IDENTIFIER": "sabir",
        ])
    }

    private func deliver(_ record: JournalRecord) -> Outcome {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let sent = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                record.bytes.withUnsafeBytes {
                    sendto(descriptor, $0.baseAddress, $0.count, Self.flags, address, length)
                }
            }
        }
        if sent >= 0 { return .taken }
        return [EAGAIN, EWOULDBLOCK, ENOBUFS, ENOMEM, EINTR].contains(errno) ? .leftOut : .impossible
    }
}
