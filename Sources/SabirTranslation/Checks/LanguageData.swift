import SabirCore
import SabirProtocol

/// What the checks know of languages, read once from a folder of JSON files, one a language.
package struct LanguageData: Sendable {
    private let rules: [String: LanguageRules]
    /// Another one after any change to the files it was read from; "" without files.
    let version: String

    /// Knows no language: what needs none is still checked.
    package static let none = LanguageData(rules: [:], version: "")

    private init(rules: [String: LanguageRules], version: String) {
        self.rules = rules
        self.version = version
    }

    /// Primary subtags, in order.
    package var languages: [String] { rules.keys.sorted() }

    package static func load(from folder: String) throws(LanguageDataError) -> LanguageData {
        var rules: [String: LanguageRules] = [:]
        var hash = FNV1a()
        for path in try StrictJSON.files(in: folder) {
            let bytes = try StrictJSON.bytes(of: path)
            let file = try LanguageFile.read(bytes, at: path)
            hash.add(bytes)
            guard rules.updateValue(LanguageRules(file), forKey: file.language) == nil else {
                throw .wrong(path, "another file is of the language '\(file.language)' too")
            }
        }
        return LanguageData(rules: rules, version: hash.digits)
    }

    /// A language's data serve all its variants.
    func rules(for tag: LanguageTag) -> LanguageRules { rules[String(tag.primary)] ?? .unknown }
}
