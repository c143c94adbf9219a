import NIOCore
import SabirProtocol

/// Acts of staff that were passed on to the room's host, and who asked for each. Pure.
///
/// A host answers in order: with what everybody is told, or with a refusal that does not name the act. So a refusal
/// always belongs to the oldest act.
struct ActsUnderWay: Sendable {
    /// How long an answer is waited for.
    static let patience = TimeAmount.seconds(10)
    static let capacity = 100

    private struct Entry {
        let act: ModerationAction
        let asker: Asker
        let since: NIODeadline
        /// Set where the host says that it could not store the act.
        var fault: WireFault?
    }

    private var entries: [Entry] = []

    var isFull: Bool { entries.count >= Self.capacity }

    mutating func add(_ act: ModerationAction, by asker: Asker, now: NIODeadline) {
        entries.append(Entry(act: act, asker: asker, since: now))
    }

    /// Removes the act that this packet tells everybody of: who asked for it, and whether the host could not store it.
    /// Nil for acts that others asked for.
    mutating func done(_ packet: HostPacket) -> (asker: Asker, fault: WireFault?)? {
        entries.firstIndex { $0.act.isAnswered(by: packet) }.map {
            let entry = entries.remove(at: $0)
            return (entry.asker, entry.fault)
        }
    }

    /// Notes that the host is about to do the oldest act and could not store it. Returns who asked for that act.
    mutating func setFault(_ fault: WireFault) -> Asker? {
        guard !entries.isEmpty else { return nil }
        entries[0].fault = fault
        return entries[0].asker
    }

    /// Removes the oldest act, which the host refused.
    mutating func refused() -> Asker? { entries.isEmpty ? nil : entries.removeFirst().asker }

    /// Removes this act, which was not done. Nil where its asker was answered already.
    mutating func failed(_ act: ModerationAction) -> Asker? {
        entries.firstIndex { $0.act == act }.map { entries.remove(at: $0).asker }
    }

    /// Removes the acts that have waited longer than `patience`.
    mutating func overdue(_ now: NIODeadline) -> [Asker] {
        let late = entries.prefix { now - $0.since >= Self.patience }
        entries.removeFirst(late.count)
        return late.map(\.asker)
    }

    /// Removes all acts: no answer will come.
    mutating func giveUp() -> [Asker] {
        defer { entries = [] }
        return entries.map(\.asker)
    }
}

extension WireFault {
    /// Whether this fault can be a host's refusal of an act, and not one of a message or of the link.
    var mayRefuseAnAct: Bool {
        switch code {
        case .forbidden, .badPacket, .tooFast, .tooLarge, .unreachable: id == nil && !fatal
        default: false
        }
    }
}
