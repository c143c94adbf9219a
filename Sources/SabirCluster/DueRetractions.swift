import NIOCore
import SabirProtocol

/// A line that takes another back, and what is to be erased from the room's stream before it goes into that.
package struct ClusterRetraction: Hashable, Sendable {
    package let line: ClusterLine
    /// The line that is taken back, and its corrections.
    package let erases: [MessageID]
    /// Where the line is in the stream already: a correction that is there besides, and alone is to be erased.
    let late: MessageID?

    package init(line: ClusterLine, erases: [MessageID]) { self.init(line, erases, late: nil) }

    /// Of a correction that the retraction of its line did not know of.
    init(late correction: MessageID, line: ClusterLine) { self.init(line, [correction], late: correction) }

    private init(_ line: ClusterLine, _ erases: [MessageID], late: MessageID?) {
        self.line = line
        self.erases = erases
        self.late = late
    }

    private static let prefix = "retract-"
    private static let lateMark = "late"

    /// By which it is known until it is done.
    var id: MessageID { late ?? line.id }
    /// What is kept of it in the bucket of acts until it is told, or done.
    var key: String { Self.prefix + id.description.lowercased() }
    var body: [UInt8] {
        let words = (late == nil ? [] : [Self.lateMark]) + erases.map(\.description)
        return Array(words.joined(separator: " ").utf8) + [0x0A] + line.body
    }

    static func isKey(_ key: String) -> Bool { key.hasPrefix(prefix) }

    /// Nil for what is none.
    init?(body: [UInt8], author: String?) {
        guard let end = body.firstIndex(of: 0x0A),
            case .message(let told)? = try? HostPacket(body: ByteBuffer(bytes: body[(end + 1)...])),
            told.retracts != nil
        else { return nil }
        let words = String(decoding: body[..<end], as: UTF8.self).split(separator: " ").map(String.init)
        let ids = words.compactMap { MessageID($0) }
        let isLate = words.first == Self.lateMark
        guard !isLate || ids.count == 1 else { return nil }
        self.init(ClusterLine(retraction: told, author: author), ids, late: isLate ? ids[0] : nil)
    }
}

extension ClusterLine {
    /// A line that takes another back, as it was read.
    init(retraction told: Message, author: String?) {
        self.init(
            id: told.id, member: told.member, from: told.from, lang: told.lang, text: "", reply: told.reply,
            via: told.via, role: told.role, author: author, revision: told.revision)
    }
}

/// What is being taken back in a room: kept in the cluster, erased from the stream, and told by a line, in this order, so
/// that nobody is told before it is so, and whoever shows the line is told whichever node dies in between. Of a late
/// correction nothing is told: its line was told as taken back already, and every room shows nothing of it.
///
/// Pure. Each step may be done more than once, and by more than one node.
struct DueRetractions: Sendable {
    static let capacity = 1_000
    private static let mostWithLate = 10 * capacity
    /// Another node sees to what it has promised for so long, before this one does.
    static let patience = Duration.seconds(10)
    /// Before what failed is tried again.
    static let pause = Duration.seconds(1)

    private enum Stage {
        case due(from: ContinuousClock.Instant)
        case atWork
        /// On its way into the stream since then.
        case offered(ContinuousClock.Instant)
    }

    private struct Entry {
        let retraction: ClusterRetraction
        /// Of one that this node has not touched another sees to what is left of it.
        var isTouched: Bool
        var stage: Stage
    }

    private var entries: [MessageID.Value: Entry] = [:]

    var isFull: Bool { entries.count >= Self.capacity }

    func holds(_ id: MessageID) -> Bool { !entries.isEmpty && entries[id.value] != nil }

    /// What is erased with this one before it is told; nil of one that is not known of.
    func erased(with id: MessageID) -> [MessageID]? { entries.isEmpty ? nil : entries[id.value]?.retraction.erases }

    /// Whether this node has begun it.
    func isOwn(_ id: MessageID) -> Bool { !entries.isEmpty && entries[id.value]?.isTouched == true }

    /// `isHeard`: another node has promised it, or may see to it as well.
    mutating func add(_ retraction: ClusterRetraction, isHeard: Bool = false, now: ContinuousClock.Instant) {
        // Nobody can be asked to say a late correction again: the bound is one of memory alone.
        let isFull = retraction.late == nil ? isFull : entries.count >= Self.mostWithLate
        guard !holds(retraction.id), !isFull else { return }
        entries[retraction.id.value] = Entry(
            retraction: retraction, isTouched: !isHeard, stage: .due(from: isHeard ? now + Self.patience : now))
    }

    /// What is to be begun now. `mayBegin`: none of the lines meant is itself still on its way into the stream.
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

    /// It is erased: for the stream now.
    mutating func erased(_ id: MessageID, now: ContinuousClock.Instant) -> ClusterLine? {
        guard holds(id) else { return nil }
        entries[id.value]?.stage = .offered(now)
        return entries[id.value]?.retraction.line
    }

    mutating func failed(_ id: MessageID, now: ContinuousClock.Instant) {
        guard holds(id) else { return }
        entries[id.value]?.stage = .due(from: now + Self.pause)
    }

    /// It came out of the stream, or never will: its key, where this node is to take that away.
    mutating func ended(_ id: MessageID) -> String? {
        guard !entries.isEmpty, let entry = entries[id.value], entry.retraction.late == nil else { return nil }
        entries[id.value] = nil
        return entry.isTouched ? entry.retraction.key : nil
    }

    /// A late correction is erased: its key, which this node is to take away.
    mutating func finish(late id: MessageID) -> String? {
        guard !entries.isEmpty, let entry = entries[id.value], entry.retraction.late != nil else { return nil }
        entries[id.value] = nil
        return entry.retraction.key
    }
}
