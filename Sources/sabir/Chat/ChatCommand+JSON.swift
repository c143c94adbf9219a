import Foundation
import SabirClient
import SabirProtocol

extension ChatCommand {
    /// Reads a program's line: `{"message":"…"}` with optional `"id"`, `"lang"`, `"reply"`, `"corrects"` and
    /// `"confirms"`, `{"retracts":ID}` with optional `"id"`, `{"lang":"xx"}`, `{"name":"X"}`, `{"who":true}`,
    /// `{"history":{"before":SEQ,"limit":N}}` with both fields optional, `{"check":"…"}`, `{"phrase":"…"}`,
    /// `{"unclear":ID}`, `{"person":true}`, `{"person":ID}` or `{"person":"private"}`, `{"help":"coming","member":ID}`,
    /// `{"help":"done"}` for one's own call, `{"staff":{"act":"mute","member":ID}}`, `{"report":ID}` of a message or a
    /// member with optional `"text"`, `{"password":"…"}` after `password-wanted`, `{"quit":true}`. Nil for an empty
    /// line.
    init?(json line: String) {
        guard !line.trimmingSpaces.isEmpty else { return nil }
        do throws(WireFault) {
            guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
                throw WireFault(.badJSON, "The line is not a JSON object.")
            }
            self = try Self.command(object)
        } catch {
            self = .refused(error)
        }
    }

    private static func command(_ object: [String: Any]) throws(WireFault) -> ChatCommand {
        if let text = object["message"] { return try message(text, object) }
        if object["retracts"] != nil {
            let (id, line) = (try messageID("id", in: object), try messageID("retracts", in: object))
            return .say(Draft(id: id, text: "", revision: line.map(Revision.retracts)))
        }
        if object["quit"] as? Bool == true { return .quit }
        if object["who"] as? Bool == true { return .who }
        if let page = object["history"] { return try history(page) }
        if let given = object["password"] {
            guard let password = given as? String else { throw WireFault(.badPacket, "\"password\" is not a string.") }
            return .password(password)
        }
        if let text = object["check"] { return .check(try WireText.message(text as? String ?? "")) }
        if let words = object["phrase"] { return .phrase(words as? String ?? "") }
        if let act = object["staff"] { return try staff(StaffRequest(json: act)) }
        if let id = object["report"] { return try reporting(id, object["text"] as? String ?? "") }
        if let id = try messageID("unclear", in: object) { return .unclear(.id(id)) }
        if object["person"] as? Bool == true { return .person(nil) }
        if object["person"] as? String == HelpCall.PrivateTalkRequest.privately.rawValue { return .personPrivately }
        if let state = object["help"] { return try answering(state, object["member"]) }
        if let id = try messageID("person", in: object) { return .person(.id(id)) }
        return try changing(object)
    }

    private static func changing(_ object: [String: Any]) throws(WireFault) -> ChatCommand {
        var profile = Profile()
        if let lang = object["lang"] {
            switch changing(lang: lang as? String ?? "") {
            case .change(let known): profile = known
            case let unknown: return unknown
            }
        }
        if let name = object["name"] { profile.name = try WireText.name(name as? String ?? "") }
        guard profile != Profile() else {
            throw WireFault(
                .badPacket,
                "The line has none of message, retracts, lang, name, who, history, check, phrase, unclear, person, help,"
                    + " staff, report, password and quit.")
        }
        return .change(profile)
    }

    private static func history(_ page: Any) throws(WireFault) -> ChatCommand {
        guard let page = page as? [String: Any] else {
            throw WireFault(.badPacket, "\"history\" is not an object, such as {\"before\":120,\"limit\":20}.")
        }
        let before = page["before"].map { $0 as? Int ?? 0 }
        let limit = page["limit"].map { $0 as? Int ?? 0 }
        guard before ?? 1 > 0, (1...EarlierLines.mostAtOnce).contains(limit ?? 1) else {
            throw WireFault(.badPacket, "\"before\" is a message's number, \"limit\" 1 to \(EarlierLines.mostAtOnce).")
        }
        return .back(before: before, limit: limit ?? EarlierLines.usual)
    }

    private static func reporting(_ id: Any, _ text: String) throws(WireFault) -> ChatCommand {
        guard let id = id as? String, !id.isEmpty else {
            throw WireFault(.badPacket, "\"report\" is not the id of a message or of a member.")
        }
        guard text.unicodeScalars.count <= Report.maximumText else {
            throw WireFault(.tooLarge, "A report has at most \(Report.maximumText) characters.")
        }
        return .report(MessageID(id).map(LineReference.id) ?? .of(id), words: text)
    }

    private static func answering(_ state: Any, _ member: Any?) throws(WireFault) -> ChatCommand {
        let whom = member.map { $0 as? String ?? "" }
        switch (state as? String, whom) {
        case ("coming", let whom?) where !whom.isEmpty: return .answerHelp(.coming, whom: whom)
        case ("done", let whom) where whom != "": return .answerHelp(.done, whom: whom)
        default:
            throw WireFault(
                .badPacket,
                "\"help\" is \"coming\", with the \"member\" who called, or \"done\", without it for one's own call.")
        }
    }

    /// The message id under this key; nil if the line does not have the key.
    private static func messageID(_ key: String, in object: [String: Any]) throws(WireFault) -> MessageID? {
        guard let given = object[key] else { return nil }
        guard let id = (given as? String).flatMap({ MessageID($0) }) else {
            throw WireFault(.badPacket, "\"\(key)\" is not the id of a message, a UUID.")
        }
        return id
    }

    private static func message(_ text: Any, _ object: [String: Any]) throws(WireFault) -> ChatCommand {
        guard let text = text as? String else { throw WireFault(.badPacket, "\"message\" is not a string.") }
        var lang: LanguageTag?
        if let given = object["lang"] {
            switch changing(lang: given as? String ?? "") {
            case .change(let profile): lang = profile.lang
            case let refused: return refused
            }
        }
        guard ["retracts", "corrects", "confirms"].count(where: { object[$0] != nil }) <= 1, object["retracts"] == nil
        else {
            throw WireFault(.badPacket, "A message corrects a line, takes one back or confirms one: one of them.")
        }
        let (id, reply) = (try messageID("id", in: object), try messageID("reply", in: object))
        let (corrects, confirms) = (try messageID("corrects", in: object), try messageID("confirms", in: object))
        let revision = corrects.map(Revision.corrects) ?? confirms.map { .confirms($0, of: $0) }
        return try saying(text, id: id, lang: lang, reply: reply, revision: revision)
    }
}
