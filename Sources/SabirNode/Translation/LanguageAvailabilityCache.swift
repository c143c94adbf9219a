import SabirFeed
import SabirTranslation
import SabirProtocol

/// What readers of each language can count on. Judged anew when an engine comes or goes; kept meanwhile, as a page with
/// seventy languages asks for all of them at once.
package actor LanguageAvailabilityCache {
    private struct Question: Hashable {
        let reader: LanguageTag
        let present: [LanguageTag]
    }

    /// Answers kept; rooms with other languages push out older ones.
    private static let kept = 4_096

    private let translator: Translator?
    /// Stands in for the languages of an empty room.
    private let languages: [LanguageTag]
    private var answers: [Question: LanguageAvailability] = [:]
    /// Languages with set sentences, by `LanguageTag.readingKey`. Going through the phrasebook takes milliseconds.
    private var phraseKeys: Set<String>
    private var keys: [LanguageTag: String] = [:]

    package init(translator: Translator?, phrasebook: Phrasebook, languages: [LanguageTag]) {
        self.translator = translator
        self.languages = languages
        phraseKeys = Self.keys(of: phrasebook)
    }

    private static func keys(of phrasebook: Phrasebook) -> Set<String> {
        Set(Set(phrasebook.units.flatMap(\.languages)).map(\.readingKey))
    }

    /// There are other set sentences now.
    package func take(_ phrasebook: Phrasebook) {
        phraseKeys = Self.keys(of: phrasebook)
        forget()
    }

    /// An engine came, went, or offers other languages.
    package func forget() { answers = [:] }

    package func outlook(for reader: LanguageTag, among present: [LanguageTag]) async -> LanguageAvailability {
        let others = (present.isEmpty ? languages : present).filter { key($0) != key(reader) }
        // Everybody there reads it as it is written.
        if others.isEmpty, !(present.isEmpty && languages.isEmpty) { return .translated }
        let question = Question(reader: reader, present: others.sorted { $0.description < $1.description })
        if let known = answers[question] { return known }
        let outlook = await judge(question)
        if answers.count >= Self.kept { answers = [:] }
        answers[question] = outlook
        return outlook
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

    /// Nobody else is there: whether any engine knows the language at all.
    private func judgeAlone(_ reader: LanguageTag) async -> LanguageAvailability {
        let pairs = await translator?.offeredPairs(withPeer: true) ?? [:]
        if pairs.keys.contains(where: { LanguageTag($0).map(key) == key(reader) }) { return .translated }
        return hasPhrases(reader) ? .phrases : .none
    }

    private func hasPhrases(_ language: LanguageTag) -> Bool { phraseKeys.contains(key(language)) }

    /// CLDR's matching costs more than all else here.
    private func key(_ language: LanguageTag) -> String {
        if let known = keys[language] { return known }
        let key = language.readingKey
        if keys.count >= Self.kept { keys = [:] }
        keys[language] = key
        return key
    }

    /// Whether an engine translates from one into the other.
    package func leads(_ from: LanguageTag, _ to: LanguageTag) async -> Bool {
        if case .translated = await translator?.offers(from: from, to: to) { true } else { false }
    }
}
