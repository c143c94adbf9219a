/// The grammar of a language tag (RFC 5646 §2.1, "langtag" and "privateuse"): language, script, region, variants,
/// extensions and private use, in this order. The irregular tags that RFC 5646 inherits are refused.
struct LanguageTagGrammar {
    private var rest: ArraySlice<Substring>

    /// Subtags of 1 to 8 ASCII letters and digits.
    init(_ subtags: [Substring]) { rest = subtags[...] }

    var isWellFormed: Bool {
        var parser = self
        return parser.takePrivateUse() || parser.takeLanguageTag()
    }

    private mutating func takeLanguageTag() -> Bool {
        guard let language = rest.first, (2...8).contains(language.count), Self.isLetters(language) else {
            return false
        }
        rest.removeFirst()
        if language.count <= 3 {
            for _ in 0..<3 where !take({ $0.count == 3 && Self.isLetters($0) }) { break }
        }
        _ = take { $0.count == 4 && Self.isLetters($0) }
        _ = take { $0.count == 2 ? Self.isLetters($0) : $0.count == 3 && Self.isDigits($0) }
        while take({ $0.count >= 5 || ($0.count == 4 && $0.first?.isNumber == true) }) {}
        while takeExtension() {}
        return rest.isEmpty || takePrivateUse()
    }

    /// A letter or digit but `x`, and at least one subtag of two characters or more.
    private mutating func takeExtension() -> Bool {
        guard rest.count >= 2, rest[rest.startIndex].count == 1, !isAtPrivateUse,
            rest[rest.startIndex + 1].count >= 2
        else { return false }
        rest.removeFirst()
        while take({ $0.count >= 2 }) {}
        return true
    }

    /// `x` and at least one subtag, of any length, to the end.
    private mutating func takePrivateUse() -> Bool {
        guard isAtPrivateUse, rest.count >= 2 else { return false }
        rest = []
        return true
    }

    private var isAtPrivateUse: Bool { rest.first == "x" || rest.first == "X" }

    private mutating func take(_ fits: (Substring) -> Bool) -> Bool {
        guard let next = rest.first, fits(next) else { return false }
        rest.removeFirst()
        return true
    }

    private static func isLetters(_ text: Substring) -> Bool { text.utf8.allSatisfy { $0 > UInt8(ascii: "9") } }
    private static func isDigits(_ text: Substring) -> Bool { text.utf8.allSatisfy { $0 <= UInt8(ascii: "9") } }
}
