import SabirCore
import SabirProtocol

/// What the checks know of languages: a folder of JSON files, one for each language, validated at once. A language's
/// rules, some hundred kilobytes, are built when its first line is checked, and its lexicon is read only then.
package struct LanguageData: Sendable {
    private let rules: [String: OnDemand<LanguageRules>]
    private let omissions: OnDemand<OmissionLaws>?
    private let lexicons: [String: OnDemand<Lexicon>]
    private let lazyProfiles: OnDemand<LanguageProfiles>?
    private let lazyMedicines: OnDemand<MedicineNames>?
    private let lazyCare: OnDemand<CareWords>?
    private let lazyConcepts: OnDemand<Concepts>?

    /// Knows no language. Checks that need no language data still run.
    package static let none = LanguageData(
        rules: [:], omissions: nil, lexicons: [:], lazyProfiles: nil, lazyMedicines: nil, lazyCare: nil,
        lazyConcepts: nil)

    /// Primary subtags, sorted.
    package var languages: [String] { rules.keys.sorted() }

    package static func load(from folder: String) throws(LanguageDataError) -> LanguageData {
        var rules: [String: OnDemand<LanguageRules>] = [:]
        for path in try StrictJSON.files(in: folder) {
            let bytes = try StrictJSON.bytes(of: path)
            let language = try LanguageFile.read(bytes, at: path).language
            // The file was read without errors before.
            let made = OnDemand { (try? LanguageFile.read(bytes, at: path)).map(LanguageRules.init) ?? .unknown }
            guard rules.updateValue(made, forKey: language) == nil else {
                throw .wrong(path, "another file is of the language '\(language)' too")
            }
        }
        // Without it, lines are judged by length alone.
        let omissions = try StrictJSON.decodeIfPresent(OmissionModel.self, at: "\(folder)/shape/omissions.json")
        var lexicons: [String: OnDemand<Lexicon>] = [:]
        for language in rules.keys.sorted() {
            lexicons[language] = Lexicon.read("\(folder)/lexicon/\(language).txt")
        }
        return LanguageData(
            rules: rules, omissions: omissions.map { model in OnDemand { OmissionLaws(model) } }, lexicons: lexicons,
            lazyProfiles: try LanguageProfiles.read("\(folder)/shape/profiles.json"),
            lazyMedicines: try MedicineNames.read("\(folder)/shape/medicines.json"),
            lazyCare: try CareWords.read("\(folder)/care/words.json"),
            lazyConcepts: try Concepts.read("\(folder)/concepts/words.json"))
    }

    /// The rules of a tag's language, which serve all its variants.
    func rules(for tag: LanguageTag) -> LanguageRules { rules[String(tag.primary)]?.value ?? .unknown }

    func knows(_ tag: LanguageTag) -> Bool { rules[String(tag.primary)] != nil }

    /// Nil if no language was learnt.
    var profiles: LanguageProfiles? { lazyProfiles?.value }

    /// Nil if there is no file of medicines.
    var medicines: MedicineNames? { lazyMedicines?.value }

    /// Nil if its file does not exist.
    var care: CareWords? { lazyCare?.value }

    /// Nil if its file does not exist.
    var concepts: Concepts? { lazyConcepts?.value }

    /// Nil if one of the languages was not learnt.
    func omissionLaw(from: LanguageTag, to: LanguageTag) -> OmissionLaw? {
        omissions?.value.law(from: from, to: to, (lexicon(of: from), lexicon(of: to)))
    }

    private func lexicon(of tag: LanguageTag) -> Lexicon { lexicons[String(tag.primary)]?.value ?? .empty }
}
