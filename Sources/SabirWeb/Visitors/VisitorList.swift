import SabirProtocol
import SabirRoom

/// The page's visitors in rooms.
///
/// Pure: the time is passed in. A visitor without a stream, such as a phone in a pocket, stays in the room for a while
/// and then leaves.
struct VisitorList: Sendable {
    /// How long a visitor without a stream stays.
    static let patience = Duration.seconds(90)
    /// How long a visitor stays whose page was closed: a page that is only reloaded has its stream back by then.
    static let patienceOfClosed = Duration.seconds(8)
    /// The longest time between a page's word that it is closing and the end of its stream; they arrive in any order.
    static let closing = Duration.seconds(5)
    /// For how many devices name and language are remembered.
    static let rememberedDevices = 10_000

    /// One side of a device in one room.
    struct Key: Hashable, Sendable {
        let device: DeviceCookie
        let room: String
        let face: TabletSide
    }

    struct Visit: Sendable, Hashable {
        /// Distinguishes this visit from an earlier one of the same side, whose streams may still be closing.
        let number: UInt64
        /// The seat, with the first line number that the visitor may see. The room owns that number; the page keeps no
        /// copy that might differ.
        var entry: HostedRoom.Entry
        /// Other languages that the visitor reads.
        var reads: Set<LanguageTag> = []
        /// The token of the login that the visitor's role rests on; nil for plain visitors.
        var login: String?
        var streams = 0
        /// Since when there is no stream; nil while one is open.
        var absentSince: ContinuousClock.Instant?
        /// When the page said that it is closing.
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

    /// Adds a visitor that the room admitted, or updates its name or language. `login`: the token of a staff login.
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

    /// The visitors with a staff role, with their logins.
    var logins: [(key: Key, login: String)] {
        visits.compactMap { key, visit in visit.login.map { (key, $0) } }
    }

    /// Ends a visitor's staff role; returns its seat, or nil if it had none.
    mutating func endStaff(_ key: Key) -> HostedRoom.Seat? {
        guard visits[key]?.login != nil else { return nil }
        visits[key]?.login = nil
        visits[key]?.entry.info.role = nil
        return visits[key]?.entry.seat
    }

    /// Counts a new stream; nil if the visitor is not in the room.
    mutating func openStream(of key: Key) -> Visit? {
        visits[key]?.streams += 1
        visits[key]?.absentSince = nil
        visits[key]?.closedAt = nil
        return visits[key]
    }

    /// Counts a closed stream of that visit.
    mutating func closeStream(of key: Key, visit number: UInt64, now: ContinuousClock.Instant) {
        guard let visit = visits[key], visit.number == number, visit.streams > 0 else { return }
        visits[key]?.streams -= 1
        guard visit.streams == 1 else { return }
        visits[key]?.absentSince = now
        // The word came from another page of the device long before: this page was not closed, but fell silent.
        if let closed = visit.closedAt, closed.duration(to: now) > Self.closing { visits[key]?.closedAt = nil }
    }

    /// Notes that a page is closing. No effect while another page of the device is open.
    mutating func markAway(_ key: Key, now: ContinuousClock.Instant) { visits[key]?.closedAt = now }

    /// Removes a visitor who leaves; nil if it is not in the room. Name and language are forgotten for a tablet's
    /// second side, or if `isForgotten`.
    mutating func leave(_ key: Key, isForgotten: Bool = false) -> HostedRoom.Seat? {
        if key.face == .b || isForgotten {
            people[Person(device: key.device, face: key.face)] = nil
        }
        return visits.removeValue(forKey: key)?.entry.seat
    }

    /// Removes from this list the members that the room has removed.
    mutating func remove(_ members: Set<MemberID>, from room: String) {
        visits = visits.filter { $0.key.room != room || !members.contains($0.value.entry.info.id) }
    }

    /// Removes every visitor of a room that has closed.
    mutating func removeAll(from room: String) {
        visits = visits.filter { $0.key.room != room }
    }

    /// Removes and returns the visitors that were away for too long.
    mutating func removeExpired(now: ContinuousClock.Instant) -> [(key: Key, seat: HostedRoom.Seat)] {
        let gone = visits.filter { $0.value.isGone(now) }
        for key in gone.keys { visits[key] = nil }
        return gone.map { ($0.key, $0.value.entry.seat) }
    }
}
