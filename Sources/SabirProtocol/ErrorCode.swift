/// What an `error` packet says in one word. An open set: a reader treats a code it does not know by the packet's
/// `fatal`.
package struct ErrorCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
    private init(_ rawValue: String) { self.rawValue = rawValue }

    package static let badFrame = ErrorCode("bad-frame")
    package static let tooLarge = ErrorCode("too-large")
    package static let badJSON = ErrorCode("bad-json")
    package static let badPacket = ErrorCode("bad-packet")
    package static let badName = ErrorCode("bad-name")
    package static let badLang = ErrorCode("bad-lang")
    package static let noRoom = ErrorCode("no-room")
    package static let roomFull = ErrorCode("room-full")
    package static let authRequired = ErrorCode("auth-required")
    package static let authFailed = ErrorCode("auth-failed")
    package static let tooFast = ErrorCode("too-fast")
    package static let tooSlow = ErrorCode("too-slow")
    package static let helloTimeout = ErrorCode("hello-timeout")
    package static let protocolVersion = ErrorCode("protocol")
    package static let duplicateID = ErrorCode("duplicate-id")
    package static let muted = ErrorCode("muted")
    package static let locked = ErrorCode("locked")
    package static let removed = ErrorCode("removed")
    package static let banned = ErrorCode("banned")
    package static let closing = ErrorCode("closing")
    /// Added to the contract's list: the same device joined again, over another connection.
    package static let replaced = ErrorCode("replaced")
    /// Added to the contract's list: the host holds as many connections as it may, in all or from this address.
    package static let tooMany = ErrorCode("too-many")
    /// Added to the contract's list: an act of staff from somebody who is not, or against somebody who is.
    package static let forbidden = ErrorCode("forbidden")
    /// Added to the contract's list: a relay's, or a cluster's node's, that the way on to the room's authority is lost at the
    /// moment. Also a guest's word to its own front end that there is no way to the host.
    package static let unreachable = ErrorCode("unreachable")
    /// Added to the contract's list: no refusal, but a host's word to whoever of staff asked for an act, ahead of the `acted`
    /// that tells of it: it is done, could not be stored, and holds until the room's next start.
    package static let notKept = ErrorCode("not-kept")
    /// Never on the wire: a room's word to members in its own process that their line waits here until the way to the room's
    /// host is back, and goes then by itself.
    package static let held = ErrorCode("held")
    /// Never on the wire: a guest's word to its own front end that who answers is not whom it may believe.
    package static let untrusted = ErrorCode("untrusted")
}

/// A breach of the contract or a refusal, as it is told to the peer: it becomes an `error` packet.
package struct WireFault: PlainError, Hashable, Sendable {
    package let code: ErrorCode
    /// What a person is told, whose name is the case within `code`.
    package let sentence: Sentence
    /// Whether the connection closes after it.
    package let fatal: Bool
    /// The refused message, where the packet named one.
    package var id: MessageID?
    /// With `auth-required`: the grant of the room's first host for the certificate of this node, which a guest that
    /// expected another has to see before it offers the password.
    package var grant: Grant?

    /// - Parameter name: under which the catalogues have the sentence, with these values; nil where that of the code
    ///   says as much.
    package init(
        _ code: ErrorCode, _ reason: String, as name: String? = nil, _ values: [String: String] = [:],
        fatal: Bool = false, id: MessageID? = nil
    ) {
        self.init(code, Sentence(reason, as: name, values), fatal: fatal, id: id)
    }

    package init(_ code: ErrorCode, _ sentence: Sentence, fatal: Bool = false, id: MessageID? = nil) {
        self.code = code
        self.sentence = sentence
        self.fatal = fatal
        self.id = id
    }

    /// The sentence by itself: under its own name, or else its code's.
    package var told: Sentence {
        sentence.name == nil ? Sentence(sentence.english, as: code.rawValue) : sentence
    }

    /// To whoever acts on a seat that is no longer a member's.
    package static let noLongerIn = WireFault(.removed, "You are no longer in this room.", as: "not-in", fatal: true)

    /// One plain sentence in English.
    package var reason: String { sentence.english }

    /// The same refusal, closing the connection: before a member is in, every refusal does.
    package var asFatal: WireFault {
        var fault = WireFault(code, sentence, fatal: true, id: id)
        fault.grant = grant
        return fault
    }

    /// The same refusal, of this message.
    package func naming(_ id: MessageID?) -> WireFault { WireFault(code, sentence, fatal: fatal, id: id) }
}
