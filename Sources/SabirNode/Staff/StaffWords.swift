import Foundation
import Logging
import SabirTranslation

/// The words by which people are told of staff, in all languages (`share/names/staff.json`): no visitor's name.
package struct StaffWords: Sendable {
    private let looks: Set<String>

    init(_ words: some Sequence<String>) { looks = Set(words.flatMap { ConfusableName.bareKeys(of: $0) }) }

    /// Without the file no word is kept for staff, and the log says so.
    package init(readingFrom dataFolder: String?, logger: Logger) {
        let path = (dataFolder ?? "share") + "/names/staff.json"
        let read = FileManager.default.contents(atPath: path).flatMap {
            try? JSONDecoder().decode([String: [String]].self, from: $0)
        }
        if read == nil {
            logger.warning("\(path) is missing or is no list of words: visitors may be called \"Staff\" here.")
        }
        self.init((read ?? [:]).values.joined())
    }

    /// Whether a name is one of them, with a number behind it or without.
    package func contain(_ name: String) -> Bool {
        guard var word = ConfusableName.bare(name) else { return false }
        while word.last?.isNumber == true { word.removeLast() }
        return !word.isEmpty && ConfusableName.keys(of: word).contains { looks.contains($0) }
    }
}
