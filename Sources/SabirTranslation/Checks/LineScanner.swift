/// Cuts a folded line into tokens, in one pass.
struct LineScanner {
    private let text: FoldedText
    private let rules: LanguageRules
    private let table = CharacterTable.shared
    private var tokens: [LineToken] = []
    private var index = 0

    static func tokens(of text: FoldedText, _ rules: LanguageRules) -> [LineToken] {
        var scanner = LineScanner(text: text, rules: rules)
        scanner.tokens.reserveCapacity(text.count / 4)
        while scanner.index < text.count { scanner.step() }
        return scanner.tokens
    }

    private mutating func step() {
        let scalar = text.at(index)
        if table.isSpace(scalar) {
            index += 1
        } else if table.isDigit(scalar) {
            scanNumber()
        } else if table.isLetter(scalar) {
            scanWord()
        } else if let phrase = rules.phrases.longest(in: text, at: index, runsOn: false) {
            emit(.phrase(phrase.meaning), to: phrase.end)
        } else if let fraction = Self.fractions[scalar] {
            emit(.fraction(fraction), to: index + 1)
        } else {
            emit(.mark(scalar), to: index + 1)
        }
    }

    private mutating func emit(_ kind: LineToken.Kind, to end: Int) {
        tokens.append(LineToken(kind: kind, range: index..<end))
        index = end
    }

    private mutating func scanNumber() {
        if let (minutes, end) = clock() { return emit(.clock(minutes), to: end) }
        if let (parts, yearFirst, end) = date() { return emit(.date(parts, yearFirst: yearFirst), to: end) }
        let numeral = NumeralReader(text: text, decimal: rules.decimal, isSlashDecimal: rules.isSlashDecimal)
            .numeral(at: index)
        if table.isLetter(text.at(numeral.end)), !text.runsOn(numeral.end), !isSuffixed(numeral.end) {
            return emitCode()
        }
        emit(.number(numeral), to: numeral.end)
    }

    /// Whether the letters directly after a number are a unit or the like, not part of a code.
    private func isSuffixed(_ end: Int) -> Bool {
        if rules.phrases.longest(in: text, at: end, runsOn: false) != nil { return true }
        let letters = text.lettersEnd(end) - end
        return letters <= 3 && !table.isDigit(text.at(end + letters))
    }

    private mutating func emitCode() {
        var end = index
        while table.isWord(text.at(end)), !text.runsOn(end) { end += 1 }
        emit(.code(text.ascii(index..<end)), to: end)
    }

    private mutating func scanWord() {
        let runsOn = text.runsOn(index)
        if let phrase = rules.phrases.longest(in: text, at: index, runsOn: runsOn), phrase.end > index {
            return emit(.phrase(phrase.meaning), to: phrase.end)
        }
        guard !runsOn else { return emit(.word, to: index + 1) }
        var end = text.lettersEnd(index)
        while end > index + 1, text.runsOn(end - 1) { end -= 1 }
        // After a digit, as in `8h30`, no code begins.
        guard table.isDigit(text.at(end)), !table.isDigit(text.at(index - 1)) else { return emit(.word, to: end) }
        emitCode()
    }

    /// A time such as `7:30` or `19:30:00`.
    private func clock() -> (minutes: Int, end: Int)? {
        let hours = text.digitsEnd(index)
        guard hours - index <= 2, text.at(hours) == 0x3A, text.digitsEnd(hours + 1) == hours + 3,
            let hour = text.integer(index..<hours), let minute = text.integer((hours + 1)..<(hours + 3)),
            hour <= 24, minute < 60
        else { return nil }
        return (Int(hour) * 60 + Int(minute), hours + 3)
    }

    /// Three numbers with equal marks between them, the first or last of which may be a year.
    private func date() -> (parts: [Double], yearFirst: Bool, end: Int)? {
        let first = text.digits(at: index)
        let mark = text.at(first.upperBound)
        let second = text.digits(at: first.upperBound + 1)
        let third = text.digits(at: second.upperBound + 1)
        guard [0x2F, 0x2E, 0x2D].contains(mark), (1...2).contains(second.count), text.at(second.upperBound) == mark,
            [2, 4].contains(third.count), first.count <= 2 || first.count == 4 && third.count == 2
        else { return nil }
        let parts = [first, second, third].compactMap(text.integer)
        let yearFirst = first.count == 4
        guard parts[yearFirst ? 2 : 0] <= 31, (1...31).contains(parts[1]) else { return nil }
        return (parts, yearFirst, third.upperBound)
    }

    private static let fractions: [UInt32: Double] = [
        0xBC: 0.25, 0xBD: 0.5, 0xBE: 0.75, 0x2153: 1.0 / 3, 0x2154: 2.0 / 3, 0x215B: 0.125,
    ]
}

extension FoldedText {
    func lettersEnd(_ start: Int) -> Int {
        var index = start
        while CharacterTable.shared.isLetter(at(index)) { index += 1 }
        return index
    }

    /// Whether the script at `place` writes no spaces between words.
    func runsOn(_ place: Int) -> Bool { Script(of: at(place))?.runsOn ?? false }
}

/// A piece of a line that the checks look at; white space is skipped.
struct LineToken: Sendable {
    enum Kind: Sendable {
        case number(Numeral)
        /// Minutes since midnight of a time with a colon.
        case clock(Int)
        /// The three numbers as written, and whether the year comes first.
        case date([Double], yearFirst: Bool)
        /// Letters and digits together: `B12`.
        case code(String)
        /// A vulgar fraction character.
        case fraction(Double)
        case phrase(Meaning)
        case word
        case mark(UInt32)
    }

    var kind: Kind
    var range: Range<Int>

    var meaning: Meaning? {
        if case .phrase(let meaning) = kind { meaning } else { nil }
    }

    /// Whether the token is a word without a meaning.
    var isWord: Bool {
        if case .word = kind { true } else { false }
    }

    func isMark(_ scalar: UInt32) -> Bool {
        if case .mark(scalar) = kind { true } else { false }
    }
}

extension [LineToken] {
    /// The token at this place; nil before and after the line.
    func at(_ place: Int) -> LineToken? { indices.contains(place) ? self[place] : nil }
}
