/// Digits with their separators, and their value in a language.
///
/// Comparing the floating-point values for equality is safe: they are at most 15 significant digits divided by a power
/// of ten, which IEEE 754 rounds alike however many zeros were written.
struct Numeral: Sendable, Equatable {
    /// The numeral as written, in ASCII. Equal literals are equal numbers to any reader.
    var literal: String
    /// Nil if the numeral has no value: too long, or with several separators (`1.2.3`, a telephone number).
    var value: Double?
    /// The digit groups, if a reader could take them for separate numbers: `2 500`, `۱۲۰/۸۰`.
    var groups: [Double] = []
    var end: Int
}

/// Reads a numeral at a digit.
struct NumeralReader {
    let text: FoldedText
    /// The language's decimal separator; nil if unknown.
    let decimal: UInt32?
    /// Whether a slash is one too, as in Persian: ۲/۵.
    var isSlashDecimal = false

    private struct Group {
        var range: Range<Int>
        /// The separator before the group; 0 before the first.
        var separator: UInt32
    }

    func numeral(at start: Int) -> Numeral {
        var groups = [Group(range: text.digits(at: start), separator: 0)]
        while let group = nextGroup(after: groups) { groups.append(group) }
        let end = groups[groups.count - 1].range.upperBound
        var numeral = Numeral(literal: text.ascii(start..<end), value: value(groups), end: end)
        if groups.dropFirst().contains(where: { [0x20, 0xA0, 0x2F].contains($0.separator) }) {
            numeral.groups = groups.compactMap { text.integer($0.range) }
        }
        return numeral
    }

    private func nextGroup(after groups: [Group]) -> Group? {
        let end = groups[groups.count - 1].range.upperBound
        let separator = text.at(end)
        guard CharacterTable.shared.isDigit(text.at(end + 1)), groups.last?.separator != 0x2F else { return nil }
        let range = text.digits(at: end + 1)
        let continues =
            switch separator {
            case 0x2E, 0x2C, 0x066B, 0x066C: !text.isListComma(end)
            // Only between groups of three digits, the first of which may be shorter.
            case 0x27, 0x20, 0xA0:
                range.count == 3 && groups[0].range.count <= 3 && text.at(groups[0].range.lowerBound) != 0x30
                    && groups.dropFirst().allSatisfy { $0.range.count == 3 }
            case 0x2F: isSlashDecimal && groups.count == 1 && mayBeDecimals(groups[0].range, range)
            default: false
            }
        return continues ? Group(range: range, separator: separator) : nil
    }

    /// Whether ۲/۵ may be two and a half: neither a half or a quarter, nor a part of a date.
    private func mayBeDecimals(_ whole: Range<Int>, _ decimals: Range<Int>) -> Bool {
        guard let above = text.integer(whole), let below = text.integer(decimals),
            above == 0 || above >= below || ![2, 3, 4, 8].contains(below)
        else { return false }
        return text.at(whole.lowerBound - 1) != 0x2F && text.at(decimals.upperBound) != 0x2F
    }

    private func value(_ groups: [Group]) -> Double? {
        let decimals = endsWithDecimals(groups) ? groups[groups.count - 1].range.count : 0
        let places = groups.flatMap(\.range)
        guard isGrouped(decimals > 0 ? groups.dropLast() : groups[...]), places.count <= 15 else { return nil }
        let digits = places.reduce(0) { $0 * 10 + Double(text.at($1) - 0x30) }
        return digits / (0..<decimals).reduce(1) { power, _ in power * 10 }
    }

    private func endsWithDecimals(_ groups: [Group]) -> Bool {
        let last = groups[groups.count - 1]
        switch last.separator {
        case 0x066B, 0x2F: return true
        case 0x2E, 0x2C: break
        default: return false
        }
        guard groups.count == 2 else {
            // A last separator unlike the others is the decimal one.
            return !groups.dropFirst().dropLast().contains { $0.separator == last.separator }
        }
        let grouping = decimal.map { $0 == 0x2E ? UInt32(0x2C) : 0x2E }
        let first = groups[0].range
        let mayGroup = last.range.count == 3 && first.count <= 3 && text.at(first.lowerBound) != 0x30
        return !mayGroup || last.separator != grouping
    }

    /// Whether groups after the first have three digits, or, as in India, two and a last one three.
    private func isGrouped(_ groups: ArraySlice<Group>) -> Bool {
        guard groups.count > 1 else { return true }
        let sizes = groups.dropFirst().map(\.range.count)
        guard sizes.last == 3, groups[0].range.count <= 3 else { return false }
        return sizes.dropLast().allSatisfy { $0 == 3 } || sizes.dropLast().allSatisfy { $0 == 2 }
    }
}

extension FoldedText {
    func digitsEnd(_ start: Int) -> Int {
        var index = start
        while CharacterTable.shared.isDigit(at(index)) { index += 1 }
        return index
    }

    func digits(at start: Int) -> Range<Int> { start..<digitsEnd(start) }

    /// Nil beyond 15 digits, which a floating-point number does not hold exactly.
    func integer(_ range: Range<Int>) -> Double? {
        range.count <= 15 ? range.reduce(0) { $0 * 10 + Double(at($1) - 0x30) } : nil
    }

    /// The folded scalars as text, with plain spaces between digit groups.
    func ascii(_ range: Range<Int>) -> String {
        String(String.UnicodeScalarView(scalars[range].compactMap { Unicode.Scalar($0 == 0xA0 ? 0x20 : $0) }))
    }
}
