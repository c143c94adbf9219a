/// Codes that let one visitor each into a room with a password, made by staff. Pure: the time is passed in.
///
/// Eight digits, for ten minutes, used once. Bounded: past so many the oldest of the room goes.
struct JoinCodes: Sendable {
    static let lifetime = Duration.seconds(600)
    static let digits = 8
    static let mostPerRoom = 50
    /// Wrong codes that strangers have free together (``PinGuard``). Each address has five, an IPv6 network twenty; so
    /// many need 150 networks, and find one of fifty codes with a chance of 1 in 650.
    static let freeForAll = 3_000

    private struct Entry {
        let code: String
        let room: String
        let made: ContinuousClock.Instant
    }

    /// Oldest first.
    private var entries: [Entry] = []

    /// - Parameter random: 0 to 99,999,999.
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

    /// Whether it opens this room; it does so once. Spaces between digits, and digits of other scripts, count for
    /// nothing: codes are read off paper and heard.
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
