import SabirProtocol

/// A person's statement that a translation is right, or how it must read, after reading it beside the line.
///
/// Made from a line of the room (`Revision.confirms`), so name and time are the host's word.
package struct PersonConfirmation: Sendable, Hashable {
    /// The person's name in the room.
    package let name: String
    /// `interpreter` or `staff`; nil for a role of a later version.
    package let role: MemberRole?
    /// Milliseconds since 1970, by the host's clock.
    package let ts: Int
}

extension TranslationOutcome {
    /// The confirmation that `line` contains; nil if it confirms nothing, or was taken back.
    package init?(confirmedBy line: Message) {
        guard line.confirms != nil, line.hasText else { return nil }
        self.init(text: line.text, state: .confirmed)
        confirmation = PersonConfirmation(name: line.from, role: line.role, ts: line.ts)
    }

    /// Whether a person should look at the translation, in a room that has somebody to confirm: something may be wrong
    /// that could harm, the topic demands it, or there is no translation at all.
    package var awaitsConfirmation: Bool {
        switch state {
        case .confirmed, .verified, .same: false
        case .untranslated: true
        case .translated, .phrasebook: warnings.contains { $0.kind.weight == .loud || Self.asksForPerson($0.kind) }
        }
    }

    private static func asksForPerson(_ kind: TranslationWarning.Kind) -> Bool {
        kind == .confirm || kind == .secondLook
    }
}
