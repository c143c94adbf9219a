/// What staff decided, as an authority keeps it for nodes that were away.
package struct StandingAct: Hashable, Sendable {
    package enum What: Hashable, Sendable {
        case acted(Acted)
        case notice(Notice)
    }

    /// The lines of this numbering up to this one were cleared away.
    package struct Cleared: Hashable, Sendable {
        package let epoch: String
        package let upTo: Int

        package init(epoch: String, upTo: Int) {
            self.epoch = epoch
            self.upTo = upTo
        }
    }

    package let what: What
    /// Stands for the device of whom it concerns, as in `OfferedLine`; nil where that is not known.
    package let token: String?
    /// Milliseconds since 1970: a ban's minutes count from then.
    package let ts: Int
    /// Of a `clear`.
    package let cleared: Cleared?
    /// Decided just now: whoever asked for it waits to hear of it, also where it changes nothing.
    package let isNews: Bool

    package init(_ what: What, token: String? = nil, ts: Int, cleared: Cleared? = nil, isNews: Bool) {
        self.what = what
        self.token = token
        self.ts = ts
        self.cleared = cleared
        self.isNews = isNews
    }

    /// As members are told of it.
    package var packet: HostPacket {
        switch what {
        case .acted(let acted): .acted(acted)
        case .notice(let notice): .notice(notice)
        }
    }
}
