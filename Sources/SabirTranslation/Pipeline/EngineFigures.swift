import Foundation

/// What became of the requests to one engine since midnight, and how fast it answered. Pure: the time is passed in.
package struct EngineFigures: Sendable, Hashable {
    package private(set) var answered = 0
    /// Requests without an answer that could be used.
    package private(set) var failed = 0
    /// The longest answer, in milliseconds.
    package private(set) var slowest = 0
    private var milliseconds = 0
    private var ends = Date.distantPast

    package init() {}

    /// How long an answer took on average, in milliseconds; nil where there was none.
    package var usual: Int? { answered == 0 ? nil : milliseconds / answered }

    mutating func count(answered isAnswered: Bool, took: Duration, at now: Date, in calendar: Calendar = .current) {
        if now >= ends {
            self = EngineFigures()
            let day = calendar.startOfDay(for: now)
            ends = calendar.date(byAdding: .day, value: 1, to: day) ?? day.addingTimeInterval(86_400)
        }
        guard isAnswered else { return failed += 1 }
        let time = max(0, Int(took / .milliseconds(1)))
        answered += 1
        milliseconds += time
        slowest = max(slowest, time)
    }

    /// Nothing yet where the day that was counted is over.
    func today(_ now: Date) -> EngineFigures { now < ends ? self : EngineFigures() }
}
