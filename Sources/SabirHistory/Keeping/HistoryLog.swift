import SabirRoom
import SabirProtocol

/// A room's log in the node's history. Slow work that nobody waits for goes to the keeper.
struct HistoryLog: RoomLog {
    let store: HistoryStore
    let room: RoomNumber
    let keeper: HistoryKeeper

    /// The numbers are final, as this process alone appends. Where the disk fails the lines are in memory and told all
    /// the same; the store reports that.
    func append(_ lines: [LogLine], done: @escaping @Sendable ([Message]) -> Void) {
        let messages = lines.map(\.message)
        let lines = lines.map { HistoryLine(room: room, message: $0.message, author: $0.author) }
        store.append(lines) { _ in done(messages) }
    }

    func lines(before seq: Int, limit: Int) async -> [Message] { await store.lines(room, before: seq, limit: limit) }

    func confirmations(of lines: [MessageID]) async -> [Message] { await store.confirmations(of: lines, in: room) }

    func mayKnow(_ id: MessageID) -> Bool { store.mayKnow(id, in: room) }

    func known(_ id: MessageID) async -> KnownID? { await store.line(id, in: room) }

    func author(ofDevice secret: String) -> AuthorID { store.author(ofDevice: secret) }

    func forget(upTo seq: Int) { keeper.clear(room, upTo: seq) }

    func keep(_ device: DeviceRecord) { store.keep(device, in: room) }

    func clear(upTo seq: Int, done: @escaping @Sendable (String?) -> Void) {
        store.markCleared(room, upTo: seq) { done($0?.description) }
    }

    func retract(
        _ id: MessageID, seq: Int, by retractionID: MessageID,
        done: @escaping @Sendable (_ texts: [String], _ failure: String?) -> Void
    ) {
        store.retract(id, in: room, seq: seq, by: retractionID, beforeErasing: keeper.forgetTexts) { result in
            switch result {
            case .success(let texts): done(texts, nil)
            case .failure(let error): done([], error.description)
            }
        }
    }

    func renew(epoch: String) { store.renew(room, epoch: epoch) }

    func reportOverdue() { Task { await store.reportOverdue() } }
}
