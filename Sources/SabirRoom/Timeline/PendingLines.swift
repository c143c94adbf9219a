import NIOCore
import SabirProtocol

/// Accepted lines that a log is writing and that members have not been told yet, in order. Bounded by time and number;
/// past that the room does not wait for its log.
struct PendingLines: Sendable {
    /// How long a line waits for the log.
    static let patience = TimeAmount.seconds(5)
    /// Lines that may wait.
    static let capacity = 20_000

    struct Entry: Sendable {
        let message: Message
        let sender: MemberNumber
        let author: AuthorID?
        let since: NIODeadline
        /// Members who have sent the line again meanwhile, and are answered when it is told. Bounded.
        fileprivate(set) var repeats: [MemberNumber] = []
    }

    /// Most repeats of one line that are answered.
    private static let mostRepeats = 16

    private var entries = CircularBuffer<Entry>()
    private var places: [MessageID.Value: Int] = [:]

    var count: Int { entries.count }
    var isEmpty: Bool { entries.isEmpty }

    subscript(id: MessageID) -> Entry? { places[id.value].map { entries[index($0)] } }

    /// Adds a line whose number follows that of the last.
    mutating func add(_ message: Message, by sender: MemberNumber, _ author: AuthorID? = nil, now: NIODeadline) {
        places[message.id.value] = message.seq
        entries.append(Entry(message: message, sender: sender, author: author, since: now))
    }

    mutating func repeated(_ id: MessageID, by number: MemberNumber) {
        guard let seq = places[id.value], self[id]?.repeats.count ?? 0 < Self.mostRepeats else { return }
        entries[index(seq)].repeats.append(number)
    }

    mutating func takeFirst() -> Entry? {
        guard let entry = entries.popFirst() else { return nil }
        places[entry.message.id.value] = nil
        return entry
    }

    func isOverdue(_ now: NIODeadline) -> Bool {
        count > Self.capacity || entries.first.map { now - $0.since >= Self.patience } ?? false
    }

    private func index(_ seq: Int) -> CircularBuffer<Entry>.Index {
        entries.index(entries.startIndex, offsetBy: seq - (entries.first?.message.seq ?? seq))
    }
}
