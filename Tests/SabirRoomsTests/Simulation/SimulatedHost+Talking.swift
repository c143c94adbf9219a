import NIOCore
import SabirProtocol

@testable import SabirClient
@testable import SabirRoom

/// What is said, and how it gets onto the disk before it is told: as `HostedRoom` does it.
extension SimulatedHost {
    /// Whatever is behind a draft that only the disk knows of waits too, so that nobody's lines change places.
    mutating func say(_ draft: Draft, by member: Member, _ now: NIODeadline, _ wall: Int) -> [Sending] {
        if mustAsk(draft) {
            unsure.append(Unsure(draft: draft, member: member))
            return []
        }
        return decide(draft, by: member, nil, now, wall)
    }

    private func mustAsk(_ draft: Draft) -> Bool {
        guard let disk else { return false }
        return !unsure.isEmpty || draft.id.map { room.timeline.isNew($0) && disk.mayKnow($0) } ?? false
    }

    private mutating func decide(
        _ draft: Draft, by member: Member, _ known: KnownID?, _ now: NIODeadline, _ wall: Int
    ) -> [Sending] {
        carryOut(room.accept(draft, from: member.number, now: now, wall: wall, known: known), for: member, now, wall)
    }

    private mutating func carryOut(
        _ outcome: DraftOutcome, for member: Member, _ now: NIODeadline, _ wall: Int
    ) -> [Sending] {
        switch outcome {
        case .erasing(let entry):
            disk?.retract(entry.line)
            return room.finishErasure(entry, texts: [], failure: nil, now: now, wall: wall)
                .map { carryOut($0, for: member, now, wall) } ?? []
        case .accepted(let message): return everybody(.message(message))
        case .entrusted(let line):
            disk?.append([line])
            let told = mistake == .tellsBeforeItIsWritten ? everybody(.message(line.message)) : []
            return told + tell(room.goAhead())
        case .offered, .awaited: return []
        case .repeated(let message):
            repeats += 1
            return answer(.message(message), to: member.number)
        case .refused(let fault): return answer(.error(fault), to: member.number)
        }
    }

    func answer(_ packet: HostPacket, to number: MemberNumber) -> [Sending] {
        connections[number].map { [.packet(packet, to: $0)] } ?? []
    }

    func tell(_ settled: [Timeline.Settled]) -> [Sending] {
        settled.flatMap { line in
            let told = mistake == .tellsBeforeItIsWritten ? [] : everybody(.message(line.message))
            return told + line.repeats.flatMap { answer(.message(line.message), to: $0) }
        }
    }

    /// The disk gets on: a group is written, one id is looked up.
    mutating func commit(_ now: NIODeadline, _ wall: Int) -> [Sending] {
        guard let written = disk?.getOn() else { return [] }
        return tell(room.settle(written)) + lookUp(now, wall)
    }

    private mutating func lookUp(_ now: NIODeadline, _ wall: Int) -> [Sending] {
        guard let first = unsure.first else { return [] }
        unsure.removeFirst()
        let member = first.member
        let known = first.draft.id.flatMap { room.timeline.isNew($0) ? disk?.known($0) : nil }
        guard room.roster[member.number]?.connection == member.connection else { return [] }
        return decide(first.draft, by: member, mistake == .forgetsIDs ? nil : known, now, wall)
    }
}
