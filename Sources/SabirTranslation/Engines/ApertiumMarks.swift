/// Apertium's marks before words: `*` (not in the dictionary), `@` (no translation), `#` (the required form could not
/// be generated, so the base form is used). Readers get a warning instead of the marks.
///
/// The writer's own `*`, `@` and `#` must survive. They are replaced by other signs while the text is at the engine,
/// which passes those through unchanged, so that every mark in the answer is the engine's. A multiword in the answer
/// may contain another `#` (`#posar# en marxa`).
struct ApertiumMarks {
    /// The text to send to the engine.
    let text: String
    private let standIns: [(mark: Unicode.Scalar, standIn: Unicode.Scalar)]
    /// Marks without a free stand-in, because the text uses all of them. In the answer they count as the writer's.
    private let untouched: Set<Unicode.Scalar>
    /// Whether the text contains addresses. Apertium takes `@` between letters as part of an address, so it is sent
    /// unchanged.
    private let hasAddresses: Bool

    private static let marks: [Unicode.Scalar] = ["*", "@", "#"]
    /// Stand-ins for each mark that none of Apertium's dictionaries knows, the most similar first.
    private static let candidates: [Unicode.Scalar: [Unicode.Scalar]] = [
        "*": ["\u{FF0A}", "\u{FE61}", "\u{E02A}"], "@": ["\u{FF20}", "\u{FE6B}", "\u{E040}"],
        "#": ["\u{FF03}", "\u{FE5F}", "\u{E023}"],
    ]

    init(source: String) {
        let scalars = Array(source.unicodeScalars)
        let used = Set(scalars)
        var standIns: [(mark: Unicode.Scalar, standIn: Unicode.Scalar)] = []
        var untouched: Set<Unicode.Scalar> = []
        for mark in Self.marks where used.contains(mark) {
            if let free = Self.candidates[mark]?.first(where: { !used.contains($0) }) {
                standIns.append((mark, free))
            } else {
                untouched.insert(mark)
            }
        }
        self.standIns = standIns
        self.untouched = untouched
        hasAddresses = scalars.indices.contains { Self.isInAddress(scalars, $0) }
        guard !standIns.isEmpty else {
            text = source
            return
        }
        var sent = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            let standIn = standIns.first { $0.mark == scalar && !Self.isInAddress(scalars, index) }
            sent.append(standIn?.standIn ?? scalar)
        }
        text = String(sent)
    }

    /// Removes the engine's marks from the answer and restores the writer's signs.
    func read(_ answer: String) -> TranslatedPiece {
        let scalars = Array(answer.unicodeScalars)
        var text = String.UnicodeScalarView()
        var (unknown, uninflected): ([String], [String]) = ([], [])
        var index = 0
        while index < scalars.count {
            var found: Set<Unicode.Scalar> = []
            while index < scalars.count, isMark(scalars, index) {
                found.insert(scalars[index])
                index += 1
            }
            if !found.isEmpty, let word = Self.word(scalars, index) {
                if found == ["#"] { uninflected.append(word) } else { unknown.append(word) }
            }
            guard index < scalars.count else { break }
            let scalar = scalars[index]
            text.append(standIns.first { $0.standIn == scalar }?.mark ?? scalar)
            index += 1
        }
        return TranslatedPiece(
            text: String(text),
            warnings: TranslationWarning.list(.unknownWords, unknown)
                + TranslationWarning.list(.wordForm, uninflected))
    }

    private func isMark(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        Self.marks.contains(scalars[index]) && !untouched.contains(scalars[index])
            && !(hasAddresses && Self.isInAddress(scalars, index))
    }

    /// Whether this `@` is between words; the engine may have marked the second word.
    private static func isInAddress(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        guard scalars[index] == "@", index > 0, isWord(scalars[index - 1]) else { return false }
        let next = scalars[(index + 1)...].first { $0 != "*" && $0 != "#" }
        return next.map(isWord) ?? false
    }

    private static func word(_ scalars: [Unicode.Scalar], _ start: Int) -> String? {
        let word = scalars[start...].prefix(while: isWord)
        return word.isEmpty ? nil : String(String.UnicodeScalarView(word))
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
            true
        default: false
        }
    }
}
