import NIOCore
import SabirProtocol

/// Acts of staff that were passed on to the room's host, and what is to be told to whoever asked. Pure.
///
/// A host answers in order: with what everybody is told, or with a refusal, which does not name the act. So a refusal
/// is of the oldest.
struct ActsUnderWay: Sendable {
    /// How long an answer is waited for.
    static let patience = TimeAmount.seconds(10)
    static let capacity = 100

    enum Asker: Hashable, Sendable {
        /// In this process.
        case caller(Ticket)
        /// Over a connection: what everybody is told is its answer.
        case member(MemberNumber)
    }

    private struct Entry {
        let act: ModerationAction
        let asker: Asker
        let since: NIODeadline
        /// The host's word that it could not store it.
        var fault: WireFault?
    }

    private var entries: [Entry] = []

    var isFull: Bool { entries.count >= Self.capacity }

    mutating func add(_ act: ModerationAction, by asker: Asker, now: NIODeadline) {
        entries.append(Entry(act: act, asker: asker, since: now))
    }

    /// Everybody is told this: who had asked for it, and that the host could not store it; nil for what others did.
    mutating func done(_ packet: HostPacket) -> (asker: Asker, fault: WireFault?)? {
        entries.firstIndex { $0.act.isAnswered(by: packet) }.map {
            let entry = entries.remove(at: $0)
            return (entry.asker, entry.fault)
        }
    }

    /// The host does the oldest one next, and could not store it: who had asked for it.
    mutating func setFault(_ fault: WireFault) -> Asker? {
        guard !entries.isEmpty else { return nil }
        entries[0].fault = fault
        return entries[0].asker
    }

    /// The host did not do it.
    mutating func refused() -> Asker? { entries.isEmpty ? nil : entries.removeFirst().asker }

    /// This one was not done; nil where its asker has been answered already.
    mutating func failed(_ act: ModerationAction) -> Asker? {
        entries.firstIndex { $0.act == act }.map { entries.remove(at: $0).asker }
    }

    /// Those that have waited for too long.
    mutating func overdue(_ now: NIODeadline) -> [Asker] {
        let late = entries.prefix { now - $0.since >= Self.patience }
        entries.removeFirst(late.count)
        return late.map(\.asker)
    }

    /// No answer will come.
    mutating func giveUp() -> [Asker] {
        defer { entries = [] }
        return entries.map(\.asker)
    }
}

extension WireFault {
    /// Whether it can be a host's answer to an act, as against one about a message or about the link.
    var mayRefuseAnAct: Bool {
        switch code {
        case .forbidden, .badPacket, .tooFast, .tooLarge, .unreachable: id == nil && !fatal
        default: false
        }
    }
}
