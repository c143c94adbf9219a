import SabirCore
import SabirProtocol

/// What the checks know of languages: a folder of JSON files, one for each language, validated at once. A language's
/// rules, some hundred kilobytes, are built when its first line is checked, and its lexicon is read only then.
package struct LanguageData: Sendable {
    private var rules: [String: OnDemand<LanguageRules>] = [:]
    /// The model for omissions. Nil without its file, like the values below: lines are then judged by length alone.
    private var omissions: OmissionModel?
    private var lexicons: [String: OnDemand<Lexicon>] = [:]
    private(set) var profiles: OnDemand<LanguageProfiles>?
    private(set) var medicines: OnDemand<MedicineNames>?
    private(set) var care: CareWords?
    private(set) var concepts: Concepts?

    /// Knows no language. Checks that need no language data still run.
    package static let none = LanguageData()

    private init() {}

    /// Primary subtags, sorted.
    package var languages: [String] { rules.keys.sorted() }

    package static func load(from folder: String) throws(LanguageDataError) -> LanguageData {
        var data = LanguageData()
        for path in try StrictJSON.files(in: folder) {
            let bytes = try StrictJSON.bytes(of: path)
            let language = try LanguageFile.read(bytes, at: path).language
            // The file was read without errors before.
            let made = OnDemand { (try? LanguageFile.read(bytes, at: path)).map(LanguageRules.init) ?? .unknown }
            guard data.rules.updateValue(made, forKey: language) == nil else {
                throw .wrong(path, "another file is of the language '\(language)' too")
            }
            data.lexicons[language] = Lexicon.read("\(folder)/lexicon/\(language).txt")
        }
        data.omissions = try StrictJSON.decodeIfPresent(OmissionModel.self, at: "\(folder)/shape/omissions.json")
        data.profiles = try StrictJSON.decodeIfPresent(LanguageProfiles.File.self, at: "\(folder)/shape/profiles.json")
            .map { file in OnDemand { LanguageProfiles(file) } }
        data.medicines = try MedicineNames.read("\(folder)/shape/medicines.json")
        data.care = try StrictJSON.decodeIfPresent(CareWords.self, at: "\(folder)/care/words.json")
        data.concepts = try Concepts.read("\(folder)/concepts/words.json")
        return data
    }

    /// A line with all that the data know of its words.
    func line(_ text: String, in tag: LanguageTag) -> CheckedLine {
        CheckedLine(text, rules(for: tag), lexicons[String(tag.primary)]?.value)
    }

    /// The rules of a tag's language, which serve all its variants.
    func rules(for tag: LanguageTag) -> LanguageRules { rules[String(tag.primary)]?.value ?? .unknown }

    func knows(_ tag: LanguageTag) -> Bool { rules[String(tag.primary)] != nil }

    /// Nil if one of the languages was not learnt.
    func omissionLaw(from: LanguageTag, to: LanguageTag) -> OmissionLaw? {
        guard let omissions, let ours = omissions.languages[String(from.primary)],
            let theirs = omissions.languages[String(to.primary)]
        else { return nil }
        return OmissionLaw(model: omissions, from: ours, to: theirs)
    }
}
