import NIOCore
import SabirProtocol

/// Messages that authors have taken back and the room's log has yet to erase. The retraction is told, as a line with a
/// number, when the log has erased the message.
struct Erasures: Sendable {
    static let capacity = 1_000
    private static let mostRepeats = 16

    struct Entry: Hashable, Sendable {
        /// The id of the retraction.
        let id: MessageID
        /// The retracted message and its number.
        let line: MessageID
        let seq: Int
        let number: MemberNumber
        let author: AuthorID?
        /// The author of the retraction, as others see the member.
        let sender: MemberInfo
        /// Who has sent the retraction again meanwhile.
        fileprivate(set) var repeats: [MemberNumber] = []
    }

    private var entries: [MessageID.Value: Entry] = [:]

    var isFull: Bool { entries.count >= Self.capacity }

    subscript(id: MessageID) -> Entry? { entries.isEmpty ? nil : entries[id.value] }

    var all: [Entry] { entries.values.sorted { $0.seq < $1.seq } }

    mutating func add(_ entry: Entry) { entries[entry.id.value] = entry }

    mutating func repeated(_ id: MessageID, by number: MemberNumber) {
        guard let entry = entries[id.value], entry.repeats.count < Self.mostRepeats else { return }
        entries[id.value]?.repeats.append(number)
    }

    mutating func remove(_ id: MessageID) -> Entry? { entries.removeValue(forKey: id.value) }
}
