import Foundation

/// One language's data file; `share/languages/README.md` explains each key.
struct LanguageFile: Decodable {
    var language: String
    /// ISO 15924: `Latn`, `Cyrl`, `Arab`, `Deva`, `Beng`, `Hans`.
    var script: String
    /// "." or ",", with "/" behind it where a slash is one too.
    var decimal: String
    /// Letters of the same script that this language never uses.
    var foreignLetters: String
    /// Languages so close that whole sentences may be equal.
    var relatives: [String]
    /// Signs that turn the number before them into a month's name: 月.
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
    /// Particles that deny only together with another word ("ne"); most languages have none.
    var negationParticle: [String]?
    /// Negations that are part of a word in other languages ("غير").
    var negationLight: [String]?
    var negationSoft: [String]
    /// Words that deny only at the end of a sentence ("-me").
    var negationLast: [String]?
    /// "Until" and the like, by whether they limit what follows or what precedes.
    var until: [String]?
    var untilAfter: [String]?
    /// "Only", and words such as "except" that say the same together with a denial.
    var only: [String]?
    var except: [String]?
    /// "Or".
    var alternatives: [String]?
    var stop: [String]
    var stopSoft: [String]
    /// Words that oblige ("must"), and words that permit ("may").
    var obligation: [String]
    var permission: [String]
    var clauses: [String]
    /// Phrases that contain a cue but do not have its meaning.
    var neutral: [String]

    enum CodingKeys: String, CodingKey, CaseIterable {
        case language, script, decimal, foreignLetters, relatives, monthSigns, numbers, weakNumbers
        case ordinals, multipliers, joiners, units, months, weakMonths, weekdays, weakWeekdays, morning, afternoon,
            night
        case beforeClock, afterClock, negation, negationConcord, negationParticle, negationLight, negationSoft
        case negationLast, until, untilAfter, only, except, alternatives
        case stop, stopSoft, obligation, permission, clauses, neutral
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

    /// Decodes after refusing unknown keys.
    private struct Checked: Decodable {
        let file: LanguageFile

        init(from decoder: Decoder) throws {
            try AnyKey.refuseUnknown(CodingKeys.self, decoder)
            file = try LanguageFile(from: decoder)
        }
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
