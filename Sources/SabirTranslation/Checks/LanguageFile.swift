import Foundation

/// One language's data file; `share/languages/README.md` explains each key.
struct LanguageFile: Decodable {
    enum Key: Int, CodingKey, CaseIterable {
        case language, script, decimal, foreignLetters, relatives
        case numbers, weakNumbers, ordinals, multipliers
        case units, months, weekdays
        // From here on, lists of phrases.
        case joiners, monthSigns, weakMonths, weakWeekdays
        case morning, afternoon, night, beforeClock, afterClock
        case negation, negationConcord, negationParticle, negationLight, negationSoft, negationLast
        case until, untilAfter, only, except, alternatives
        case stop, stopSoft, obligation, permission, clauses, neutral

        static let lists = allCases.drop { $0 != .joiners }
        /// Lists that most languages do without.
        static let optional: Set = [
            negationParticle, negationLight, negationLast, until, untilAfter, only, except, alternatives,
        ]

        /// Always nil, so that errors name the key.
        var intValue: Int? { nil }
    }

    let language: String
    let script: String
    let decimal: String
    let foreignLetters: String
    let relatives: [String]
    let numbers: [String: Double]
    let weakNumbers: [String: Double]
    let ordinals: [String: Double]
    let multipliers: [String: Double]
    let units: [String: [String]]
    let months: [[String]]
    let weekdays: [[String]]
    private(set) var lists: [Key: [String]] = [:]

    init(from decoder: Decoder) throws {
        try AnyKey.refuseUnknown(Key.self, decoder)
        let values = try decoder.container(keyedBy: Key.self)
        func read<Value: Decodable>(_ key: Key) throws -> Value { try values.decode(Value.self, forKey: key) }
        (language, script, decimal) = (try read(.language), try read(.script), try read(.decimal))
        (foreignLetters, relatives) = (try read(.foreignLetters), try read(.relatives))
        (numbers, weakNumbers) = (try read(.numbers), try read(.weakNumbers))
        (ordinals, multipliers) = (try read(.ordinals), try read(.multipliers))
        (units, months, weekdays) = (try read(.units), try read(.months), try read(.weekdays))
        for key in Key.lists {
            lists[key] =
                try Key.optional.contains(key)
                ? values.decodeIfPresent([String].self, forKey: key) : values.decode([String].self, forKey: key)
        }
    }
}

extension LanguageFile {
    static func read(_ bytes: Data, at path: String) throws(LanguageDataError) -> LanguageFile {
        let file = try StrictJSON.decode(LanguageFile.self, from: bytes, at: path)
        if let problem = file.problem { throw .wrong(path, problem) }
        return file
    }

    private var problem: String? {
        if ![".", ",", "./", ",/"].contains(decimal) {
            return "'decimal' must be a full stop or a comma, with or without '/' behind it"
        }
        if months.count != 12 { return "'months' must hold 12 lists" }
        if weekdays.count != 7 { return "'weekdays' must hold 7 lists" }
        if Script(rawValue: script) == nil { return "'script' is \(script), which no check knows" }
        if let unit = units.keys.first(where: { !Units.all.contains($0) }) { return "no such unit as '\(unit)'" }
        return nil
    }
}
