/// One language's data, ready for use: all its phrases in one trie.
struct LanguageRules: Sendable {
    /// Nil for a language without data.
    let script: Script?
    /// The separator, as a scalar, that before three digits marks decimals; the other one groups digits. Nil if
    /// unknown.
    let decimal: UInt32?
    /// Whether a slash between two numbers may stand before decimals.
    let isSlashDecimal: Bool
    let foreignLetters: Set<UInt32>
    let relatives: Set<String>
    let phrases: PhraseTrie<Meaning>

    init(_ file: LanguageFile) {
        script = Script(rawValue: file.script) ?? .latin
        decimal = file.decimal.hasPrefix(".") ? 0x2E : 0x2C
        isSlashDecimal = file.decimal.hasSuffix("/")
        foreignLetters = Set(FoldedText(file.foreignLetters).scalars)
        relatives = Set(file.relatives)
        phrases = PhraseBuilder(file).trie
    }

    /// The rules of a language without data: symbols that all languages share.
    static let unknown = LanguageRules()

    private init() {
        script = nil
        decimal = nil
        isSlashDecimal = false
        foreignLetters = []
        relatives = []
        phrases = PhraseBuilder().trie
    }

    var isKnown: Bool { script != nil }
}

/// Fills a language's trie from its data file.
private struct PhraseBuilder {
    private(set) var trie = PhraseTrie<Meaning>()

    init() {
        for (part, names) in Self.halves {
            add(names) {
                $0.dayPart = part
                $0.isDayPartAfter = true
            }
        }
        for (symbol, unit) in Units.symbols { add([symbol]) { $0.unit = unit } }
    }

    init(_ file: LanguageFile) {
        self.init()
        addNumbers(file)
        for (unit, names) in file.units { add(names) { $0.unit = unit } }
        addCalendar(file)
        addTimes(file)
        addCues(file)
    }

    private static let halves: [Meaning.DayPart: [String]] = [
        .morning: ["am", "a.m.", "a. m.", "a.m"], .afternoon: ["pm", "p.m.", "p. m.", "p.m"],
    ]

    private mutating func add(_ phrases: some Sequence<String>, _ change: (inout Meaning) -> Void) {
        for phrase in phrases { trie.add(phrase, isEmpty: Meaning(), change) }
    }

    private mutating func addNumbers(_ file: LanguageFile) {
        for (word, value) in file.numbers { add([word]) { $0.number = value } }
        for (word, value) in file.weakNumbers {
            add([word]) {
                $0.number = value
                $0.numberStrength = .weak
            }
        }
        for (word, value) in file.ordinals { add([word]) { $0.ordinal = value } }
        for (word, value) in file.multipliers { add([word]) { $0.multiplier = value } }
        add(file.joiners) { $0.isJoiner = true }
    }

    private mutating func addCalendar(_ file: LanguageFile) {
        for (month, names) in zip(1..., file.months) { add(names) { $0.month = month } }
        for (day, names) in zip(1..., file.weekdays) { add(names) { $0.weekday = day } }
        add(file.monthSigns) { $0.isMonthSign = true }
        add(file.weakMonths) { $0.monthStrength = .weak }
        add(file.weakWeekdays) { $0.weekdayStrength = .weak }
    }

    private mutating func addTimes(_ file: LanguageFile) {
        add(file.morning) { $0.dayPart = .morning }
        add(file.afternoon) { $0.dayPart = .afternoon }
        add(file.night) { $0.dayPart = .night }
        add(file.beforeClock) { $0.isBeforeClock = true }
        add(file.afterClock) { $0.isAfterClock = true }
    }

    private mutating func addCues(_ file: LanguageFile) {
        add(file.negation) { $0.negation = .hard }
        add(file.negationConcord) { $0.negation = .concord }
        add(file.negationParticle ?? []) { $0.negation = .particle }
        add(file.negationLight ?? []) { $0.negation = .light }
        add(file.negationSoft) { $0.negation = .soft }
        add(file.negationLast ?? []) { $0.negation = .last }
        add(file.stop) { $0.stop = .hard }
        add(file.stopSoft) { $0.stop = .soft }
        add(file.obligation) { $0.modality = .obligation }
        add(file.permission) { $0.modality = .permission }
        add(file.clauses) { $0.startsClause = true }
        add(file.until ?? []) { $0.limit = .opening }
        add(file.untilAfter ?? []) { $0.limit = .closing }
        add(file.only ?? []) { $0.exception = .only }
        add(file.except ?? []) { $0.exception = .except }
        add(file.alternatives ?? []) { ($0.startsClause, $0.isOr) = (true, true) }
        add(file.neutral) { _ in }
    }
}
