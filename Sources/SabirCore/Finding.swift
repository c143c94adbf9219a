/// One result of `sabir doctor`.
package struct Finding: Hashable, Sendable {
    /// How urgent a finding is, in rising order.
    package enum Level: String, CaseIterable, Codable, Comparable, Sendable {
        case ok
        /// Fine, but worth knowing.
        case note
        case wrong
        /// No node runs or can start this way, or messages are lost.
        case severe

        package static func < (first: Self, second: Self) -> Bool { first.rank < second.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self)! }  // all cases include this one
    }

    /// The area that was checked, named alike on every machine.
    package let area: String
    /// Which one of several was checked, such as an engine or an interface.
    package let subject: String?
    package let level: Level
    /// One plain sentence.
    package let words: RedactableText
    /// The command that mends the finding, if one is known.
    package let remedy: RedactableText?

    package init(
        _ area: String, of subject: String? = nil, _ level: Level, _ words: RedactableText,
        remedy: RedactableText? = nil
    ) {
        (self.area, self.subject, self.level, self.words, self.remedy) = (area, subject, level, words, remedy)
    }

    package var name: String { [area, subject].compactMap(\.self).joined(separator: " ") }
    package var isFine: Bool { level < .wrong }
    package var isNote: Bool { level == .note }
    package var sentence: String { words.description }
    package var mend: String? { remedy?.description }
}
