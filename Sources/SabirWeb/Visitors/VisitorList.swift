import SabirProtocol
import SabirRoom

/// Who is in which room over the page, and who is about to be given up.
///
/// Pure: the time is passed in. A visitor whose streams are all gone stays in the room for a while, as a phone does
/// that is put into a pocket, and then leaves.
struct VisitorList: Sendable {
    /// How long a visitor without a stream stays.
    static let patience = Duration.seconds(90)
    /// The same of one whose page was closed: a page that is only loaded anew has its stream back by then.
    static let patienceOfClosed = Duration.seconds(8)
    /// What a page says while it is closed, and the end of its stream, come in any order, and this near to each other.
    static let closing = Duration.seconds(5)
    /// Devices whose name and language are remembered.
    static let rememberedDevices = 10_000

    /// One side of a device in one room.
    struct Key: Hashable, Sendable {
        let device: DeviceCookie
        let room: String
        let face: TabletSide
    }

    struct Visit: Sendable, Hashable {
        /// Tells this visit from an earlier one of the same side, whose streams may still be closing.
        let number: UInt64
        /// Also the first number that it may see: the room says it and remembers it for the device, the page keeps none
        /// of its own, which might be another one.
        var entry: HostedRoom.Entry
        /// Other languages that it reads.
        var reads: Set<LanguageTag> = []
        /// The staff login on which its role rests; nil of a visitor.
        var login: String?
        var streams = 0
        /// Nil while a stream is open.
        var absentSince: ContinuousClock.Instant?
        /// When its page said that it is being closed.
        var closedAt: ContinuousClock.Instant?

        fileprivate func isGone(_ now: ContinuousClock.Instant) -> Bool {
            guard let absentSince else { return false }
            return absentSince.duration(to: now) >= (closedAt == nil ? patience : patienceOfClosed)
        }
    }

    struct Remembered: Sendable, Hashable {
        let name: String
        let lang: LanguageTag
    }

    private struct Person: Hashable {
        let device: DeviceCookie
        let face: TabletSide
    }

    private var visits: [Key: Visit] = [:]
    private var lastVisit: UInt64 = 0
    private var people: [Person: Remembered] = [:]

    var count: Int { visits.count }

    func visit(_ key: Key) -> Visit? { visits[key] }

    func key(of member: MemberID, in room: String) -> Key? {
        visits.first { $0.key.room == room && $0.value.entry.info.id == member }?.key
    }

    func remembered(_ device: DeviceCookie, _ face: TabletSide) -> Remembered? {
        people[Person(device: device, face: face)]
    }

    /// The room took the visitor in, or took a change of its name or language. `login`: of staff.
    mutating func enter(
        _ key: Key, _ entry: HostedRoom.Entry, reads: Set<LanguageTag> = [], by login: String? = nil,
        now: ContinuousClock.Instant
    ) -> Visit {
        remember(key, entry)
        let login = entry.info.role == nil ? nil : login
        if var visit = visits[key], visit.entry.epoch == entry.epoch {
            visit.entry = entry
            visit.reads = reads
            visit.login = login
            visits[key] = visit
            return visit
        }
        lastVisit += 1
        let visit = Visit(number: lastVisit, entry: entry, reads: reads, login: login, absentSince: now)
        visits[key] = visit
        return visit
    }

    private mutating func remember(_ key: Key, _ entry: HostedRoom.Entry) {
        if people.count >= Self.rememberedDevices {
            let present = Set(visits.keys.map { Person(device: $0.device, face: $0.face) })
            people = people.filter { present.contains($0.key) }
        }
        people[Person(device: key.device, face: key.face)] = Remembered(name: entry.info.name, lang: entry.info.lang)
    }

    /// Those who are staff, and the logins on which that rests.
    var logins: [(key: Key, login: String)] {
        visits.compactMap { key, visit in visit.login.map { (key, $0) } }
    }

    /// Its login is over. Nil where it was no staff.
    mutating func endStaff(_ key: Key) -> HostedRoom.Seat? {
        guard visits[key]?.login != nil else { return nil }
        visits[key]?.login = nil
        visits[key]?.entry.info.role = nil
        return visits[key]?.entry.seat
    }

    /// Nil where the visitor has not entered.
    mutating func openStream(of key: Key) -> Visit? {
        visits[key]?.streams += 1
        visits[key]?.absentSince = nil
        visits[key]?.closedAt = nil
        return visits[key]
    }

    /// A stream of that visit is gone.
    mutating func closeStream(of key: Key, visit number: UInt64, now: ContinuousClock.Instant) {
        guard let visit = visits[key], visit.number == number, visit.streams > 0 else { return }
        visits[key]?.streams -= 1
        guard visit.streams == 1 else { return }
        visits[key]?.absentSince = now
        // That was another page of the same device: this one was not closed, but has fallen silent.
        if let closed = visit.closedAt, closed.duration(to: now) > Self.closing { visits[key]?.closedAt = nil }
    }

    /// Its page is being closed. Where another one of the same device is open, nothing follows.
    mutating func markAway(_ key: Key, now: ContinuousClock.Instant) { visits[key]?.closedAt = now }

    /// It leaves by itself; nil where it is not in. Of whoever sat at a tablet's second side nothing is remembered, nor
    /// where `isForgotten`.
    mutating func leave(_ key: Key, isForgotten: Bool = false) -> HostedRoom.Seat? {
        if key.face == .b || isForgotten {
            people[Person(device: key.device, face: key.face)] = nil
        }
        return visits.removeValue(forKey: key)?.entry.seat
    }

    /// The room put these members out.
    mutating func remove(_ members: Set<MemberID>, from room: String) {
        visits = visits.filter { $0.key.room != room || !members.contains($0.value.entry.info.id) }
    }

    /// The room is no more.
    mutating func removeAll(from room: String) {
        visits = visits.filter { $0.key.room != room }
    }

    /// Those who have been away for too long; they are out.
    mutating func removeExpired(now: ContinuousClock.Instant) -> [(key: Key, seat: HostedRoom.Seat)] {
        let gone = visits.filter { $0.value.isGone(now) }
        for key in gone.keys { visits[key] = nil }
        return gone.map { ($0.key, $0.value.entry.seat) }
    }
}
