/// Join codes, which staff make: each lets one visitor into a room with a password. Pure: the time is passed in.
///
/// A code has eight digits, lasts ten minutes, and works once. Past `mostPerRoom`, a room's oldest code is dropped.
struct JoinCodes: Sendable {
    static let lifetime = Duration.seconds(600)
    static let digits = 8
    static let mostPerRoom = 50
    /// How many wrong codes are free for all strangers together (``PinGuard``). An address has five free ones, an IPv6
    /// network twenty; to use up this many, an attacker needs 150 networks, and finds one of fifty codes with a chance
    /// of 1 in 650.
    static let freeForAll = 3_000

    private struct Entry {
        let code: String
        let room: String
        let made: ContinuousClock.Instant
    }

    /// The valid codes, oldest first.
    private var entries: [Entry] = []

    /// - Parameter random: Returns a number from 0 to 99,999,999.
    mutating func make(for room: String, now: ContinuousClock.Instant, random: () -> Int) -> String {
        forget(now)
        var code = Self.text(random())
        while entries.contains(where: { $0.code == code }) { code = Self.text(random()) }
        entries.append(Entry(code: code, room: room, made: now))
        if entries.count(where: { $0.room == room }) > Self.mostPerRoom,
            let oldest = entries.firstIndex(where: { $0.room == room })
        {
            entries.remove(at: oldest)
        }
        return code
    }

    /// Uses up a code; returns whether it opens this room. Spaces are ignored and digits of every script are accepted,
    /// as codes are read off paper or heard.
    mutating func use(_ code: String, for room: String, now: ContinuousClock.Instant) -> Bool {
        forget(now)
        let wanted = Self.plain(code)
        guard let found = entries.firstIndex(where: { $0.room == room && $0.code == wanted }) else { return false }
        entries.remove(at: found)
        return true
    }

    private mutating func forget(_ now: ContinuousClock.Instant) {
        entries.removeAll { $0.made.duration(to: now) >= Self.lifetime }
    }

    private static func plain(_ code: String) -> String {
        String(code.unicodeScalars.prefix(40).compactMap { Character($0).wholeNumberValue }.map(String.init).joined())
    }

    private static func text(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, Self.digits - digits.count)) + digits
    }
}
