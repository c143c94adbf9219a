import Foundation

/// One language's data as its file has them; `share/languages/README.md` explains each key.
struct LanguageFile: Decodable {
    var language: String
    /// ISO 15924: `Latn`, `Cyrl`, `Arab`, `Deva`, `Hans`.
    var script: String
    var decimal: String
    /// Letters of the same script that this language never writes.
    var foreignLetters: String
    /// Languages so near that whole sentences may be alike.
    var relatives: [String]
    /// What makes a month's name of the number before it: 月.
    var monthSigns: [String]
    var numbers: [String: Double]
    var weakNumbers: [String: Double]
    var ordinals: [String: Double]
    var multipliers: [String: Double]
    var joiners: [String]
    var units: [String: [String]]
    /// Twelve lists, January first.
    var months: [[String]]
    var weakMonths: [String]
    /// Seven lists, Monday first.
    var weekdays: [[String]]
    var weakWeekdays: [String]
    var morning: [String]
    var afternoon: [String]
    var night: [String]
    var beforeClock: [String]
    var afterClock: [String]
    var negation: [String]
    var negationConcord: [String]
    var negationSoft: [String]
    var stop: [String]
    var stopSoft: [String]
    var clauses: [String]
    /// Phrases that hold a cue and mean none.
    var neutral: [String]

    enum CodingKeys: String, CodingKey, CaseIterable {
        case language, script, decimal, foreignLetters, relatives, monthSigns, numbers, weakNumbers
        case ordinals, multipliers, joiners, units, months, weakMonths, weekdays, weakWeekdays, morning, afternoon,
            night
        case beforeClock, afterClock, negation, negationConcord, negationSoft, stop, stopSoft, clauses, neutral
    }
}

extension LanguageFile {
    static func read(_ path: String) throws(LanguageDataError) -> LanguageFile {
        try read(try StrictJSON.bytes(of: path), at: path)
    }

    static func read(_ bytes: Data, at path: String) throws(LanguageDataError) -> LanguageFile {
        let file = try StrictJSON.decode(Checked.self, from: bytes, at: path).file
        if let problem = file.problem { throw .wrong(path, problem) }
        return file
    }

    /// Refuses keys that are not the file's before decoding the others.
    private struct Checked: Decodable {
        let file: LanguageFile

        init(from decoder: Decoder) throws {
            try AnyKey.refuseUnknown(CodingKeys.self, except: ["thousands"], decoder)
            file = try LanguageFile(from: decoder)
        }
    }

    private var problem: String? {
        if ![".", ","].contains(decimal) { return "'decimal' must be a full stop or a comma" }
        if months.count != 12 { return "'months' must hold 12 lists" }
        if weekdays.count != 7 { return "'weekdays' must hold 7 lists" }
        if Script(rawValue: script) == nil { return "'script' is \(script), which no check knows" }
        if let unit = units.keys.first(where: { !Units.all.contains($0) }) { return "no such unit as '\(unit)'" }
        return nil
    }
}
