import SabirProtocol

/// An act of staff, as sent by the page.
struct ActJSON: Decodable, Sendable {
    enum Name: String, Decodable, Sendable {
        case mute, unmute, remove, ban, unban, lock, unlock, topic, notice, clear, close, open
    }

    let act: Name
    let member: String?
    let text: String?
    let lang: String?
    let minutes: Int?
    let scope: BanScope?

    func checked() throws -> ModerationAction {
        switch act {
        case .mute: return .mute(try whom())
        case .unmute: return .unmute(try whom())
        case .remove: return .remove(try whom())
        case .ban: return .ban(try whom(), minutes: try banned(), scope: scope ?? .device)
        case .unban: return .unban(try whom())
        case .lock: return .lock
        case .unlock: return .unlock
        case .topic: return .topic(try Self.topic(text ?? ""))
        case .notice: return try notice()
        case .clear: return .clear
        case .close: return .close
        case .open: return .open
        }
    }

    /// The topic, cleaned like a name and bounded in length.
    static func topic(_ text: String) throws(WebRefusal) -> String {
        let topic = WireText.cleanName(text)
        guard topic.unicodeScalars.count <= WireText.maximumTopic else {
            throw .badRequest("A topic has at most \(WireText.maximumTopic) characters.")
        }
        return topic
    }

    private func whom() throws(WebRefusal) -> MemberID {
        guard let member, !member.isEmpty else { throw .badRequest("Say whom: the field \"member\" is missing.") }
        return MemberID(rawValue: member)
    }

    private func banned() throws(WebRefusal) -> Int {
        let minutes = minutes ?? 60
        guard (1...ModerationAction.maximumMinutes).contains(minutes) else {
            throw .badRequest("A ban lasts 1 to \(ModerationAction.maximumMinutes) minutes.")
        }
        return minutes
    }

    /// The tag for "no language" (BCP 47, "und").
    static let noLanguage = LanguageTag("und")!

    private func notice() throws -> ModerationAction {
        guard let text, !text.isEmpty else { return .notice("", Self.noLanguage) }
        guard let lang else { throw WebRefusal.badRequest("Say the notice's language: the field \"lang\" is missing.") }
        return .notice(try WireText.message(text), try Field.language(lang))
    }
}
