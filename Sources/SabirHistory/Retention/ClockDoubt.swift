import SabirCore

/// Decides whether the wall clock may be trusted to erase by.
///
/// A machine may start with its clock a year ahead, until the network sets it: all lines would have expired at once,
/// and be gone for good. A clock is trusted within a day of its last trusted time plus what the steady clock has
/// counted since. Any other is trusted after some hours, in which somebody can set it; those hours start again at each
/// start.
struct ClockDoubt: Sendable, Hashable {
    /// Milliseconds by which the clock may differ from the expected time. The time while a machine was off counts as a
    /// difference; it is shorter than this where a house closes overnight.
    static let far = 24 * 3_600_000
    /// Milliseconds of the steady clock after which a doubted clock is trusted.
    static let wait = 6 * 3_600_000

    /// For the administrator.
    static let notice = """
        This computer's clock is more than a day from where this node last knew it: it was off for so long, or the \
        clock is wrong. Lines that have expired by this clock are hidden, and erased for good once this node has run for \
        six hours. If the clock is wrong, set it before that (timedatectl): then nothing is lost.
        """

    /// When the clock was last trusted.
    private var last: ClockReading
    /// Since when the clock is in doubt, on the steady clock; nil where it is trusted.
    private var since: Int?

    /// - Parameter clock: the clock's time at an earlier run's last note; nil where there is none.
    init(clock: Int?, at now: ClockReading) { last = ClockReading(wall: clock ?? now.wall, steady: now.steady) }

    var isPresent: Bool { since != nil }

    func expected(at now: ClockReading) -> Int { last.wall + now.steady - last.steady }

    mutating func judge(_ now: ClockReading) {
        let start = since ?? now.steady
        let isFar = abs(now.wall - expected(at: now)) > Self.far
        since = isFar && now.steady - start < Self.wait ? start : nil
        if since == nil { last = now }
    }
}
