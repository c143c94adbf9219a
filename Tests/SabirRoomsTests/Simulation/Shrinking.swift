/// Makes a schedule that fails short: steps are left out as long as it still fails, in ever smaller pieces (Zeller and
/// Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002).
struct Shrinking {
    /// Runs that one failure is worth.
    static let most = 3_000

    private(set) var schedule: Schedule
    private let fails: (Schedule) -> Bool
    private var runs = 0

    init(_ schedule: Schedule, while fails: @escaping (Schedule) -> Bool) {
        self.schedule = schedule
        self.fails = fails
        var size = max(1, schedule.steps.count / 2)
        while runs < Self.most {
            let isShorter = leaveOut(pieces: size)
            if size == 1, !isShorter { break }
            if !isShorter { size = max(1, size / 2) }
        }
    }

    /// Tries to do without each piece of this many steps, from the end; whether one could be spared.
    private mutating func leaveOut(pieces size: Int) -> Bool {
        var isShorter = false
        var end = schedule.steps.count
        while end > 0, runs < Self.most {
            let start = max(0, end - size)
            var shorter = schedule
            shorter.steps.removeSubrange(start..<end)
            runs += 1
            if fails(shorter) {
                schedule = shorter
                isShorter = true
            }
            end = start
        }
        return isShorter
    }
}
