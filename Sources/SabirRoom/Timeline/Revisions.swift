import SabirProtocol

/// Which lines were corrected, taken back or confirmed a short while ago, and which lines are such revisions: what may
/// still be done with them is judged by it. Empty where nobody does, and bounded.
struct Revisions: Sendable {
    /// Of one line.
    static let mostCorrections = 20
    /// Of one line with its corrections, in all languages together.
    static let mostConfirmations = 64
    static let capacity = 10_000

    private struct Entry {
        /// In the order of their saying, at most `mostCorrections`.
        var corrections: [MessageID] = []
        /// Likewise, at most `mostConfirmations`.
        var confirmations: [MessageID] = []
        var isRetracted = false
        /// When it was revised last, in milliseconds since 1970.
        var ts: Int
    }

    private var lines: [MessageID.Value: Entry] = [:]
    /// The lines that revise another: which, and when they were said.
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

    /// Which line this is a wording of: itself, or the one that it corrects. Nil of what has no wording of its own to be
    /// translated.
    func line(ofWording id: MessageID) -> MessageID? {
        switch revising[id.value]?.revision {
        case nil: id
        case .corrects(let line): line
        case .retracts, .confirms: nil
        }
    }

    /// What goes with the line when it is taken back: corrections, and translations that were confirmed.
    func texts(of id: MessageID) -> [MessageID] { lines[id.value].map { $0.corrections + $0.confirmations } ?? [] }

    /// The line `id` revises another one. Said twice of one line it counts once.
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

    /// It could not be taken back.
    mutating func giveUp(retracting id: MessageID) { lines[id.value]?.isRetracted = false }

    /// The oldest half goes: by then their time is over, or more is revised than anybody reads.
    private mutating func makeRoom() {
        guard lines.count >= Self.capacity || revising.count >= 2 * Self.capacity else { return }
        let middle = revising.values.map(\.ts).sorted()[revising.count / 2]
        revising = revising.filter { $0.value.ts > middle }
        lines = lines.filter { $0.value.ts > middle }
    }
}
