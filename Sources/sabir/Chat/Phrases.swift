import SabirTerminal
import SabirTranslation
import SabirProtocol
import SabirNode

/// The sentences of the terminal in the person's language: the keys `chat.…` and `help.…` of `share/interface`. Names
/// and texts put into them must be safe text.
struct Phrases {
    let wording: ReaderWording
    var lang: LanguageTag

    func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String {
        wording.interface.sentence("chat." + key, in: lang, values)
    }

    /// The commands with their explanations, then the marks.
    var help: [String] {
        let commands = [
            ("/who", "who"), ("/lang es", "lang"), ("/name X", "name"), ("/original", "original"),
            ("/back 50", "back"), ("/check …", "check"), ("/phrase X", "phrase"), ("/huh", "huh"),
            ("/correct …", "correct"), ("/takeback", "takeback"), ("/confirm", "confirm"),
            ("/person", "person"), ("/person private", "private"), ("/done", "done"), ("/report X", "report"),
            ("/mute X", "staff"), ("/quit", "quit"),
            ("//", "slash"),
            ("✓", "sent"), ("⋯", "sending"), ("✗", "refused"), ("↳", "translation"), ("!", "warning"), ("?", "odd"),
        ]
        let width = commands.map(\.0.count).max() ?? 0
        let rows = commands.map { command, key in
            command + String(repeating: " ", count: width - command.count) + "  " + help(key)
        }
        return [help("say")] + rows + [wording.interface.sentence("notice.first", in: lang)]
    }

    private func help(_ key: String) -> String {
        wording.interface.sentence("help." + key, in: lang, ["commands": Self.staffCommands])
    }

    private static let staffCommands =
        "/unmute X, /remove X, /ban X, /bans, /unban X, /lock, /unlock, /announce …, /topic …, /clear, /close, /open,"
        + " /coming X, /done X"

    func welcome(room: String, n: Int) -> String {
        [self("in", ["room": room]), here(n), self("help")].joined(separator: " ")
    }

    /// How long lines are kept in this room.
    func keeping(_ terms: HistoryTerms) -> String {
        switch (terms.kept, terms.seconds) {
        case (.off, _): self("kept.off")
        case (_, let seconds?): self("kept.for", ["time": Self.span(seconds)])
        case (.memory, nil): self("kept.running")
        case (.disk, nil): self("kept.ever")
        }
    }

    /// A span of time in units that are read everywhere: `12 h`, `90 min`, `30 d`.
    private static func span(_ seconds: Int) -> String {
        switch seconds {
        case 172_800... where seconds % 86_400 == 0: "\(seconds / 86_400) d"
        case 3_600... where seconds % 3_600 == 0: "\(seconds / 3_600) h"
        case 60...: "\(seconds / 60) min"
        default: "\(seconds) s"
        }
    }

    func people(_ key: String, _ who: String, _ n: Int) -> String {
        self(key, ["who": who]) + " " + here(n)
    }

    func here(_ n: Int) -> String { n > 1 ? self("here", ["n": String(n)]) : self("alone") }

    func sentence(_ fault: WireFault) -> String { wording.interface.sentence(fault, in: lang) }

    func sentence(_ sentence: Sentence) -> String { wording.interface.sentence(sentence, in: lang) }

    func availability(_ language: ChatLanguageAvailability) -> String {
        let values = ["lang": language.lang.description, "engine": language.engine ?? ""]
        let sentence = self("outlook." + language.state.rawValue, values)
        return [sentence, language.reason].compactMap { $0 }.joined(separator: " ")
    }

    func acted(_ acted: ModerationEvent) -> String? {
        guard Self.told.contains(acted.act) else { return nil }
        let values = [
            "who": Badge.name(acted.name ?? "", nil), "n": String(acted.minutes ?? 0),
            "text": SafeText.line(acted.text ?? ""),
        ]
        return self("act." + acted.act.rawValue, values)
    }

    /// The answer to `/bans`, a line each. `now`: milliseconds since 1970.
    func bans(_ bans: [ListedBan], now: Int) -> [String] {
        guard !bans.isEmpty else { return [self("bans.none")] }
        return bans.map { ban in
            let minutes = max(1, (ban.until - now + 59_999) / 60_000)
            let values = [
                "who": Badge.name(ban.name, nil), "id": SafeText.name(ban.member.rawValue), "n": String(minutes),
            ]
            return self("bans." + ban.scope.rawValue, values)
        }
    }

    private static let told: Set<ActName> = [.mute, .unmute, .remove, .ban, .unban, .lock, .unlock, .topic, .clear]

    /// The origin of a translation, in a word.
    func origin(_ line: TranslationOutcome) -> String {
        switch line.state {
        case .verified: self("verified")
        case .phrasebook: self("phrasebook")
        case .confirmed: self("confirmed-by", ["name": SafeText.name(line.confirmation?.name ?? "")])
        default: line.engine ?? ""
        }
    }
}
