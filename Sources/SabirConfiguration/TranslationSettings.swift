import SabirTranslation

/// `[translation]`: whether this node translates, and with which engines.
package struct TranslationSettings: Sendable, Equatable {
    package var enabled = true
    /// Directions that use set sentences only, at most 100.
    package var phrasesOnly: [LanguagePair] = []
    /// Whether lines with numbers, negations or words of care are translated a second time for comparison.
    package var secondLook = SecondLookPolicy.Mode.on
    /// 1 to 600.
    var secondLooksPerMinute = 30
    /// In order of preference.
    package var endpoints = EndpointConfiguration.defaults
}

extension TranslationSettings {
    package var secondLooks: SecondLookPolicy { SecondLookPolicy(mode: secondLook, perMinute: secondLooksPerMinute) }
}

extension TranslationSettings: ConfigurationSection {
    static let maximumEndpoints = 32

    static var keys: [SectionKey<Self>] {
        [
            .value("enabled", \.enabled, .flag),
            .list("phrases_only", \.phrasesOnly, .pair, count: 0...100, isLive: true),
            .value("second_look", \.secondLook, .word, isLive: true),
            .value("second_looks_per_minute", \.secondLooksPerMinute, .whole(1...600), isLive: true),
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

/// Keeps the engines' keys out of every printed form of a configuration.
extension TranslationSettings: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String {
        "enabled: \(enabled), endpoints: \(spokenEndpoints)"
    }

    package var debugDescription: String { description }

    package var customMirror: Mirror {
        Mirror(self, children: ["enabled": enabled, "endpoints": spokenEndpoints])
    }

    private var spokenEndpoints: [String] {
        endpoints.map { "\($0.name) (\($0.kind.rawValue), \($0.url)\($0.key == nil ? "" : ", with a key"))" }
    }
}
