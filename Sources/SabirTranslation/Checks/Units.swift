/// Units that the checks know, by their symbols in the data files.
enum Units {
    /// Symbols understood in every language, in lower case, and the unit each stands for.
    static let symbols = Dictionary(uniqueKeysWithValues: (written + computing).map { ($0, $0) })
        .merging(others) { _, unit in unit }

    static let all = Set(written).union(named).union(counted).union(computing)

    /// Units that each language writes in its own way: an exchanged one is reported, a missing one is not.
    static let computing: Set = [
        "kb", "mb", "gb", "tb", "kib", "mib", "gib", "tib", "kbit", "mbit", "px", "dpi",
    ]

    /// Counted things rather than measures. A missing one is no loss, because the other side may use another word, but
    /// it identifies numbers that changed places.
    static let counted: Set = ["times", "tablet", "drop", "spoon", "puff", "dose"]

    /// Units of which "the last" means one: "in the last hour".
    static let spans: Set = ["h", "min", "s", "day", "week", "month", "year"]

    /// Units of weight, volume and length: "in milligrams".
    static let measures: Set = ["mg", "µg", "g", "kg", "ml", "cl", "dl", "l", "mm", "cm", "m", "km"]

    private static let written = [
        "mg", "µg", "g", "kg", "ml", "cl", "dl", "l", "mm", "cm", "m", "km", "h", "min", "s", "°c", "°f", "iu", "mmol",
        "mol", "meq", "mmhg", "kcal", "bpm", "%", "‰", "€", "$", "£",
        "hz", "khz", "mhz", "ghz", "kw",
    ]
    private static let named = ["day", "week", "month", "year"]
    private static let others = [
        "mcg": "µg", "ug": "µg", "gr": "g", "grs": "g", "mgs": "mg", "mls": "ml", "kgs": "kg", "cc": "ml", "hr": "h",
        "hrs": "h", "mins": "min", "sec": "s", "secs": "s", "ºc": "°c", "ºf": "°f", "° c": "°c", "° f": "°f",
        "º c": "°c", "º f": "°f", "℃": "°c", "℉": "°f", "ui": "iu", "u.i.": "iu", "i.u.": "iu", "eur": "€",
        "mm hg": "mmhg", "°": "°c", "º": "°c",
        "мг": "mg", "мкг": "µg", "г": "g", "кг": "kg", "мл": "ml", "л": "l", "мм": "mm", "см": "cm", "м": "m",
        "км": "km", "кб": "kb", "мб": "mb", "гб": "gb", "тб": "tb", "гц": "hz", "кгц": "khz", "мгц": "mhz",
        "ггц": "ghz", "киб": "kib", "миб": "mib", "гиб": "gib",
        "°с": "°c", "٪": "%",
    ]
}

/// Scripts whose letters the checks tell apart.
enum Script: String, Sendable {
    case latin = "Latn"
    case cyrillic = "Cyrl"
    case arabic = "Arab"
    case devanagari = "Deva"
    case bengali = "Beng"
    case han = "Hans"

    /// The script of a letter; nil for scripts not listed here.
    init?(of letter: UInt32) {
        switch letter {
        case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x1E00...0x1EFF: self = .latin
        case 0x0400...0x052F: self = .cyrillic
        case 0x0600...0x06FF, 0x0750...0x077F, 0xFB50...0xFDFF, 0xFE70...0xFEFF: self = .arabic
        case 0x0900...0x097F: self = .devanagari
        case 0x0980...0x09FF: self = .bengali
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x2_0000...0x3_1FFF: self = .han
        default: return nil
        }
    }

    /// Whether the script writes no spaces between words.
    var runsOn: Bool { self == .han }

    /// How many Latin letters a letter is worth, roughly, when lengths are compared.
    static func weight(of letter: UInt32) -> Double { letter >= 0x3000 && Script(of: letter) == .han ? 3 : 1 }
}
