import SabirClient
import SabirCore
import SabirTerminal
import SabirTranslation
import SabirProtocol
import SabirNode

/// Shows a chat to a person at a terminal, or writes it to a file that a person will read.
struct TerminalView: ChatView {
    private static let indent = 6

    let isTyped = true
    private let console: any LineConsole
    private let painter: Painter
    private let wording: ReaderWording
    private var phrases: Phrases
    private var showsTranslations = true
    /// The message shown last, while nothing was shown after it: its translation then needs no name.
    private var latest: MessageID?
    /// Roles of the known members.
    private var roles = MemberRoles()
    private var asksForPassword = false
    /// What this person was told last about staff reading along.
    private var isReadByStaff = false

    init(console: any LineConsole, painter: Painter, wording: ReaderWording, lang: LanguageTag) {
        self.console = console
        self.wording = wording
        self.painter = painter
        phrases = Phrases(wording: wording, lang: lang)
    }

    func command(_ line: String) -> ChatCommand? { asksForPassword ? .password(line) : ChatCommand(typed: line) }

    mutating func setTranslations(shown: Bool) {
        showsTranslations = shown
        notice(phrases(shown ? "both-shown" : "originals-only"))
    }

    mutating func showHelp() { for line in phrases.help { notice(line) } }

    mutating func showSentence(_ sentence: String) { notice(SafeText.line(sentence)) }

    mutating func showRefusal(_ fault: WireFault) { warn(SafeText.line(phrases.sentence(fault))) }

    mutating func showRefusal(_ code: ErrorCode, _ sentence: String) { warn(SafeText.line(sentence)) }

    mutating func showProfile(name: String, lang: LanguageTag) {
        phrases.lang = lang
        guard !asksForPassword else { return }
        console.setPrompt("\(SafeText.name(name)) (\(lang)) > ")
    }

    mutating func show(_ event: RoomEvent) {
        roles.follow(event)
        guard let event = roles.people(in: event) else { return }
        switch event {
        case .welcome(let welcome): greet(welcome)
        case .message(let message, let own): show(message, marked: own ? " ✓" : "")
        case .gap(let gap): warn(phrases("gap", ["n": String(gap.count)]))
        case .passwordWanted(let wanted): ask(wanted)
        case .reconnecting(let reason): warn(phrases("reconnecting") + " (\(SafeText.line(phrases.sentence(reason))))")
        case .reconnected(let welcome, let resumed):
            notice(phrases(resumed ? "back" : "restarted"))
            tellReaders(welcome.history)
        case .refused(let fault): showRefusal(fault)
        // The command itself writes the last sentence, to standard error.
        case .ended: break
        case .packet(let packet): show(packet)
        }
    }

    private mutating func show(_ packet: HostPacket) {
        switch packet {
        case .joined(let info, let n): notice(phrases.people("joined", who(info), n))
        case .left(let info, let n): notice(phrases.people("left", who(info), n))
        case .changed(let info, _): notice(phrases("changed", ["who": who(info)]))
        case .presence(let presence): notice(phrases("presence") + " " + phrases.here(presence.n))
        case .members(let members, _): for member in members { notice("  " + who(member)) }
        case .acted(let acted): if let sentence = phrases.acted(acted) { notice(sentence) }
        case .bans(let bans):
            for line in phrases.bans(bans, now: ClockReading.now().wall) { notice("  " + line) }
        case .link(let link): link.up ? notice(phrases("link.up")) : warn(phrases("link.down"))
        // The session shows calls, notices, reports and earlier lines by their own `show` functions.
        default: break
        }
    }

    private mutating func ask(_ wanted: PasswordWanted) {
        asksForPassword = true
        console.setSecret(true)
        console.setPrompt("> ")
        wanted.isWrong ? warn(phrases("password-wrong")) : notice(phrases("password"))
    }

    mutating func confirmPassword() {
        asksForPassword = false
        console.setSecret(false)
    }

