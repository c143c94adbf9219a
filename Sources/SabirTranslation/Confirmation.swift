import SabirProtocol

/// Which translations a person should confirm, although nothing may differ in them.
package struct Confirmation: Sendable {
    package var cues: TopicCues
    /// Of none: nothing is marked.
    package var topics: Set<SafetyTopic>

    package static let none = Confirmation(cues: .none, topics: [])

    package init(cues: TopicCues, topics: Set<SafetyTopic>) {
        self.cues = cues
        self.topics = topics
    }

    /// As its reader is to see it. What people have reviewed in both languages, and what is shown as it was written,
    /// needs no mark.
    package func marked(_ outcome: TranslationOutcome, of text: String, in language: LanguageTag) -> TranslationOutcome
    {
        guard outcome.state == .translated || outcome.state == .phrasebook,
            cues.touches(topics, in: text, of: language)
        else { return outcome }
        var outcome = outcome
        outcome.warnings.append(TranslationWarning(kind: .confirm))
        return outcome
    }
}
