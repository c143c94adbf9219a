/// An act of staff as an authority keeps it for nodes that were away: the last one of each kind, and of each person.
package struct ModerationRecord: Hashable, Sendable {
    /// A clearing: the lines of this numbering up to this number are gone.
    package struct Cleared: Hashable, Sendable {
        package let epoch: String
        package let upTo: Int

        package init(epoch: String, upTo: Int) {
            self.epoch = epoch
            self.upTo = upTo
        }
    }

    /// An `acted` or a `notice`.
    package let packet: HostPacket
    /// Names the device concerned at every node; nil where it is not known.
    package let token: String?
    /// Milliseconds since 1970, by the authority's clock; a ban's minutes count from then.
    package let ts: Int
    /// Set for a `clear`.
    package let cleared: Cleared?
    /// Whether the act was done while this node was listening: its asker waits for the answer, also where nothing
    /// changes.
    package let isNews: Bool

    package init(_ packet: HostPacket, token: String? = nil, ts: Int, cleared: Cleared? = nil, isNews: Bool) {
        self.packet = packet
        self.token = token
        self.ts = ts
        self.cleared = cleared
        self.isNews = isNews
    }
}
