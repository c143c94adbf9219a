/// Makes and reads the text by which a member without a device shows, when it comes back, what it could see before
/// (`token` of the contract). Nobody else's text is read.
package protocol ResumeTokens: Sendable {
    /// Nil where none can be made.
    func token(room: String, epoch: String, first: Int) -> String?

    /// What a token of this room and epoch says; nil for any other text.
    func read(_ token: String, room: String, epoch: String) -> ResumeClaim?
}

/// What a token says.
package struct ResumeClaim: Hashable, Sendable {
    /// The first number that its bearer may see.
    package let first: Int
    /// Whether it was given before this start of the node: then its bearer may have seen what a power cut took.
    package let isFromBefore: Bool

    package init(first: Int, isFromBefore: Bool) {
        self.first = first
        self.isFromBefore = isFromBefore
    }
}

/// Where there is no key.
struct NoResumeTokens: ResumeTokens {
    func token(room: String, epoch: String, first: Int) -> String? { nil }
    func read(_ token: String, room: String, epoch: String) -> ResumeClaim? { nil }
}
