/// A room the ``Advertiser`` was asked to announce, and how far that has come. Pure.
struct AnnouncedRoom: Sendable {
    let port: UInt16
    /// Those it is to be announced on, by name; empty for its advertiser's.
    let interfaces: [String]
    /// Kernel indices of those that were there when it was last published; empty for all.
    var indices: [Int32] = []
    /// The name in use: the one asked for or an alternative. It is kept over restarts of the daemon, so that a room
    /// does not change its name back under the people who read it.
    private(set) var name: String
    private(set) var renames = 0
    var record: RoomRecord
    /// What the network was last told.
    var published: RoomRecord?
    private(set) var group: Int?
    var isEstablished = false
    var pacer = UpdatePacer()

    init(_ advertisement: Advertisement) {
        port = advertisement.port
        interfaces = advertisement.interfaces
        name = advertisement.name
        record = advertisement.record
    }

    mutating func began(_ group: Int) {
        self.group = group
        published = record
    }

    mutating func rename(to name: String) {
        self.name = name
        renames += 1
    }

    mutating func lostGroup() {
        group = nil
        published = nil
        isEstablished = false
    }

    /// A new daemon deserves a fresh count of attempts.
    mutating func lostSession() {
        lostGroup()
        renames = 0
    }

    /// Nil where there is nothing to tell, or nobody yet to tell it: a room being established sends its newest
    /// record once it is.
    mutating func offerUpdate(at now: UpdatePacer.Instant) -> UpdatePacer.Decision? {
        guard isEstablished, record != published else { return nil }
        return pacer.offer(at: now)
    }
}

/// Whether an outage was already reported.
struct Outage: Sendable {
    private var isOn = false

    /// True where this is news.
    mutating func begin() -> Bool {
        defer { isOn = true }
        return !isOn
    }

    /// True where this is news.
    mutating func end() -> Bool {
        defer { isOn = false }
        return isOn
    }
}
