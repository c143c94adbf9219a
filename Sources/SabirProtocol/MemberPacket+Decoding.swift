import NIOCore

extension MemberPacket {
    /// Decodes one frame body as a host: text is cleaned and measured here, once.
    ///
    /// The error is fatal where the contract calls the frame a breach; where only a field is wrong it is not, and names
    /// the message if its id is legible.
    package init(body: ByteBuffer) throws(WireFault) {
        if let draft = Draft(plain: body) {
            self = .message(draft)
        } else {
            try self.init(fieldsOf: body)
        }
    }

    /// Decodes a body of any form, field by field.
    init(fieldsOf body: ByteBuffer) throws(WireFault) {
        let json = try JSONObject(body: body)
        switch try json.packetType() {
        case "message": self = try .message(json)
        case "hello": self = .hello(try Hello(json))
        case "profile": self = .profile(try Profile(json))
        case "who": self = .who(after: try json.string("after").map(MemberID.init(rawValue:)))
        case "ping": self = .ping(try json.nonce())
        case "pong": self = .pong(try json.nonce())
        case "bye": self = .bye
        case "unclear": self = .unclear(try json.requiredMessageID())
        case "person":
            self = .person(try json.messageID("id"), about: try json.messageID("about"), wish: try json.wish())
        case "help": self = .help(try HelpAnswer(json))
        case "translate": self = .translate(try TranslationQuestion(json))
        case "pairs": self = .pairs
        case "history": self = .history(try HistoryRequest(json))
        case "staff": self = .staff(try ModerationAction(json))
        case "report": self = .report(try Report(json))
        case "rooms": self = try .rooms(json)
        case "proof": self = .proof(try PasswordProof.text(json))
        case "behind": self = .behind(try CarriedPresence(json))
        case "deliver":
            let packet = try HostPacket.within(json, if: \.isHandedOn)
            self = .deliver(packet, to: try json.string("member").map(MemberID.init(rawValue:)))
        case "vouch": self = .vouch(try json.shortString("certificate") ?? "")
        case "standing": self = .standing(try ReplicationStatus(json))
        case let other: self = .unknown(other)
        }
    }
}

extension MemberPacket {
    private static func message(_ json: JSONObject) throws(WireFault) -> MemberPacket {
        let draft = try Draft(json)
        guard let carried = try json.object("for") else { return .message(draft) }
        do throws(WireFault) {
            return .carried(draft, for: try MemberHere(carried))
        } catch {
            throw error.naming(draft.id)
        }
    }
}

extension Hello {
    /// Longest `client`, `device` and epoch kept, in bytes.
    static let maximumText = 128
    /// Longest token, in bytes.
    static let maximumToken = 256

    fileprivate init(_ json: JSONObject) throws(WireFault) {
        let version = try json.int("protocol")
        guard version == WireProtocol.version else {
            let told = version.map { "version \($0)" } ?? "no version"
            throw WireFault(
                .protocolVersion, "This host speaks protocol version \(WireProtocol.version); you sent \(told).")
        }
        guard let name = try json.string("name") else { throw WireFault(.badName, "The hello has no \"name\".") }
        guard let lang = try json.language("lang") else { throw WireFault(.badLang, "The hello has no \"lang\".") }
        self.init(
            room: try json.string("room"), name: try WireText.name(name), lang: lang,
            client: try json.shortString("client"), device: try json.shortString("device"),
            resume: try json.object("resume").map(Self.resume),
            auth: try json.object("auth").flatMap(PasswordOffer.init),
            relay: try json.object("relay").map(RelayHello.init), features: try Features(json))
        guard let asks = try json.string("asks") else { return }
        guard asks == Self.grantQuestion else {
            throw WireFault(.badPacket, "\"asks\" is not known here; known: \(Self.grantQuestion).")
        }
        asksForGrant = true
    }

    /// The value of `hello.asks`.
    static let grantQuestion = "grant"

    private static func resume(_ json: JSONObject) throws(WireFault) -> Resume {
        guard let epoch = try json.shortString("epoch"), let seq = try json.int("seq"), seq >= 0 else {
            throw WireFault(.badPacket, "\"resume\" needs an \"epoch\" and a \"seq\" of 0 or more.")
        }
        return Resume(epoch: epoch, seq: seq, token: try json.resumeToken())
    }
}

extension Draft {
    fileprivate init(_ json: JSONObject) throws(WireFault) {
        let id = try json.messageID("id")
        do throws(WireFault) {
            let revision = try Revision(json).map(\.asSaid)
            guard revision?.isRetraction != true else {
                self.init(id: id, text: "", revision: revision, fields: json.unknownFields())
                return
            }
            self.init(
                id: id, text: try WireText.message(try json.required("message")), lang: try json.language("lang"),
                reply: try json.messageID("reply"), revision: revision, fields: json.unknownFields())
        } catch {
            throw error.naming(id)
        }
    }
}

extension Profile {
    fileprivate init(_ json: JSONObject) throws(WireFault) {
        self.init(
            name: try json.string("name").map { raw throws(WireFault) in try WireText.name(raw) },
            lang: try json.language("lang"))
    }
}

extension JSONObject {
    func packetType() throws(WireFault) -> String {
        guard let type = try? string("type") else {
            throw WireFault(.badPacket, "The packet has no \"type\" that is a string.", fatal: true)
        }
        return type
    }

    func nonce() throws(WireFault) -> Nonce? {
        guard let json = try scalarText("nonce") else { return nil }
        guard let nonce = Nonce(json: json) else {
            throw WireFault(.badPacket, "The \"nonce\" is longer than \(Nonce.maximumLength) bytes.")
        }
        return nonce
    }

    func language(_ key: StaticString) throws(WireFault) -> LanguageTag? {
        guard let text = try string(key) else { return nil }
        guard let tag = LanguageTag(text) else {
            throw WireFault(.badLang, "\"\(key)\" is not a language tag (BCP 47) such as \"es\" or \"pt-BR\".")
        }
        return tag
    }

    func requiredMessageID() throws(WireFault) -> MessageID {
        guard let id = try messageID("id") else {
            throw WireFault(.badPacket, "The packet has no \"id\" of a message.")
        }
        return id
    }

    /// Opaque.
    func resumeToken() throws(WireFault) -> String? { try shortString("token", atMost: Hello.maximumToken) }

    /// A short text; one of more bytes is refused.
    func shortString(_ key: StaticString, atMost most: Int = Hello.maximumText) throws(WireFault) -> String? {
        guard let text = try string(key) else { return nil }
        guard text.utf8.count <= most else {
            throw WireFault(.badPacket, "\"\(key)\" is longer than \(most) bytes.")
        }
        return text
    }
}
