import NIOCore

/// What a silent connection calls for. The same on both sides of it.
enum Silence {
    case fine, ping, gone

    static let pingAfter = TimeAmount.seconds(5)
    static let goneAfter = TimeAmount.seconds(15)

    /// `heard`: when anything was last read; `pinged`: when a ping was last sent.
    init(heard: NIODeadline, pinged: NIODeadline, now: NIODeadline) {
        if now - heard >= Self.goneAfter {
            self = .gone
        } else if now - heard >= Self.pingAfter, now - max(heard, pinged) >= Self.pingAfter {
            self = .ping
        } else {
            self = .fine
        }
    }
}
