import SabirFeed
import SabirTranslation
import SabirProtocol

/// What readers of each language can expect. Computed again when an engine comes or goes; cached meanwhile, because a
/// page with seventy languages asks for all of them at once.
package actor LanguageAvailabilityCache {
    private struct Question: Hashable {
        let reader: LanguageTag
        let present: [LanguageTag]
    }

    /// Most cached answers; rooms with other languages replace older ones.
    private static let kept = 4_096

    private let translator: Translator?
    /// Used for an empty room in place of its members' languages.
    private let languages: [LanguageTag]
    private var answers: [Question: LanguageAvailability] = [:]
    /// Languages with phrases, by `LanguageTag.readingKey`. Cached because a pass through the phrasebook takes
    /// milliseconds.
    private var phraseKeys: Set<String>

    package init(translator: Translator?, phrasebook: Phrasebook, languages: [LanguageTag]) {
        self.translator = translator
        self.languages = languages
        phraseKeys = Self.keys(of: phrasebook)
    }

    private static func keys(of phrasebook: Phrasebook) -> Set<String> {
        Set(Set(phrasebook.units.flatMap(\.languages)).map(\.readingKey))
    }

    package func setPhrasebook(_ phrasebook: Phrasebook) {
        phraseKeys = Self.keys(of: phrasebook)
        clear()
    }

    /// Clears the answers, because an engine has come, gone, or offers other languages.
    package func clear() { answers = [:] }

    package func answer(for reader: LanguageTag, among present: [LanguageTag]) async -> LanguageAvailability {
        let others = (present.isEmpty ? languages : present).filter { !$0.reads(reader) }
        // Everybody present reads the original.
        if others.isEmpty, !(present.isEmpty && languages.isEmpty) { return .translated }
        let question = Question(reader: reader, present: others.sorted { $0.description < $1.description })
        if let known = answers[question] { return known }
        let judged = await judge(question)
        if answers.count >= Self.kept { answers = [:] }
        answers[question] = judged
        return judged
    }

    private func judge(_ question: Question) async -> LanguageAvailability {
        guard !question.present.isEmpty else { return await judgeAlone(question.reader) }
        var whole = 0
        var half = 0
        for other in question.present {
            let ways = [await leads(other, question.reader), await leads(question.reader, other)]
            if !ways.contains(false) { whole += 1 }
            if ways.contains(true) { half += 1 }
        }
        if whole == question.present.count { return .translated }
        if half > 0 { return .partly }
        return hasPhrases(question.reader) && question.present.contains(where: hasPhrases) ? .phrases : .none
    }

    /// With no other language in the room: translated if any engine lists this one.
    private func judgeAlone(_ reader: LanguageTag) async -> LanguageAvailability {
        let pairs = await translator?.offeredPairs(withPeer: true) ?? [:]
        if pairs.keys.contains(where: { LanguageTag($0)?.reads(reader) == true }) { return .translated }
        return hasPhrases(reader) ? .phrases : .none
    }

    private func hasPhrases(_ language: LanguageTag) -> Bool { phraseKeys.contains(language.readingKey) }

    /// Whether an engine translates this pair.
    package func leads(_ from: LanguageTag, _ to: LanguageTag) async -> Bool {
        if case .translated = await translator?.offers(from: from, to: to) { true } else { false }
    }
}
