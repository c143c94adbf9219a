import SabirProtocol
import Testing

@testable import SabirTranslation

/// The languages' data that come with the program, read once for all tests of a process: it takes a second.
enum ShippedLanguages {
    static let checker = Result { LineChecker(data: try LanguageData.load(from: DataFolder.languages)) }

    /// What a line is doubted for.
    static func kinds(
        _ from: String, _ source: String, _ to: String, _ translation: String
    ) throws -> [TranslationWarning.Kind] {
        try checker.get().warnings(
            source: source, from: try #require(LanguageTag(from)), translation: translation,
            to: try #require(LanguageTag(to))
        ).map(\.kind)
    }
}
