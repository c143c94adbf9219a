/// A room that the ``Advertiser`` was asked to announce, and how far that has come. Pure.
struct AnnouncedRoom: Sendable {
    /// The announcement, under the name in use: the wanted one or an alternative. An alternative is kept over restarts
    /// of the daemon, so that the room's name does not change back in front of its readers.
    var advertisement: Advertisement
    /// Kernel indices of the interfaces that existed at the last publication; empty for all.
    var indices: [Int32] = []
    private(set) var renames = 0
    /// The record last published.
    var published: RoomRecord?
    private(set) var group: Int?
    var isEstablished = false
    var pacer = UpdatePacer()

    init(_ advertisement: Advertisement) { self.advertisement = advertisement }

    mutating func beginGroup(_ group: Int) {
        self.group = group
        published = advertisement.record
    }

    mutating func rename(to name: String) {
        advertisement.name = name
        renames += 1
    }

    mutating func endGroup() {
        group = nil
        published = nil
        isEstablished = false
    }

    /// Forgets the lost session, and starts counting attempted names anew.
    mutating func endSession() {
        endGroup()
        renames = 0
    }

    /// When to publish the changed record. Nil if the record is unchanged, or if the room is not established yet: its
    /// newest record is sent once it is.
    mutating func offerUpdate(at now: UpdatePacer.Instant) -> UpdatePacer.Instant? {
        guard isEstablished, advertisement.record != published else { return nil }
        return pacer.offer(at: now)
    }
}
