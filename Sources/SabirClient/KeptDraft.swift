import SabirProtocol

/// A draft stored until its room has it, with the id under which it is sent every time.
package struct KeptDraft: Sendable, Hashable, Codable {
    package let id: MessageID
    package private(set) var text: String
    package let lang: LanguageTag
    package let reply: MessageID?
    private let corrects: MessageID?
    private let retracts: MessageID?
    private let confirms: MessageID?
    /// When it was said by this machine's clock, in milliseconds since 1970.
    package let said: Int

    package init(_ draft: Draft, id: MessageID, lang: LanguageTag, said: Int) {
        (self.id, text, self.lang, reply, self.said) = (id, draft.text, draft.lang ?? lang, draft.reply, said)
        (corrects, retracts, confirms) =
            switch draft.revision {
            case .corrects(let id): (id, nil, nil)
            case .retracts(let id): (nil, id, nil)
            case .confirms(let id, _): (nil, nil, id)
            case nil: (nil, nil, nil)
            }
    }

    package var revision: Revision? {
        retracts.map(Revision.retracts) ?? corrects.map(Revision.corrects) ?? confirms.map { .confirms($0, of: $0) }
    }

    package var draft: Draft { Draft(id: id, text: text, lang: lang, reply: reply, revision: revision) }

    /// Without what no message may have in it: somebody may have changed the file by hand.
    var cleaned: KeptDraft {
        var draft = self
        draft.text = WireText.cleanMessage(text)
        return draft
    }

    /// Whether this program could have written the draft.
    var isValid: Bool { retracts != nil || (try? WireText.message(text)) != nil }
}
