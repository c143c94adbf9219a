import Foundation
import SabirProtocol

/// The text of an outbox's file: a head, then the journal's records, one JSON object on each line. A line counts only
/// if it is complete.
struct OutboxFile: Equatable {
    struct Head: Codable, Equatable {
        static let version = 1
        static let mostWays = 8

        var version = Head.version
        /// The name under which the guest joined.
        var name: String
        /// The secret under which the messages were sent.
        var device: String
        /// The room's id, once known.
        var room: String?
        /// Names and addresses under which the guest reached the room, the latest last.
        var ways: [String]
    }

    struct Damage: Error {}

    /// Most bytes that are read. 1,000 messages of 4,000 scalars and their settled records take less.
    static let largest = 64 << 20

    var head: Head
    var journal = OutboxJournal()

    init(head: Head) { self.head = head }

    /// Leaves out a last line without its end: the process was killed while writing it.
    init(_ data: Data) throws(Damage) {
        var lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        lines.removeLast()
        guard let first = lines.first, let head = try? JSONDecoder().decode(Head.self, from: first),
            head.version == Head.version
        else { throw Damage() }
        self.head = head
        for line in lines.dropFirst() {
            guard let record = try? JSONDecoder().decode(OutboxJournal.Record.self, from: line), record.isValid else {
                throw Damage()
            }
            journal.apply(record)
        }
    }

    /// The whole file, without drafts that the room has confirmed.
    var data: Data {
        journal.waiting.reduce(Self.line(head)) { $0 + Self.line(OutboxJournal.Record.said($1)) }
    }

    static func line(_ value: some Encodable) -> Data {
        // Records hold only strings and numbers, which can always be encoded.
        ((try? JSONEncoder().encode(value)) ?? Data()) + [UInt8(ascii: "\n")]
    }
}
