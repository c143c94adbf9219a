import SabirClient
import SabirProtocol

/// A command from the person or the program in this chat.
enum ChatCommand: Hashable {
    case say(Draft)
    /// Retracts one's own line, 1 being the newest, or corrects it if there is a text.
    case revise(back: Int, text: String?)
    /// Lists the translations that can be confirmed, or confirms one by its number in that list (from 1), in these
    /// words or unchanged.
    case confirm(number: Int?, text: String?)
    case who
    case change(Profile)
    case unknownLanguage(String, meant: LanguageTag?)
    /// Switches translations off, so that only originals are shown, or on again.
    case toggleTranslations
    /// Shows how a text would be translated, without saying it.
    case check(String)
    /// Tells the author of a message that it was not understood.
    case unclear(LineReference)
    /// Calls everybody for help, staff too; about a message if one is named and still known.
    case person(LineReference?)
    /// Asks staff for a private talk; nobody else is told.
    case personPrivately
    /// Tells a caller that help is coming, or that their call is done. The caller is named by name, its beginning or
    /// id; "" means the only caller. With nil, or "" if this member has called, withdraws this member's own call.
    case answerHelp(HelpCall.State, whom: String?)
    /// Asks for `limit` earlier lines, before this number or, with nil, before the lines shown so far.
    case back(before: Int?, limit: Int)
    /// Lists phrases of the phrasebook with these words.
    case phrase(String)
    case staff(StaffRequest)
    /// Reports a message, or a member by name or id, to staff in these words.
    case report(LineReference, words: String)
    case help
    /// The room's password, which the host asked for.
    case password(String)
    case quit
    /// The line is no valid command; a plain sentence says why.
    case refused(WireFault)
}

extension ChatCommand {
    /// Reads a line typed by a person; nil for an empty one.
    init?(typed line: String) {
        let text = line.trimmingSpaces
        guard !text.isEmpty else { return nil }
        do throws(WireFault) {
            guard text.hasPrefix("/"), !text.hasPrefix("//") else {
                // "//" at the beginning says a line that itself begins with a slash.
                self = try .saying(text.hasPrefix("//") ? String(text.dropFirst()) : line)
                return
            }
            let words = text.dropFirst().split(separator: " ", maxSplits: 1).map(String.init)
            self = try Self.command(words.first ?? "", words.count > 1 ? words[1].trimmingSpaces : "")
        } catch {
            self = .refused(error)
        }
    }

    private static func command(_ name: String, _ argument: String) throws(WireFault) -> ChatCommand {
        switch name.lowercased() {
        case "who": .who
        case "lang": changing(lang: argument)
        case "name": .change(Profile(name: try WireText.name(argument)))
        case "back":
            .back(
                before: nil,
                limit: try number(argument, upTo: EarlierLines.mostAtOnce, "/back 50") ?? EarlierLines.usual)
        case "original": .toggleTranslations
        case "check": .check(try WireText.message(argument))
        case "phrase" where argument.isEmpty:
            throw WireFault(.badPacket, "Say what about: /phrase fever", as: "usage", ["example": "/phrase X"])
        case "phrase": .phrase(argument)
        case "takeback":
            .revise(back: try number(argument, upTo: RecentLines.capacity, "/takeback 1") ?? 1, text: nil)
        case "correct" where argument.isEmpty:
            throw WireFault(.badPacket, "Say what is right: /correct TEXT", as: "usage", ["example": "/correct X"])
        case "correct": .revise(back: 1, text: try WireText.message(argument))
        case "confirm": try confirming(argument)
        case "huh": .unclear(argument.isEmpty ? .newest : .of(argument))
        case "person" where argument.lowercased() == "private": .personPrivately
        case "person": .person(argument.isEmpty ? nil : .of(argument))
        case "coming": .answerHelp(.coming, whom: argument)
        case "done": .answerHelp(.done, whom: argument)
        case "report": try reporting(argument)
        case "help": .help
        case "quit", "exit": .quit
        case let name where StaffRequest(typed: name, argument) != nil: try staff(StaffRequest(typed: name, argument))
        default:
            throw WireFault(
                .badPacket, "There is no command /\(name). /help lists those there are.", as: "unknown-command",
                ["command": "/\(name)"])
        }
    }

    /// Reads a number from 1 to `most`; nil if the text is empty.
    private static func number(
        _ text: some StringProtocol, upTo most: Int, _ example: String
    ) throws(WireFault) -> Int? {
        guard !text.isEmpty else { return nil }
        guard let number = Int(text), (1...most).contains(number) else {
            throw WireFault(
                .badPacket, "\(example): 1 to \(most).", as: "usage-number", ["n": String(most), "example": example])
        }
        return number
    }

    private static func confirming(_ argument: String) throws(WireFault) -> ChatCommand {
        let words = argument.split(separator: " ", maxSplits: 1)
        let number = try number(words.first ?? "", upTo: ConfirmableLines.capacity, "/confirm 1")
        return .confirm(number: number, text: words.count > 1 ? try WireText.message(String(words[1])) : nil)
    }

    /// Says a draft, or refuses it at once if the host would.
    static func saying(
        _ text: String, id: MessageID? = nil, lang: LanguageTag? = nil, reply: MessageID? = nil,
        revision: Revision? = nil
    ) throws(WireFault) -> ChatCommand {
        .say(Draft(id: id, text: try WireText.message(text), lang: lang, reply: reply, revision: revision))
    }

    static func staff(_ request: StaffRequest?) throws(WireFault) -> ChatCommand {
        switch request {
        case .on(let act, whom: ""):
            let command = "/\(act.rawValue)"
            throw WireFault(.badPacket, "Say whom: \(command) NAME", as: "usage", ["example": command + " X"])
        case .ready(.topic(let text)) where text.unicodeScalars.count > WireText.maximumTopic:
            throw tooLong(text, WireText.maximumTopic)
        case .announce(let text) where text.unicodeScalars.count > WireText.maximumNotice:
            throw tooLong(text, WireText.maximumNotice)
        case let request?: return .staff(request)
        case nil: throw WireFault(.badPacket, "\"staff\" is no act of staff that is known here.")
        }
    }

    private static func tooLong(_ text: String, _ most: Int) -> WireFault {
        WireText.tooLong(.tooLarge, "text", text.unicodeScalars.count, most)
    }

    /// The first word names the member. Without a word, the newest line of anybody else is meant.
    private static func reporting(_ argument: String) throws(WireFault) -> ChatCommand {
        let words = argument.split(separator: " ", maxSplits: 1).map(String.init)
        let text = words.count > 1 ? words[1].trimmingSpaces : ""
        guard text.unicodeScalars.count <= Report.maximumText else { throw tooLong(text, Report.maximumText) }
        return .report(words.first.map(LineReference.of) ?? .newest, words: text)
    }

    static func changing(lang: String) -> ChatCommand {
        switch KnownLanguage(lang) {
        case .known(let tag): .change(Profile(lang: tag))
        case .unknown(let meant): .unknownLanguage(lang, meant: meant)
        }
    }
}

extension String {
    var trimmingSpaces: String {
        var rest = self[...]
        while let first = rest.first, first.isWhitespace { rest.removeFirst() }
        while let last = rest.last, last.isWhitespace { rest.removeLast() }
        return String(rest)
    }
}
