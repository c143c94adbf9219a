import SabirProtocol
import SabirTranslation

/// The translations shown last, for a person who confirms them. Pure and bounded.
///
/// A number means the line beside it in the last list, whatever was said since: nobody confirms a line that they have
/// not seen.
struct ConfirmableLines {
    static let capacity = 20

    struct Line: Hashable {
        let message: Message
        /// The translation that was shown; nil if there was none.
        let text: String?
    }

    private var lines: [Line] = []
    private var listed: [Line] = []

    /// Records an outcome, which replaces an earlier one of the same line.
    mutating func record(_ outcome: TranslationOutcome, of message: Message) {
        lines.removeAll { $0.message.id == message.id }
        switch outcome.state {
        case .same, .verified, .confirmed: return
        case .translated, .phrasebook, .untranslated:
            if lines.count == Self.capacity { lines.removeFirst() }
            lines.append(Line(message: message, text: outcome.text))
        }
    }

    /// Removes a line whose translation somebody confirmed for readers here.
    mutating func remove(_ id: MessageID) { lines.removeAll { $0.message.id == id } }

    mutating func retract(_ ids: [MessageID]) {
        lines.removeAll { ids.contains($0.message.id) }
        listed.removeAll { ids.contains($0.message.id) }
    }

    mutating func removeAll() { (lines, listed) = ([], []) }

    /// The lines, oldest first; from now on numbers from 1 refer to this list.
    mutating func list() -> [Line] {
        listed = lines
        return listed
    }

    subscript(number: Int) -> Line? { listed.indices.contains(number - 1) ? listed[number - 1] : nil }
}
