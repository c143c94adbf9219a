import SabirProtocol
import SabirTranslation

/// `[safety]`: translations that a person should confirm because of what they are about, whatever the checks found.
package struct SafetySettings: Sendable, Equatable {
    /// All unless otherwise said: a mark too many costs a glance.
    package var topics = SafetyTopic.allCases
    /// Names of rooms of this node; empty for all of them. Rooms that staff open go by the first one of the file.
    package var rooms: [String] = []
    /// What readers are told, by their language; the sentence that comes with Sabir for those that are not here.
    package var text: [LanguageTag: String] = [:]

    /// - Parameter room: its name in the configuration: of a room that staff opened that of the first one.
    package func covers(room: String) -> Bool { rooms.isEmpty || rooms.contains(room) }
}

extension SafetySettings: ConfigurationSection {
    static var keys: [SectionKey<Self>] {
        [
            .list("topics", \.topics, .word, count: 0...SafetyTopic.allCases.count, isLive: true),
            .list("rooms", \.rooms, .name, count: 0...1_000, isLive: true),
            .value("text", \.text, .sentences),
        ]
    }
}

extension ValueRule where Value == [LanguageTag: String] {
    fileprivate static var sentences: ValueRule {
        let allowed = "at most 200 language tags with a sentence each, of 1 to 300 characters without braces, such as"
        return ValueRule(allowed: allowed + " { es = \"Pregunte a una persona.\" }") { value in
            guard case .table(let entries) = value, entries.count <= 200 else { return nil }
            var sentences: [LanguageTag: String] = [:]
            for (name, value) in entries {
                guard let tag = LanguageTag(name), let text = ValueRule<String>.text(1...300).read(value),
                    !text.contains("{"), !text.contains("}")
                else { return nil }
                sentences[tag] = text
            }
            return sentences
        }.doubting { texts in texts.keys.sorted { "\($0)" < "\($1)" }.lazy.compactMap(\.doubt).first }
    }
}
