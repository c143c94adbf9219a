/// Whether the clock on the wall is one to erase by.
///
/// A machine may start with its clock a year ahead, until the network tells it the time: all that it keeps would have had
/// its time at once, and be gone for good. A clock within a day of where it was last believed, and the steady clock has
/// led it since, is believed. Any other is once it has stood for hours, in which somebody can set it; they begin anew
/// with each start.
struct ClockDoubt: Sendable, Hashable {
    /// Milliseconds by which the clock may differ from what is expected before it is doubted. The time that a machine
    /// was off counts as a difference; it is shorter than this where a house closes overnight.
    static let far = 24 * 3_600_000
    /// Milliseconds of the steady clock for which it is doubted.
    static let wait = 6 * 3_600_000

    /// For whoever looks after the machine.
    static let notice = """
        This computer's clock is more than a day from where this node last knew it: it was off for so long, or the \
        clock is wrong. Lines that have expired by this clock are hidden, and erased for good once this node has run for \
        six hours. If the clock is wrong, set it before that (timedatectl): then nothing is lost.
        """

    /// When the clock was last believed.
    private var last: HistoryTime
    /// Since when it is doubted, on the steady clock; nil where it is believed.
    private var since: Int?

    /// - Parameter clock: where it was when an earlier run last saw to that; nil where nothing tells.
    init(clock: Int?, at now: HistoryTime) { last = HistoryTime(wall: clock ?? now.wall, steady: now.steady) }

    var isPresent: Bool { since != nil }

    /// Where the clock on the wall is expected.
    func expected(at now: HistoryTime) -> Int { last.wall + now.steady - last.steady }

    mutating func judge(_ now: HistoryTime) {
        let start = since ?? now.steady
        let isFar = abs(now.wall - expected(at: now)) > Self.far
        since = isFar && now.steady - start < Self.wait ? start : nil
        if since == nil { last = now }
    }
}
