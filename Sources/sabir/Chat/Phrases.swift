import SabirTerminal
import SabirTranslation
import SabirWire

/// What the terminal says to a person, in one place. Names and reasons that come in are safe text already.
enum Phrases {
    static let help = [
        "Type a line and press Enter to say it. Everybody reads it in their own language.",
        "/who         who is here, and what they speak",
        "/lang xx     read and write another language from now on, such as /lang es",
        "/name X      change your name",
        "/original    show originals alone, or with translations again",
        "/check TEXT  how a text will read in each language here, and read back, before you say it",
        "/phrase X    set sentences about X",
        "/huh         tell who spoke last that you did not understand; /huh NAME tells NAME",
        "/person      call for an interpreter; you and who spoke last see how one is reached",
        "/quit        leave (so does Ctrl-D)",
        "//           at the beginning says a line that begins with a slash",
        "Under each line in another language stands its translation (↳) and the engine that made it.",
        "A line marked ! was not translated, or not surely: trust the original.",
        "A machine translates. For consent, diagnosis or doses call an interpreter.",
    ]
    static let nothingToTranslate = "Everybody here reads your language, or no translation is switched on."
    static let noWayBack = "No engine leads back from there."
    static let bothShown = "Translations are shown under the originals."
    static let originalsOnly = "Originals alone are shown. /original brings the translations back."
    static let nothingSaid = "Nobody else has said anything that this could be about."
    static let unpinned = "The notice was taken down."
    static let reconnected = "Back in the room. Nothing was missed."
    static let startedOver = "Back in the room. Its host has started anew: what was said meanwhile may be missing."

    static func welcome(room: String, others: Int) -> String {
        let company =
            switch others {
            case 0: "nobody else is here yet"
            case 1: "one other is here"
            default: "\(others) others are here"
            }
        return "You are in \"\(room)\"; \(company). /help lists what you can do."
    }

    static func joined(_ who: String, _ n: Int) -> String { "\(who) came in. \(present(n))" }
    static func left(_ who: String, _ n: Int) -> String { "\(who) left. \(present(n))" }
    static func changed(_ who: String) -> String { "Somebody changed: now \(who)." }
    static func presence(_ n: Int) -> String { "People came and went. \(present(n))" }
    static func gap(_ count: Int) -> String {
        count == 1 ? "One message was missed." : "\(count) messages were missed."
    }
    static func reconnecting(_ reason: String) -> String { "\(reason) Trying to come back; what you type is kept." }
    static func untranslated(_ reason: String) -> String { "not translated. \(reason)" }
    static func outlook(_ outlook: Outlook) -> String {
        switch outlook.state {
        case .translated: "Lines in \(outlook.lang) are translated for you by \(outlook.engine ?? "")."
        case .phrases: "Of lines in \(outlook.lang), set sentences alone are translated. \(outlook.reason ?? "")"
        case .untranslated: "Lines in \(outlook.lang) are not translated for you. \(outlook.reason ?? "")"
        }
    }
    static func pinned(_ text: String, _ mark: String) -> String { "Notice: \(text)  [\(mark)]" }
    static func acted(_ acted: Acted) -> String? {
        let who = SafeText.name(acted.name ?? "")
        return switch acted.act {
        case .mute: "Staff muted \(who)."
        case .unmute: "\(who) may speak again."
        case .remove: "Staff sent \(who) out."
        case .ban: "Staff sent \(who) out for \(acted.minutes ?? 0) minutes."
        case .lock: "The room is locked: nobody new comes in."
        case .unlock: "The room is open to newcomers again."
        case .topic: "Topic: \(SafeText.line(acted.text ?? ""))"
        case .clear: "Staff cleared the room: what was said so far is forgotten."
        default: nil
        }
    }
    static func readBack(_ text: String) -> String { "read back: \(text)" }
    static func noDictionary(_ lang: String) -> String { "No spelling dictionary for \(lang) is installed." }
    static func offer(_ lang: String) -> String { "This looks like \(lang). Write /lang \(lang) if it is." }
    static func noPhrase(_ words: String) -> String { "The phrasebook has nothing about \"\(words)\"." }

    /// Where a translation comes from, in a word.
    static func origin(_ line: TranslatedLine) -> String {
        switch line.state {
        case .verified: "verified"
        case .phrasebook: "phrasebook, not reviewed"
        default: line.engine ?? ""
        }
    }

    static func unsent(_ count: Int) -> String {
        count == 1 ? "One message did not reach the room." : "\(count) messages did not reach the room."
    }

    private static func present(_ n: Int) -> String { n == 1 ? "You are alone." : "\(n) are here." }
}
