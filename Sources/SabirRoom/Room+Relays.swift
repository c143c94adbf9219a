import NIOCore
import SabirProtocol

/// Relays that carry this room on, and the members behind them.
extension Room {
    /// The name of a relay that says hello, if its key is in the staff list; nil for other members. Throws why it may
    /// not be a relay.
    func relayName(in hello: Hello, as rank: StaffRank) throws(WireFault) -> String? {
        guard let relay = hello.relay else { return nil }
        guard rank != .unknown else { throw Self.listIsSilentForRelays }
        guard let name = rank.relay else {
            throw WireFault(
                .forbidden,
                "This node knows no relay by your key. At the host: sabir staff add --relay NAME KEY, with the KEY that "
                    + "\"sabir staff key\" prints at the relay.", fatal: true)
        }
        if let fault = state.refusal(of: relay) { throw fault }
        return name
    }

    func isRelay(_ seat: Seat) -> Bool { state.relays[seat.number] != nil }

    /// `too-fast`, as the relay then tries again by itself.
    private static let listIsSilentForRelays = WireFault(
        .tooFast,
        "Whether this host knows your relay could not be looked up, as its disk does not answer. Try again shortly.",
        fatal: true)

    static let struckOff = WireFault(
        .forbidden, "Whoever runs this host has taken your relay off the list: it may carry the room no longer.",
        fatal: true)

    static let passwordChanged = WireFault(
        .authFailed,
        "The password of this room was changed. The relay has to know the new one (password_file in its [[relay]]).",
        fatal: true)

    /// Adds a relay. One that comes over another connection than before says again who is behind it.
    mutating func addRelay(_ hello: RelayHello, as number: MemberNumber) {
        let (successor, behind) = state.addRelay(hello, as: number)
        if let successor { answer(.relay(carries: true), to: successor) }
        for member in behind { announceDeparture(of: member) }
    }

    mutating func announceDeparture(of member: Member) {
        forgetProfile(of: member.number)
        state.remember(gone: member, now: now)
        announce(.left(member.info, n: state.roster.count), except: nil)
        sendToAuthority(.left(member.info.id))
    }

    // MARK: Packets of a relay

    /// Handles a relay's packet; refuses one from a member that is no relay.
    mutating func carried(_ packet: MemberPacket, by seat: Seat) throws(WireFault) -> Reply {
        guard let relay = state.roster[seat.number], state.relays[seat.number] != nil else {
            throw WireFault(.forbidden, "Only a relay of this room may say that.", id: packet.messageID)
        }
        switch packet {
        case .carried(let draft, let carried): return say(draft, for: carried, from: seat)
        case .behind(let presence): behind(presence, relay.number)
        case .deliver(let packet, let id?): handOn(packet, to: id)
        case .deliver(.report(let report), nil): carryReport(report, over: relay)
        case .deliver(.help(let call), nil): carryHelp(call, over: relay.number)
        case .vouch(let certificate):
            lookUp(relay.joinContext.device) { $0.vouch(for: certificate, on: seat, as: $1) }
        case .standing(let status): state.setProgress(of: relay.number, status, now: now)
        default: break
        }
        return .nothing
    }

    // MARK: Members behind a relay

    private mutating func behind(_ presence: CarriedPresence, _ relay: MemberNumber) {
        for carried in presence.members { enter(carried, behind: relay) }
        for id in presence.left {
            for member in state.removeMembers(id, behind: relay) { announceDeparture(of: member) }
        }
        publishCount()
    }

    private mutating func enter(_ carried: MemberHere, behind relay: MemberNumber) {
        do throws(WireFault) {
            let author = carried.token.map(author(of:))
            guard let (packet, member, displaced) = try state.carry(carried, author, behind: relay, now: now)
            else { return }
            if let displaced { removeDisplaced(displaced) }
            if let packet {
                if case .joined = packet { meter.chose(member.info.lang) }
                announce(packet, except: nil)
            } else if member.info.name != carried.info.name, state.upstream?.profiles[member.number] == nil {
                // The relay waits for the name that it asked for, or another.
                write(.changed(member.info, n: state.roster.count), to: relay)
            }
            sendToAuthority(.joined(MemberHere(member.info, token: carried.token)))
        } catch {
            count(error)
            // A member who is in stays in unchanged.
            let isIn = state.roster[carried.info.id] != nil
            write(.to(carried.info.id, .error(isIn ? error : error.asFatal)), to: relay)
        }
    }

    // MARK: Passing on

    /// Passes a call or a report of a member behind a relay on to another member.
    private mutating func handOn(_ packet: HostPacket, to id: MemberID) {
        if case .help = packet { return }
        if let number = MemberNumber(id) { answer(packet, to: number) }
    }
}

extension MemberPacket {
    var messageID: MessageID? { if case .carried(let draft, _) = self { draft.id } else { nil } }
}
