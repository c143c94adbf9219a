import Foundation
import SabirProtocol

/// What a host that has let a guest in claims to be: a room, the certificate it showed, perhaps a grant.
struct Claim {
    /// In lower case.
    let room: String
    let name: String
    let grant: Grant?
    let shown: Fingerprint
    /// Where it was reached, `HOST:PORT`.
    let place: String?
    /// Milliseconds since 1970.
    let now: Int

    init(room: String, name: String, grant: Grant?, shown: Fingerprint, at place: String? = nil, now: Int) {
        self.room = room.lowercased()
        self.name = name
        self.grant = grant
        self.shown = shown
        self.place = place
        self.now = now
    }

    /// The first host by whose grant this one stands there; nil where it shows no grant that holds.
    var issuer: Fingerprint? {
        guard let grant, let issuer = grant.issuer else { return nil }
        return grant.isValid(from: issuer, room: room, for: shown, now: now) ? issuer : nil
    }

    /// As whose certificate a first host is to be known that was known by this one: another where it has handed over, and
    /// who answers is the new one, or shows its grant.
    func successor(of first: Fingerprint) -> Fingerprint? {
        guard let grant, !grant.handovers.isEmpty else { return nil }
        return [shown, issuer].compactMap { $0 }.first { $0 != first && grant.handovers.lead(from: first, to: $0) }
    }

    /// The room's first host, as it says itself.
    var firstHost: Fingerprint { issuer.map { successor(of: $0) ?? $0 } ?? shown }

    /// Whether who answers is that first host, today's holder of its place, or has a grant of either.
    func speaks(for first: Fingerprint) -> Bool { shown == first || issuer == first || successor(of: first) != nil }

    func proves(_ pin: Pin) -> Bool { pin.knows(shown, now: now) || isOfHost(pin) }

    /// Whether the host of that pin's room has this one, too: whom it vouched for there, it did not vouch for here.
    func isOfHost(_ pin: Pin) -> Bool {
        speaks(for: pin.certificate) || issuer.map { pin.takesGrants(of: $0, for: shown, now: now) } == true
    }

    func answers(_ asked: String?) throws(SecurityError) {
        guard let asked, asked.lowercased() != room else { return }
        throw SecurityError(
            "The host answered for another room than was asked for. Nothing was said to it.", as: "untrusted")
    }

    func lives(upTo invited: Fingerprint) throws(SecurityError) {
        guard !speaks(for: invited) else { return }
        throw SecurityError(
            "Who answers there is not who the invite names: it shows the certificate \(shown). Either the invite is "
                + "old, or somebody stands in between. Ask the host for a new invite, in person.",
            as: "trust-between", ["fingerprint": shown.description])
    }

    func lives(upTo pin: Pin) throws(SecurityError) {
        if !proves(pin) { throw changed(pin) }
    }

    func changed(_ pin: Pin) -> SecurityError {
        if let grant, grant.isSigned(by: pin.certificate, room: room, for: shown) {
            return SecurityError(
                "The leave by which this node stands in for the host of \"\(pin.name)\" ran out on "
                    + "\(Self.day(grant.expires)). Whoever runs the host can give it a new one; see also this "
                    + "computer's clock.", as: "trust-leave", ["name": pin.name, "day": Self.day(grant.expires)])
        }
        let command = "sabir trust \(pin.room) --accept \(shown)"
        return SecurityError(
            "The host of \"\(pin.name)\" shows another certificate than the one known since \(Self.day(pin.since)). "
                + "Either it was set up anew, or somebody stands in between and reads along. Ask whoever runs it for "
                + "its fingerprint. Only if that is \(shown), accept it: \(command)",
            as: "trust-changed",
            [
                "name": pin.name, "day": Self.day(pin.since), "fingerprint": shown.description, "command": command,
            ])
    }

    /// Who was found by a name is not whom the person knows by it.
    func strange(_ pin: Pin, as name: String) -> SecurityError {
        let way = place.map { "\($0)/\(room)" } ?? "HOST:PORT/\(room)"
        return SecurityError(
            "This is not the room that you know as \"\(name)\": its host shows the certificate \(shown), and the one known "
                + "by that name since \(Self.day(pin.since)) has another. The room you know may be closed now, or its host "
                + "was set up anew, or somebody uses its name. Ask whoever runs it, in person. Only if you mean this one, "
                + "join it by its invite, or by its address: sabir join \(way)",
            as: "trust-other",
            ["name": name, "day": Self.day(pin.since), "command": "sabir join \(way)"])
    }

    private static func day(_ milliseconds: Int) -> String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
            .formatted(.iso8601.year().month().day())
    }
}
