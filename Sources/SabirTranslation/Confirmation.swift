import SabirProtocol

/// Decides which translations a person should confirm even if the checks found nothing.
package struct Confirmation: Sendable {
    package var cues: TopicCues
    /// If empty, nothing is marked.
    package var topics: Set<SafetyTopic>

    package static let none = Confirmation(cues: .none, topics: [])

    package init(cues: TopicCues, topics: Set<SafetyTopic>) {
        self.cues = cues
        self.topics = topics
    }

    /// Adds the mark to an outcome. Sentences reviewed in both languages, and lines shown as written, need none.
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
