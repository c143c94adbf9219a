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
        guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
            self = .refused(.badJSON, "The line is not a JSON object.")
            return
        }
        self = Self.command(object)
    }

    private static func command(_ object: [String: Any]) -> ChatCommand {
        if let text = object["message"] { return message(text, object) }
        if object["retracts"] != nil { return takingBack(object) }
        if object["quit"] as? Bool == true { return .quit }
        if object["who"] as? Bool == true { return .who }
        if let page = object["history"] { return history(page) }
        if let password = object["password"] {
            return (password as? String).map(ChatCommand.password)
                ?? .refused(.badPacket, "\"password\" is not a string.")
        }
        if let text = object["check"] { return checking(text as? String ?? "") }
        if let words = object["phrase"] { return .phrase(words as? String ?? "") }
        if let act = object["staff"] { return staff(StaffRequest(json: act)) }
        if let id = object["report"] { return reporting(id, object["text"] as? String ?? "") }
        if let id = object["unclear"] { return referring(id, "unclear") { .unclear(.id($0)) } }
        if object["person"] as? Bool == true { return .person(nil) }
        if object["person"] as? String == HelpCall.PrivateTalkRequest.privately.rawValue { return .personPrivately }
        if let state = object["help"] { return answering(state, object["member"]) }
        if let id = object["person"] { return referring(id, "person") { .person(.id($0)) } }
        let name = object["name"].map { changing(name: $0 as? String ?? "") }
        let lang = object["lang"].map { changing(lang: $0 as? String ?? "") }
        switch (name, lang) {
        case (.change(let name), .change(let lang)): return .change(Profile(name: name.name, lang: lang.lang))
        case (let refused?, .change), (let refused?, nil): return refused
        case (_, let lang?): return lang
        case (nil, nil):
            return .refused(
                .badPacket,
                "The line has none of message, retracts, lang, name, who, history, check, phrase, unclear, person, help,"
                    + " staff, report, password and quit.")
        }
    }

    private static func history(_ page: Any) -> ChatCommand {
        guard let page = page as? [String: Any] else {
            return .refused(.badPacket, "\"history\" is not an object, such as {\"before\":120,\"limit\":20}.")
        }
        let before = page["before"].map { $0 as? Int ?? 0 }
        let limit = page["limit"].map { $0 as? Int ?? 0 }
        guard before ?? 1 > 0, (1...EarlierLines.mostAtOnce).contains(limit ?? 1) else {
            return .refused(
                .badPacket, "\"before\" is a message's number, \"limit\" 1 to \(EarlierLines.mostAtOnce).")
        }
        return .back(before: before, limit: limit ?? EarlierLines.usual)
    }

    private static func reporting(_ id: Any, _ text: String) -> ChatCommand {
        guard let id = id as? String, !id.isEmpty else {
            return .refused(.badPacket, "\"report\" is not the id of a message or of a member.")
        }
        guard text.unicodeScalars.count <= Report.maximumText else {
            return .refused(.tooLarge, "A report has at most \(Report.maximumText) characters.")
        }
        return .report(MessageID(id).map(LineReference.id) ?? .of(id), words: text)
    }

    private static func answering(_ state: Any, _ member: Any?) -> ChatCommand {
        let whom = member.map { $0 as? String ?? "" }
        switch (state as? String, whom) {
        case ("coming", let whom?) where !whom.isEmpty: return .answerHelp(.coming, whom: whom)
        case ("done", nil): return .answerHelp(.done, whom: nil)
        case ("done", let whom?) where !whom.isEmpty: return .answerHelp(.done, whom: whom)
        default:
            return .refused(
                .badPacket,
                "\"help\" is \"coming\", with the \"member\" who called, or \"done\", without it for one's own call.")
        }
    }

    private static func referring(_ id: Any, _ key: String, _ make: (MessageID) -> ChatCommand) -> ChatCommand {
        guard let id = (id as? String).flatMap({ MessageID($0) }) else {
            return .refused(.badPacket, "\"\(key)\" is not the id of a message, a UUID.")
        }
        return make(id)
    }

    private static func takingBack(_ object: [String: Any]) -> ChatCommand {
        switch ids(["id", "retracts"], in: object) {
        case .success(let ids):
            return .say(Draft(id: ids["id"], text: "", revision: ids["retracts"].map(Revision.retracts)))
        case .failure(let fault): return .refused(fault)
        }
    }

    private static func ids(_ keys: [String], in object: [String: Any]) -> Result<[String: MessageID], WireFault> {
        var ids: [String: MessageID] = [:]
        for key in keys {
            guard let given = object[key] else { continue }
            guard let id = (given as? String).flatMap({ MessageID($0) }) else {
                return .failure(WireFault(.badPacket, "\"\(key)\" is not the id of a message, a UUID."))
            }
            ids[key] = id
        }
        return .success(ids)
    }

    private static func message(_ text: Any, _ object: [String: Any]) -> ChatCommand {
        guard let text = text as? String else { return .refused(.badPacket, "\"message\" is not a string.") }
        var lang: LanguageTag?
        if let given = object["lang"] {
            switch changing(lang: given as? String ?? "") {
            case .change(let profile): lang = profile.lang
            case let refused: return refused
            }
        }
        guard ["retracts", "corrects", "confirms"].count(where: { object[$0] != nil }) <= 1, object["retracts"] == nil
        else {
            return .refused(.badPacket, "A message corrects a line, takes one back or confirms one: one of them.")
        }
        switch ids(["id", "reply", "corrects", "confirms"], in: object) {
        case .success(let ids):
            let revision = ids["corrects"].map(Revision.corrects) ?? ids["confirms"].map { .confirms($0, of: $0) }
            return saying(text, id: ids["id"], lang: lang, reply: ids["reply"], revision: revision)
        case .failure(let fault): return .refused(fault)
        }
    }
}
