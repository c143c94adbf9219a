import SabirProtocol

/// Where a room's lines are kept beyond its memory: on disk, or in a log that several nodes share.
///
/// Used from a room's event loop and from any other thread; nothing here throws into a room. A log that cannot do what
/// it is asked for says so to whoever runs it, and goes on as well as it can.
package protocol RoomLog: Sendable {
    /// Takes lines that the room has accepted, in their order, without waiting. Each has the number that follows the
    /// room's last. `done` is called once for each call, in the order of the calls, on any thread: with the lines as
    /// they now stand in the log, which are then told to the members.
    func append(_ lines: [LogLine], done: @escaping @Sendable ([Message]) -> Void)

    /// The newest lines before number `seq`, oldest first, at most `limit`; those that are gone are left out.
    func lines(before seq: Int, limit: Int) async -> [Message]

    /// The same for somebody who asks to read them; nil where the log cannot say at present.
    func page(before seq: Int, limit: Int) async -> [Message]?

    /// The lines that confirm a translation of one of these, each by its first wording, in the order of their numbers.
    func confirmations(of lines: [MessageID]) async -> [Message]

    /// Whether this id may have been used before: without waiting. Then `known` tells.
    func mayKnow(_ id: MessageID) -> Bool

    /// What became of this id; nil where it was never used.
    func known(_ id: MessageID) async -> KnownID?

    /// Stands for a device in this log, over all runs of the room.
    func author(ofDevice secret: String) -> AuthorID

    /// Keeps this of a device, in the order of the lines: before those that are handed over later. Nobody waits for it.
    func keep(_ device: DeviceRecord)

    /// Staff cleared the room up to this number: the lines are gone at once, their bytes as soon as may be.
    func forget(upTo seq: Int)

    /// The same, written through to the disk before anybody is told, behind the lines that were handed over before: `done`
    /// is called once, on any thread, with nil, or with a sentence that says why they are all there still.
    func clear(upTo seq: Int, done: @escaping @Sendable (String?) -> Void)

    /// The author of the line with this number takes it back. Its text and those of its corrections are gone from what is
    /// read at once, behind the lines that were handed over before; `done` is called once, on any thread, when no byte of
    /// them is left, or says why they are all there still. The room then tells the retraction, with the id
    /// `retractionID`: a log that outlives the process stores that id in one step with the erasing, for the room's next
    /// run (`RoomPast.retractions`).
    func retract(_ id: MessageID, seq: Int, by retractionID: MessageID, done: @escaping @Sendable (Retraction) -> Void)

    /// The room goes on under another epoch, in the order of the lines.
    func renew(epoch: String)

    /// Lines have waited for longer than members can: the room tells them without the log's word.
    func reportOverdue()
}

extension RoomLog {
    /// Of a log that has its own way of telling.
    package func clear(upTo seq: Int, done: @escaping @Sendable (String?) -> Void) { done(nil) }

    package func page(before seq: Int, limit: Int) async -> [Message]? { await lines(before: seq, limit: limit) }
    package func keep(_ device: DeviceRecord) {}
    package func confirmations(of lines: [MessageID]) async -> [Message] { [] }
}
