/// What neural engines (Argos, and so LibreTranslate, and others behind its interface) leave of their tokenizer in an
/// answer: `<unk>` or `⁇` where a piece of the text is not in their vocabulary, `▁` for a space.
///
/// Something is missing where the first two stand, and nobody knows what: a gap stays to be seen, and the reader is
/// told. What the source has itself is the writer's.
enum TokenizerMarks {
    static let gap = "…"
    private static let unknown = ["<unk>", "\u{2047}"]
    private static let space = "\u{2581}"

    static func read(_ answer: String, of source: String) -> TranslatedPiece {
        var text = answer
        var hasGaps = false
        for mark in unknown where text.contains(mark) && !source.contains(mark) && !isDoubled(mark, source) {
            text = text.replacing(mark, with: gap)
            hasGaps = true
        }
        if text.contains(space), !source.contains(space) { text = text.replacing(space, with: " ") }
        return TranslatedPiece(text: text, warnings: hasGaps ? TranslationWarning.list(.unknownWords, [gap]) : [])
    }

    /// `⁇` is also how `??` may be written.
    private static func isDoubled(_ mark: String, _ source: String) -> Bool {
        mark == "\u{2047}" && source.contains("??")
    }
}
