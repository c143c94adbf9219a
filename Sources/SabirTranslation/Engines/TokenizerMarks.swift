/// Tokenizer remains in the answers of neural engines (Argos, and so LibreTranslate, and others with its API): `<unk>`
/// or `⁇` for a piece of text outside their vocabulary, `▁` for a space.
///
/// At the first two something unknown is missing, so the gap stays visible and the reader gets a warning. Marks that
/// the source contains belong to the writer.
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

    /// Whether `⁇` is only another spelling of `??`.
    private static func isDoubled(_ mark: String, _ source: String) -> Bool {
        mark == "\u{2047}" && source.contains("??")
    }
}
