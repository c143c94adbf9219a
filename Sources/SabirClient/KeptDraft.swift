import SabirProtocol

/// A draft stored until its room has it, with the id under which it is sent every time.
package struct KeptDraft: Sendable, Hashable {
    package let id: MessageID
    package let text: String
    package let lang: LanguageTag
    package let reply: MessageID?
    package let revision: Revision?
    /// When it was said by this machine's clock, in milliseconds since 1970.
    package let said: Int

    package init(_ draft: Draft, id: MessageID, lang: LanguageTag, said: Int) {
        (self.id, text, self.lang, reply, self.said) = (id, draft.text, draft.lang ?? lang, draft.reply, said)
        revision = draft.revision
    }

    package var draft: Draft { Draft(id: id, text: text, lang: lang, reply: reply, revision: revision) }
}

extension KeptDraft: Codable {
    private enum Key: String, CodingKey { case id, text, lang, reply, corrects, retracts, confirms, said }

    /// Throws for a text or tag that this program could not have written: then the whole file is not ours.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        func id(_ key: Key) throws -> MessageID? {
            guard let text = try fields.decodeIfPresent(String.self, forKey: key) else { return nil }
            guard let id = MessageID(text) else { throw Self.damaged(key, decoder) }
            return id
        }
        guard let own = try id(.id) else { throw Self.damaged(.id, decoder) }
        guard let lang = LanguageTag(try fields.decode(String.self, forKey: .lang)) else {
            throw Self.damaged(.lang, decoder)
        }
        self.id = own
        self.lang = lang
        let retracted = try id(.retracts)
        revision =
            try retracted.map(Revision.retracts) ?? id(.corrects).map(Revision.corrects)
            ?? id(.confirms).map { .confirms($0, of: $0) }
        text = retracted == nil ? try WireText.message(try fields.decode(String.self, forKey: .text)) : ""
        reply = try id(.reply)
        said = try fields.decode(Int.self, forKey: .said)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(id.description, forKey: .id)
        try fields.encode(text, forKey: .text)
        try fields.encode(lang.description, forKey: .lang)
        try fields.encodeIfPresent(reply?.description, forKey: .reply)
        switch revision {
        case .corrects(let id): try fields.encode(id.description, forKey: .corrects)
        case .retracts(let id): try fields.encode(id.description, forKey: .retracts)
        case .confirms(let id, _): try fields.encode(id.description, forKey: .confirms)
        case nil: break
        }
        try fields.encode(said, forKey: .said)
    }

    private static func damaged(_ key: Key, _ decoder: any Decoder) -> DecodingError {
        .dataCorrupted(.init(codingPath: decoder.codingPath + [key], debugDescription: "not readable"))
    }
}
