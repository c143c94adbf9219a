import SabirClient
import SabirProtocol
import Testing

@testable import SabirSecurity

/// A room's host that has another key than the one known, and whom a guest takes for it.
@Suite struct HandedOverRoomTests {
    private static let room = "8f14e45f-ceea-467f-9575-11b1a2b2c3d4"
    private static let day = 86_400_000
    /// Of the hand-overs.
    private static let since = 1_000 * day
    private let first: NodeCertificate
    private let second: NodeCertificate
    private let third: NodeCertificate
    private let relay = fingerprint(66)

    init() throws {
        first = try NodeCertificate()
        second = try first.successor(in: [Self.room], now: Self.since)
        third = try second.successor(in: [Self.room], now: Self.since)
    }

    private func pinned(_ certificate: Fingerprint) -> RoomTrust {
        var pins = Pins()
        pins.keep(Pin(room: Self.room, name: "Reception", certificate: certificate, address: nil, since: 1))
        return RoomTrust(pins, way: .discovery)
    }

    private func invited(_ fingerprint: Fingerprint, _ pins: Pins = Pins()) throws -> RoomTrust {
        RoomTrust(
            pins, way: .invite(try #require(Invite(host: "h", port: 1, room: Self.room, fingerprint: fingerprint))))
    }

    private func judge(
        _ trust: inout RoomTrust, _ shown: Fingerprint, _ grant: Grant?, now: Int = since + day
    ) throws(SecurityError) -> RoomTrust.Meeting {
        try trust.judge(room: Self.room, name: "Reception", grant: grant, shown: shown, asked: Self.room, now: now)
    }

    private func level(_ trust: RoomTrust, _ shown: Fingerprint, now: Int = since + day) -> HostTrustLevel {
        trust.trustLevel(of: shown, asked: Self.room, now: now)
    }

    @Test func whoKnewTheOldOneKnowsTheNewOne() throws {
        for known in [first, second] {
            var trust = pinned(known.fingerprint)
            #expect(level(trust, third.fingerprint) == .unproven, "It has yet to show what the old one signed.")
            let meeting = try judge(&trust, third.fingerprint, third.ownGrant(in: Self.room))
            #expect(!meeting.isFirstContact && !meeting.isNamesake)
            #expect(meeting.pin.certificate == third.fingerprint && meeting.pin.granted.isEmpty)
            #expect(level(trust, third.fingerprint) == .recognised)
            // The old key opens nothing any more, also not with what it had from keys before it.
            #expect(level(trust, known.fingerprint) == .unproven)
            #expect(throws: SecurityError.self) { try judge(&trust, known.fingerprint, nil) }
            #expect(throws: SecurityError.self) {
                try judge(&trust, second.fingerprint, second.ownGrant(in: Self.room))
            }
        }
    }

    @Test func aNewcomerPinsTheNewOne() throws {
        var trust = RoomTrust(Pins(), way: .discovery)
        let meeting = try judge(&trust, third.fingerprint, third.ownGrant(in: Self.room))
        #expect(meeting.isFirstContact && meeting.pin.certificate == third.fingerprint)
        var other = RoomTrust(Pins(), way: .discovery)
        let grant = try Grant(room: Self.room, to: relay, until: .max, by: third)
        #expect(try judge(&other, relay, grant).pin.certificate == third.fingerprint)
    }

    @Test func anOldInviteLeadsToTheNewOneAndStaysGood() throws {
        var trust = try invited(first.fingerprint)
        for _ in 1...2 {
            _ = try judge(&trust, third.fingerprint, third.ownGrant(in: Self.room))
            #expect(level(trust, third.fingerprint) == .recognised)
        }
        var again = try invited(first.fingerprint, trust.pins)
        #expect(try judge(&again, third.fingerprint, third.ownGrant(in: Self.room)).isFirstContact == false)
        #expect(level(again, third.fingerprint) == .recognised)
        // The invite's own key is none of the host any more.
        var stale = try invited(first.fingerprint, trust.pins)
        #expect(throws: SecurityError.self) { try judge(&stale, first.fingerprint, nil) }
    }

    @Test func aForgedOneIsRefusedAsToday() throws {
        let stranger = try NodeCertificate()
        let posing = try stranger.successor(in: [Self.room], now: 1)
        let repeated = third.ownGrant(in: Self.room)
        for (shown, grant) in [(posing.fingerprint, posing.ownGrant(in: Self.room)), (stranger.fingerprint, repeated)] {
            for var trust in [pinned(first.fingerprint), try invited(first.fingerprint)] {
                let before = trust.pins
                #expect(throws: SecurityError.self) { try judge(&trust, shown, grant) }
                #expect(trust.pins == before && level(trust, shown) == .unproven)
                #expect(throws: SecurityError.self) {
                    try trust.judge(grant, shown: shown, asked: Self.room, now: 1)
                }
                #expect(level(trust, shown) == .unproven)
            }
        }
    }

