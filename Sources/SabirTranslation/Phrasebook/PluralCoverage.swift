import SabirProtocol

/// The numbers for which a unit has no sentence in one language.
struct PluralCoverage {
    /// For example `n:few, h:one`; each once.
    let missing: [String]

    init(_ segments: [PhraseSegment], _ language: LanguageTag) {
        let templates = segments.compactMap { try? PhraseTemplate($0) }
        let slots = Set(templates.flatMap(\.slots).filter { !$0.isTime }.map(\.name)).sorted()
        guard !slots.isEmpty, !templates.contains(where: { $0.condition == .any }) else {
            missing = []
            return
        }
        guard let rules = PluralRules(language: language.primary) else {
            missing = ["any number, as the plural rules of \(language) are not known: give it x-plural \"any\""]
            return
        }
        missing = Self.combinations(of: slots, rules.spokenCategories).filter { numbers in
            !templates.contains { template in
                numbers.allSatisfy { template.condition.accepts($0.category, for: $0.slot) }
            }
        }.map { $0.map { "\($0.slot):\($0.category.rawValue)" }.joined(separator: ", ") }
    }

    /// Combines at most six categories of each of the first three slots.
    private static func combinations(
        of slots: [String], _ categories: [PluralCategory]
    ) -> [[(slot: String, category: PluralCategory)]] {
        slots.prefix(3).reduce([[]]) { found, slot in
            found.flatMap { before in categories.map { before + [(slot, $0)] } }
        }
    }
}

extension PluralRules {
    /// The categories that a book must cover: in Arabic neither `zero`, because nothing is counted zero times, nor
    /// `other`, which begins at a hundred.
    fileprivate var spokenCategories: [PluralCategory] {
        wholeCategories.filter { category in
            language != "ar" || (category != .zero && category != .other)
        }
    }
}
