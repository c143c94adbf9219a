/// What staff did, as an authority keeps it for nodes that were away: of each kind, and of each person, the last.
package struct ModerationRecord: Hashable, Sendable {
    /// The lines of this numbering up to this one were cleared away.
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
    /// Stands for the device of whom it concerns, at every node; nil where that is not known.
    package let token: String?
    /// Milliseconds since 1970, by the authority's clock: a ban's minutes count from then.
    package let ts: Int
    /// Of a `clear`.
    package let cleared: Cleared?
    /// Done while this node was listening: whoever asked for it waits to hear of it, also where it changes nothing.
    package let isNews: Bool

    package init(_ packet: HostPacket, token: String? = nil, ts: Int, cleared: Cleared? = nil, isNews: Bool) {
        self.packet = packet
        self.token = token
        self.ts = ts
        self.cleared = cleared
        self.isNews = isNews
    }
}
