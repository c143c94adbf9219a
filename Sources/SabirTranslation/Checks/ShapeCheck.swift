/// What a translation's shape reveals without understanding it: empty, a copy of the source, too long or short, in the
/// wrong script or language.
struct ShapeCheck {
    let source: CheckedLine
    let translation: CheckedLine
    /// Whether the source's and the reader's languages are so close that whole sentences may be equal.
    let areRelatives: Bool
    let omissions: OmissionLaw?
    /// Log odds that the translation is in another language than the reader's, and in the source's; nil if unknown.
    let odds: (ofOther: Double?, ofSource: Double?)

    var findings: [TranslationWarning.Kind] {
        guard source.letters > 0 else { return [] }
        if translation.letters == 0 { return source.letters > source.lettersInCodes ? [.empty] : [] }
        if isEchoed { return [.echoed] }
        return (hasWrongScript ? [.script] : []) + (hasWrongLanguage ? [.language] : [])
            + (omissions?.finds(source, translation) == true ? [.omission] : hasWrongLength ? [.length] : [])
    }

    // MARK: Echo

    private var isEchoed: Bool {
        let words = source.words
        guard words.count >= 2, words == translation.words, source.hasPlainWord else { return false }
        // Between close languages a short sentence may be the same; the letters tell which one it more likely is.
        return !areRelatives || words.count >= 7 || (odds.ofSource ?? 0) > LanguageProfiles.likely
    }

    // MARK: Length

    /// Compares lengths, roughly in letters of a Latin text.
    private var hasWrongLength: Bool {
        let (before, after) = (source.weight, translation.weight)
        if before < 12 { return after > before * 3 + 40 || hasLoop }
        // Figures are shorter than words: "two hundred millilitres" becomes "200 ml".
        return after < before * (translation.hasFigures ? 0.15 : 0.35) || after > before * 2.5 + 20 || hasLoop
    }

    /// Whether the translation repeats itself over and over, as failing engines do.
    private var hasLoop: Bool { translation.longestLoop >= 4 && source.longestLoop < translation.longestLoop - 1 }

    // MARK: Language

    private var hasWrongLanguage: Bool {
        guard !hasWrongScript, translation.words.count >= LanguageProfiles.fewestWords else { return false }
        return (odds.ofOther ?? 0) > LanguageProfiles.surely
    }

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
