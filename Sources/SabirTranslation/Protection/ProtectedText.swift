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

    /// Parses brackets, digits and brackets, with up to two spaces that an engine inserted at each place between them.
    private func placeholder(_ scalars: [Unicode.Scalar], _ start: Int) -> (number: Int, end: Int)? {
        var index = start
        func passSpaces() { index += scalars[index...].prefix(2).prefix { $0 == " " }.count }
        func passBrackets(_ isBracket: (Unicode.Scalar) -> Bool) -> Bool {
            for bracket in 0..<form.width {
                if bracket > 0 { passSpaces() }
                guard index < scalars.count, isBracket(scalars[index]) else { return false }
                index += 1
            }
            return true
        }
        guard passBrackets(form.opens) else { return nil }
        passSpaces()
        let digits = scalars[index...].prefix(6).prefix { $0.properties.generalCategory == .decimalNumber }
        let number = digits.reduce(0) { $0 * 10 + Int($1.properties.numericValue ?? 0) }
        guard !digits.isEmpty, (first..<first + pieces.count).contains(number) else { return nil }
        index = digits.endIndex
        passSpaces()
        return passBrackets(form.closes) ? (number, index) : nil
    }
}
