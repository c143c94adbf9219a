/// Makes and reads the text that a member shows when it comes back (`token` of the contract): one without a device
/// shows by it what it could see before, one with a device that it was in before the room's numbering began anew.
/// Nobody else's text is read.
package protocol ResumeTokens: Sendable {
    /// Nil where none can be made.
    ///
    /// - Parameter device: stands for the member's device; nil where it has none.
    func token(room: String, epoch: String, first: Int, device: String?) -> String?

    /// What a token of this room, epoch and device says; nil for any other text.
    func read(_ token: String, room: String, epoch: String, device: String?) -> ResumeClaim?
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
    func token(room: String, epoch: String, first: Int, device: String? = nil) -> String? { nil }
    func read(_ token: String, room: String, epoch: String, device: String? = nil) -> ResumeClaim? { nil }
}
