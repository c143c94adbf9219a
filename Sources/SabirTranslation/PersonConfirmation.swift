import SabirProtocol

/// That a person read a line and its translation, and says that it is right or how it must read.
///
/// Made from the line that the room numbered for it (`Revision.confirms`): who it was and when is the host's word.
package struct PersonConfirmation: Sendable, Hashable {
    /// The name that the person had in the room.
    package let name: String
    /// `interpreter` or `staff`; nil of a role of a later version.
    package let role: MemberRole?
    /// Milliseconds since 1970, by the host's clock.
    package let ts: Int
}

extension TranslationOutcome {
    /// What `line` says of the wording that it confirms; nil of a line that confirms nothing, or was taken back.
    package init?(confirmedBy line: Message) {
        guard line.confirms != nil, line.hasText else { return nil }
        self.init(text: line.text, state: .confirmed)
        confirmation = PersonConfirmation(name: line.from, role: line.role, ts: line.ts)
    }

    /// Whether a person should look at it, where the room has somebody who confirms: something may be wrong that could
    /// harm, its topic asks for it, or there is no translation at all.
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
