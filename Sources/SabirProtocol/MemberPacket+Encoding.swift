extension FrameEncoder {
    package mutating func append(_ packet: MemberPacket) {
        switch packet {
        case .hello(let hello): writer.frame { $0.hello(hello) }
        case .message(let draft): writer.frame { $0.draft(draft) }
        case .profile(let profile):
            writer.frame {
                $0.field("type", "profile")
                $0.field("name", ifPresent: profile.name)
                $0.field("lang", ifPresent: profile.lang?.description)
            }
        case .who(let after):
            writer.frame {
                $0.field("type", "who")
                $0.field("after", ifPresent: after?.rawValue)
            }
        case .ping(let nonce): writer.frame { $0.heartbeat("ping", nonce) }
        case .pong(let nonce): writer.frame { $0.heartbeat("pong", nonce) }
        case .bye: writer.frame { $0.field("type", "bye") }
        case .unclear(let id): writer.frame { $0.call("unclear", id) }
        case .person(let id, let about, let wish):
            writer.frame {
                $0.call("person", id)
                $0.field("about", ifPresent: about?.description)
                $0.field("wish", ifPresent: wish?.rawValue)
            }
        case .help(let answer): writer.frame { $0.answer(answer) }
        case .translate(let question): writer.frame { $0.question(question) }
        case .pairs: writer.frame { $0.field("type", "pairs") }
        case .history(let request): writer.frame { $0.request(request) }
        case .staff(let act): writer.frame { $0.staff(act) }
        case .report(let report): writer.frame { $0.report(report) }
        case .rooms(let request): writer.frame { $0.request(request) }
        case .proof(let proof):
            writer.frame {
                $0.field("type", "proof")
                $0.field("proof", proof)
            }
        case .carried(let draft, let carried):
            writer.frame {
                $0.draft(draft)
                $0.field("for") { $0.carried(carried) }
            }
        case .behind(let presence): writer.frame { $0.behind(presence) }
        case .deliver(let packet, let member):
            writer.frame {
                $0.field("type", "deliver")
                $0.field("member", ifPresent: member?.rawValue)
                $0.field("packet", packet: packet)
            }
        case .vouch(let certificate):
            writer.frame {
                $0.field("type", "vouch")
                $0.field("certificate", certificate)
            }
        case .standing(let status): writer.frame { $0.replicationStatus(status) }
        case .unknown(let type): writer.frame { $0.field("type", type) }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func hello(_ hello: Hello) {
        field("type", "hello")
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

    fileprivate mutating func call(_ type: String, _ id: MessageID?) {
        field("type", type)
        field("id", ifPresent: id?.description)
    }

    fileprivate mutating func question(_ question: TranslationQuestion) {
        field("type", "translate")
        field("id", question.id)
        field("source", question.source.description)
        field("target", question.target.description)
        field("texts", list: question.texts) { $0.string($1) }
    }

    fileprivate mutating func draft(_ draft: Draft) {
        field("type", "message")
        field("id", ifPresent: draft.id)
        if draft.revision?.isRetraction != true { field("message", draft.text) }
        field("lang", ifPresent: draft.lang?.description)
        field("reply", ifPresent: draft.reply)
        if let revision = draft.revision { self.revision(revision) }
        unknown(draft.fields)
    }
}
