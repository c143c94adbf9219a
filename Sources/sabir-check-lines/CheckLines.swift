import Foundation
import SabirProtocol
import SabirTranslation

/// Puts pairs of lines through the checks, for `scripts/bench/trust`: JSON lines from standard input, an answer to each
/// on standard output. Apart from `sabir`, as it is built in a fraction of the time.
///
///     sabir-check-lines share/languages < pairs
///     sabir-check-lines share/languages evidence < pairs
///     sabir-check-lines share/languages stems < texts
///
/// With "evidence" the answers are what speaks for an omission, after a line with its names; with "stems" those of each
/// `text` in `language`, as lexicons have them.
@main struct CheckLines {
    struct Pair: Decodable {
        var source: String
        var from: String
        var translation: String
        var to: String
    }

    struct Text: Decodable {
        var text: String
        var language: String
    }

    struct Answer: Encodable {
        /// Whether both languages' data are there: without, most checks are not made.
        var checked: Bool
        var warnings: [Warning]
        /// Time that the checks of this pair took.
        var nanoseconds: Int64
    }

    struct Warning: Encodable {
        var kind: String
        var words: [String]
        var counterparts: [String]
    }

    static func main() throws {
        let folder = CommandLine.arguments.dropFirst().first ?? "share/languages"
        let checker = LineChecker(data: try LanguageData.load(from: folder))
        let (decoder, encoder, clock) = (JSONDecoder(), JSONEncoder(), ContinuousClock())
        let mode = CommandLine.arguments.dropFirst(2).first
        guard mode != "stems" else {
            while let line = readLine() {
                let text = try decoder.decode(Text.self, from: Data(line.utf8))
                let stems = checker.stems(of: text.text, in: LanguageTag(text.language))
                print(String(decoding: try encoder.encode(stems), as: UTF8.self))
            }
            return
        }
        let onlyEvidence = mode == "evidence"
        if onlyEvidence { print(String(decoding: try encoder.encode(LineChecker.signs), as: UTF8.self)) }
        while let line = readLine() {
            let pair = try decoder.decode(Pair.self, from: Data(line.utf8))
            guard let from = LanguageTag(pair.from), let to = LanguageTag(pair.to) else {
                FileHandle.standardError.write(
                    Data("\(pair.from) or \(pair.to) is no language tag: write such as \"es\".\n".utf8))
                exit(2)
            }
            guard !onlyEvidence else {
                let found = checker.evidence(source: pair.source, from: from, translation: pair.translation, to: to)
                print(String(decoding: try encoder.encode(found), as: UTF8.self))
                continue
            }
            var found: [TranslationWarning] = []
            let time = clock.measure {
                found = checker.warnings(source: pair.source, from: from, translation: pair.translation, to: to)
            }
            let answer = Answer(
                checked: checker.knows(from) && checker.knows(to),
                warnings: found.map { Warning(kind: $0.kind.rawValue, words: $0.words, counterparts: $0.counterparts) },
                nanoseconds: time.components.seconds * 1_000_000_000 + time.components.attoseconds / 1_000_000_000)
            print(String(decoding: try encoder.encode(answer), as: UTF8.self))
        }
    }
}
