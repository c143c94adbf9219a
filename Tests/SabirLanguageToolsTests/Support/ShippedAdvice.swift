import Foundation
import SabirProtocol
import Testing

@testable import SabirTranslation

/// What comes with the program, as it lies in the sources.
enum ShippedAdvice {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    static let folder = root.appending(path: "share/languages").path

    static let data = AdviceData(in: folder) { Issue.record("\($0)") }

    /// All advice of one kind on a text.
    static func words(
        _ kind: DraftAdvice.Kind, in text: String, _ language: String, isStaffs: Bool = false
    ) throws -> [String] {
        let tag = try #require(LanguageTag(language))
        let advice = DraftReview.advice(on: text, in: tag, knowing: data, isStaffs: isStaffs)
        return advice.first { $0.kind == kind }?.words ?? []
    }

    /// Sentences that nobody wrote for this: those of the phrasebook for clinics, with numbers in their slots.
    static func phrasebook(_ language: String) throws -> [String] {
        let book = try String(contentsOf: root.appending(path: "share/phrasebook/clinic.tmx"), encoding: .utf8)
        return book.matches(of: try Regex("<tuv xml:lang=\"\(language)\">\\s*<seg>([^<]*)</seg>"))
            .compactMap { $0.output[1].substring.map { String($0).replacing(/\{\w+\}/, with: "12") } }
    }

    /// What people say at a clinic, an office or a school: the originals of the tables by which the checks are judged.
    static func talk(_ language: String) throws -> Set<String> {
        var sentences: Set<String> = []
        for name in ["everyday", "talk", "talk-held-out", "times", "units", "numbers", "negation"] {
            let path = "Tests/SabirTranslationTests/Checks/Tables/\(name).tsv"
            let table = try String(contentsOf: root.appending(path: path), encoding: .utf8)
            for row in table.split(separator: "\n").map({ $0.split(separator: "\t", omittingEmptySubsequences: false) })
            where row.count > 3 && row[0] == "ok" && row[1] == language {
                sentences.insert(String(row[3]))
            }
        }
        return sentences
    }

    /// What the page says, of `language`.
    static func catalogue(_ language: String) throws -> [String] {
        let bytes = try Data(contentsOf: root.appending(path: "share/web/catalogues/\(language).json"))
        let sentences = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
        let texts = sentences.values.flatMap { value -> [String] in
            if let text = value as? String { return [text] }
            return (value as? [String: String]).map { Array($0.values) } ?? []
        }
        return texts.map { $0.replacing(/\{\w+\}/, with: "12") }
    }
}
