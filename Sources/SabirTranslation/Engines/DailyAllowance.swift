import Foundation

/// What an engine was sent in a day.
package struct DaySpent: Sendable, Hashable, Codable {
    /// When its day ends.
    package let ends: Date
    package let characters: Int

    package init(ends: Date, characters: Int) {
        self.ends = ends
        self.characters = characters
    }
}

/// Keeps over restarts what engines were sent in their day, by the name of their endpoint, for all programs that share it.
package protocol DayLedger: Sendable {
    func spent(by engine: String) -> DaySpent?
    /// `change` gets what is kept now and says what is to be kept; meanwhile no other program changes it. Returns when that is
    /// kept, or cannot be.
    func update<Answer: Sendable>(_ engine: String, _ change: (inout DaySpent?) -> Answer) -> Answer
}

/// How much one engine may be sent in a day, by the clock of this computer. Pure: the time is passed in.
package struct DailyAllowance: Sendable {
    let limit: Int
    private var ends = Date.distantPast
    private(set) var spent = 0

    /// What is kept of it over restarts: never less than was spent.
    private var kept = 0

    init(_ limit: Int) { self.limit = limit }

    /// Goes on from what was kept.
    package init(_ limit: Int, from past: DaySpent?, at now: Date, in calendar: Calendar = .current) {
        self.limit = limit
        join(past, at: now, in: calendar)
    }

    /// Takes over what others have taken since. A day that a wrong clock put far ahead ends with this one.
    mutating func join(_ past: DaySpent?, at now: Date, in calendar: Calendar = .current) {
        guard let past else { return }
        let theirs = min(past.ends, Self.end(ofDayOf: now, calendar))
        if now >= ends {
            (ends, spent, kept) = (theirs, past.characters, past.characters)
        } else if now < theirs, past.characters > kept {
            spent = min(limit, spent + past.characters - kept)
            kept = past.characters
        }
    }

    /// Whether so much was set aside for this program already, so that it need not ask what others have taken.
    func covers(_ amount: Int, at now: Date) -> Bool { now < ends && spent + amount <= kept }

    /// What may still be sent today.
    package func left(at now: Date) -> Int { now < ends ? max(0, limit - spent) : limit }

    private static func end(ofDayOf now: Date, _ calendar: Calendar) -> Date {
        let day = calendar.startOfDay(for: now)
        return calendar.date(byAdding: .day, value: 1, to: day) ?? day.addingTimeInterval(86_400)
    }

    /// Whether nothing more goes today, however short.
    var isUsedUp: Bool { spent >= limit }

    /// So little left is of no use: not even a short sentence.
    private var leastUseful: Int { min(limit / 100, 50) }

    /// Takes so much, or says for how long there is not so much: until midnight. A refusal takes nothing, and shorter
    /// texts go on.
    mutating func take(_ amount: Int, at now: Date, in calendar: Calendar = .current) -> Duration? {
        // A clock that was set back begins no new day.
        if now >= ends {
            ends = Self.end(ofDayOf: now, calendar)
            (spent, kept) = (0, 0)
        }
        guard spent + amount <= limit else {
            if limit - spent < leastUseful { spent = limit }
            return .seconds(max(1, min(ends.timeIntervalSince(now), 86_400)))
        }
        spent += amount
        return nil
    }

    /// What is to be kept before what was taken is sent; nil where enough is. A hundredth of the day ahead, so that few
    /// requests wait for the disk: so much a restart may cost.
    mutating func due() -> DaySpent? {
        guard spent > kept else { return nil }
        kept = min(limit, spent + limit / 100)
        return DaySpent(ends: ends, characters: kept)
    }
}
