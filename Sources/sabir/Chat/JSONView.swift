import SabirCore
import SabirClient
import SabirTranslation
import SabirProtocol
import SabirNode

/// Shows a chat to a program: one JSON object on each line, with its `event`.
struct JSONView: ChatView {
    let isTyped = false
    let wording: ReaderWording
    /// The reader's language, as given at the start.
    let lang: LanguageTag
    let print: (String) -> Void

    func command(_ line: String) -> ChatCommand? { ChatCommand(json: line) }

    func show(_ event: RoomEvent) {
        switch event {
        case .welcome(let welcome):
            let notice = wording.interface.sentence("notice.first", in: lang)
            say("welcome", Self.welcome(welcome).with(["notice": notice]))
        case .reconnected(let welcome, let resumed):
            say("reconnected", Self.welcome(welcome).with(["resumed": resumed]))
        case .message(let message, let own): say("message", Self.message(message).with(["own": own]))
        case .gap(let gap): say("gap", ["from": gap.lowerBound, "to": gap.upperBound])
        case .passwordWanted(let wanted): say("password-wanted", ["wrong": wanted.isWrong])
        case .reconnecting(let reason): say("reconnecting", ["reason": reason.english])
        case .refused(let fault): error(fault)
        case .ended(let fault): if let fault { error(fault) }
        case .packet(let packet): show(packet)
        }
    }

    private func show(_ packet: HostPacket) {
        switch packet {
        case .joined(let info, let n): say("joined", ["member": Self.member(info), "n": n])
        case .left(let info, let n): say("left", ["member": Self.member(info), "n": n])
        case .changed(let info, let n): say("changed", ["member": Self.member(info), "n": n])
        case .presence(let presence): say("presence", Self.presence(presence))
        case .members(let members, let more): say("members", ["members": members.map(Self.member), "more": more])
        case .acted(let acted): say("acted", Self.acted(acted))
        case .bans(let bans): say("bans", ["bans": bans.map(Self.ban)])
        case .link(let link): say("link", ["up": link.up, "since": link.since])
        // The session shows calls, notices, reports and earlier lines by their own `show` functions.
        default: break
        }
    }

    func show(_ line: TranslationOutcome, of message: Message, in lang: LanguageTag) {
        let place: JSONFields = ["id": message.id.description, "lang": lang.description]
        say("translation", line.fields(for: lang, wording).with(place))
    }

    func show(_ second: SecondReading, at line: TranslationOutcome, of message: Message, in lang: LanguageTag) {
        show(line.with(second), of: message, in: lang)
    }

    func show(_ delivery: Delivery) {
        switch delivery {
        case .sending(let draft, let isKept, let again):
            say("sending", Self.draft(draft).with(["kept": isKept, "again": again]))
        case .refused(let draft, let fault):
            say("refused", Self.draft(draft).with(["code": fault.code.rawValue, "reason": fault.reason]))
        // A program has its own clock.
        case .late: break
        }
    }

    func show(_ news: EarlierNews) {
        guard case .page(let page, _) = news else { return }
        say("lines", ["before": page.before, "messages": page.messages.map(Self.message), "more": page.more])
    }

    func confirmPassword() {}
    func showRefusal(_ fault: WireFault) { error(fault) }
    func showRefusal(_ code: ErrorCode, _ sentence: String) { error(WireFault(code, sentence)) }

    /// Shows nothing: the message's own event has all of it.
    func show(confirmation message: Message, of original: Message?) {}

    func showSentence(_ sentence: String) { say("notice", ["text": sentence]) }

    func show(_ languages: [ChatLanguageAvailability]) {
        let answers = languages.map { language -> JSONFields in
            [
                "lang": language.lang.description, "state": language.state.rawValue, "engine": language.engine,
                "reason": language.reason,
            ]
        }
        say("outlook", ["languages": answers])
    }

    func show(_ notice: RoomNotice) {
        let (event, fields) = Self.fields(of: notice.matter)
        say(event, fields.with(["own": notice.own, "text": notice.sentence]))
    }

    private static func fields(of matter: RoomNotice.Matter) -> (event: String, fields: JSONFields) {
        switch matter {
        case .unclear(let unclear):
            let present = unclear.authorIsPresent
            return ("unclear", person(unclear.asker).with(["id": unclear.id.description, "present": present]))
        case .person(let call):
            return ("person", person(call.caller).with(["id": call.id?.description, "contact": call.contact]))
        case .help(let call, let isNew): return ("help", help(call).with(["new": isNew]))
        case .report(let report):
            return (
                "report",
                [
                    "member": report.reporter.id.rawValue, "from": report.reporter.name, "id": report.id?.description,
                    "about": report.about?.rawValue, "name": report.name, "words": report.text, "ts": report.ts,
                    "present": report.staffIsPresent,
                ]
            )
        }
    }

    private static func help(_ call: HelpCall) -> JSONFields {
        var fields: JSONFields = [
            "id": call.about?.description, "state": call.state.rawValue, "ts": call.ts, "age": call.age,
            "present": call.isPresent, "contact": call.contact,
        ]
        fields["by"] = call.by
        fields["wish"] = call.wish?.rawValue
        if let room = call.room { fields["room"] = ["id": room.id, "name": room.name] }
        return person(call.caller).with(fields)
    }

