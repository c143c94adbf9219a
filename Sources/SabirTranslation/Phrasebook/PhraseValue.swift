/// A number or a time of day as written, in ASCII digits. Shown, but never calculated with.
enum PhraseValue: Sendable, Equatable {
    /// `whole` has 1 to 6 digits; `fraction` has 1 or 2, or is nil.
    case number(whole: String, fraction: String?)
    /// A time from 0:00 to 24:00: `8` and `30` for 8:30.
    case time(hours: String, minutes: String)

    var isTime: Bool { if case .time = self { true } else { false } }

    /// The value in the reader's digits and with the reader's decimal separator, but not rounded, grouped or padded.
    func shown(in style: NumeralStyle) -> String {
        switch self {
        case .number(let whole, nil): style.digits(whole)
        case .number(let whole, let fraction?): style.digits(whole) + style.decimalSign + style.digits(fraction)
        case .time(let hours, let minutes): style.digits(hours) + ":" + style.digits(minutes)
        }
    }

    /// The plural category of the number; nil for a time.
    func category(_ rules: PluralRules) -> PluralCategory? {
        guard case .number(let whole, let fraction) = self, let value = Int(whole) else { return nil }
        return rules.category(whole: value, fraction: fraction)
    }
}

/// Reads numbers and times in the decimal digits of any script.
///
/// Ambiguous numbers are refused: `1.000` is a thousand in Spanish and one in English, so a text with it matches no
/// phrase. `1/2`, `3-4`, `-5` and `1 000` never fill a single slot, because their signs remain in the compared
/// sentence.
struct PhraseNumberScanner {
    let scalars: [Unicode.Scalar]
    /// The index of a digit at first, then of what follows.
    var place: Int

    static let maximumDigits = 6

    /// The value and its end; nil if it is ambiguous.
    mutating func scan() -> (value: PhraseValue, end: Int)? {
        guard let whole = run(), let value = value(after: whole) else { return nil }
        return (value, place)
    }

    private mutating func value(after whole: String) -> PhraseValue? {
        guard place + 1 < scalars.count, scalars[place + 1].decimalDigit != nil else { return number(whole, nil) }
        switch scalars[place] {
        case ":", "\u{FF1A}":
            place += 1
            return run().flatMap { time(whole, $0) }
        case ".", ",", "\u{066B}", "\u{FF0E}", "\u{FF0C}":
            place += 1
            return run().flatMap { number(whole, $0) }
        default: return number(whole, nil)
        }
    }

    private func number(_ whole: String, _ fraction: String?) -> PhraseValue? {
        guard whole.count <= Self.maximumDigits, whole == "0" || !whole.hasPrefix("0") else { return nil }
        if let fraction, fraction.count > 2 { return nil }
        return .number(whole: whole, fraction: fraction)
    }

    private func time(_ hours: String, _ minutes: String) -> PhraseValue? {
        guard hours.count <= 2, minutes.count == 2, let hour = Int(hours), let minute = Int(minutes) else { return nil }
        guard hour < 24 || (hour == 24 && minute == 0), minute < 60 else { return nil }
        return .time(hours: hours, minutes: minutes)
    }

    /// Consumes digits of one script.
    private mutating func run() -> String? {
        guard place < scalars.count, let first = scalars[place].decimalDigit else { return nil }
        let zero = scalars[place].value - UInt32(first)
        var digits = ""
        while place < scalars.count, let digit = scalars[place].decimalDigit {
            guard scalars[place].value - UInt32(digit) == zero else { return nil }
            digits += String(digit)
            place += 1
        }
        return digits
    }
}

extension Unicode.Scalar {
    /// 0 to 9 for a decimal digit of any script (general category Nd).
    var decimalDigit: Int? {
        if value < 0x80 { return (0x30...0x39).contains(value) ? Int(value) - 0x30 : nil }
        guard properties.generalCategory == .decimalNumber, let value = properties.numericValue else { return nil }
        return Int(value)
    }
}
