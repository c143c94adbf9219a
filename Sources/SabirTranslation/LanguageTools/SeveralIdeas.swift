/// Whether a sentence says several things: clauses joined by a conjunction, a semicolon, a dash or a bracket, or in a
/// row between commas. A list of things does not count, because its parts have one or two words.
struct SeveralIdeas {
    /// The most clauses in one sentence; and the number of words below which a sentence is always easy.
    private static let mostClauses = 2
    private static let fewestWords = 14
    /// The fewest words of a clause; in scripts without spaces, characters.
    private static let wordsOfClause = 3
    private static let charactersOfClause = 5
    private static let joints: Set<String> = [";", "；", "؛", "–", "—", "(", ")", "（", "）", "[", "]", "-"]
    private static let commas: Set<String> = [",", "，", "،"]

    private let tokens: [DraftToken]
    private let clauses: PhraseList
    /// Characters for each word, in scripts without spaces.
    private let isUnspaced: Bool

    init(_ tokens: [DraftToken], clauses: PhraseList) {
        self.tokens = tokens
        self.clauses = clauses
        isUnspaced = tokens.count { $0.text.first.map(DraftTokens.isIdeograph) ?? false } * 2 > tokens.count
    }

    var areTooMany: Bool {
        let words = tokens.count { $0.kind != .mark }
        guard words >= (isUnspaced ? 2 * Self.fewestWords : Self.fewestWords) else { return false }
        let joined = pieces(atCommas: false)
        if joined > Self.mostClauses { return true }
        return joined == Self.mostClauses && pieces(atCommas: true) > Self.mostClauses + 1
    }

    /// The number of pieces long enough to be clauses.
    private func pieces(atCommas: Bool) -> Int {
        let least = (isUnspaced ? Self.charactersOfClause : Self.wordsOfClause) + (atCommas ? 1 : 0)
        var pieces = 0
        var length = 0
        var index = 0
        func close() {
            if length >= least { pieces += 1 }
            length = 0
        }
        while index < tokens.count {
            if let match = clauses.longest(at: index, in: tokens) {
                close()
                index = match.range.upperBound
                continue
            }
            let token = tokens[index]
            if token.isMark(among: Self.joints) || atCommas && token.isMark(among: Self.commas) {
                close()
            } else if token.kind != .mark {
                length += 1
            }
            index += 1
        }
        close()
        return pieces
    }
}
