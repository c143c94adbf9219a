/// One language's data, ready for use: all its phrases in one trie.
struct LanguageRules: Sendable {
    /// The language's script; nil for a language without data.
    private(set) var script: Script?
    /// The separator, as a scalar, that before three digits marks decimals; the other one groups digits. Nil if
    /// unknown.
    private(set) var decimal: UInt32?
    /// Whether a slash between two numbers may stand before decimals.
    private(set) var isSlashDecimal = false
    private(set) var foreignLetters: Set<UInt32> = []
    private(set) var relatives: Set<String> = []
    private(set) var phrases = PhraseTrie<Meaning>()

    /// The rules of a language without data: symbols that all languages share.
    static let unknown = LanguageRules()

    private init() {
        for (part, names) in Self.halves {
            add(names) {
                $0.insert(part)
                $0.isDayPartAfter = true
            }
        }
        for (symbol, unit) in Units.symbols { add([symbol]) { $0.unit = unit } }
    }

    private static let halves: [LanguageFile.Key: [String]] = [
        .morning: ["am", "a.m.", "a. m.", "a.m"], .afternoon: ["pm", "p.m.", "p. m.", "p.m"],
    ]

    init(_ file: LanguageFile) {
        self.init()
        script = Script(rawValue: file.script) ?? .latin
        decimal = file.decimal.hasPrefix(".") ? 0x2E : 0x2C
        isSlashDecimal = file.decimal.hasSuffix("/")
        foreignLetters = Set(FoldedText(file.foreignLetters).scalars)
        relatives = Set(file.relatives)
        for (word, value) in file.numbers { add([word]) { $0.number = value } }
        for (word, value) in file.weakNumbers { add([word]) { $0.number = value } }
        add(Array(file.weakNumbers.keys)) { $0.insert(.weakNumbers) }
        for (word, value) in file.ordinals { add([word]) { $0.ordinal = value } }
        for (word, value) in file.multipliers { add([word]) { $0.multiplier = value } }
        for (unit, names) in file.units { add(names) { $0.unit = unit } }
        for (month, names) in zip(1..., file.months) { add(names) { $0.month = month } }
        for (day, names) in zip(1..., file.weekdays) { add(names) { $0.weekday = day } }
        for (list, phrases) in file.lists { add(phrases) { $0.insert(list) } }
    }

    private mutating func add(_ phrases: [String], _ change: (inout Meaning) -> Void) {
        for phrase in phrases { self.phrases.add(phrase, isEmpty: Meaning(), change) }
    }

    var isKnown: Bool { script != nil }
}
