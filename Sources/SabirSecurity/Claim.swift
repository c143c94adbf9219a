import Foundation
import SabirProtocol

/// The claims of a host that has let a guest in: a room, the certificate it showed, perhaps a grant.
struct Claim {
    /// The room's id in lower case.
    let room: String
    let name: String
    let grant: Grant?
    let shown: Fingerprint
    /// The address at which the host was reached, `HOST:PORT`.
    var place: String?
    /// Milliseconds since 1970.
    let now: Int

    /// The first host whose grant this host shows; nil where it shows no valid grant.
    var issuer: Fingerprint? {
        guard let grant, let issuer = grant.issuer else { return nil }
        return grant.isValid(from: issuer, room: room, for: shown, now: now) ? issuer : nil
    }

    /// The certificate by which a first host is known from now on, where it has handed over from `first` and this host
    /// is the new holder, or shows the new holder's grant; nil otherwise.
    func successor(of first: Fingerprint) -> Fingerprint? {
        guard let grant, !grant.handovers.isEmpty else { return nil }
        return [shown, issuer].compactMap { $0 }.first { $0 != first && grant.handovers.lead(from: first, to: $0) }
    }

    /// The room's first host, according to this host.
    var firstHost: Fingerprint { issuer.map { successor(of: $0) ?? $0 } ?? shown }

    /// Whether this host is that first host, has taken over from it, or has a grant of either.
    func speaks(for first: Fingerprint) -> Bool { shown == first || issuer == first || successor(of: first) != nil }

    func proves(_ pin: Pin) -> Bool { pin.knows(shown, now: now) || isOfHost(pin) }

    /// Whether the pinned room's host has this room, too. Unlike in `proves`, certificates granted for the pinned room
    /// do not count.
    func isOfHost(_ pin: Pin) -> Bool {
        speaks(for: pin.certificate) || issuer.map { pin.takesGrants(of: $0, for: shown, now: now) } == true
    }

    func checkRoom(_ asked: String?) throws(SecurityError) {
        guard let asked, asked.lowercased() != room else { return }
        throw SecurityError(
            "The host answered for another room than was asked for. Nothing was said to it.", as: "untrusted")
    }

    func check(against invited: Fingerprint) throws(SecurityError) {
        guard !speaks(for: invited) else { return }
        throw SecurityError(
            "Who answers there is not who the invite names: it shows the certificate \(shown). Either the invite is "
                + "old, or somebody stands in between. Ask the host for a new invite, in person.",
            as: "trust-between", ["fingerprint": shown.description])
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

    /// The error for a host found by a name that the person knows for another one.
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
