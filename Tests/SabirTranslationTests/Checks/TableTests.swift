import Foundation
import SabirProtocol
import Testing

@testable import SabirTranslation

/// What the checks find in pairs of lines of which it is known whether they are right.
@Suite struct TableTests {
    struct Table: Sendable, CustomTestStringConvertible {
        var name: String
        /// Any of these is what the damage should raise.
        var kinds: Set<TranslationWarning.Kind>

        var testDescription: String { name }
    }

    static let quantities: Set<TranslationWarning.Kind> = [.numbers, .units, .times, .dates, .percentages]
    static let tables = [
        Table(name: "numbers", kinds: quantities),
        Table(name: "units", kinds: quantities),
        Table(name: "times", kinds: quantities),
        Table(name: "negation", kinds: [.negation, .stopCue]),
        Table(name: "denials", kinds: [.negation, .stopCue]),
        Table(name: "everyday", kinds: quantities.union([.negation, .stopCue])),
        // Two numbers in each other's place: `order.py`.
        Table(name: "order", kinds: quantities),
        Table(name: "talk", kinds: quantities.union([.negation, .stopCue])),
        // Right lines only, of a clinic's words: `clinic.py`.
        Table(name: "clinic", kinds: []),
        Table(name: "shape", kinds: [.empty, .echoed, .length, .omission, .script]),
        // Those of all tables that have Chinese in them, in Traditional letters: `opencc -c s2tw.json`.
        Table(
            name: "traditional",
            kinds: quantities.union([.negation, .stopCue, .empty, .echoed, .length, .omission, .script])),
    ]

    @Test(arguments: tables) func noDamagePassesAndFewRightLinesAreDoubted(_ table: Table) throws {
        let checker = try ShippedLanguages.checker.get()
        let pairs = try Pair.read(table.name)
        var missed: [String] = []
        var doubted: [String] = []
        for pair in pairs {
            let found = Set(pair.warnings(checker).map(\.kind))
            if pair.isRight {
                if !found.isEmpty { doubted.append("\(pair) \(pair.warnings(checker).map(\.text))") }
            } else if found.isDisjoint(with: table.kinds) {
                missed.append("\(pair) \(found)")
            }
        }
        let right = pairs.count(where: \.isRight)
        let share = Double(doubted.count) / Double(right) * 100
        print(
            "\(table.name): \(pairs.count) pairs; \(missed.count) of \(pairs.count - right) damaged unflagged; "
                + "\(doubted.count) of \(right) right ones flagged (\(String(format: "%.1f", share)) %)")
        for line in doubted { print("doubted \(table.name): \(line)") }
        #expect(pairs.count >= 300)
        #expect(missed.isEmpty, "\(missed.joined(separator: "\n"))")
        #expect(share <= 3, "\(doubted.joined(separator: "\n"))")
    }

    /// Written before the data of these languages and not tuned on, in either of its languages: what a house meets.
    @Test(arguments: ["pl", "tr", "fa", "bn"]) func talkThatNobodyTunedOnIsJudgedNearlyAsWell(_ language: String) throws
    {
        let checker = try ShippedLanguages.checker.get()
        let pairs = try Pair.read("talk-held-out").filter { [$0.from, $0.to].contains { $0.primary == language } }
        let (right, damaged) = (pairs.filter(\.isRight), pairs.filter { !$0.isRight })
        let doubted = right.count { !$0.warnings(checker).isEmpty }
        let missed = damaged.count { $0.warnings(checker).isEmpty }
        print(
            "talk-held-out \(language): \(missed) of \(damaged.count) damaged unflagged; "
                + "\(doubted) of \(right.count) right ones flagged")
        #expect(right.count >= 150 && damaged.count >= 150)
        #expect(Double(missed) <= Double(damaged.count) * 0.1)
        #expect(Double(doubted) <= Double(right.count) * 0.1)
    }
}

/// Folders of data as they lie in the repository.
enum DataFolder {
    static let languages = root + "/share/languages"
    static let warnings = root + "/share/warnings"
    static let topics = root + "/share/topics"
    static let tables = #filePath.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/Tables"

    private static let root = #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" }
}

/// A row of a table.
struct Pair: Sendable, CustomStringConvertible {
    var verdict: String
    var from: LanguageTag
    var to: LanguageTag
    var source: String
    var translation: String

    var isRight: Bool { verdict == "ok" }
    var description: String { "[\(verdict)] \(from)→\(to) «\(source)» «\(translation)»" }

    func warnings(_ checker: LineChecker) -> [TranslationWarning] {
        checker.warnings(source: source, from: from, translation: translation, to: to)
    }

    static func read(_ table: String) throws -> [Pair] {
        let text = try String(contentsOfFile: "\(DataFolder.tables)/\(table).tsv", encoding: .utf8)
        return try text.split(separator: "\n").map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            try #require(cells.count == 5, "\(line)")
            return Pair(
                verdict: cells[0], from: try #require(LanguageTag(cells[1])), to: try #require(LanguageTag(cells[2])),
                source: cells[3], translation: cells[4])
        }
    }
}
