extension FrameEncoder {
    package mutating func append(_ packet: MemberPacket) {
        switch packet {
        case .hello(let hello): writer.frame("hello") { $0.hello(hello) }
        case .message(let draft): writer.frame("message") { $0.draft(draft) }
        case .profile(let profile):
            writer.frame("profile") {
                $0.field("name", ifPresent: profile.name)
                $0.field("lang", ifPresent: profile.lang?.description)
            }
        case .who(let after): writer.frame("who") { $0.field("after", ifPresent: after?.rawValue) }
        case .ping(let nonce): writer.frame("ping") { $0.nonce(nonce) }
        case .pong(let nonce): writer.frame("pong") { $0.nonce(nonce) }
        case .bye: writer.frame("bye")
        case .unclear(let id): writer.frame("unclear") { $0.field("id", id.description) }
        case .person(let id, let about, let wish):
            writer.frame("person") {
                $0.field("id", ifPresent: id?.description)
                $0.field("about", ifPresent: about?.description)
                $0.field("wish", ifPresent: wish?.rawValue)
            }
        case .help(let answer): writer.frame("help") { $0.answer(answer) }
        case .translate(let question): writer.frame("translate") { $0.question(question) }
        case .pairs: writer.frame("pairs")
        case .history(let request): writer.frame("history") { $0.request(request) }
        case .staff(let act): writer.frame("staff") { $0.staff(act) }
        case .report(let report): writer.frame("report") { $0.report(report) }
        case .rooms(let after): writer.frame("rooms") { $0.field("after", ifPresent: after) }
        case .proof(let proof): writer.frame("proof") { $0.field("proof", proof) }
        case .carried(let draft, let carried):
            writer.frame("message") {
                $0.draft(draft)
                $0.field("for") { $0.carried(carried) }
            }
        case .behind(let presence): writer.frame("behind") { $0.behind(presence) }
        case .deliver(let packet, let member):
            writer.frame("deliver") {
                $0.field("member", ifPresent: member?.rawValue)
                $0.field("packet", packet: packet)
            }
        case .vouch(let certificate): writer.frame("vouch") { $0.field("certificate", certificate) }
        case .standing(let status): writer.frame("standing") { $0.replicationStatus(status) }
        case .unknown(let type): writer.frame(type)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func hello(_ hello: Hello) {
        field("protocol", WireProtocol.version)
        field("room", ifPresent: hello.room)
        field("name", hello.name)
        field("lang", hello.lang.description)
        field("client", ifPresent: hello.client)
        field("device", ifPresent: hello.device)
        if let resume = hello.resume {
            field("resume") {
                $0.field("epoch", resume.epoch)
                $0.field("seq", resume.seq)
                $0.field("token", ifPresent: resume.token)
            }
        }
        if let auth = hello.auth { field("auth") { $0.field("nonce", auth.nonce) } }
        if let relay = hello.relay { field("relay") { $0.relay(relay) } }
        field("asks", ifPresent: hello.asksForGrant ? Hello.grantQuestion : nil)
        features(hello.features)
    }

    fileprivate mutating func question(_ question: TranslationQuestion) {
        field("id", question.id)
        field("source", question.source.description)
        field("target", question.target.description)
        field("texts", list: question.texts) { $0.string($1) }
    }

    fileprivate mutating func draft(_ draft: Draft) {
        field("id", ifPresent: draft.id)
        if draft.revision?.isRetraction != true { field("message", draft.text) }
        field("lang", ifPresent: draft.lang?.description)
        field("reply", ifPresent: draft.reply)
        if let revision = draft.revision { self.revision(revision) }
        unknown(draft.fields)
    }
}
