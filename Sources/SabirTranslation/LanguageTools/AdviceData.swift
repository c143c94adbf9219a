import Foundation
import SabirCore
import SabirProtocol

/// The data for advice on drafts: a file for each language in `share/languages/advice`, read when a draft in that
/// language is first checked.
package struct AdviceData: Sendable {
    private let rules: [String: OnDemand<AdviceRules>]
    /// Whether a word is a unit or a medicine in any language, and so never replaced by a suggestion.
    package let isDoseWord: @Sendable (String) -> Bool

    /// Without files, only advice that is the same in every language is given.
    package static let none = AdviceData(rules: [:]) { _ in false }

    private init(rules: [String: OnDemand<AdviceRules>], isDoseWord: @escaping @Sendable (String) -> Bool) {
        (self.rules, self.isDoseWord) = (rules, isDoseWord)
    }

    /// Lists the folder without reading the files.
    ///
    /// - Parameters:
    ///   - folder: `share/languages`.
    ///   - tell: receives each missing, unreadable or faulty file once; its language gets no advice from it.
    package init(
        in folder: String, tell: @escaping @Sendable (LanguageDataError) -> Void,
        isDoseWord: @escaping @Sendable (String) -> Bool = { _ in false }
    ) {
        self.isDoseWord = isDoseWord
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/advice")) ?? []
        let languages = names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.map { String($0.dropLast(5)) }
        rules = Dictionary(
            uniqueKeysWithValues: languages.map { language in
                let made = OnDemand { () -> AdviceRules in
                    do throws(LanguageDataError) { return try Self.read(language, in: folder) } catch {
                        tell(error)
                        return .none
                    }
                }
                return (language, made)
            })
    }

    /// The files' languages, sorted.
    package var languages: [String] { rules.keys.sorted() }

    static func read(_ language: String, in folder: String) throws(LanguageDataError) -> AdviceRules {
        let path = "\(folder)/advice/\(language).json"
        let file = try AdviceFile.read(path)
        guard file.language == language else {
            throw LanguageDataError(
                description:
                    "The advice in \(path) is wrong: it is of the language '\(file.language)'. Rename the file.")
        }
        // Simplified and Traditional Chinese share one file of the checks.
        return AdviceRules(file, try AdviceFile.decode("\(folder)/\(language.prefix { $0 != "-" }).json"))
    }

    /// The rules for a tag; a language's rules serve all variants without a file of their own.
    func rules(for tag: LanguageTag) -> AdviceRules {
        tag.catalogueNames.lazy.compactMap { rules[$0] }.first?.value ?? .none
    }
}

/// One language's advice, prepared for searching.
struct AdviceRules: Sendable {
    private(set) var clauses = PhraseList.none
    private(set) var doses = PhraseList.none
    private(set) var follows = PhraseList.none
    private(set) var every = PhraseList.none
    private(set) var numbered = PhraseList.none
    private(set) var units = PhraseList.none
    private(set) var impersonal = PhraseList.none
    private(set) var idioms = PhraseList.none
    private(set) var hardWords = PhraseList.none
    /// The plain wording of each of `hardWords`.
    private(set) var plainWords: [String] = []

    static let none = AdviceRules()

    private init() {}

    init(_ file: AdviceFile, _ phrases: AdvicePhrases) {
        clauses = PhraseList(phrases.clauses + file.clauses)
        doses = PhraseList(file.doses)
        follows = PhraseList(file.follows + file.every)
        every = PhraseList(file.every)
        numbered = PhraseList(
            file.numbered + phrases.beforeClock + phrases.months.joined() + phrases.weekdays.joined())
        units = PhraseList(phrases.units.flatMap { [$0.key] + $0.value })
        impersonal = PhraseList(file.impersonal)
        idioms = PhraseList(file.idioms)
        hardWords = PhraseList(file.plain.map { $0[0] })
        plainWords = file.plain.map { $0[1] }
    }
}
