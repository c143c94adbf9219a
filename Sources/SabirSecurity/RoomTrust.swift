import SabirClient
import SabirProtocol

/// Which host a guest trusts for a room: what the guest knows beforehand, and its judgement of who answers. Pure.
///
/// A host is trusted that shows the certificate named by an invite or a pin, or a grant signed by that certificate's
/// key. Without invite and pin, whoever answers first is trusted, and pinned.
package struct RoomTrust: Sendable {
    /// A host that was trusted.
    package struct Meeting: Hashable, Sendable {
        /// The pin to store.
        package let pin: Pin
        /// Nothing vouched for the host: it was trusted on first contact.
        package let isFirstContact: Bool
        /// Another room with this name is known, with another host.
        package let isNamesake: Bool
    }

    /// How a person asked for the room.
    package enum Way: Hashable, Sendable {
        case invite(Invite)
        /// `HOST:PORT`
        case address(String)
        /// Found on the network.
        case discovery
        /// Found on the network by the name that the person typed.
        case named(String)
    }

    package private(set) var pins: Pins
    private let way: Way
    /// The room that this guest is in since its first welcome.
    private var current: String?
    /// Certificates for which a grant was shown before the welcome, with its expiry in milliseconds since 1970.
    private var vouched: [Fingerprint: Int] = [:]
    /// The certificate that the invite names, or its successor after a change of the host's key.
    private var invited: Fingerprint?

    package init(_ pins: Pins, way: Way) {
        self.pins = pins
        self.way = way
        if case .invite(let invite) = way { invited = invite.fingerprint }
    }

    /// The name that was asked for, where rooms are known by it and `room` is not one of them; nil once this guest is
    /// in.
    private func otherRoom(_ room: String?) -> (name: String, room: String)? {
        guard current == nil, case .named(let name) = way else { return nil }
        let known = pins.known(as: name)
        guard !known.isEmpty, let room = room?.lowercased(), !known.contains(where: { $0.room == room }) else {
            return nil
        }
        return (name, room)
    }

    /// Whether a person looks for the room by a name, and is not in yet.
    private var isNamed: Bool { if case .named = way { current == nil } else { false } }

    private var address: String? { if case .address(let address) = way { address } else { nil } }

    /// The pins of which a host has to match one, where `asked` is what the guest asks for there.
    private func expected(_ asked: String?) -> [Pin] {
        // Anybody may announce a room under any name: only the hosts that are known by it count.
        if let other = otherRoom(asked) { return pins.known(as: other.name) }
        if let room = current ?? asked, let pin = pins[room: room] { return [pin] }
        if current != nil || asked.map(RoomInfo.isID) == true { return [] }
        return address.map(pins.at(address:)) ?? []
    }

    /// - Parameter asked: id or name of the room; nil for a node's only one.
    package func trustLevel(of shown: Fingerprint, asked: String?, now: Int) -> HostTrustLevel {
        if let end = vouched[shown], now < end { return .recognised }
        let expected = expected(asked)
        // A host vouches for another one in one room alone.
        let isOther = otherRoom(asked) != nil
        let meetsPins =
            expected.isEmpty || expected.contains { isOther ? $0.certificate == shown : $0.knows(shown, now: now) }
        let meetsInvite = invited == nil || invited == shown || expected.contains { $0.certificate == invited }
        guard meetsPins, meetsInvite else { return .unproven }
        return expected.isEmpty && invited == nil ? .firstContact : .recognised
    }

    /// Judges the host that has let this guest into the room `id`; throws a sentence where it is not to be trusted.
    ///
    /// - Parameter place: the address at which it was reached, `HOST:PORT`, for that sentence.
    package mutating func judge(
        room id: String, name: String, grant: Grant?, shown: Fingerprint, asked: String?, at place: String? = nil,
        now: Int
    ) throws(SecurityError) -> Meeting {
        let claim = Claim(room: id.lowercased(), name: name, grant: grant, shown: shown, place: place, now: now)
        try claim.checkRoom(current ?? asked.flatMap { RoomInfo.isID($0) ? $0 : nil })
        if let invited { try claim.check(against: invited) }
        let known = pins[room: id]
        if let known, !claim.proves(known) { throw claim.changed(known) }
        if let other = otherRoom(id) {
            let named = pins.known(as: other.name)
            if let first = named.first, !named.contains(where: claim.isOfHost) {
                throw claim.strange(first, as: other.name)
            }
        } else if known == nil, let first = expected(asked).first {
            guard expected(asked).contains(where: { claim.proves($0) }) else { throw claim.changed(first) }
        }
        let meeting = meet(claim, known, isFirst: trustLevel(of: shown, asked: asked, now: now) == .firstContact)
        pins.keep(meeting.pin)
        invited = invited.map { claim.successor(of: $0) ?? $0 }
        current = claim.room
        return meeting
    }

    /// Judges a host that wants the room's password before the welcome and shows another certificate than the known
    /// one: a valid grant makes it recognised until the grant expires. Throws a sentence where it is not to be trusted,
    /// also where it shows no grant.
    package mutating func judge(_ grant: Grant?, shown: Fingerprint, asked: String?, now: Int) throws(SecurityError) {
        func claim(_ room: String) -> Claim {
            Claim(room: room.lowercased(), name: "", grant: grant, shown: shown, now: now)
        }
        let expected = expected(asked)
        let other = otherRoom(asked)
        if let first = expected.first,
            !expected.contains(where: { claim(other?.room ?? $0.room).isOfHost($0) })
        {
            throw claim(first.room).changed(first)
        }
        switch way {
        case .invite(let invite): try claim(invite.room).check(against: invite.fingerprint)
        case .address, .discovery, .named: guard !expected.isEmpty else { return }
        }
        guard let grant else { return }
        if vouched.count >= Pin.mostGranted { vouched = [:] }
        // A host to whose key a known host handed over needs no grant.
        let known = expected.map(\.certificate) + [invited].compactMap { $0 }
        let isItself = known.contains { grant.handovers.lead(from: $0, to: shown) }
        vouched[shown] = isItself ? .max : grant.expires
    }

    private func meet(_ claim: Claim, _ known: Pin?, isFirst: Bool) -> Meeting {
        var pin =
            known
            ?? Pin(
                room: claim.room, name: claim.name, certificate: claim.firstHost, address: address, since: claim.now)
        follow(claim, in: &pin)
        if !pin.knows(claim.shown, now: claim.now), let grant = claim.grant {
            pin.remember(claim.shown, until: grant.expires)
        }
        pin.name = claim.name
        pin.address = address ?? pin.address
        if case .named(let name) = way, current == nil { pin.called = name }
        pin.last = claim.now
        let isNamesake =
            (known == nil || isNamed)
            && pins.named(claim.name).contains { $0.certificate != pin.certificate && !claim.isOfHost($0) }
        return Meeting(pin: pin, isFirstContact: known == nil && isFirst, isNamesake: isNamesake)
    }

    /// Follows a hand-over of the host's key. Only the host itself, or the known one, is believed about earlier keys; a
    /// node that stands in for it could name any.
    private func follow(_ claim: Claim, in pin: inout Pin) {
        let first = pin.certificate
        if let successor = claim.successor(of: first) { pin.handOver(to: successor) }
        let path = claim.grant?.handovers.leading(to: pin.certificate) ?? []
        if claim.shown == pin.certificate {
            pin.remember(earlier: path, now: claim.now)
        } else if pin.certificate != first {
            pin.remember(earlier: path.drop { $0.issuer != first }, now: claim.now)
        }
    }
}
