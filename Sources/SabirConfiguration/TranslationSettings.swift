import SabirTranslation

/// `[translation]`: whether this node translates, and with which engines.
package struct TranslationSettings: Sendable, Equatable {
    package var enabled = true
    /// Directions that use set sentences only, at most 100.
    package var phrasesOnly: [LanguagePair] = []
    /// Whether lines with numbers, negations or words of care are translated a second time for comparison.
    package var secondLooks = SecondLookPolicy()
    /// The engines, in order of preference.
    package var endpoints = EndpointConfiguration.defaults
}

extension TranslationSettings: ConfigurationSection {
    static let maximumEndpoints = 32

    static var keys: [SectionKey<Self>] {
        [
            .value("enabled", \.enabled, .flag),
            .list("phrases_only", \.phrasesOnly, .pair, count: 0...100, isLive: true),
            .value("second_look", \.secondLooks.mode, .word, isLive: true),
            .value("second_looks_per_minute", \.secondLooks.perMinute, .whole(1...600), isLive: true),
            .tables(
                "endpoint", \.endpoints, blank: EndpointTable(), atMost: maximumEndpoints, isLive: true,
                make: { table, path, reader in table.endpoint(at: path, in: &reader) }),
        ]
    }

    static var formerKeys: [String: String] {
        let instead = "10,000 translated lines are kept, in memory alone; take this line out"
        return ["disk_cache": instead, "disk_cache_days": instead, "disk_cache_megabytes": instead]
    }
}
