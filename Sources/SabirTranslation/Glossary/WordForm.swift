/// Whether a word is probably a form of another, judged without a dictionary. Words change their ends ("инъекция",
/// "инъекцию"), take prefixes and compounds ("Schmerztablette", "الحقنة") or change vowels ("біль", "болю"; "قرص",
/// "أقراص").
///
/// A source's term, or a forbidden one, must match surely, otherwise correct lines would be doubted. For a wanted term
/// any similarity suffices. Words are folded scalars.
enum WordForm {
    enum Likeness {
        case exact
        /// The term with another short ending.
        case sure
        /// The whole term, alone or inside a word.
        case whole
        /// Anything that may be a form of the term.
        case possible
    }

    /// The beginning that a word shares with its forms for `.exact` and `.sure`; the key in an index of terms.
    static func beginning(of word: [UInt32]) -> [UInt32] { Array(word.prefix(4)) }

    static func isForm(_ word: [UInt32], of term: [UInt32], by likeness: Likeness) -> Bool {
        if word == term { return true }
        switch likeness {
        case .exact: return false
        case .sure: return bare(word).contains { isInflected($0, of: term) }
        case .whole: return term.count > 3 && contains(word, term[...]) || isForm(word, of: term, by: .sure)
        case .possible: return bare(word).contains { isPossible($0, of: term) }
        }
    }

    /// Rejects continuations of short words ("all" of "a"), and longer words that end in another consonant ("hears",
    /// "heart").
    private static func isInflected(_ word: [UInt32], of term: [UInt32]) -> Bool {
        if word == term { return true }
        let (lost, gained) = endings(word, term)
        let allowed =
            switch term.count {
            case ..<4: (0, 0)
            case 4: (0, 1)
            case 5...6: (1, 2)
            default: (2, 3)
            }
        guard lost.count <= allowed.0, gained.count <= allowed.1 else { return false }
        return lost.isEmpty || !gained.isEmpty && lost.allSatisfy(isWeak)
    }

    private static func isPossible(_ word: [UInt32], of term: [UInt32]) -> Bool {
        let (lost, gained) = endings(word, term)
        if term.count < 4, lost.isEmpty, gained.count <= 2 { return true }
        if term.count >= 4, lost.count <= max(1, term.count / 3) { return true }
        if term.count >= 5, contains(word, term.dropLast(term.count / 3)) { return true }
        let (skeleton, bones) = (word.filter { !isWeak($0) }, term.filter { !isWeak($0) })
        return bones.count >= 3 && skeleton.starts(with: bones) || bones.count == 2 && skeleton == bones
    }

    /// What follows the words' common beginning in each.
    private static func endings(
        _ word: [UInt32], _ term: [UInt32]
    ) -> (lost: ArraySlice<UInt32>, gained: ArraySlice<UInt32>) {
        let common = zip(word, term).prefix { $0 == $1 }.count
        return (term[common...], word[common...])
    }

    private static func contains(_ word: [UInt32], _ part: ArraySlice<UInt32>) -> Bool {
        guard word.count >= part.count else { return false }
        return word.indices.contains { word[$0...].starts(with: part) }
    }

    /// The word and, in Arabic, also the word without the article and attached particles ("وبالحقنة").
    static func bare(_ word: [UInt32]) -> [[UInt32]] {
        guard let first = word.first, (0x0600...0x06FF).contains(first) else { return [word] }
        let rests = particles.filter { word.starts(with: $0) && word.count >= $0.count + 3 }
        return [word] + rests.map { Array(word.dropFirst($0.count)) }
    }

    private static let particles = ["ال", "لل", "بال", "وال", "فال", "كال", "و", "ب", "ل", "ف", "ك"].map { particle in
        particle.unicodeScalars.map(\.value)
    }

    /// Vowels, and signs that appear and disappear with them.
    private static func isWeak(_ letter: UInt32) -> Bool { weak.contains(letter) }

    private static let weak = Set(
        ("aeiouyæøœ" + "аеиоуыэюяёіїєйьъ" + "اأإآويىةءئؤےہ" + "अआइईउऊएऐओऔािीुूेैोौंँ").unicodeScalars.map(\.value))
}