    private static func person(_ info: MemberInfo) -> JSONFields {
        ["member": info.id.rawValue, "from": info.name, "lang": info.lang.description]
    }

    func show(pinned notice: Notice?) {
        guard let notice else { return say("unpinned", [:]) }
        say("pinned", ["text": notice.text, "lang": notice.lang.description, "ts": notice.ts])
    }

    func show(_ line: TranslationOutcome, ofPinned notice: Notice, in lang: LanguageTag) {
        say("pinned-translation", line.fields(for: lang, wording).with(["lang": lang.description]))
    }

    func show(_ report: DraftReport, to reader: LanguageTag) {
        let advice = report.advice.map { ["kind": $0.kind.rawValue, "text": wording.sentence($0, in: reader)] }
        let misspelt = report.misspellings.map { misspelling -> JSONFields in
            ["word": misspelling.word, "suggestions": misspelling.suggestions]
        }
        say(
            "check",
            [
                "text": report.text, "readings": report.readings.map(reading), "advice": advice, "misspelt": misspelt,
                "offer": report.offer?.description,
            ])
    }

    func show(_ phrases: [PhraseSuggestion], for words: String) {
        let found = phrases.map { phrase -> JSONFields in
            [
                "text": phrase.text, "lang": phrase.language.description, "situation": phrase.situation,
                "languages": phrase.languages.map(\.description),
            ]
        }
        say("phrases", ["words": words, "phrases": found])
    }

    private func reading(_ reading: DraftReading) -> JSONFields {
        reading.line.fields(for: reading.lang, wording)
            .with(["lang": reading.lang.description, "back": reading.back?.text])
    }

    func showHelp() {}
    func showProfile(name: String, lang: LanguageTag) {}
    func setTranslations(shown: Bool) {}

    private func error(_ fault: WireFault) {
        say(
            "error",
            [
                "code": fault.code.rawValue, "reason": fault.reason, "fatal": fault.fatal, "id": fault.id?.description,
            ])
    }

    private func say(_ event: String, _ fields: JSONFields) { print(fields.with(["event": event]).text) }

    private static func member(_ info: MemberInfo) -> JSONFields {
        var fields: JSONFields = ["id": info.id.rawValue, "name": info.name, "lang": info.lang.description]
        fields["role"] = info.role?.rawValue
        fields["via"] = info.via
        return fields
    }

    private static func langs(_ langs: [LanguageTag: Int]) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: langs.map { ($0.key.description, $0.value) })
    }

    private static func welcome(_ welcome: Welcome) -> JSONFields {
        [
            "room": ["id": welcome.room.id, "name": welcome.room.name, "topic": welcome.room.topic],
            "member": welcome.member.rawValue, "name": welcome.name, "epoch": welcome.epoch, "seq": welcome.seq,
            "n": welcome.n, "members": welcome.members.map(member), "langs": langs(welcome.langs),
            "history": welcome.history.map(history),
        ]
    }

    private static func history(_ terms: HistoryTerms) -> JSONFields {
        [
            "kept": terms.kept.rawValue, "for": terms.seconds, "from": terms.from,
            "staff_see": terms.staffRead ? "conversation" : "nothing",
        ]
    }

    private static func message(_ message: Message) -> JSONFields {
        var fields: JSONFields = [
            "seq": message.seq, "id": message.id.description, "ts": message.ts, "member": message.member.rawValue,
            "from": message.from, "lang": message.lang.description, "message": message.text,
        ]
        fields["reply"] = message.reply?.description
        fields["via"] = message.via
        fields["role"] = message.role?.rawValue
        if message.isRetracted { fields["retracted"] = true }
        return fields.with(revision(message.revision))
    }

    private static func draft(_ draft: KeptDraft) -> JSONFields {
        var fields: JSONFields = [
            "id": draft.id.description, "message": draft.text, "lang": draft.lang.description,
        ]
        fields["reply"] = draft.reply?.description
        return fields.with(revision(draft.revision))
    }

    private static func revision(_ revision: Revision?) -> JSONFields {
        switch revision {
        case .corrects(let id): ["corrects": id.description]
        case .retracts(let id): ["retracts": id.description]
        case .confirms(let id, _): ["confirms": id.description]
        case nil: [:]
        }
    }

    private static func ban(_ ban: ListedBan) -> JSONFields {
        ["member": ban.member.rawValue, "name": ban.name, "scope": ban.scope.rawValue, "until": ban.until]
    }

    private static func acted(_ acted: ModerationEvent) -> JSONFields {
        var fields: JSONFields = ["act": acted.act.rawValue]
        fields["member"] = acted.member?.rawValue
        fields["from"] = acted.name
        fields["text"] = acted.text
        fields["minutes"] = acted.minutes
        fields["scope"] = acted.scope?.rawValue
        return fields
    }

    private static func presence(_ presence: Presence) -> JSONFields {
        [
            "n": presence.n, "langs": langs(presence.langs), "joined": presence.joined.map(member),
            "changed": presence.changed.map(member), "left": presence.left.map(\.rawValue),
        ]
    }
}
