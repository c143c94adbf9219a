/// What a line obliges to, and what it permits.
///
/// Each alone tells little: languages leave "must" to the imperative, and "can" to the tense. A line is doubted only if
/// all words for "must" are gone and a word for "may" has appeared that the original does not have, or the reverse.
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

    /// Whether "must" and "may" were exchanged. Do not ask this of lines that deny: "must not" is "may not" in other
    /// languages.
    func isExchanged(in other: ModalityCount) -> Bool { hasBecome(other) || other.hasBecome(self) }

    /// Whether this line obliges and the other only permits.
    private func hasBecome(_ other: ModalityCount) -> Bool {
        !obligations.isEmpty && permissions.isEmpty && other.obligations.isEmpty && !other.permissions.isEmpty
    }
}
