import SabirProtocol

/// Decides which lines get a second reading, from which engine, and compares it with the first. Pure.
struct SecondLook {
    let policy: SecondLookPolicy
    let checker: LineChecker

    /// An engine that is available now.
    struct Candidate: Equatable {
        let number: Int
        /// Kind and model: engines that share these make the same mistakes.
        let make: String
        let isMaker: Bool
        let isMetered: Bool
        /// Routes from the original's to the translation's language, and back; nil without one. Only direct pairs are
        /// used, because a chain loses too much to be evidence.
        let there: Route?
        let back: Route?
    }

    struct Choice: Equatable {
        let engine: Int
        let way: SecondReading.Way
        let route: Route
    }

    /// Warnings about translations so broken that a second reading of their facts would tell nothing.
    private static let unusable: Set<TranslationWarning.Kind> = [.empty, .echoed, .script, .language]
    /// The most words on each side of a warning.
    private static let maximumWords = 6

    func isDue(_ text: String, in language: LanguageTag, _ known: Translation) -> Bool {
        policy.mode != .off && known.second == nil
            && !known.warnings.contains { Self.unusable.contains($0.kind) }
            && checker.hasFacts(text, in: language)
    }

    /// Prefers an engine of another kind, which has other weaknesses; otherwise the same engine translates back.
    func choice(among candidates: [Candidate]) -> Choice? {
        guard let maker = candidates.first(where: \.isMaker) else { return nil }
        let allowed = candidates.filter { !$0.isMetered || policy.mode == .always }
        for other in allowed where other.make != maker.make {
            if let route = Self.direct(other.there) { return Choice(engine: other.number, way: .other, route: route) }
        }
        guard let same = allowed.first(where: \.isMaker), let route = Self.direct(same.back) else { return nil }
        return Choice(engine: same.number, way: .back, route: route)
    }

    private static func direct(_ route: Route?) -> Route? { route.flatMap { $0.codes.count == 2 ? $0 : nil } }

    /// Compares the second translation with the first, or with the line if it was translated back; nil if the second
    /// translation is unusable.
    func reading(
        _ found: Translation, by way: SecondReading.Way, of question: Question, _ known: Translation,
        from: LanguageTag, to: LanguageTag
    ) -> SecondReading? {
        let isBack = way == .back
        let asked = isBack ? (known.text, to, from) : (question.text, from, to)
        let doubts = checker.warnings(source: asked.0, from: asked.1, translation: found.text, to: asked.2)
        guard !doubts.contains(where: { Self.unusable.contains($0.kind) }) else { return nil }
        let differences = checker.differences(
            between: isBack ? question.text : known.text, and: found.text, in: asked.2, names: question.names,
            told: Set(known.warnings.map(\.kind)))
        return SecondReading(
            way: way, text: found.text, language: asked.2, engine: found.engine,
            difference: Self.warning(of: differences))
    }

    private static func warning(of differences: [TranslationWarning]) -> TranslationWarning? {
        guard !differences.isEmpty else { return nil }
        return TranslationWarning(
            kind: .secondLook, words: Array(differences.flatMap(\.words).prefix(maximumWords)),
            counterparts: Array(differences.flatMap(\.counterparts).prefix(maximumWords)))
    }
}
