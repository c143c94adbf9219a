import SabirProtocol
import SabirTranslation

/// `[safety]`: translations that a person should confirm because of their topic, whatever the checks found.
package struct SafetySettings: Sendable, Equatable {
    /// All topics by default: a needless mark costs only a glance.
    package var topics = SafetyTopic.allCases
    /// Names of this node's rooms; empty for all. A room that staff open counts as the file's first room.
    package var rooms: [String] = []
    /// The readers' notice by language; languages not listed get Sabir's own sentence.
    package var text: [LanguageTag: String] = [:]

    /// - Parameter room: the room's name in the configuration; for a room that staff opened, that of the first room.
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
        return byLanguage(allowed + " { es = \"Pregunte a una persona.\" }") { text in
            ValueRule<String>.text(1...300).read(.text(text)) != nil && !text.contains { "{}".contains($0) }
        }
    }
}
