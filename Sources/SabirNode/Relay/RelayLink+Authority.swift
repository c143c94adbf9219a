import SabirRoom
import SabirProtocol

/// Sends what this node's members say and do to the host. Called on the rooms' event loop, which is also the link's.
extension RelayLink: RoomAuthority {
    package nonisolated func offer(_ lines: [OfferedLine]) {
        remote.assumeIsolated { $0.offer(lines) }
    }

    package nonisolated func send(_ presence: PresenceHere) {
        switch presence {
        case .all(let members):
            send(
                stride(from: 0, to: members.count, by: 100).map { start in
                    .behind(CarriedPresence(members: Array(members[start..<min(start + 100, members.count)])))
                })
        case .joined(let member), .changed(let member):
            send([.behind(CarriedPresence(members: [member]))])
        case .left(let id): send([.behind(CarriedPresence(left: [id]))])
        }
    }

    package nonisolated func deliver(_ packet: HostPacket, to member: MemberID?) {
        guard packet.isHandedOn else { return }
        if case .help = packet { send([.deliver(packet, to: nil)]) } else { send([.deliver(packet, to: member)]) }
    }

    /// Whether lines to staff may be sent: a host without the feature `to-staff` would refuse them.
    package nonisolated var takesLinesToStaff: Bool { assumeIsolated { $0.hostFeatures.contains(.toStaff) } }

    package nonisolated func tellStaff(_ report: Reported) { send([.deliver(.report(report), to: nil)]) }

    package nonisolated var takesWishes: Bool { assumeIsolated { $0.hostFeatures.contains(.wish) } }

    package nonisolated func perform(_ act: ModerationAction, by who: String, token: String?) { send([.staff(act)]) }

    package nonisolated func vouch(for certificate: String) { send([.vouch(certificate)]) }

    private nonisolated func send(_ packets: [MemberPacket]) {
        guard !packets.isEmpty else { return }
        remote.assumeIsolated { $0.carry(packets) }
    }
}
