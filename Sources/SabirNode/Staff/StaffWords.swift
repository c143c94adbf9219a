import Foundation
import Logging
import SabirTranslation

/// Words for staff in all languages (`share/names/staff.json`), which no visitor's name may be.
package struct StaffWords: Sendable {
    private let looks: Set<String>

    init(_ words: some Sequence<String>) { looks = Set(words.flatMap { ConfusableName.bareKeys(of: $0) }) }

    /// Without the file no word is reserved, which is logged.
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

    /// Whether a name is one of the words, with or without a number after it.
    package func contain(_ name: String) -> Bool {
        guard var word = ConfusableName.bare(name) else { return false }
        while word.last?.isNumber == true { word.removeLast() }
        return !word.isEmpty && ConfusableName.keys(of: word).contains { looks.contains($0) }
    }
}
