/// What can be said of a translation without understanding it: empty, the source over again, too long or short, in
/// the wrong script.
struct ShapeCheck {
    let source: CheckedLine
    let translation: CheckedLine
    /// Whether the source's language and the reader's are near enough for whole sentences to be alike.
    let areRelatives: Bool

    var findings: [TranslationWarning.Kind] {
        guard source.letters > 0 else { return [] }
        if translation.letters == 0 { return source.letters > source.lettersInCodes ? [.empty] : [] }
        if isEchoed { return [.echoed] }
        return (hasWrongScript ? [.script] : []) + (hasWrongLength ? [.length] : [])
    }

    // MARK: Echo

    private var isEchoed: Bool {
        let words = source.words
        guard words.count >= (areRelatives ? 7 : 2), words == translation.words else { return false }
        return source.hasPlainWord
    }

    // MARK: Length

    /// In letters of a Latin text, near enough.
    private var hasWrongLength: Bool {
        let (before, after) = (source.weight, translation.weight)
        if before < 12 { return after > before * 3 + 40 || hasLoop }
        // Figures are shorter than words: "two hundred millilitres" is "200 ml".
        return after < before * (translation.hasFigures ? 0.15 : 0.35) || after > before * 2.5 + 20 || hasLoop
    }

    /// Engines that lose their way say one thing over and over.
    private var hasLoop: Bool { translation.longestLoop >= 4 && source.longestLoop < translation.longestLoop - 1 }

    // MARK: Script

    private var hasWrongScript: Bool {
        guard let expected = translation.rules.script else { return false }
        if translation.foreignLetters >= 2 { return true }
        // Names may stay in the source's script.
        let kept = source.rules.script == expected ? [] : Set(source.latinNames)
        let (right, wrong) = translation.letters(of: expected, except: kept)
        return right + wrong >= 3 && wrong > right
    }
}
