import Foundation

/// How much one engine may be sent in a day, by the clock of this computer. Pure: the time is passed in. It counts anew
/// with each start of the program.
struct DailyAllowance: Sendable {
    let limit: Int
    private var ends = Date.distantPast
    private(set) var spent = 0

    init(_ limit: Int) { self.limit = limit }

    /// Takes so much, or says for how long there is no more: until midnight.
    mutating func take(_ amount: Int, at now: Date, in calendar: Calendar = .current) -> Duration? {
        let day = calendar.startOfDay(for: now)
        let tomorrow = calendar.date(byAdding: .day, value: 1, to: day) ?? day.addingTimeInterval(86_400)
        // A clock that was set back begins no new day.
        if now >= ends {
            ends = tomorrow
            spent = 0
        }
        guard spent + amount <= limit else { return .seconds(max(1, min(ends.timeIntervalSince(now), 86_400))) }
        spent += amount
        return nil
    }
}
