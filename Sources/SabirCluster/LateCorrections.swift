import SabirProtocol

/// Corrections, and translations that were confirmed, that are in the room's stream beside the retraction of their line:
/// said at one node while the line was taken back at another, they come into it behind the retraction, or so short before
/// that nobody erased them with the line. Every node that reads both finds them, in whichever order they come, one that
/// begins later too.
///
/// Pure, and bounded: past that the older half of the lines is forgotten.
struct LateCorrections: Sendable {
    static let capacity = 10_000
    /// Of one line: a node takes a twentieth of it, and 64 translations that were confirmed.
    private static let mostCorrections = 400

    private enum LineState {
        /// Its corrections so far.
        case corrected([MessageID])
        case takenBack(ClusterLine)
    }

    /// Of the lines that were revised.
    private var lineStates: [MessageID.Value: LineState] = [:]
    /// Those lines, the ones that were revised first at the front.
    private var order: [MessageID.Value] = []

    /// A line that revises another came out of the stream. What of the stream is to be erased for it.
    ///
    /// - Parameter erased: with a retraction, what was erased before it went into the stream, as far as that is known.
    mutating func came(_ line: StoredLine, _ revision: Revision, erased: [MessageID]) -> [ClusterRetraction] {
        let state = lineStates[revision.line.value]
        switch (revision, state) {
        case (.corrects, .takenBack(let retraction)), (.confirms, .takenBack(let retraction)):
            return [ClusterRetraction(late: line.message.id, line: retraction)]
        case (.corrects, .corrected(let earlier)), (.confirms, .corrected(let earlier)):
            lineStates[revision.line.value] = .corrected(earlier.suffix(Self.mostCorrections - 1) + [line.message.id])
            return []
        case (.corrects, nil), (.confirms, nil):
            remember(.corrected([line.message.id]), of: revision.line)
            return []
        case (.retracts, .takenBack): return []
        case (.retracts, _):
            let retraction = ClusterLine(retraction: line.message, author: line.author)
            remember(.takenBack(retraction), of: revision.line)
            guard case .corrected(let corrections)? = state else { return [] }
            let gone = Set(erased.map(\.value))
            return corrections.filter { !gone.contains($0.value) }
                .map { ClusterRetraction(late: $0, line: retraction) }
        }
    }

    private mutating func remember(_ state: LineState, of line: MessageID) {
        if lineStates.updateValue(state, forKey: line.value) == nil { order.append(line.value) }
        guard order.count > Self.capacity else { return }
        for line in order.prefix(Self.capacity / 2) { lineStates[line] = nil }
        order.removeFirst(Self.capacity / 2)
    }
}
