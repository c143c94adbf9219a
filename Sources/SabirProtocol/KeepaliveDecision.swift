import NIOCore

/// What to do about a silent connection; the same on both sides.
package enum KeepaliveDecision {
    case fine, ping, gone

    package struct Pace {
        /// Silence after which a ping is sent; after `goneAfter` the connection is over.
        package let pingAfter: TimeAmount
        let goneAfter: TimeAmount

        package static let member = Pace(pingAfter: .seconds(5), goneAfter: .seconds(15))
        /// Pace between relays and hosts.
        package static let relay = Pace(pingAfter: .seconds(1), goneAfter: .seconds(4))
    }

    package static let pingAfter = Pace.member.pingAfter

    /// `heard`: when anything was last read; `pinged`: when a ping was last sent.
    package init(heard: NIODeadline, pinged: NIODeadline, now: NIODeadline, _ pace: Pace = .member) {
        if now - heard >= pace.goneAfter {
            self = .gone
        } else if now - heard >= pace.pingAfter, now - max(heard, pinged) >= pace.pingAfter {
            self = .ping
        } else {
            self = .fine
        }
    }
}
