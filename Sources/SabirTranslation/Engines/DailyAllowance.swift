import Foundation

/// What an engine was sent in one day.
package struct DaySpent: Sendable, Hashable, Codable {
    /// The end of that day.
    package let ends: Date
    /// Unicode scalars that were sent.
    package let characters: Int
}

/// How many characters one engine may be sent in a day, by this computer's clock. Pure: the caller passes the time.
package struct DailyAllowance: Sendable {
    let limit: Int
    private var ends = Date.distantPast
    private(set) var spent = 0

    /// The stored amount: never less than was spent.
    private var kept = 0

    init(_ limit: Int) { self.limit = limit }

    /// Continues from a stored value.
    package init(_ limit: Int, from past: DaySpent?, at now: Date, in calendar: Calendar = .current) {
        self.limit = limit
        merge(past, at: now, in: calendar)
    }

    /// Adds what other programs have spent since. A day that a wrong clock dated far ahead ends with today.
    mutating func merge(_ past: DaySpent?, at now: Date, in calendar: Calendar = .current) {
        guard let past else { return }
        let theirs = min(past.ends, Self.end(ofDayOf: now, calendar))
        if now >= ends {
            (ends, spent, kept) = (theirs, past.characters, past.characters)
        } else if now < theirs, past.characters > kept {
            spent = min(limit, spent + past.characters - kept)
            kept = past.characters
        }
    }

    /// Whether `amount` is already reserved for this program, so that it need not ask what others have spent.
    func covers(_ amount: Int, at now: Date) -> Bool { now < ends && spent + amount <= kept }

    /// The characters left today.
    package func left(at now: Date) -> Int { now < ends ? max(0, limit - spent) : limit }

    static func end(ofDayOf now: Date, _ calendar: Calendar) -> Date {
        let day = calendar.startOfDay(for: now)
        return calendar.date(byAdding: .day, value: 1, to: day) ?? day.addingTimeInterval(86_400)
    }

    /// Whether nothing more may be sent today, however short.
    var isUsedUp: Bool { spent >= limit }

    /// The least remainder that is enough for a short sentence.
    private var leastUseful: Int { min(limit / 100, 50) }

    /// Spends `amount`, or returns the time until midnight if less is left. A refusal spends nothing, so that shorter
    /// texts still pass.
    mutating func take(_ amount: Int, at now: Date, in calendar: Calendar = .current) -> Duration? {
        // A clock set back does not begin a new day.
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

    /// What to store before the spent characters are sent; nil if enough is stored. Reserves a hundredth of the limit
    /// ahead, so that few requests wait for the disk; a restart loses at most that much.
    mutating func reserve() -> DaySpent? {
        guard spent > kept else { return nil }
        kept = min(limit, spent + limit / 100)
        return DaySpent(ends: ends, characters: kept)
    }
}
