import SabirProtocol

/// Keeps a room's lines beyond memory: on disk, or in a stream that several nodes share.
///
/// Used from a room's event loop and from other threads; nothing here throws into a room. A log that cannot do what it
/// is asked reports that to whoever runs it, and continues as well as it can.
package protocol RoomLog: Sendable {
    /// Appends lines that the room has accepted, in order, without waiting. Each has the number that follows the room's
    /// last. `done` is called once for each call, in order, on any thread, with the lines as they now are in the log;
    /// these are then told to the members.
    func append(_ lines: [LogLine], done: @escaping @Sendable ([Message]) -> Void)

    /// The newest lines before number `seq`, oldest first, at most `limit`; those that are gone are left out.
    func lines(before seq: Int, limit: Int) async -> [Message]

    /// Like `lines`, for a member who asks to read them; nil where the log cannot say at present.
    func page(before seq: Int, limit: Int) async -> [Message]?

    /// The lines that confirm a translation of one of these messages, each named by its first wording, in the order of
    /// their numbers.
    func confirmations(of lines: [MessageID]) async -> [Message]

    /// Whether this id may have been used before, decided without waiting; if so, `known` has the answer.
    func mayKnow(_ id: MessageID) -> Bool

    /// The message that used this id; nil where none did.
    func known(_ id: MessageID) async -> KnownID?

    /// The author id of a device in this log, the same in all runs of the room.
    func author(ofDevice secret: String) -> AuthorID

    /// Stores a device record ahead of lines that are appended later. Nothing waits for it.
    func keep(_ device: DeviceRecord)

    /// Forgets the lines up to this number, which staff cleared: readers no longer see them from now on, and their
    /// bytes are erased as soon as possible.
    func forget(upTo seq: Int)

    /// Like `forget(upTo:)`, but on the disk before anybody is told, behind the lines that were appended before. `done`
    /// is called once, on any thread, with nil, or with a sentence that says why all lines are still there.
    func clear(upTo seq: Int, done: @escaping @Sendable (String?) -> Void)

    /// Erases the line with this number, which its author takes back, and its corrections. Readers no longer see their
    /// texts from then on, behind the lines that were appended before. `done` is called once, on any thread, when no
    /// byte of the texts is left, or with the reason why all are still there. The room then tells the retraction, with
    /// the id `retractionID`: a log that outlives the process stores that id in one step with the erasing, for the
    /// room's next run (`RoomPast.retractions`).
    func retract(
        _ id: MessageID, seq: Int, by retractionID: MessageID,
        done: @escaping @Sendable (_ texts: [String], _ failure: String?) -> Void)

    /// Continues the room under another epoch, behind the lines that were appended before.
    func renew(epoch: String)

    /// Reports that lines have waited longer than members can: the room tells them without the log's answer.
    func reportOverdue()
}

extension RoomLog {
    /// Does nothing, for a log that clears in its own way.
    package func clear(upTo seq: Int, done: @escaping @Sendable (String?) -> Void) { done(nil) }

    package func page(before seq: Int, limit: Int) async -> [Message]? { await lines(before: seq, limit: limit) }
    package func keep(_ device: DeviceRecord) {}
    package func confirmations(of lines: [MessageID]) async -> [Message] { [] }
}
