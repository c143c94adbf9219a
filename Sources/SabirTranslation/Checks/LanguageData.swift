import SabirWire

/// What the checks know of languages, read once from a folder of JSON files, one a language.
package struct LanguageData: Sendable {
    private let rules: [String: LanguageRules]

    /// Knows no language: what needs none is still checked.
    package static let none = LanguageData(rules: [:])

    private init(rules: [String: LanguageRules]) { self.rules = rules }

    /// Primary subtags, in order.
    package var languages: [String] { rules.keys.sorted() }

    package static func load(from folder: String) throws(LanguageDataError) -> LanguageData {
        var rules: [String: LanguageRules] = [:]
        for path in try StrictJSON.files(in: folder) {
            let file = try LanguageFile.read(path)
            guard rules.updateValue(LanguageRules(file), forKey: file.language) == nil else {
                throw .wrong(path, "another file is of the language '\(file.language)' too")
            }
        }
        return LanguageData(rules: rules)
    }

    /// A language's data serve all its variants.
    func rules(for tag: LanguageTag) -> LanguageRules { rules[String(tag.primary)] ?? .unknown }
}
