/// Takes out the `*` that Apertium sets before each word it does not know, and no other.
///
/// An unknown word comes back as it was written, so the source tells how many of the stars before it are the
/// writer's. A chain marks it once a step; there a word of the language between may be marked too, which the source
/// does not hold: then as many stars stay as the source has before words that were translated.
struct UnknownWordMarks {
    private let isPivoted: Bool
    private let sourceHasStars: Bool
    /// For each word of the source, folded, the number of stars before each of its occurrences.
    private var starsBefore: [String: [Int]] = [:]

    init(source: String, isPivoted: Bool) {
        self.isPivoted = isPivoted
        sourceHasStars = source.utf8.contains(star)
        guard sourceHasStars else { return }
        for token in Self.tokens(source) where !token.word.isEmpty {
            starsBefore[token.word.lowercased(), default: []].append(token.stars)
        }
    }

    func stripped(from answer: String) -> TranslatedPiece {
        guard answer.utf8.contains(star) else { return TranslatedPiece(text: answer) }
        var marks = self
        let tokens = Self.tokens(answer)
        var spare = spareStars(tokens)
        var piece = TranslatedPiece(text: "")
        for token in tokens {
            let kept = marks.kept(token, &spare)
            piece.text += token.gap + String(repeating: "*", count: kept) + token.word
            if kept < token.stars, !token.word.isEmpty { piece.unknownWords.append(token.word) }
        }
        return piece
    }

    /// The stars before `token` that are the writer's.
    private mutating func kept(_ token: Token, _ spare: inout Int) -> Int {
        guard sourceHasStars else { return 0 }
        let word = token.word.lowercased()
        if let counts = starsBefore[word], let count = counts.first {
            if counts.count > 1 { starsBefore[word]?.removeFirst() }
            return min(token.stars, count)
        }
        guard isPivoted, !word.isEmpty else { return token.stars }
        let kept = min(token.stars, spare)
        spare -= kept
        return kept
    }

    /// The writer's stars before words that are not in the answer, as they were translated.
    private func spareStars(_ tokens: [Token]) -> Int {
        let words = Set(tokens.map { $0.word.lowercased() })
        return starsBefore.reduce(0) { words.contains($1.key) ? $0 : $0 + $1.value.reduce(0, +) }
    }

    private struct Token {
        /// What is neither a star nor a word, before the stars.
        var gap = ""
        var stars = 0
        /// Empty where the stars stand before something else.
        var word = ""
    }

    private static func tokens(_ text: String) -> [Token] {
        var tokens: [Token] = []
        var token = Token()
        for scalar in text.unicodeScalars {
            if isWord(scalar) {
                token.word.unicodeScalars.append(scalar)
                continue
            }
            if !token.word.isEmpty || (token.stars > 0 && scalar != "*") {
                tokens.append(token)
                token = Token()
            }
            if scalar == "*" { token.stars += 1 } else { token.gap.unicodeScalars.append(scalar) }
        }
        tokens.append(token)
        return tokens
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

private let star = UInt8(ascii: "*")
