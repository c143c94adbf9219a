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
    static func refused(
        _ code: ErrorCode, _ reason: String, as name: String? = nil, _ values: [String: String] = [:]
    ) -> ChatCommand {
        .refused(WireFault(code, reason, as: name, values))
    }

    /// Reads a line typed by a person; nil for an empty one.
    init?(typed line: String) {
        let text = line.trimmingSpaces
        guard !text.isEmpty else { return nil }
        guard text.hasPrefix("/"), !text.hasPrefix("//") else {
            // "//" at the beginning says a line that itself begins with a slash.
            self = .saying(text.hasPrefix("//") ? String(text.dropFirst()) : line)
            return
        }
        let words = text.dropFirst().split(separator: " ", maxSplits: 1).map(String.init)
        self = Self.command(words.first ?? "", words.count > 1 ? words[1].trimmingSpaces : "")
    }

    private static func command(_ name: String, _ argument: String) -> ChatCommand {
        switch name.lowercased() {
        case "who": .who
        case "lang": changing(lang: argument)
        case "name": changing(name: argument)
        case "back": back(argument)
        case "original": .toggleTranslations
        case "check": checking(argument)
        case "phrase":
            argument.isEmpty
                ? .refused(.badPacket, "Say what about: /phrase fever", as: "usage", ["example": "/phrase X"])
                : .phrase(argument)
        case "takeback": takingBack(argument)
        case "correct": correcting(argument)
        case "confirm": confirming(argument)
        case "huh": .unclear(argument.isEmpty ? .newest : .of(argument))
        case "person" where argument.lowercased() == "private": .personPrivately
        case "person": .person(argument.isEmpty ? nil : .of(argument))
        case "coming": .answerHelp(.coming, whom: argument)
        case "done": .answerHelp(.done, whom: argument)
        case "report": reporting(argument)
        case "help": .help
        case "quit", "exit": .quit
        case let name where StaffRequest(typed: name, argument) != nil: staff(StaffRequest(typed: name, argument))
        default:
            .refused(
                .badPacket, "There is no command /\(name). /help lists those there are.", as: "unknown-command",
                ["command": "/\(name)"])
        }
    }

    private static func back(_ argument: String) -> ChatCommand {
        guard !argument.isEmpty else { return .back(before: nil, limit: EarlierLines.usual) }
        guard let limit = Int(argument), (1...EarlierLines.mostAtOnce).contains(limit) else {
            return .refused(
                .badPacket, "/back 50: 1 to \(EarlierLines.mostAtOnce).", as: "usage-number",
                ["n": String(EarlierLines.mostAtOnce), "example": "/back 50"])
        }
        return .back(before: nil, limit: limit)
    }

    private static func takingBack(_ argument: String) -> ChatCommand {
        guard !argument.isEmpty else { return .revise(back: 1, text: nil) }
        guard let number = Int(argument), (1...RecentLines.capacity).contains(number) else {
            return .refused(
                .badPacket, "/takeback 1: 1 to \(RecentLines.capacity).", as: "usage-number",
                ["n": String(RecentLines.capacity), "example": "/takeback 1"])
        }
        return .revise(back: number, text: nil)
    }

    private static func correcting(_ text: String) -> ChatCommand {
        guard !text.isEmpty else {
            return .refused(.badPacket, "Say what is right: /correct TEXT", as: "usage", ["example": "/correct X"])
        }
        do throws(WireFault) {
            return .revise(back: 1, text: try WireText.message(text))
        } catch {
            return .refused(error)
        }
    }

    private static func confirming(_ argument: String) -> ChatCommand {
        guard !argument.isEmpty else { return .confirm(number: nil, text: nil) }
        let words = argument.split(separator: " ", maxSplits: 1)
        guard let number = Int(words[0]), (1...ConfirmableLines.capacity).contains(number) else {
            return .refused(
                .badPacket, "/confirm 1: 1 to \(ConfirmableLines.capacity).", as: "usage-number",
                ["n": String(ConfirmableLines.capacity), "example": "/confirm 1"])
        }
        do throws(WireFault) {
            return .confirm(number: number, text: words.count > 1 ? try WireText.message(String(words[1])) : nil)
        } catch {
            return .refused(error)
        }
    }

    /// Says a draft, or refuses it at once if the host would.
    static func saying(
        _ text: String, id: MessageID? = nil, lang: LanguageTag? = nil, reply: MessageID? = nil,
        revision: Revision? = nil
    ) -> ChatCommand {
        do throws(WireFault) {
            return .say(
                Draft(
                    id: id, text: try WireText.message(text), lang: lang, reply: reply,
                    revision: revision))
        } catch {
            return .refused(error)
        }
    }

    static func staff(_ request: StaffRequest?) -> ChatCommand {
        switch request {
        case .on(let act, whom: ""):
            .refused(.badPacket, "Say whom: /\(act.rawValue) NAME", as: "usage", ["example": "/\(act.rawValue) X"])
        case .ready(.topic(let text)) where text.unicodeScalars.count > WireText.maximumTopic:
            .refused(tooLong(text, WireText.maximumTopic))
        case .announce(let text) where text.unicodeScalars.count > WireText.maximumNotice:
            .refused(tooLong(text, WireText.maximumNotice))
        case let request?: .staff(request)
        case nil: .refused(.badPacket, "\"staff\" is no act of staff that is known here.")
        }
    }

    private static func tooLong(_ text: String, _ most: Int) -> WireFault {
        WireText.tooLong(.tooLarge, "text", text.unicodeScalars.count, most)
    }

    /// The first word names the member. Without a word, the newest line of anybody else is meant.
    static func reporting(_ argument: String) -> ChatCommand {
        let words = argument.split(separator: " ", maxSplits: 1).map(String.init)
        let text = words.count > 1 ? words[1].trimmingSpaces : ""
        guard text.unicodeScalars.count <= Report.maximumText else {
            return .refused(tooLong(text, Report.maximumText))
        }
        return .report(words.first.map(LineReference.of) ?? .newest, words: text)
    }

    static func checking(_ text: String) -> ChatCommand {
        do throws(WireFault) {
            return .check(try WireText.message(text))
        } catch {
            return .refused(error)
        }
    }

    static func changing(name: String) -> ChatCommand {
        do throws(WireFault) {
            return .change(Profile(name: try WireText.name(name)))
        } catch {
            return .refused(error)
        }
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
