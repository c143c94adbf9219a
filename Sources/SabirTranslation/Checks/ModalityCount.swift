/// What a line obliges to, and what it allows.
///
/// Each alone says little: languages leave "must" to the imperative, and "can" to the tense. Only a line where the one
/// has come in place of the other is doubted: all words for "must" gone, and a word for "may" that the original has none of.
struct ModalityCount: Sendable {
    private(set) var obligations: [Range<Int>] = []
    private(set) var permissions: [Range<Int>] = []

    init(_ tokens: [LineToken]) {
        for token in tokens {
            switch token.meaning?.modality {
            case .obligation: obligations.append(token.range)
            case .permission: permissions.append(token.range)
            case nil: break
            }
        }
    }

    /// Not to be asked of lines that deny: "must not" is "may not" elsewhere.
    func isExchanged(in other: ModalityCount) -> Bool { hasBecome(other) || other.hasBecome(self) }

    /// Whether this obliges where the other one allows.
    private func hasBecome(_ other: ModalityCount) -> Bool {
        !obligations.isEmpty && permissions.isEmpty && other.obligations.isEmpty && !other.permissions.isEmpty
    }
}