    mutating func show(_ line: TranslationOutcome, of message: Message, in lang: LanguageTag) {
        guard showsTranslations, line.state != .same else { return }
        let isNext = latest == message.id
        let name = isNext ? [] : [Span(named(message) + ": ", Self.style(of: message.member))]
        let arrow = Span(String(repeating: " ", count: Self.indent) + "↳ ", .notice)
        if let text = line.text {
            put(
                [arrow] + name + [
                    Span(SafeText.line(text), .translation), Span("  [\(phrases.origin(line))]", .notice),
                ])
        } else {
            let reason = line.reason.map { wording.sentence($0, in: lang) } ?? ""
            put([arrow] + name + [Span(untranslated(reason), .warning)])
        }
        show(line.warnings, in: lang)
        if !isNext { latest = nil }
    }

    /// Shows serious warnings first, in the warning colour; the others follow with marks of their own.
    private func show(_ warnings: [TranslationWarning], in lang: LanguageTag) {
        for weight in TranslationWarning.Weight.allCases {
            let (mark, style): (String, Style) =
                switch weight {
                case .loud: ("! ", .warning)
                case .plain: ("· ", .notice)
                case .quiet: ("? ", .notice)
                }
            for warning in warnings where warning.kind.weight == weight {
                let sentence = SafeText.line(wording.sentence(warning, in: lang))
                put([Span(String(repeating: " ", count: Self.indent) + mark + sentence, style)])
            }
        }
    }

    mutating func show(
        _ second: SecondReading, at line: TranslationOutcome, of message: Message, in lang: LanguageTag
    ) {
        guard showsTranslations, let difference = second.difference else { return }
        let name = latest == message.id ? "" : named(message) + ": "
        let sentence = SafeText.line(wording.sentence(difference, in: lang))
        put([Span(String(repeating: " ", count: Self.indent) + "! " + name + sentence, .warning)])
    }

    mutating func show(_ languages: [ChatLanguageAvailability]) {
        for language in languages {
            language.state == .translated
                ? notice(phrases.availability(language)) : warn(phrases.availability(language))
        }
    }

    mutating func show(_ notice: RoomNotice) {
        // For a new call in this room the host also sends a `person`, which names the interpreter.
        if case .help(let call, isNew: true) = notice.matter, call.state == .open, call.room == nil, call.wish == nil {
            return
        }
        warn(SafeText.line(notice.sentence))
    }

    mutating func show(pinned: Notice?) {
        guard let pinned else { return notice(phrases("unpinned")) }
        warn(self.pinned(SafeText.line(pinned.text), pinned.lang.description))
    }

    mutating func show(_ line: TranslationOutcome, ofPinned pinned: Notice, in lang: LanguageTag) {
        guard showsTranslations, line.state != .same, let text = line.text else { return }
        warn(self.pinned(SafeText.line(text), phrases.origin(line)))
        show(line.warnings, in: lang)
    }

    mutating func show(_ report: DraftReport, to reader: LanguageTag) {
        if report.readings.isEmpty { notice(phrases("nothing-to-translate")) }
        for reading in report.readings { show(reading, to: reader) }
        for misspelling in report.misspellings { warn(SafeText.line(wording.sentence(misspelling, in: reader))) }
        for advice in report.advice { warn(SafeText.line(wording.sentence(advice, in: reader))) }
        if let lang = report.missingDictionary { notice(phrases("no-dictionary", ["lang": lang.description])) }
        if let lang = report.offer { notice(phrases("offer", ["lang": lang.description])) }
    }

    private mutating func show(_ reading: DraftReading, to reader: LanguageTag) {
        guard let text = reading.line.text else {
            let reason = reading.line.reason.map { wording.sentence($0, in: reader) } ?? ""
            return warn("\(reading.lang): " + untranslated(reason))
        }
        notice("\(reading.lang): \(SafeText.line(text))  [\(phrases.origin(reading.line))]")
        let back = reading.back?.text.map { phrases("read-back", ["text": SafeText.line($0)]) }
        notice("    " + (back ?? phrases("no-way-back")))
        show(reading.line.warnings, in: reader)
    }

    mutating func show(_ suggestions: [PhraseSuggestion], for words: String) {
        if suggestions.isEmpty { notice(phrases("no-phrase", ["words": SafeText.line(words)])) }
        for phrase in suggestions { notice(SafeText.line(phrase.text)) }
    }

    mutating func show(_ delivery: Delivery) {
        switch delivery {
        // The echo comes in a moment and shows the message.
        case .sending(_, _, again: false): break
        case .sending(let draft, _, again: true), .late(let draft): notice("⋯ " + named(draft))
        case .refused(let draft, let fault):
            warn("✗ " + named(draft))
            showRefusal(fault)
        }
    }

