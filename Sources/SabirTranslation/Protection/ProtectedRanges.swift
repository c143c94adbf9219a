/// Finds the pieces of a text to protect, as ordered ranges of scalars without overlaps.
struct ProtectedRanges {
    private let text: FoldedText
    private let terms: PhraseTrie<Bool>
    private let names: PhraseTrie<[String]>
    private let table = CharacterTable.shared
    private(set) var ranges: [Range<Int>] = []

    init(_ text: String, terms: PhraseTrie<Bool>, names: PhraseTrie<[String]>) {
        self.text = FoldedText(exactly: text)
        self.terms = terms
        self.names = names
        var index = 0
        while index < self.text.count {
            guard let end = piece(at: index) else {
                index = next(after: index)
                continue
            }
            ranges.append(self.text.origin(of: index..<end))
            index = end
        }
    }

    /// The end of the piece that begins at `start`, if one does.
    private func piece(at start: Int) -> Int? {
        let scalar = text.at(start)
        if let end = emoji(start) { return end }
        guard !table.isWord(text.at(start - 1)) || text.runsOn(start - 1) else { return nil }
        if scalar == 0x40 { return mention(start) }
        if table.isLetter(scalar) { return address(start) ?? term(start) ?? code(start) }
        if table.isDigit(scalar) { return address(start) ?? figure(start) }
        if scalar == 0x2B { return telephone(start) }
        if scalar == 0x24 || scalar == 0xA3 || scalar == 0x20AC { return price(start) }
        return nil
    }

    /// The next place where a piece may begin: after the current word, or after a single ideograph.
    private func next(after index: Int) -> Int {
        guard table.isWord(text.at(index)), text.at(index) < 0x3000 else { return index + 1 }
        var end = index + 1
        while table.isWord(text.at(end)), text.at(end) < 0x3000 { end += 1 }
        return end
    }

    // MARK: Words

    private func term(_ start: Int) -> Int? {
        let runsOn = text.runsOn(start)
        let term = terms.longest(in: text, at: start, runsOn: runsOn)?.end
        let end = max(term ?? start, name(start, runsOn: runsOn) ?? start)
        return end > start && !table.isDigit(text.at(end)) ? end : nil
    }

    /// The end of a person's name, spelt as the person spells it; see `Protector`.
    private func name(_ start: Int, runsOn: Bool) -> Int? {
        guard let (forms, end) = names.longest(in: text, at: start, runsOn: runsOn),
            text.isCapital(start) || !text.hasCase(start), forms.contains(text.written(start..<end))
        else { return nil }
        return isAtSentenceStart(start) && !isAddressed(start, end) ? nil : end
    }

    private func isAtSentenceStart(_ start: Int) -> Bool {
        let last = text.scalars[..<start].last { !table.isSpace($0) }
        return last.map { [0x2E, 0x21, 0x3F, 0x3A, 0xBF, 0xA1, 0x2026].contains($0) } ?? true
    }

    /// Whether a mark or the end follows the name, or the name needs neither: it has several words, or its script has
    /// no capitals.
    private func isAddressed(_ start: Int, _ end: Int) -> Bool {
        if (start..<end).contains(where: { table.isSpace(text.at($0)) }) || !text.hasCase(start) { return true }
        return end >= text.count || [0x2C, 0x21, 0x3F, 0x3A, 0x2E, 0x3B].contains(text.at(end))
    }

    /// The end of a code, letters and digits together: `B12`, `H1N1`, `A-204`.
    private func code(_ start: Int) -> Int? {
        let letters = text.lettersEnd(start)
        var end = letters
        if text.at(end) == 0x2D, table.isDigit(text.at(end + 1)), letters - start <= 5 { end += 1 }
        guard table.isDigit(text.at(end)) else { return nil }
        while table.isWord(text.at(end)) { end += 1 }
        return end
    }

    private func mention(_ start: Int) -> Int? {
        var end = start + 1
        while table.isWord(text.at(end))
            || (text.at(end) == 0x5F || text.at(end) == 0x2D) && table.isWord(text.at(end + 1))
        { end += 1 }
        return end > start + 1 ? end : nil
    }

    // MARK: Addresses

    private func address(_ start: Int) -> Int? { link(start) ?? mail(start) ?? host(start) }

    private func link(_ start: Int) -> Int? {
        let scheme = ["https://", "http://", "ftp://", "www.", "mailto:", "tel:"].first {
            text.starts(with: $0, at: start)
        }
        guard let scheme else { return nil }
        var end = start
        while end < text.count, !table.isSpace(text.at(end)), !isAny(of: "<>\"«»”“", end) { end += 1 }
        end = withoutFinalMarks(end)
        return end > start + scheme.utf8.count ? end : nil
    }

    private func isAny(of marks: String, _ place: Int) -> Bool {
        marks.unicodeScalars.contains { $0.value == text.at(place) }
    }

    /// Final punctuation belongs to the sentence.
    private func withoutFinalMarks(_ end: Int) -> Int {
        var end = end
        while isAny(of: ".,;:!?)]}'…", end - 1) { end -= 1 }
        return end
    }

    private func mail(_ start: Int) -> Int? {
        var at = start
        while isAddressScalar(text.at(at)) { at += 1 }
        guard text.at(at) == 0x40, let end = domain(at + 1, anyEnding: true) else { return nil }
        return end
    }

    private func host(_ start: Int) -> Int? {
        guard var end = domain(start, anyEnding: false) else { return nil }
        guard text.at(end) == 0x2F else { return end }
        while end < text.count, !table.isSpace(text.at(end)) { end += 1 }
        return withoutFinalMarks(end)
    }

