import Foundation

/// The outcomes of one engine's requests since midnight, and its speed. Pure: the caller passes the time.
package struct EngineFigures: Sendable, Hashable {
    /// Requests with a usable answer.
    package private(set) var answered = 0
    /// Requests without a usable answer.
    package private(set) var failed = 0
    /// The slowest answer in milliseconds.
    package private(set) var slowest = 0
    private var milliseconds = 0
    private var ends = Date.distantPast

    /// The average time of an answer in milliseconds; nil without answers.
    package var usual: Int? { answered == 0 ? nil : milliseconds / answered }

    mutating func count(answered isAnswered: Bool, took: Duration, at now: Date, in calendar: Calendar = .current) {
        if now >= ends {
            self = EngineFigures()
            ends = DailyAllowance.end(ofDayOf: now, calendar)
        }
        guard isAnswered else { return failed += 1 }
        let time = max(0, Int(took / .milliseconds(1)))
        answered += 1
        milliseconds += time
        slowest = max(slowest, time)
    }

    /// The figures, or empty ones if the counted day is over.
    func today(_ now: Date) -> EngineFigures { now < ends ? self : EngineFigures() }
}