    /// - Parameter mark: shown on one's own message that the room has.
    private mutating func show(_ message: Message, marked mark: String, earlier: Bool = false) {
        // The message that it confirms is shown instead, to those who read it.
        guard message.confirms == nil else { return }
        guard message.hasText else {
            // A retraction has nothing to show in its own place but this sentence.
            if message.retracts != nil { notice(phrases("took-back", ["name": named(message)])) }
            return
        }
        put([
            Span((earlier ? "‹ " + Self.time(of: message) : LocalTime.minute(message.ts)) + " ", .notice),
            Span(named(message), Self.style(of: message.member)),
            Span(" (\(message.lang)): ", .notice),
            Span(shown(message), .original),
            Span(mark, .notice),
        ])
        latest = message.id
    }

    mutating func show(confirmation message: Message, of original: Message?) {
        latest = nil
        let values = [
            "name": named(message), "text": SafeText.line(message.text),
            "original": original.map { "\(named($0)): \(SafeText.line($0.text))" } ?? "…",
        ]
        put([Span("✔ " + phrases("confirmed", values), .translation)])
    }

    private func named(_ draft: KeptDraft) -> String {
        draft.revision?.isRetraction == true ? "/takeback" : SafeText.line(draft.text)
    }

    private func shown(_ message: Message) -> String {
        let text = SafeText.line(message.text)
        return message.corrects == nil ? text : phrases("corrected", ["text": text])
    }

    private func untranslated(_ reason: String) -> String { phrases("untranslated") + " " + reason }

    private func pinned(_ text: String, _ mark: String) -> String { phrases("pinned", ["text": text]) + "  [\(mark)]" }

    mutating func show(_ news: EarlierNews) {
        switch news {
        case .page(let page, let why):
            notice(page.messages.isEmpty ? phrases(why) : phrases("earlier.heading"))
        case .line(let message): show(message, marked: "", earlier: true)
        case .end(let page): if !page.messages.isEmpty { notice(phrases(page.more ? "earlier.more" : "earlier.none")) }
        }
    }

    private mutating func greet(_ welcome: Welcome) {
        notice(phrases.welcome(room: SafeText.name(welcome.room.name), n: welcome.n))
        if let history = welcome.history { notice(phrases.keeping(history)) }
        tellReaders(welcome.history)
        if !welcome.room.topic.isEmpty { notice(SafeText.line(welcome.room.topic)) }
    }

    /// Tells once whether staff read along, and again each time that changes.
    private mutating func tellReaders(_ history: HistoryTerms?) {
        let isRead = history?.staffRead ?? false
        if isRead, !isReadByStaff { notice(phrases("kept.staff")) }
        isReadByStaff = isRead
    }

    private mutating func notice(_ text: String) {
        latest = nil
        put([Span("* " + text, .notice)])
    }

    private mutating func warn(_ text: String) {
        latest = nil
        put([Span("! " + text, .warning)])
    }

    private func put(_ spans: [Span]) {
        let rows = LineLayout.rows(spans, columns: console.columns, indent: Self.indent)
        console.print(rows.map(painter.paint))
    }

    private static func style(of member: MemberID) -> Style { .sender(memberID: member.rawValue) }

    /// The role that the host vouched for when it numbered the line; an older host does so only for members.
    private func named(_ message: Message) -> String {
        badge(message.from, message.role ?? roles[message.member])
    }

    private func badge(_ name: String, _ role: MemberRole?) -> String {
        Badge.name(name, role.map { phrases("role.\($0.rawValue)") })
    }

    /// A member's name, role and language, with the relay that connects the member, if any.
    private func who(_ info: MemberInfo) -> String {
        let via = info.via.map { " ⇄ \(SafeText.name($0))" } ?? ""
        return "\(badge(info.name, info.role)) (\(info.lang)\(via))"
    }

    /// Hours and minutes by this machine's clock, after the date if it is not today: `2026-11-20 14:30`.
    private static func time(of earlier: Message) -> String {
        let (day, today) = (HistoryText.day(earlier.ts), HistoryText.day(ClockReading.now().wall))
        return (day == today ? "" : day + " ") + LocalTime.minute(earlier.ts)
    }
}