    /// The end of a domain: labels separated by full stops. Unless `anyEnding`, only known endings count, because
    /// people often omit the space after a full stop.
    private func domain(_ start: Int, anyEnding: Bool) -> Int? {
        var end = start
        var label = start
        while isLabelScalar(text.at(end)) || (text.at(end) == 0x2E && end > label && isLabelScalar(text.at(end + 1))) {
            if text.at(end) == 0x2E { label = end + 1 }
            end += 1
        }
        let ending = text.ascii(label..<end)
        guard label > start, ending.utf8.count >= 2, ending.utf8.allSatisfy({ $0 > UInt8(ascii: "9") }) else {
            return nil
        }
        return anyEnding || Self.endings.contains(ending) ? end : nil
    }

    private static let endings: Set<String> = [
        "com", "org", "net", "info", "edu", "gov", "int", "local", "cat", "eus", "gal", "eu", "es", "fr", "pt", "it",
        "de", "uk", "ie", "ro", "ru", "ua", "ch", "io", "app",
    ]

    private func isLabelScalar(_ scalar: UInt32) -> Bool {
        scalar < 0x80 && table.isWord(scalar) || scalar == 0x2D
    }

    private func isAddressScalar(_ scalar: UInt32) -> Bool {
        isLabelScalar(scalar) || scalar == 0x2E || scalar == 0x5F || scalar == 0x2B || scalar == 0x25
    }
}

// MARK: - Figures

extension ProtectedRanges {
    /// The end of a telephone number, a time, an amount with unit, or a code. Bare numbers are not protected, because
    /// an engine needs them to choose the plural.
    private func figure(_ start: Int) -> Int? { telephone(start) ?? time(start) ?? amount(start) ?? digitCode(start) }

    /// At least seven digits in groups.
    private func telephone(_ start: Int) -> Int? {
        var (index, digits, end) = (start, 0, start)
        if text.at(index) == 0x2B { index += 1 }
        while true {
            let scalar = text.at(index)
            if table.isDigit(scalar) {
                digits += 1
                end = index + 1
            } else if ![0x20, 0xA0, 0x2D, 0x2E, 0x28, 0x29].contains(scalar) || index >= end + 2 {
                break
            }
            index += 1
        }
        return digits >= 7 && digits <= 20 && !table.isLetter(text.at(end)) ? end : nil
    }

    private func time(_ start: Int) -> Int? {
        let hours = text.digitsEnd(start)
        guard hours - start <= 2, text.at(hours) == 0x3A, text.digitsEnd(hours + 1) == hours + 3 else { return nil }
        var end = hours + 3
        if text.at(end) == 0x3A, text.digitsEnd(end + 1) == end + 3 { end += 3 }
        return halfDay(end) ?? end
    }

    private func halfDay(_ end: Int) -> Int? {
        let start = table.isSpace(text.at(end)) ? end + 1 : end
        let half = ["a.m.", "p.m.", "am", "pm"].first { text.starts(with: $0, at: start) }
        return half.map { start + $0.utf8.count }.flatMap { table.isWord(text.at($0)) ? nil : $0 }
    }

    /// The end of a number with a unit's symbol, which is the same in all languages; names of units are translated.
    private func amount(_ start: Int) -> Int? {
        let number = NumeralReader(text: text, decimal: nil).numeral(at: start).end
        if let half = halfDay(number), !table.isWord(text.at(half)) { return half }
        guard var end = unit(table.isSpace(text.at(number)) ? number + 1 : number) else { return nil }
        if text.at(end) == 0x2F, let per = unit(end + 1) { end = per }
        return end
    }

    private func unit(_ start: Int) -> Int? {
        guard let (_, end) = Self.symbols.longest(in: text, at: start, runsOn: false) else { return nil }
        // A single letter before an apostrophe is an article.
        return table.isWord(text.at(end)) || text.at(end) == 0x27 ? nil : end
    }

    private static let symbols = PhraseTrie(Units.symbols.keys)

    private func price(_ start: Int) -> Int? {
        let digits = table.isSpace(text.at(start + 1)) ? start + 2 : start + 1
        return table.isDigit(text.at(digits)) ? NumeralReader(text: text, decimal: nil).numeral(at: digits).end : nil
    }

    /// The end of digits with letters, such as `8A` or `2x4`, unless the letters are an ordinal's ending, a unit or an
    /// hour.
    private func digitCode(_ start: Int) -> Int? {
        let digits = text.digitsEnd(start)
        let letters = text.lettersEnd(digits)
        guard letters > digits, text.at(digits) < 0x250, table.isDigit(text.at(letters)) || text.isCapital(digits)
        else { return nil }
        var end = letters
        while table.isWord(text.at(end)) { end += 1 }
        return end
    }

    /// The end of a run of emoji, with their joiners and modifiers.
    private func emoji(_ start: Int) -> Int? {
        var end = start
        while end < text.count, isEmoji(text.at(end)) { end += 1 }
        return end > start ? end : nil
    }

    private func isEmoji(_ scalar: UInt32) -> Bool {
        guard scalar >= 0x2190, scalar < 0x3000 || scalar >= 0x1_F000, let scalar = Unicode.Scalar(scalar) else {
            return false
        }
        return scalar.properties.isEmoji || scalar.properties.isEmojiModifier
            || (0xE0020...0xE007F).contains(scalar.value)
    }
}
