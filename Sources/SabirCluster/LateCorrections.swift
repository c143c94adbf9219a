import SabirCore
import SabirProtocol

/// Corrections and confirmed translations in the room's stream beside the retraction of their line. One node took the
/// line back while another one sent the correction: so the correction is in the stream behind the retraction, or so
/// shortly before it that it was not erased with the line. Every node that reads both finds them, in either order,
/// including a node that starts later.
///
/// Pure, and bounded: past the bound the line that was revised the longest ago is forgotten.
struct LateCorrections: Sendable {
    static let capacity = 10_000
    /// Most corrections remembered of one line. A node accepts a twentieth of that, and 64 confirmed translations.
    private static let mostCorrections = 400

    private enum LineState {
        /// The line's corrections so far.
        case corrected([MessageID])
        case takenBack(ClusterLine)
    }

    private var lineStates = LeastRecentlyUsed<MessageID.Value, LineState>(maximumCount: capacity, maximumCost: 0)

    /// Notes a revision that came out of the stream. Returns what has to be erased from the stream because of it.
    ///
    /// - Parameter erased: with a retraction, the lines that were erased before it went into the stream, as far as
    ///   known.
    mutating func came(_ line: ClusterLine, _ revision: Revision, erased: [MessageID]) -> [ClusterRetraction] {
        let state = lineStates.peek(revision.line.value)
        if case .takenBack(let retraction)? = state {
            return revision.isRetraction ? [] : [ClusterRetraction(late: line.message.id, line: retraction)]
        }
        let corrections: [MessageID] = if case .corrected(let earlier)? = state { earlier } else { [] }
        guard revision.isRetraction else {
            remember(.corrected(corrections.suffix(Self.mostCorrections - 1) + [line.message.id]), of: revision.line)
            return []
        }
        let retraction = ClusterLine(retraction: line.message, author: line.author)
        remember(.takenBack(retraction), of: revision.line)
        let gone = Set(erased.map(\.value))
        return corrections.filter { !gone.contains($0.value) }.map { ClusterRetraction(late: $0, line: retraction) }
    }

    private mutating func remember(_ state: LineState, of line: MessageID) {
        lineStates.insert(state, for: line.value, cost: 0)
    }
}
