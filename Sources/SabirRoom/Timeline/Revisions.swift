import SabirProtocol

/// The messages that were corrected, taken back or confirmed a short while ago, and the revisions themselves. Decides
/// what may still be revised. Empty where nobody revises anything, and bounded.
struct Revisions: Sendable {
    /// Most corrections of one message.
    static let mostCorrections = 20
    /// Most confirmed translations of one message with its corrections, in all languages together.
    static let mostConfirmations = 64
    static let capacity = 10_000

    private struct Entry {
        /// In order of saying, at most `mostCorrections`.
        var corrections: [MessageID] = []
        /// In order of saying, at most `mostConfirmations`.
        var confirmations: [MessageID] = []
        var isRetracted = false
        /// Time of the last revision, in milliseconds since 1970.
        var ts: Int
    }

    private var lines: [MessageID.Value: Entry] = [:]
    /// Revisions by their own ids, with the time when each was said.
    private var revising: [MessageID.Value: (revision: Revision, ts: Int)] = [:]

    var isEmpty: Bool { lines.isEmpty }

    func isRevision(_ id: MessageID) -> Bool { revising[id.value] != nil }

    func isRetracted(_ id: MessageID) -> Bool { lines[id.value]?.isRetracted ?? false }

    func mayBeCorrected(_ id: MessageID) -> Bool {
        lines[id.value].map { $0.corrections.count < Self.mostCorrections } ?? true
    }

    func mayBeConfirmed(_ id: MessageID) -> Bool {
        lines[id.value].map { $0.confirmations.count < Self.mostConfirmations } ?? true
    }

    /// The message that this is a wording of: itself, or the one that it corrects. Nil for a message without a wording
    /// to be translated.
    func line(ofWording id: MessageID) -> MessageID? {
        switch revising[id.value]?.revision {
        case nil: id
        case .corrects(let line): line
        case .retracts, .confirms: nil
        }
    }

    /// What is erased with the message when it is taken back: its corrections, and confirmed translations.
    func texts(of id: MessageID) -> [MessageID] { lines[id.value].map { $0.corrections + $0.confirmations } ?? [] }

    /// Notes that the message `id` revises another. A repeat counts once.
    mutating func note(_ revision: Revision, by id: MessageID, ts: Int) {
        makeRoom()
        var entry = lines[revision.line.value] ?? Entry(ts: ts)
        entry.ts = max(entry.ts, ts)
        switch revision {
        case .corrects: if revising[id.value] == nil { entry.corrections.append(id) }
        case .confirms: if revising[id.value] == nil { entry.confirmations.append(id) }
        case .retracts: entry.isRetracted = true
        }
        lines[revision.line.value] = entry
        revising[id.value] = (revision, ts)
    }

    /// Notes that the message could not be taken back.
    mutating func giveUp(retracting id: MessageID) { lines[id.value]?.isRetracted = false }

    /// Forgets the oldest half: their time is over by then, or more is revised than anybody reads.
    private mutating func makeRoom() {
        guard lines.count >= Self.capacity || revising.count >= 2 * Self.capacity else { return }
        let middle = revising.values.map(\.ts).sorted()[revising.count / 2]
        revising = revising.filter { $0.value.ts > middle }
        lines = lines.filter { $0.value.ts > middle }
    }
}
