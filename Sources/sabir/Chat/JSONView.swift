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
            let notice = JSONValue.string(wording.interface.sentence("notice.first", in: lang))
            say("welcome", Self.welcome(welcome).merging(["notice": notice]) { $1 })
        case .reconnected(let welcome, let resumed):
            say("reconnected", Self.welcome(welcome).merging(["resumed": .bool(resumed)]) { $1 })
        case .message(let message, let own):
            say("message", Self.message(message).merging(["own": .bool(own)]) { $1 })
        case .joined(let info, let n): say("joined", ["member": Self.member(info), "n": .int(n)])
        case .left(let info, let n): say("left", ["member": Self.member(info), "n": .int(n)])
        case .changed(let info, let n): say("changed", ["member": Self.member(info), "n": .int(n)])
        case .presence(let presence): say("presence", Self.presence(presence))
        case .members(let members, let more):
            say("members", ["members": .array(members.map(Self.member)), "more": .bool(more)])
        case .gap(let gap): say("gap", ["from": .int(gap.lowerBound), "to": .int(gap.upperBound)])
        case .passwordWanted(let wanted): say("password-wanted", ["wrong": .bool(wanted.isWrong)])
        case .reconnecting(let reason): say("reconnecting", ["reason": .string(reason.english)])
        case .refused(let fault): error(fault)
        case .ended(let fault): if let fault { error(fault) }
        case .acted(let acted): say("acted", Self.acted(acted))
        case .bans(let bans): say("bans", ["bans": .array(bans.map(Self.ban))])
        case .link(let link): say("link", ["up": .bool(link.up), "since": .int(link.since)])
        // The session shows these events by their own `show` functions.
        case .unclear, .person, .help, .calls, .notice, .lines, .report, .relayed: break
        }
    }

    func show(_ line: TranslationOutcome, of message: Message, in lang: LanguageTag) {
        var fields = line.fields(for: lang, wording)
        fields["id"] = .string(message.id.description)
        fields["lang"] = .string(lang.description)
        say("translation", fields)
    }

    func show(_ second: SecondReading, at line: TranslationOutcome, of message: Message, in lang: LanguageTag) {
        show(line.with(second), of: message, in: lang)
    }

    func show(_ delivery: Delivery) {
        switch delivery {
        case .sending(let draft, let isKept, let again):
            let state: [String: JSONValue] = ["kept": .bool(isKept), "again": .bool(again)]
            say("sending", Self.draft(draft).merging(state) { $1 })
        case .refused(let draft, let fault):
            let why: [String: JSONValue] = ["code": .string(fault.code.rawValue), "reason": .string(fault.reason)]
            say("refused", Self.draft(draft).merging(why) { $1 })
        // A program has its own clock.
        case .late: break
        }
    }

    func show(_ news: EarlierNews) {
        guard case .page(let page, _) = news else { return }
        let messages = page.messages.map { JSONValue.object(Self.message($0)) }
        say("lines", ["before": .int(page.before), "messages": .array(messages), "more": .bool(page.more)])
    }

    func confirmPassword() {}

    func showRefusal(_ fault: WireFault) { error(fault) }

    func showRefusal(_ code: ErrorCode, _ sentence: String) { error(WireFault(code, sentence)) }

    /// Shows nothing: the message's own event has all of it.
    func show(confirmation message: Message, of original: Message?) {}

    func showSentence(_ sentence: String) { say("notice", ["text": .string(sentence)]) }

    func show(_ outlooks: [ChatLanguageAvailability]) {
        let languages = outlooks.map { outlook in
            JSONValue.object([
                "lang": .string(outlook.lang.description), "state": .string(outlook.state.rawValue),
                "engine": .optional(outlook.engine), "reason": .optional(outlook.reason),
            ])
        }
        say("outlook", ["languages": .array(languages)])
    }

    func show(_ call: CallForHelp) {
        var fields: [String: JSONValue] = [
            "member": .string(call.member.id.rawValue), "from": .string(call.member.name),
            "lang": .string(call.member.lang.description), "id": .optional(call.id?.description),
            "own": .bool(call.own), "text": .string(call.sentence),
        ]
        if let present = call.present { fields["present"] = .bool(present) }
        if let contact = call.contact { fields["contact"] = .string(contact) }
        say(call.kind.rawValue, fields)
    }

    func show(_ notice: HelpNotice, isNew: Bool) {
        let call = notice.call
        var fields: [String: JSONValue] = [
            "member": .string(call.caller.id.rawValue), "from": .string(call.caller.name),
            "lang": .string(call.caller.lang.description), "id": .optional(call.about?.description),
            "state": .string(call.state.rawValue), "ts": .int(call.ts), "age": .int(call.age),
            "present": .bool(call.isPresent), "contact": .string(call.contact), "new": .bool(isNew),
            "own": .bool(notice.own), "text": .string(notice.sentence),
        ]
        if let by = call.by { fields["by"] = .string(by) }
        if let wish = call.wish { fields["wish"] = .string(wish.rawValue) }
        if let room = call.room { fields["room"] = .object(["id": .string(room.id), "name": .string(room.name)]) }
        say("help", fields)
    }

    func show(_ notice: ReportNotice) {
        let report = notice.report
        say(
            "report",
            [
                "member": .string(report.reporter.id.rawValue), "from": .string(report.reporter.name),
                "id": .optional(report.id?.description), "about": .optional(report.about?.rawValue),
                "name": .optional(report.name), "words": .string(report.text), "ts": .int(report.ts),
                "present": .bool(report.staffIsPresent), "own": .bool(notice.own), "text": .string(notice.sentence),
            ])
    }

    func show(pinned notice: Notice?) {
        guard let notice else { return say("unpinned", [:]) }
        say("pinned", ["text": .string(notice.text), "lang": .string(notice.lang.description), "ts": .int(notice.ts)])
    }

    func show(_ line: TranslationOutcome, ofPinned notice: Notice, in lang: LanguageTag) {
        var fields = line.fields(for: lang, wording)
        fields["lang"] = .string(lang.description)
        say("pinned-translation", fields)
    }

    func show(_ report: DraftReport, to reader: LanguageTag) {
        say(
            "check",
            [
                "text": .string(report.text), "readings": .array(report.readings.map(reading)),
                "advice": .array(
                    report.advice.map {
                        .object(["kind": .string($0.kind.rawValue), "text": .string(wording.sentence($0, in: reader))])
                    }),
                "misspelt": .array(
                    report.misspellings.map {
                        .object(["word": .string($0.word), "suggestions": .array($0.suggestions.map(JSONValue.string))])
                    }),
                "offer": .optional(report.offer?.description),
            ])
    }

    func show(_ phrases: [PhraseSuggestion], for words: String) {
        say(
            "phrases",
            [
                "words": .string(words),
                "phrases": .array(
                    phrases.map {
                        .object([
                            "text": .string($0.text), "lang": .string($0.language.description),
                            "situation": .optional($0.situation),
                            "languages": .array($0.languages.map { .string($0.description) }),
                        ])
                    }),
            ])
    }

    private func reading(_ reading: DraftReport.Reading) -> JSONValue {
        var fields = reading.line.fields(for: reading.lang, wording)
        fields["lang"] = .string(reading.lang.description)
        fields["back"] = .optional(reading.back?.text)
        return .object(fields)
    }

    func showHelp() {}
    func showProfile(name: String, lang: LanguageTag) {}
    func setTranslations(shown: Bool) {}

    private func error(_ fault: WireFault) {
        say(
            "error",
            [
                "code": .string(fault.code.rawValue), "reason": .string(fault.reason), "fatal": .bool(fault.fatal),
                "id": .optional(fault.id?.description),
            ])
    }

    private func say(_ event: String, _ fields: [String: JSONValue]) {
        print(JSONValue.object(fields.merging(["event": .string(event)]) { $1 }).text)
    }

    private static func member(_ info: MemberInfo) -> JSONValue {
        var fields: [String: JSONValue] = [
            "id": .string(info.id.rawValue), "name": .string(info.name), "lang": .string(info.lang.description),
        ]
        if let role = info.role { fields["role"] = .string(role.rawValue) }
        if let via = info.via { fields["via"] = .string(via) }
        return .object(fields)
    }

    private static func langs(_ langs: [LanguageTag: Int]) -> JSONValue {
        .object(Dictionary(uniqueKeysWithValues: langs.map { ($0.key.description, .int($0.value)) }))
    }

    private static func welcome(_ welcome: Welcome) -> [String: JSONValue] {
        [
            "room": .object([
                "id": .string(welcome.room.id), "name": .string(welcome.room.name),
                "topic": .string(welcome.room.topic),
            ]),
            "member": .string(welcome.member.rawValue), "name": .optional(welcome.name),
            "epoch": .string(welcome.epoch), "seq": .int(welcome.seq),
            "n": .int(welcome.n), "members": .array(welcome.members.map(member)), "langs": langs(welcome.langs),
            "history": welcome.history.map(history) ?? .null,
        ]
    }

    private static func history(_ terms: HistoryTerms) -> JSONValue {
        .object([
            "kept": .string(terms.kept.rawValue), "for": terms.seconds.map(JSONValue.int) ?? .null,
            "from": .int(terms.from), "staff_see": .string(terms.staffRead ? "conversation" : "nothing"),
        ])
    }

    private static func message(_ message: Message) -> [String: JSONValue] {
        var fields: [String: JSONValue] = [
            "seq": .int(message.seq), "id": .string(message.id.description), "ts": .int(message.ts),
            "member": .string(message.member.rawValue), "from": .string(message.from),
            "lang": .string(message.lang.description), "message": .string(message.text),
        ]
        if let reply = message.reply { fields["reply"] = .string(reply.description) }
        if let via = message.via { fields["via"] = .string(via) }
        if let role = message.role { fields["role"] = .string(role.rawValue) }
        if let id = message.corrects { fields["corrects"] = .string(id.description) }
        if let id = message.retracts { fields["retracts"] = .string(id.description) }
        if let id = message.confirms { fields["confirms"] = .string(id.description) }
        if message.isRetracted { fields["retracted"] = .bool(true) }
        return fields
    }

    private static func draft(_ draft: KeptDraft) -> [String: JSONValue] {
        var fields: [String: JSONValue] = [
            "id": .string(draft.id.description), "message": .string(draft.text),
            "lang": .string(draft.lang.description),
        ]
        if let reply = draft.reply { fields["reply"] = .string(reply.description) }
        switch draft.revision {
        case .corrects(let id): fields["corrects"] = .string(id.description)
        case .retracts(let id): fields["retracts"] = .string(id.description)
        case .confirms(let id, _): fields["confirms"] = .string(id.description)
        case nil: break
        }
        return fields
    }

    private static func ban(_ ban: ListedBan) -> JSONValue {
        .object([
            "member": .string(ban.member.rawValue), "name": .string(ban.name), "scope": .string(ban.scope.rawValue),
            "until": .int(ban.until),
        ])
    }

    private static func acted(_ acted: ModerationEvent) -> [String: JSONValue] {
        var fields: [String: JSONValue] = ["act": .string(acted.act.rawValue)]
        if let member = acted.member { fields["member"] = .string(member.rawValue) }
        if let name = acted.name { fields["from"] = .string(name) }
        if let text = acted.text { fields["text"] = .string(text) }
        if let minutes = acted.minutes { fields["minutes"] = .int(minutes) }
        if let scope = acted.scope { fields["scope"] = .string(scope.rawValue) }
        return fields
    }

    private static func presence(_ presence: Presence) -> [String: JSONValue] {
        [
            "n": .int(presence.n), "langs": langs(presence.langs), "joined": .array(presence.joined.map(member)),
            "changed": .array(presence.changed.map(member)), "left": .array(presence.left.map { .string($0.rawValue) }),
        ]
    }
}
