/// When the file is next written anew without what has expired. What people erase is purged at once.
struct PurgeSchedule: Sendable, Hashable {
    /// At least so long after the last one, in milliseconds; and sixty times as long as that one took.
    static let apart = 3_600_000

    /// Whether the file may hold bytes of lines that are gone.
    var isDue = false
    /// On the steady clock; nil before the first of this life.
    private var ended: Int?
    private var took = 0

    func isTime(_ now: HistoryTime) -> Bool {
        guard isDue else { return false }
        guard let ended else { return true }
        return now.steady - ended >= max(Self.apart, took * 60)
    }

    mutating func done(from start: HistoryTime, to end: HistoryTime) {
        isDue = false
        ended = end.steady
        took = end.steady - start.steady
    }
}
