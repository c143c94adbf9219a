/// Makes and reads the `token` of the contract, which a member shows when it comes back: a member without a device
/// proves by it what it could see before, one with a device that it was in before the numbering began anew. Only tokens
/// of this node are read.
package protocol ResumeTokens: Sendable {
    /// Makes a token; nil where none can be made.
    ///
    /// - Parameter device: names the member's device; nil where it has none.
    func token(room: String, epoch: String, first: Int, device: String?) -> String?

    /// The content of a token for this room, epoch and device; nil for any other text.
    func read(_ token: String, room: String, epoch: String, device: String?) -> ResumeClaim?
}

/// The content of a resume token.
package struct ResumeClaim: Hashable, Sendable {
    /// Number of the first message that the bearer may see.
    package let first: Int
    /// Whether the token was given before this start of the node: its bearer may have seen lines that a power cut took.
    package let isFromBefore: Bool

    package init(first: Int, isFromBefore: Bool) {
        self.first = first
        self.isFromBefore = isFromBefore
    }
}
