import Foundation
import SabirProtocol

/// Whom a guest takes for a room's host: what it knows beforehand, and its judgement of who answers. Pure.
///
/// Trusted is who shows the certificate that an invite or a pin names, or a grant signed by that certificate's key.
/// Where neither an invite nor a pin says anything, whoever answers first is believed, and pinned.
package struct RoomTrust: Sendable {
    /// What a certificate is worth before its owner has said anything.
    package enum Level: Hashable, Sendable {
        /// An invite or a pin vouches for it.
        case recognised
        /// Nothing is known of this room or address.
        case firstContact
        /// Another certificate was expected: only a grant can help.
        case unproven
    }

    /// A host that was believed.
    package struct Meeting: Hashable, Sendable {
        /// As it is to be kept.
        package let pin: Pin
        /// Nothing vouched for the host: it was believed for want of anything better.
        package let isFirstContact: Bool
        /// This certificate was not known before; now it is, by its grant.
        package let isNewlyGranted: Bool
        /// Another room of this name is known, with another host.
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
    /// Certificates for which a grant was shown before the welcome, and its end in milliseconds since 1970.
    private var vouched: [Fingerprint: Int] = [:]
    /// The certificate that the invite names, or the one that it was handed over to.
    private var invited: Fingerprint?

    package init(_ pins: Pins, way: Way) {
        self.pins = pins
        self.way = way
        if case .invite(let invite) = way { invited = invite.fingerprint }
    }

    /// The name that was asked for, where rooms are known by it and `room` is none of them; nil once this guest is in.
    private func otherRoom(_ room: String?) -> (name: String, room: String)? {
        guard current == nil, case .named(let name) = way else { return nil }
        let known = pins.known(as: name)
        guard !known.isEmpty, let room = room?.lowercased(), !known.contains(where: { $0.room == room }) else {
            return nil
        }
        return (name, room)
    }

    /// Whether a person looks for it by a name, and is not in yet.
    private var isNamed: Bool { if case .named = way { current == nil } else { false } }

    private var address: String? { if case .address(let address) = way { address } else { nil } }

    /// The pins that a host has to live up to, any one of them, where `asked` is what the guest asks for there.
    private func expected(_ asked: String?) -> [Pin] {
        // Which room goes by the name, its announcement says, and anybody may announce anything.
        if let other = otherRoom(asked) { return pins.known(as: other.name) }
        if let room = current ?? asked, let pin = pins[room: room] { return [pin] }
        if current != nil || asked.map(Self.isID) == true { return [] }
        return address.map(pins.at(address:)) ?? []
    }

    /// - Parameter asked: id or name of the room, nil for a node's only one.
    package func trustLevel(of shown: Fingerprint, asked: String?, now: Int) -> Level {
        if let end = vouched[shown], now < end { return .recognised }
        let expected = expected(asked)
        // Whom a host vouched for, it did for one room alone.
        let isOther = otherRoom(asked) != nil
        let meetsPins =
            expected.isEmpty || expected.contains { isOther ? $0.certificate == shown : $0.knows(shown, now: now) }
        let meetsInvite = invited == nil || invited == shown || expected.contains { $0.certificate == invited }
        guard meetsPins, meetsInvite else { return .unproven }
        return expected.isEmpty && invited == nil ? .firstContact : .recognised
    }

    /// Judges who has let this guest into the room `id`; throws a sentence where it is not to be believed.
    ///
    /// - Parameter place: where it was reached, `HOST:PORT`, for that sentence.
    package mutating func judge(
        room id: String, name: String, grant: Grant?, shown: Fingerprint, asked: String?, at place: String? = nil,
        now: Int
    ) throws(SecurityError) -> Meeting {
        let claim = Claim(room: id, name: name, grant: grant, shown: shown, at: place, now: now)
        try claim.answers(current ?? asked.flatMap { Self.isID($0) ? $0 : nil })
        if let invited { try claim.lives(upTo: invited) }
        let known = pins[room: id]
        if let known { try claim.lives(upTo: known) }
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

    /// Judges who wants the room's password before it lets anybody in, and shows another certificate than the one known:
    /// by a grant that holds it is recognised until that ends. Throws a sentence where it is not to be believed, as where
    /// it shows no grant.
    package mutating func judge(_ grant: Grant?, shown: Fingerprint, asked: String?, now: Int) throws(SecurityError) {
        func claim(_ room: String) -> Claim {
            Claim(room: room, name: "", grant: grant, shown: shown, now: now)
        }
        let expected = expected(asked)
        let other = otherRoom(asked)
        if let first = expected.first,
            !expected.contains(where: { claim(other?.room ?? $0.room).isOfHost($0) })
        {
            throw claim(first.room).changed(first)
        }
        switch way {
        case .invite(let invite): try claim(invite.room).lives(upTo: invite.fingerprint)
        case .address, .discovery, .named: guard !expected.isEmpty else { return }
        }
        guard let grant else { return }
        if vouched.count >= Pin.mostGranted { vouched = [:] }
        // Who holds the place of the known host needs no grant.
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
        let isNewlyGranted = !pin.knows(claim.shown, now: claim.now)
        if isNewlyGranted, let grant = claim.grant { pin.remember(claim.shown, until: grant.expires) }
        pin.name = claim.name
        pin.address = address ?? pin.address
        if case .named(let name) = way, current == nil { pin.called = name }
        pin.last = claim.now
        let isNamesake =
            (known == nil || isNamed)
            && pins.named(claim.name).contains { $0.certificate != pin.certificate && !claim.isOfHost($0) }
        return Meeting(
            pin: pin, isFirstContact: known == nil && isFirst, isNewlyGranted: isNewlyGranted, isNamesake: isNamesake)
    }

    /// The host's key may have been handed over. From when on its earlier ones counted, the host itself says, or the one
    /// that was known; a node that stands in for it could name any.
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

    private static func isID(_ text: String) -> Bool { UUID(uuidString: text) != nil }
}
