import NIOCore
import SabirProtocol

/// A retraction, and the lines to be erased from the room's stream before the retraction goes into it.
struct ClusterRetraction: Hashable, Sendable {
    let line: ClusterLine
    /// The retracted line, and its corrections.
    let erases: [MessageID]
    /// Set where the retraction is in the stream already: a correction that came besides, and is the only line to
    /// erase.
    var late: MessageID?

    private static let prefix = "retract-"
    private static let lateMark = "late"

    /// Names the retraction until it is done.
    var id: MessageID { late ?? line.id }
    /// The key in the bucket of acts that stores the promise until the retraction is told, or done.
    var key: String { Self.prefix + id.description.lowercased() }
    var body: [UInt8] {
        let words = (late == nil ? [] : [Self.lateMark]) + erases.map(\.description)
        return Array(words.joined(separator: " ").utf8) + [0x0A] + line.body
    }

    static func isKey(_ key: String) -> Bool { key.hasPrefix(prefix) }
}

extension ClusterRetraction {
    /// For a correction that was unknown when its line was retracted.
    init(late correction: MessageID, line: ClusterLine) {
        self.init(line: line, erases: [correction], late: correction)
    }

    /// Reads a retraction stored in the bucket; nil for anything else.
    init?(body: [UInt8], author: String?) {
        guard let end = body.firstIndex(of: 0x0A),
            case .message(let told)? = try? HostPacket(body: ByteBuffer(bytes: body[(end + 1)...])),
            told.retracts != nil
        else { return nil }
        let words = String(decoding: body[..<end], as: UTF8.self).split(separator: " ").map(String.init)
        let ids = words.compactMap { MessageID($0) }
        let isLate = words.first == Self.lateMark
        guard !isLate || ids.count == 1 else { return nil }
        self.init(line: ClusterLine(retraction: told, author: author), erases: ids, late: isLate ? ids[0] : nil)
    }
}

extension ClusterLine {
    /// A retraction as it was read from the stream.
    init(retraction told: Message, author: String?) {
        let message = Message(
            seq: 0, id: told.id, ts: 0, member: told.member, from: told.from, lang: told.lang, text: "",
            reply: told.reply, via: told.via, role: told.role, revision: told.revision)
        self.init(message: message, author: author)
    }
}

/// Retractions under way in a room: each is stored in the cluster, its lines are erased from the stream, and then it is
/// told as a line, in this order. So nobody is told too early, and every reader of the line is told, whichever node
/// dies in between. A late correction is erased without being told: its line was told as retracted already, and every
/// room shows nothing of it.
///
/// Pure. Each step may be done more than once, and by more than one node.
struct DueRetractions: Sendable {
    static let capacity = 1_000
    private static let mostWithLate = 10 * capacity
    /// How long another node has for the retractions that it promised, before this one carries them out.
    static let patience = Duration.seconds(10)
    /// Pause before a failed step is tried again.
    static let pause = Duration.seconds(1)

    private enum Stage {
        case due(from: ContinuousClock.Instant)
        case atWork
        /// The retraction is on its way into the stream since then.
        case offered(ContinuousClock.Instant)
    }

    private struct Entry {
        let retraction: ClusterRetraction
        /// Whether this node has done anything for the retraction; otherwise another node cleans up.
        var isTouched: Bool
        var stage: Stage
    }

    private var entries: [MessageID.Value: Entry] = [:]

    var isFull: Bool { entries.count >= Self.capacity }

    func holds(_ id: MessageID) -> Bool { !entries.isEmpty && entries[id.value] != nil }

    /// The lines that are erased before this retraction is told; nil for an unknown one.
    func erased(with id: MessageID) -> [MessageID]? { entries.isEmpty ? nil : entries[id.value]?.retraction.erases }

    /// Whether this node has begun the retraction.
    func isOwn(_ id: MessageID) -> Bool { !entries.isEmpty && entries[id.value]?.isTouched == true }

    /// `isHeard`: another node has promised the retraction, or may carry it out as well.
    mutating func add(_ retraction: ClusterRetraction, isHeard: Bool = false, now: ContinuousClock.Instant) {
        // Nobody can be asked to send a late correction again: its higher bound is one of memory alone.
        let isFull = retraction.late == nil ? isFull : entries.count >= Self.mostWithLate
        guard !holds(retraction.id), !isFull else { return }
        entries[retraction.id.value] = Entry(
            retraction: retraction, isTouched: !isHeard, stage: .due(from: isHeard ? now + Self.patience : now))
    }

    /// The retractions to begin now. `mayBegin`: whether none of the lines to erase is still on its way into the
    /// stream.
    mutating func begin(
        now: ContinuousClock.Instant, mayBegin: ([MessageID]) -> Bool
    ) -> [ClusterRetraction] {
        var begun: [ClusterRetraction] = []
        for (id, entry) in entries {
            switch entry.stage {
            case .due(let from) where now >= from && mayBegin(entry.retraction.erases): break
            case .offered(let since) where now - since > Self.patience: break
            default: continue
            }
            entries[id]?.stage = .atWork
            entries[id]?.isTouched = true
            begun.append(entry.retraction)
        }
        return begun
    }

    /// Notes that the lines are erased. Returns the retraction, to be published now.
    mutating func erased(_ id: MessageID, now: ContinuousClock.Instant) -> ClusterLine? {
        guard holds(id) else { return nil }
        entries[id.value]?.stage = .offered(now)
        return entries[id.value]?.retraction.line
    }

    mutating func failed(_ id: MessageID, now: ContinuousClock.Instant) {
        guard holds(id) else { return }
        entries[id.value]?.stage = .due(from: now + Self.pause)
    }

    /// Notes that the retraction came out of the stream, or never will; with `isLate`, that a late correction is
    /// erased. Returns its key, if this node has to remove it.
    mutating func ended(_ id: MessageID, isLate: Bool = false) -> String? {
        guard !entries.isEmpty, let entry = entries[id.value], (entry.retraction.late != nil) == isLate else {
            return nil
        }
        entries[id.value] = nil
        return entry.isTouched ? entry.retraction.key : nil
    }
}
