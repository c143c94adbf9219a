import Foundation

/// One language's file of advice; `share/languages/README.md` explains each key.
struct AdviceFile: Decodable, Sendable {
    let language: String
    /// Words that begin a clause, besides those in the language's other file.
    let clauses: [String]
    /// Words that mark a sentence about an amount to take.
    let doses: [String]
    /// Words that may follow a number without being counted.
    let follows: [String]
    /// The words of `follows` that begin a rhythm: "every". With other words between, two numbers may be a span: "1 to
    /// 2".
    let every: [String]
    /// Words before a number that is a name: "room".
    let numbered: [String]
    let impersonal: [String]
    let idioms: [String]
    /// Pairs of a hard word and its plain wording.
    let plain: [[String]]

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case language, clauses, doses, follows, every, numbered, impersonal, idioms, plain
    }

    init(from decoder: Decoder) throws {
        try AnyKey.refuseUnknown(CodingKeys.self, decoder)
        let values = try decoder.container(keyedBy: CodingKeys.self)
        language = try values.decode(String.self, forKey: .language)
        func list(_ key: CodingKeys) throws -> [String] { try values.decode([String].self, forKey: key) }
        (clauses, doses, follows) = (try list(.clauses), try list(.doses), try list(.follows))
        (every, numbered) = (try list(.every), try list(.numbered))
        (impersonal, idioms) = (try list(.impersonal), try list(.idioms))
        plain = try values.decode([[String]].self, forKey: .plain)
    }

    static func read(_ path: String) throws(LanguageDataError) -> AdviceFile {
        let file: AdviceFile = try decode(path)
        if let problem = file.problem { throw wrong(path, problem) }
        return file
    }

    /// Decodes a file of which advice is made.
    static func decode<Value: Decodable>(_ path: String) throws(LanguageDataError) -> Value {
        let bytes = try StrictJSON.bytes(of: path)
        do { return try JSONDecoder().decode(Value.self, from: bytes) } catch {
            throw wrong(path, (error as? DecodingError).map(StrictJSON.sentence) ?? "it is no JSON")
        }
    }

    private static func wrong(_ path: String, _ what: String) -> LanguageDataError {
        LanguageDataError(
            description: "The advice in \(path) is wrong: \(what). Correct the file, or install it again.")
    }

    private var problem: String? {
        let lists: KeyValuePairs = [
            "clauses": clauses, "doses": doses, "follows": follows, "every": every, "numbered": numbered,
            "impersonal": impersonal, "idioms": idioms, "plain": plain.compactMap(\.first),
        ]
        for (key, phrases) in lists {
            var seen: Set<String> = []
            for phrase in phrases {
                guard let parts = PhraseList.parts(of: phrase) else { return "'\(phrase)' in '\(key)' is no phrase" }
                if !seen.insert(parts.map(\.text).joined(separator: " ")).inserted {
                    return "'\(phrase)' stands twice in '\(key)'"
                }
            }
        }
        for pair in plain where pair.count != 2 || pair.contains(where: { $0.allSatisfy(\.isWhitespace) }) {
            return "'\(pair.first ?? "")' in 'plain' is no pair of a hard word and a plainer one"
        }
        return nil
    }
}

/// The parts of the language's file for the checks that advice uses.
struct AdvicePhrases: Decodable, Sendable {
    let clauses: [String]
    let units: [String: [String]]
    let beforeClock: [String]
    let months: [[String]]
    let weekdays: [[String]]
}
