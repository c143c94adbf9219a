/// A language model's answer to a request for a bare translation.
///
/// Models add remarks, quotation marks and code fences, answer the message instead of translating it, or return it
/// unchanged. Such an answer is refused, not repaired, because nobody could tell what else the model added.
struct ModelAnswer {
    private let answer: String
    private let source: String

    /// Removes thoughts before the answer, in their usual tags.
    init(_ content: String, to source: String) {
        let thought = content.firstRange(of: "</think>").map { content[$0.upperBound...] }
        answer = String(thought ?? content[...]).trimmed
        self.source = source
    }

    func translation() throws(EngineFailure) -> String {
        guard answer.newlineCount == source.newlineCount else {
            throw .badAnswer("the model's answer has not the lines of the text")
        }
        guard !hasFence, !hasQuotesOfItsOwn, !hasComment, !isBabble else {
            throw .badAnswer("the model's answer is more than a translation")
        }
        guard !isEcho else { throw .badAnswer("the model gave the text back untranslated") }
        return answer
    }

    private var hasFence: Bool { answer.contains("```") && !source.contains("```") }

    private var hasQuotesOfItsOwn: Bool {
        guard answer.count > 1, let first = answer.first, let last = answer.last,
            Self.closing[first]?.contains(last) == true
        else { return false }
        let writer = source.trimmed
        return !(writer.first.map(Self.isQuote) ?? false) && !(writer.last.map(Self.isQuote) ?? false)
    }

    private static let closing: [Character: Set<Character>] = [
        "\"": ["\""], "'": ["'"], "`": ["`"], "“": ["”", "“"], "„": ["“", "”"], "«": ["»"], "»": ["«"], "‘": ["’"],
        "「": ["」"], "『": ["』"],
    ]

    private static func isQuote(_ character: Character) -> Bool {
        closing[character] != nil || closing.values.contains { $0.contains(character) }
    }

    /// Whether there is a lead-in ("Here is the translation:", "Traducción:"), a note, or words about being a model.
    private var hasComment: Bool {
        let folded = answer.lowercased()
        if Self.modelWords.contains(where: folded.contains) { return true }
        let hasNote = Self.noteWords.contains { folded.contains($0) }
        if hasNote, !source.contains(where: { "(（:：[".contains($0) }) { return true }
        guard !source.contains(where: Self.isColon), let colon = folded.firstIndex(where: Self.isColon) else {
            return false
        }
        let lead = folded[..<colon].suffix(80)
        return Self.translationWords.contains { lead.contains($0) }
    }

    private static func isColon(_ character: Character) -> Bool { ":：".contains(character) }

    private static let modelWords = ["as an ai ", "ai language model", "<|im_", "<think>"]
    private static let noteWords = ["(note", "note:", "(literal", "(translat", "[translat"]
    private static let translationWords = [
        "translat", "traducci", "traduction", "traduç", "traduz", "übersetz", "traducere", "перевод", "переклад",
        "ترجم", "翻译", "翻譯", "译文", "अनुवाद",
    ]

    /// Whether the answer is far longer than any language needs.
    private var isBabble: Bool { answer.unicodeScalars.count > 6 * source.unicodeScalars.count + 80 }

    /// Whether a sentence came back untranslated. A name, a number or "taxi" may be the same in many languages.
    private var isEcho: Bool {
        let words = source.split(whereSeparator: \.isWhitespace).filter { $0.contains(where: \.isLetter) }
        let isSentence = words.count >= 4 || (words.count < 4 && source.count(where: Self.isIdeograph) >= 6)
        return isSentence && answer.lowercased() == source.trimmed.lowercased()
    }

    /// Whether the script has no spaces: Chinese and Japanese.
    private static func isIdeograph(_ character: Character) -> Bool {
        character.unicodeScalars.first.map { (0x3040...0x9FFF).contains($0.value) } ?? false
    }
}
