import NIOCore

/// Slows down guessing of one room's password, for each address and for all of them together. Pure: the time is passed
/// in. Only wrong passwords cost anything.
///
/// An address from which the password was known before is not kept out by what others guess. A nil address is this
/// machine, behind which there may be everybody: it counts for the room alone.
struct PasswordAttempts: Sendable {
    /// Five slips are free, then one every half minute.
    static let perAddress = TokenBucket.Rate(perSecond: 1.0 / 30, burst: 5)
    /// Of all together 1,800 an hour, however many addresses they have.
    static let perRoom = TokenBucket.Rate(perSecond: 0.5, burst: 30)
    static let mostKnown = 1_000

    private var addresses = BucketTable<String>()
    private var room: TokenBucket?
    private var known: Set<String> = []

    func mayTry(from address: String?, now: NIODeadline) -> Bool {
        guard let address else { return room?.holds(1, Self.perRoom, now: now) ?? true }
        guard addresses.holds(1, for: address, Self.perAddress, now: now) else { return false }
        return known.contains(address) || room?.holds(1, Self.perRoom, now: now) ?? true
    }

    mutating func wrong(from address: String?, now: NIODeadline) {
        var room = room ?? TokenBucket(full: Self.perRoom, now: now)
        _ = room.take(Self.perRoom, now: now)
        self.room = room
        if let address { _ = addresses.take(for: address, Self.perAddress, now: now) }
    }

    /// One that was counted beforehand was right after all.
    mutating func forgive(_ address: String?, now: NIODeadline) {
        _ = room?.take(-1, Self.perRoom, now: now)
        if let address { _ = addresses.take(-1, for: address, Self.perAddress, now: now) }
        right(from: address)
    }

    mutating func right(from address: String?) {
        guard let address else { return }
        if known.count >= Self.mostKnown, let one = known.first { known.remove(one) }
        known.insert(address)
    }
}
