/// How a line revises an earlier one, of the same author or, for a translation, of another. The revision is numbered
/// and told like any line, and so ordered, acknowledged and resumed like one.
package enum Revision: Hashable, Sendable {
    /// The line's text replaces that of this message, whose earlier wording stays readable. Always names the first
    /// wording.
    case corrects(MessageID)
    /// Takes that message back with all its corrections: no text of them is kept anywhere.
    case retracts(MessageID)
    /// The line's text is `wording` in the line's language, as a person read or wrote it. `of`: the first wording,
    /// where `wording` corrects it; equal to `wording` otherwise, and where a member does not know it. Boxed, so that
    /// each draft is smaller.
    indirect case confirms(MessageID, of: MessageID)

    /// The first wording of the message concerned.
    package var line: MessageID {
        switch self {
        case .corrects(let id), .retracts(let id), .confirms(_, let id): id
        }
    }

    package var isRetraction: Bool { if case .retracts = self { true } else { false } }
    package var isConfirmation: Bool { if case .confirms = self { true } else { false } }

    /// As a member sends it, without the first wording that a wording belongs to.
    var asSaid: Revision { if case .confirms(let wording, _) = self { .confirms(wording, of: wording) } else { self } }

    /// Reads which line this one revises, and how; nil where it revises none.
    init?(_ json: JSONObject) throws(WireFault) {
        switch (try json.messageID("corrects"), try json.messageID("retracts"), try json.messageID("confirms")) {
        case (nil, nil, nil): return nil
        case (let id?, nil, nil): self = .corrects(id)
        case (nil, let id?, nil): self = .retracts(id)
        case (nil, nil, let id?): self = .confirms(id, of: try json.messageID("reply") ?? id)
        default:
            throw WireFault(.badPacket, "A message corrects a line, takes one back or confirms one: one of them.")
        }
    }
}

extension Message {
    /// The message that this one corrects, or takes back.
    package var corrects: MessageID? { if case .corrects(let id)? = revision { id } else { nil } }
    package var retracts: MessageID? { if case .retracts(let id)? = revision { id } else { nil } }
    /// The wording of which this message is a confirmed translation.
    package var confirms: MessageID? { if case .confirms(let id, _)? = revision { id } else { nil } }

    /// What is left of the message once its author has taken it back.
    package var retracted: Message {
        Message(
            seq: seq, id: id, ts: ts, member: member, from: from, lang: lang, text: "", via: via, role: role,
            revision: revision, isRetracted: true)
    }

    /// Whether this is that message, a correction of it, or a confirmed translation of either.
    package func isOf(_ id: MessageID) -> Bool {
        if self.id == id { return true }
        guard let revision, !revision.isRetraction else { return false }
        return revision.line == id
    }

    /// Whether the wire has a sentence of this program in place of a text, for readers that do not know `own-words`.
    /// Everybody is sent the same bytes.
    var isSpokenFor: Bool { isRetracted || revision?.isRetraction == true }

    /// Whether the message has a text: neither a retracted message nor a retraction has one.
    package var hasText: Bool { !isSpokenFor }

    /// Whether the message is read and translated by itself: not a confirmed translation, which is shown with its line.
    package var isTalk: Bool { hasText && confirms == nil }

    /// The text, or an English sentence in its place where there is none.
    package var readable: String { hasText ? text : spokenFor }

    /// An English sentence in the author's words: a reader without the feature `own-words` shows it behind the author's
    /// name.
    var spokenFor: String {
        isRetracted ? "(This message was taken back.)" : "(I took back what I said; please disregard it.)"
    }

    static let spokenForIn = LanguageTag("en")!
}

extension JSONWriter {
    mutating func revision(_ revision: Revision) {
        switch revision {
        case .corrects(let id): field("corrects", ifPresent: id)
        case .retracts(let id): field("retracts", ifPresent: id)
        case .confirms(let id, _): field("confirms", ifPresent: id)
        }
    }

    mutating func ownWords(_ message: Message) {
        switch message.revision {
        case .corrects(let id): literal(#","corrects":"#); string(id)
        case .retracts(let id): literal(#","retracts":"#); string(id)
        case .confirms(let id, _): literal(#","confirms":"#); string(id)
        case nil: break
        }
        if message.isRetracted { literal(#","retracted":true"#) }
    }
}
