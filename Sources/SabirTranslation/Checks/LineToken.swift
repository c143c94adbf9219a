/// A piece of a line that the checks look at; white space is none.
struct LineToken: Sendable {
    enum Kind: Sendable {
        case number(Numeral)
        /// Minutes since midnight, written with a colon.
        case clock(Int)
        /// The three numbers as written, and whether the year comes first.
        case date([Double], yearFirst: Bool)
        /// Letters and digits in one: `B12`.
        case code(String)
        /// A vulgar fraction of one character.
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

    func isMark(_ scalar: UInt32) -> Bool {
        if case .mark(scalar) = kind { true } else { false }
    }
}
