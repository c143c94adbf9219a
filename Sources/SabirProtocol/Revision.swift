/// What a line is to an earlier line, its author's or, where it is a translation, another's: numbered and told as any
/// line, so that order, acknowledgement and resume are those of lines.
package enum Revision: Hashable, Sendable {
    /// The line's text stands in place of that of this one, which remains to be read as the earlier wording. Names the
    /// first wording always.
    case corrects(MessageID)
    /// That line, with all its corrections, is no more: no text of it is kept anywhere.
    case retracts(MessageID)
    /// The line's text is `wording` in the line's language, as a person read or wrote it. `of`: the first wording, where
    /// `wording` corrects that; the same otherwise, and where a member does not know it.
    case confirms(MessageID, of: MessageID)

    /// The line that it is about: of several wordings the first.
    package var line: MessageID {
        switch self {
        case .corrects(let id), .retracts(let id), .confirms(_, let id): id
        }
    }

    package var isRetraction: Bool { if case .retracts = self { true } else { false } }
    package var isConfirmation: Bool { if case .confirms = self { true } else { false } }

    /// As a member says it, who need not know of which line a wording is.
    var asSaid: Revision { if case .confirms(let wording, _) = self { .confirms(wording, of: wording) } else { self } }

    /// Nil where a line is none.
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
    /// The line that it corrects, or takes back.
    package var corrects: MessageID? { if case .corrects(let id)? = revision { id } else { nil } }
    package var retracts: MessageID? { if case .retracts(let id)? = revision { id } else { nil } }
    /// The wording that it translates, as a person read or wrote it.
    package var confirms: MessageID? { if case .confirms(let id, _)? = revision { id } else { nil } }

    /// What is left of it once its author has taken it back.
    package var retracted: Message {
        Message(
            seq: seq, id: id, ts: ts, member: member, from: from, lang: lang, text: "", via: via, role: role,
            revision: revision, isRetracted: true)
    }

    /// Whether it is that line, a correction of it, or a translation that was confirmed of either.
    package func isOf(_ id: MessageID) -> Bool {
        if self.id == id { return true }
        guard let revision, !revision.isRetraction else { return false }
        return revision.line == id
    }

    /// Whether it is written on the wire with a sentence of this program in place of a text: so who does not know
    /// `own-words` sees what became of it. Everybody is sent the same bytes.
    var isSpokenFor: Bool { isRetracted || revision?.isRetraction == true }

    /// Whether there is anything to read: not in one that was taken back, nor in one that takes back.
    package var hasText: Bool { !isSpokenFor }

    /// Whether it stands in its own place to be read and translated: not a translation that was confirmed of another line,
    /// which that one's readers see with it.
    package var isTalk: Bool { hasText && confirms == nil }

    /// What it says, or what stands for that where there is nothing to read any more, in English.
    package var readable: String { hasText ? text : spokenFor }

    /// In the author's name, as a reader without `own-words` shows it behind that.
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

    /// Behind other fields.
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
