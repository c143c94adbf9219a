import Glibc
import SabirNode
import SabirRooms
import SabirTerminal
import SabirTranslation
import SabirWire

/// A chat for a person at a terminal, or for a file that a person will read.
struct TerminalView: ChatView {
    private static let indent = 6

    private let console: any LineConsole
    private let painter: Painter
    private let wording: ReaderWording
    private var showsTranslations = true
    /// The message shown last, as long as nothing came after it: its translation needs no name.
    private var latest: MessageID?

    init(console: any LineConsole, painter: Painter, wording: ReaderWording) {
        self.console = console
        self.wording = wording
        self.painter = painter
    }

    func command(_ line: String) -> ChatCommand? { ChatCommand(typed: line) }

    mutating func setTranslations(shown: Bool) {
        showsTranslations = shown
        notice(shown ? Phrases.bothShown : Phrases.originalsOnly)
    }

    mutating func help() { for line in Phrases.help { notice(line) } }

    mutating func tell(_ sentence: String) { notice(SafeText.line(sentence)) }

    mutating func refuse(_ code: ErrorCode, _ reason: String) { warn(SafeText.line(reason)) }

    mutating func present(name: String, lang: LanguageTag) {
        console.setPrompt("\(SafeText.name(name)) (\(lang)) > ")
    }

    mutating func show(_ event: RoomEvent) {
        switch event {
        case .welcome(let welcome): greet(welcome)
        case .message(let message, _): show(message)
        case .joined(let info, let n): notice(Phrases.joined(Self.who(info), n))
        case .left(let info, let n): notice(Phrases.left(Self.who(info), n))
        case .changed(let info, _): notice(Phrases.changed(Self.who(info)))
        case .presence(let presence): notice(Phrases.presence(presence.n))
        case .members(let members, _): for member in members { notice("  " + Self.who(member)) }
        case .gap(let gap): warn(Phrases.gap(gap.count))
        case .reconnecting(let reason): warn(Phrases.reconnecting(SafeText.line(reason)))
        case .reconnected(_, let resumed): notice(resumed ? Phrases.reconnected : Phrases.startedOver)
        case .refused(let fault): warn(SafeText.line(fault.reason))
        // The last word, to standard error, is the command's own.
        case .ended: break
        case .acted(let acted): if let sentence = Phrases.acted(acted) { notice(sentence) }
        // The session words these, by `show` of their own.
        case .unclear, .person, .notice: break
        }
    }

    mutating func show(_ line: TranslatedLine, of message: Message, in lang: LanguageTag) {
        guard showsTranslations, line.state != .same else { return }
        let isNext = latest == message.id
        let name = isNext ? [] : [Span(SafeText.name(message.from) + ": ", Self.style(of: message.member))]
        let arrow = Span(String(repeating: " ", count: Self.indent) + "↳ ", .notice)
        if let text = line.text {
            put(
                [arrow] + name + [
                    Span(SafeText.line(text), .translation), Span("  [\(Phrases.origin(line))]", .notice),
                ])
        } else {
            let reason = line.reason.map { wording.sentence($0, in: lang) } ?? ""
            put([arrow] + name + [Span(Phrases.untranslated(reason), .warning)])
        }
        show(line.warnings, in: lang)
        if !isNext { latest = nil }
    }

    private func show(_ warnings: [TranslationWarning], in lang: LanguageTag) {
        for warning in warnings {
            let sentence = SafeText.line(wording.sentence(warning, in: lang))
            put([Span(String(repeating: " ", count: Self.indent) + "! " + sentence, .warning)])
        }
    }

    mutating func show(_ outlooks: [Outlook]) {
        for outlook in outlooks {
            outlook.state == .translated ? notice(Phrases.outlook(outlook)) : warn(Phrases.outlook(outlook))
        }
    }

    mutating func show(_ call: CallForHelp) { warn(SafeText.line(call.sentence)) }

    mutating func show(pinned: Notice?) {
        guard let pinned else { return notice(Phrases.unpinned) }
        warn(Phrases.pinned(SafeText.line(pinned.text), pinned.lang.description))
    }

    mutating func show(_ line: TranslatedLine, ofPinned pinned: Notice, in lang: LanguageTag) {
        guard showsTranslations, line.state != .same, let text = line.text else { return }
        warn(Phrases.pinned(SafeText.line(text), Phrases.origin(line)))
        show(line.warnings, in: lang)
    }

    mutating func show(_ report: DraftReport, to reader: LanguageTag) {
        if report.readings.isEmpty { notice(Phrases.nothingToTranslate) }
        for reading in report.readings { show(reading, to: reader) }
        for misspelling in report.misspellings { warn(SafeText.line(wording.sentence(misspelling, in: reader))) }
        for advice in report.advice { warn(SafeText.line(wording.sentence(advice, in: reader))) }
        if let lang = report.missingDictionary { notice(Phrases.noDictionary(lang.description)) }
        if let lang = report.offer { notice(Phrases.offer(lang.description)) }
    }

    private mutating func show(_ reading: DraftReport.Reading, to reader: LanguageTag) {
        guard let text = reading.line.text else {
            let reason = reading.line.reason.map { wording.sentence($0, in: reader) } ?? ""
            return warn("\(reading.lang): " + Phrases.untranslated(reason))
        }
        notice("\(reading.lang): \(SafeText.line(text))  [\(Phrases.origin(reading.line))]")
        notice("    " + (reading.back?.text.map { Phrases.readBack(SafeText.line($0)) } ?? Phrases.noWayBack))
        show(reading.line.warnings, in: reader)
    }

    mutating func show(_ phrases: [PhraseSuggestion], for words: String) {
        if phrases.isEmpty { notice(Phrases.noPhrase(SafeText.line(words))) }
        for phrase in phrases { notice(SafeText.line(phrase.text)) }
    }

    private mutating func show(_ message: Message) {
        put([
            Span(Self.clock(message.ts) + " ", .notice),
            Span(SafeText.name(message.from), Self.style(of: message.member)),
            Span(" (\(message.lang)): ", .notice),
            Span(SafeText.line(message.text), .original),
        ])
        latest = message.id
    }

    private mutating func greet(_ welcome: Welcome) {
        notice(Phrases.welcome(room: SafeText.name(welcome.room.name), others: welcome.n - 1))
        if !welcome.room.topic.isEmpty { notice(SafeText.line(welcome.room.topic)) }
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

    private static func who(_ info: MemberInfo) -> String { "\(SafeText.name(info.name)) (\(info.lang))" }

    /// Hours and minutes by this machine's clock.
    private static func clock(_ milliseconds: Int) -> String {
        var seconds = time_t(milliseconds / 1_000)
        var parts = tm()
        localtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(parts.tm_hour)):\(two(parts.tm_min))"
    }
}
