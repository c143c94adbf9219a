import SabirProtocol

/// Which lines were corrected or taken back a short while ago, and which lines are such revisions: what their authors may
/// still do is judged by it. Empty where nobody does, and bounded.
struct Revisions: Sendable {
    /// Of one line.
    static let mostCorrections = 20
    static let capacity = 10_000

    private struct Entry {
        /// In the order of their saying, at most `mostCorrections`.
        var corrections: [MessageID] = []
        var isRetracted = false
        /// When it was revised last, in milliseconds since 1970.
        var ts: Int
    }

    private var lines: [MessageID.Value: Entry] = [:]
    /// The lines that revise another, and when they were said.
    private var revising: [MessageID.Value: Int] = [:]

    var isEmpty: Bool { lines.isEmpty }

    func isRevision(_ id: MessageID) -> Bool { revising[id.value] != nil }

    func isRetracted(_ id: MessageID) -> Bool { lines[id.value]?.isRetracted ?? false }

    func mayBeCorrected(_ id: MessageID) -> Bool { corrections(of: id).count < Self.mostCorrections }

    func corrections(of id: MessageID) -> [MessageID] { lines[id.value]?.corrections ?? [] }

    /// The line `id` revises another one. Said twice of one line it counts once.
    mutating func note(_ revision: Revision, by id: MessageID, ts: Int) {
        makeRoom()
        var entry = lines[revision.line.value] ?? Entry(ts: ts)
        entry.ts = max(entry.ts, ts)
        switch revision {
        case .corrects: if revising[id.value] == nil { entry.corrections.append(id) }
        case .retracts: entry.isRetracted = true
        }
        lines[revision.line.value] = entry
        revising[id.value] = ts
    }

    /// It could not be taken back.
    mutating func giveUp(retracting id: MessageID) { lines[id.value]?.isRetracted = false }

    /// The oldest half goes: by then their time is over, or more is revised than anybody reads.
    private mutating func makeRoom() {
        guard lines.count >= Self.capacity || revising.count >= 2 * Self.capacity else { return }
        let middle = revising.values.sorted()[revising.count / 2]
        revising = revising.filter { $0.value > middle }
        lines = lines.filter { $0.value.ts > middle }
    }
}
