extension FrameEncoder {
    package mutating func append(_ packet: HostPacket) {
        switch packet {
        case .message(let message): append(message)
        case .welcome(let welcome): append(welcome, members: .encoded(welcome.members))
        case .joined(let member, let n): writer.frame("joined") { $0.presence(member, n) }
        case .left(let member, let n): writer.frame("left") { $0.presence(member, n) }
        case .changed(let member, let n): writer.frame("changed") { $0.presence(member, n) }
        case .presence(let presence): writer.frame("presence") { $0.presence(presence) }
        case .members(let members, let more):
            writer.frame("members") {
                $0.field("members", list: members) { $0.member($1) }
                $0.field("more", more)
            }
        case .gap(let gap):
            writer.frame("gap") {
                $0.field("from", gap.lowerBound)
                $0.field("to", gap.upperBound)
            }
        case .ping(let nonce): writer.frame("ping") { $0.nonce(nonce) }
        case .pong(let nonce): writer.frame("pong") { $0.nonce(nonce) }
        case .error(let fault): writer.frame("error") { $0.error(fault) }
        case .unclear(let unclear): writer.frame("unclear") { $0.unclear(unclear) }
        case .person(let call): writer.frame("person") { $0.person(call) }
        case .help(let call): writer.frame("help") { $0.help(call) }
        case .calls(let list): writer.frame("calls") { $0.calls(list) }
        case .translated(let id, let answer): writer.frame("translated") { $0.translated(id, answer) }
        case .pairs(let pairs): writer.frame("pairs") { $0.pairs(pairs) }
        case .notice(let notice): writer.frame("notice") { $0.notice(notice) }
        case .acted(let acted): writer.frame("acted") { $0.acted(acted) }
        case .bans(let bans): writer.frame("bans") { $0.bans(bans) }
        case .link(let link): writer.frame("link") { $0.link(link) }
        case .lines(let page): writer.frame("lines") { $0.page(page) }
        case .report(let report): writer.frame("report") { $0.reported(report) }
        case .rooms(let list): writer.frame("rooms") { $0.list(list) }
        case .challenge(let challenge): writer.frame("challenge") { $0.challenge(challenge) }
        case .relay(let carries): writer.frame("relay") { $0.field("carries", carries) }
        case .to(let member, let packet):
            writer.frame("to") {
                $0.field("member", member.rawValue)
                $0.field("packet", packet: packet)
            }
        case .granted(let certificate, let grant): writer.frame("granted") { $0.granted(certificate, grant) }
        case .unknown(let type): writer.frame(type)
        }
    }

    package mutating func append(_ message: Message) { writer.rawFrame { $0.message(message) } }

    /// Appends a `welcome` with an encoded list of members: in a large room the list is the same for many newcomers.
    /// `welcome.members` is ignored.
    package mutating func append(_ welcome: Welcome, members: EncodedMembers) {
        writer.frame("welcome") { writer in
            writer.field("protocol", WireProtocol.version)
            writer.field("room") {
                $0.field("id", welcome.room.id)
                $0.field("name", welcome.room.name)
                $0.field("topic", welcome.room.topic)
            }
            writer.field("member", welcome.member.rawValue)
            writer.field("name", ifPresent: welcome.name)
            writer.field("epoch", welcome.epoch)
            writer.field("seq", welcome.seq)
            writer.field("n", welcome.n)
            writer.field("members", json: members.json)
            writer.langs(welcome.langs)
            writer.field("limits") {
                $0.field("frame", welcome.limits.frame)
                $0.field("message", welcome.limits.message)
                $0.field("rate", welcome.limits.rate)
                $0.field("burst", welcome.limits.burst)
                $0.field("take_back", ifPresent: welcome.limits.takeBack > 0 ? welcome.limits.takeBack : nil)
            }
            if let translation = welcome.translation {
                writer.field("translation") {
                    $0.field("port", ifPresent: translation.port)
                    $0.field("connection", translation.connection)
                }
            }
            if let history = welcome.history { writer.terms(history) }
            writer.field("proof", ifPresent: welcome.proof)
            if let grant = welcome.grant { writer.grant(grant) }
            if let path = welcome.path { writer.field("path", list: path) { $0.string($1) } }
            if let carries = welcome.carries { writer.field("carries", carries) }
            writer.features(welcome.features)
            writer.field("token", ifPresent: welcome.token)
            if welcome.confirms { writer.field("confirms", true) }
        }
    }
}

/// A list of members, encoded once to be written into many packets.
package struct EncodedMembers: Sendable {
    let json: [UInt8]

    package static func encoded(_ members: [MemberInfo]) -> EncodedMembers {
        var writer = JSONWriter()
        writer.array(members) { $0.member($1) }
        return EncodedMembers(json: writer.bytes)
    }
}

extension JSONWriter {
    /// The most frequent packet: its keys are literals, each written together with what follows.
    fileprivate mutating func message(_ message: Message) {
        messageFields(message, after: #"{"type":"message","seq":"#)
    }

    /// The message's fields and the closing brace. `head` ends with the key of the number.
    mutating func messageFields(_ message: Message, after head: StaticString = #""seq":"#) {
        digits(message.seq, after: head)
        string(message.id, after: #","id":"#)
        digits(message.ts, after: #","ts":"#)
        string(message.member.rawValue, after: #","member":"#)
        string(message.from, after: #","from":"#)
        string(message.lang.description, after: #","lang":"#)
        string(message.isSpokenFor ? message.spokenFor : message.text, after: #","message":"#)
        if let reply = message.reply { string(reply, after: #","reply":"#) }
        if let via = message.via { string(via, after: #","via":"#) }
        if let role = message.role { string(role.rawValue, after: #","role":"#) }
        if message.revision != nil || message.isRetracted { ownWords(message) }
        unknown(message.fields)
        literal("}")
    }

    fileprivate mutating func member(_ info: MemberInfo) {
        object { $0.memberFields(info) }
    }

    fileprivate mutating func presence(_ info: MemberInfo, _ n: Int) {
        field("member") { $0.memberFields(info) }
        field("n", n)
    }

    mutating func memberFields(_ info: MemberInfo) {
        field("id", info.id.rawValue)
        field("name", info.name)
        field("lang", info.lang.description)
        field("role", ifPresent: info.role?.rawValue)
        field("via", ifPresent: info.via)
    }

    fileprivate mutating func presence(_ presence: Presence) {
        field("n", presence.n)
        langs(presence.langs)
        field("joined", list: presence.joined) { $0.member($1) }
        field("changed", list: presence.changed) { $0.member($1) }
        field("left", list: presence.left) { $0.string($1.rawValue) }
    }

    fileprivate mutating func langs(_ langs: [LanguageTag: Int]) {
        field("langs") {
            // Sorted: a dictionary's own order differs between processes.
            for (tag, count) in langs.sorted(by: { $0.key.description < $1.key.description }) {
                $0.field(named: tag.description, count)
            }
        }
    }

    fileprivate mutating func error(_ fault: WireFault) {
        field("code", fault.code.rawValue)
        sentence(fault.sentence)
        field("fatal", fault.fatal)
        field("id", ifPresent: fault.id?.description)
        if let grant = fault.grant { self.grant(grant) }
    }

    mutating func nonce(_ nonce: Nonce?) {
        if let nonce { field("nonce", json: Array(nonce.json.utf8)) }
    }
}
