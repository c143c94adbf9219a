import SabirProtocol

/// What a device would meet in a room, asked before its visitor is asked for anything.
package struct WebJoinPreview: Sendable, Hashable {
    /// Why it could not come in now; nil where it could.
    package var refusal: WireFault?
    /// Whether what it writes would be refused.
    package var isMuted: Bool

    package init(refusal: WireFault? = nil, isMuted: Bool = false) {
        self.refusal = refusal
        self.isMuted = isMuted
    }
}
