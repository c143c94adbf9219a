/// What one line says and the other does not, by the kind of warning it causes.
struct Difference: Equatable {
    var kind: TranslationWarning.Kind
    var source: [Range<Int>] = []
    var translation: [Range<Int>] = []

    /// Whether the lexicons find a counterpart for each of the words: "stop" in a line that says "halt".
    func isMeant(_ source: CheckedLine, _ translation: CheckedLine) -> Bool {
        self.source.allSatisfy { source.known.isMeant($0, in: translation.known) }
            && self.translation.allSatisfy { translation.known.isMeant($0, in: source.known) }
    }

    /// The warning, with the words as written.
    func warning(_ source: CheckedLine, _ translation: CheckedLine) -> TranslationWarning {
        TranslationWarning(
            kind: kind, words: self.source.map(source.text.written),
            counterparts: self.translation.map(translation.text.written))
    }
}