    /// A relay has the host's grant to stand in, not its place.
    @Test func whoStandsInCannotTakeThePlace() throws {
        let own = try NodeCertificate()
        let heir = try own.successor(in: [Self.room], now: 1)
        let leave = try Grant(room: Self.room, to: own.fingerprint, until: .max, by: first)
        var trust = pinned(first.fingerprint)
        #expect(try judge(&trust, own.fingerprint, leave).pin.certificate == first.fingerprint)
        #expect(throws: SecurityError.self) { try judge(&trust, heir.fingerprint, heir.ownGrant(in: Self.room)) }
        // Nor does its word make another key's grants count.
        let planted = Grant(
            certificate: leave.certificate, expires: leave.expires, signature: leave.signature,
            handovers: [try Handover(from: heir, to: first.fingerprint, now: Self.since)])
        #expect(try judge(&trust, own.fingerprint, planted).pin.certificate == first.fingerprint)
        let byHeir = try Grant(room: Self.room, to: relay, until: .max, by: heir)
        #expect(throws: SecurityError.self) { try judge(&trust, relay, byHeir) }
    }

    @Test func aRelayLeadsToTheNewOneToo() throws {
        var trust = pinned(first.fingerprint)
        let meeting = try judge(&trust, relay, try Grant(room: Self.room, to: relay, until: .max, by: third))
        #expect(meeting.pin.certificate == third.fingerprint && meeting.pin.knows(relay, now: Self.since))
        #expect(level(trust, relay) == .recognised && level(trust, third.fingerprint) == .recognised)
    }

    /// A relay, or a node of a cluster, that has not been able to ask for a new one yet.
    @Test func grantsFromBeforeCountForNinetyDays() throws {
        let old = try Grant(room: Self.room, to: relay, until: .max, by: first)
        for known in [pinned(first.fingerprint), pinned(third.fingerprint)] {
            var trust = known
            _ = try judge(&trust, third.fingerprint, third.ownGrant(in: Self.room))
            let pins = trust.pins
            #expect(try judge(&trust, relay, old).pin.certificate == third.fingerprint)
            var late = RoomTrust(pins, way: .discovery)
            #expect(throws: SecurityError.self) { try judge(&late, relay, old, now: Self.since + 90 * Self.day) }
            // A person who accepts another certificate has no use for what came before it.
            var accepted = pins
            accepted.accept(second.fingerprint, room: Self.room)
            var anew = RoomTrust(accepted, way: .discovery)
            #expect(throws: SecurityError.self) { try judge(&anew, relay, old) }
        }
    }

    @Test func atTheDoorOfARoomWithAPassword() throws {
        for var trust in [pinned(first.fingerprint), try invited(first.fingerprint)] {
            let grant = try #require(third.ownGrant(in: Self.room))
            try trust.judge(grant, shown: third.fingerprint, asked: Self.room, now: Self.since)
            #expect(level(trust, third.fingerprint, now: .max - 1) == .recognised)
            #expect(try judge(&trust, third.fingerprint, grant).pin.certificate == third.fingerprint)
        }
    }

    @Test func afterATheftNothingVouches() throws {
        var trust = pinned(first.fingerprint)
        let anew = try NodeCertificate()
        let error = #expect(throws: SecurityError.self) {
            try judge(&trust, anew.fingerprint, anew.ownGrant(in: Self.room))
        }
        #expect(error?.description.hasSuffix("sabir trust \(Self.room) --accept \(anew.fingerprint)") == true)
    }
}
