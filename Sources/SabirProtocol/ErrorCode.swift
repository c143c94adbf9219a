/// The code of an `error` packet. An open set: a reader handles an unknown code by the packet's `fatal`.
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
    /// Added to the contract's list: the host has as many connections as it allows, in all or from this address.
    package static let tooMany = ErrorCode("too-many")
    /// Added to the contract's list: an act of staff from a member who is not staff, or against one who is.
    package static let forbidden = ErrorCode("forbidden")
    /// Added to the contract's list: at a relay or a node of a cluster, the link to the room's authority is down. Also
    /// used by a guest towards its own front end, without a way to the host.
    package static let unreachable = ErrorCode("unreachable")
    /// Added to the contract's list: no refusal. A host tells staff who asked for an act, ahead of `acted`, that the
    /// act is done, could not be stored, and holds until the room's next start.
    package static let notKept = ErrorCode("not-kept")
    /// Never on the wire: tells a member in the room's own process that its message waits here until the link to the
    /// room's host is back, and is then sent without being asked again.
    package static let held = ErrorCode("held")
    /// Never on the wire: a guest tells its own front end that the answering host is not to be trusted.
    package static let untrusted = ErrorCode("untrusted")
}

/// A breach of the contract or a refusal; told to the peer as an `error` packet.
package struct WireFault: PlainError, Hashable, Sendable {
    package let code: ErrorCode
    /// The sentence for people; its name is the case within `code`.
    package let sentence: Sentence
    /// Whether the connection closes after the packet.
    package let fatal: Bool
    /// The refused message, where the packet named one.
    package var id: MessageID?
    /// With `auth-required`: the first host's grant for this node's certificate. A guest that expected another
    /// certificate offers the password only after seeing the grant.
    package var grant: Grant?

    /// - Parameter name: names the sentence in the catalogues, with these values; nil where the sentence of the code
    ///   says the same.
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

    /// The sentence alone: under its own name, or else the code's.
    package var told: Sentence {
        sentence.name == nil ? Sentence(sentence.english, as: code.rawValue) : sentence
    }

    /// For an act on a seat that its member no longer holds.
    package static let noLongerIn = WireFault(.removed, "You are no longer in this room.", as: "not-in", fatal: true)

    package var reason: String { sentence.english }

    /// This fault as one that closes the connection; before a member is in, every refusal does so.
    package var asFatal: WireFault {
        var fault = WireFault(code, sentence, fatal: true, id: id)
        fault.grant = grant
        return fault
    }

    package func naming(_ id: MessageID?) -> WireFault { WireFault(code, sentence, fatal: fatal, id: id) }
}
