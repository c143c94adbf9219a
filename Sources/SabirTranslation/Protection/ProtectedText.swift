/// A text in which placeholders replace the pieces that must pass an engine unharmed.
package struct ProtectedText: Sendable, Equatable {
    /// The text to send to the engine.
    let text: String
    /// The replaced pieces as written, in order.
    let pieces: [String]
    let form: PlaceholderForm
    /// The number of the first placeholder.
    let first: Int

    /// The engine's answer with all pieces back in place; nil unless each came back exactly once. If nil, the caller
    /// sends the text again unprotected and adds the warning `lost`.
    func restored(from answer: String) -> String? {
        guard !pieces.isEmpty else { return answer }
        var seen = Set<Int>()
        var text = String.UnicodeScalarView()
        let scalars = Array(answer.unicodeScalars)
        var index = 0
        while index < scalars.count {
            guard let (number, end) = placeholder(scalars, index) else {
                text.append(scalars[index])
                index += 1
                continue
            }
            guard seen.insert(number).inserted else { return nil }
            text.append(contentsOf: pieces[number - first].unicodeScalars)
            index = end
        }
        return seen.count == pieces.count ? String(text) : nil
    }

    /// The warning for a text that was translated unprotected.
    var lost: TranslationWarning { TranslationWarning(kind: .protectionLost, words: pieces) }

    /// How many of the placeholders occur in `text`.
    func mentions(in text: String) -> Int {
        let scalars = Array(text.unicodeScalars)
        return scalars.indices.count { placeholder(scalars, $0) != nil }
    }

    /// Parses brackets, digits and brackets, with any spaces that an engine inserted.
    private func placeholder(_ scalars: [Unicode.Scalar], _ start: Int) -> (number: Int, end: Int)? {
        guard let digits = Self.run(scalars, start, form.width, form.opens) else { return nil }
        var index = digits
        var number = 0
        while index < scalars.count, index < digits + 6, scalars[index].properties.generalCategory == .decimalNumber,
            let digit = scalars[index].properties.numericValue
        {
            number = number * 10 + Int(digit)
            index += 1
        }
        guard index > digits, (first..<first + pieces.count).contains(number),
            let end = Self.run(scalars, Self.pastSpaces(scalars, index), form.width, form.closes)
        else { return nil }
        return (number, Self.beforeSpaces(scalars, end))
    }

    /// The index after `count` brackets, with the spaces between and after them.
    private static func run(
        _ scalars: [Unicode.Scalar], _ start: Int, _ count: Int, _ isBracket: (Unicode.Scalar) -> Bool
    ) -> Int? {
        var index = start
        for _ in 0..<count {
            guard index < scalars.count, isBracket(scalars[index]) else { return nil }
            index = pastSpaces(scalars, index + 1)
        }
        return index
    }

    private static func pastSpaces(_ scalars: [Unicode.Scalar], _ start: Int) -> Int {
        var index = start
        while index < scalars.count, index < start + 2, scalars[index] == " " { index += 1 }
        return index
    }

    /// The end without the spaces after the last bracket, which belong to the text.
    private static func beforeSpaces(_ scalars: [Unicode.Scalar], _ end: Int) -> Int {
        var index = end
        while index > 0, scalars[index - 1] == " " { index -= 1 }
        return index
    }
}
