import SabirWire

/// The languages on offer, each with what its reader can count on. An answer holds until an engine comes or goes.
actor OutlookDesk {
    private static let capacity = 64

    private let house: any WebHouse
    nonisolated let offered: [LanguageTag]
    private var known: [Set<LanguageTag>: [LanguageJSON]] = [:]
    private var generation = 0

    init(house: any WebHouse, offered: [LanguageTag]) {
        self.house = house
        self.offered = offered
    }

    func engineChanged() {
        generation += 1
        known = [:]
    }

    /// Every language on offer, with the outlook where `present` are the languages written.
    func languages(among present: Set<LanguageTag>) async -> [LanguageJSON] {
        if let languages = known[present] { return languages }
        let asked = generation
        let sorted = present.sorted { $0.description < $1.description }
        var languages: [LanguageJSON] = []
        for lang in offered {
            languages.append(LanguageJSON(lang, outlook: await house.outlook(for: lang, among: sorted)))
        }
        guard asked == generation else { return languages }
        if known.count >= Self.capacity { known = [:] }
        known[present] = languages
        return languages
    }

    /// The language on offer that stands for a tag: itself, or one that the same people read. Nil where none does.
    nonisolated func offer(for tag: LanguageTag) -> LanguageTag? {
        offered.contains(tag) ? tag : offered.first { $0.reads(tag) }
    }
}
