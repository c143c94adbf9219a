import SabirCore

/// When the file is next rewritten without expired lines. What people erase is purged at once.
struct PurgeSchedule: Sendable, Hashable {
    /// Least milliseconds after the last purge; the pause is also at least sixty times as long as that purge took.
    static let apart = 3_600_000

    /// Whether the file may hold bytes of erased lines.
    var isDue = false
    /// End of the last purge, on the steady clock; nil before the first of this run.
    private var ended: Int?
    private var took = 0
    /// Why the last try failed; nil where it succeeded.
    private(set) var failure: HistoryError?
    /// Earliest time of the next try, on the steady clock.
    private var next = Int.min
    private var pauses = Backoff(first: firstPause, longest: longestPause)

    /// The first and the longest pause after a failure.
    static let firstPause = Duration.seconds(60)
    static let longestPause = Duration.seconds(3_600)

    func mayTry(_ now: ClockReading) -> Bool { now.steady >= next }

    mutating func failed(_ error: HistoryError, at now: ClockReading) {
        failure = error
        next = now.steady + Int(pauses.next() / .milliseconds(1))
    }

    func isTime(_ now: ClockReading) -> Bool {
        guard isDue, mayTry(now) else { return false }
        guard let ended else { return true }
        return now.steady - ended >= max(Self.apart, took * 60)
    }

    mutating func done(from start: ClockReading, to end: ClockReading) {
        isDue = false
        (failure, next) = (nil, .min)
        pauses.reset()
        ended = end.steady
        took = end.steady - start.steady
    }
}
