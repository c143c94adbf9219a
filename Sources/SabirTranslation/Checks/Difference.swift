/// What one line says and the other does not, by the kind of warning it causes.
struct Difference: Equatable {
    var kind: TranslationWarning.Kind
    var source: [Range<Int>] = []
    var translation: [Range<Int>] = []

    /// The warning, with the words as written.
    func warning(_ source: CheckedLine, _ translation: CheckedLine) -> TranslationWarning {
        TranslationWarning(
            kind: kind, words: self.source.map(source.text.written),
            counterparts: self.translation.map(translation.text.written))
    }
}
