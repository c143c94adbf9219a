import SabirProtocol
import Testing

@testable import SabirSecurity

/// The room that is asked for, its first host, and others who answer for it.
@Suite struct RoomTrustTests {
    private static let room = "8f14e45f-ceea-467f-9575-11b1a2b2c3d4"
    private static let elsewhere = "00000000-0000-4000-8000-000000000000"
    private static let address = "10.0.0.5:47275"
    private let host: NodeCertificate
    private let stranger = fingerprint(66)

    init() throws { host = try NodeCertificate() }

    private func pinned(at address: String? = nil) -> Pins {
        var pins = Pins()
        pins.keep(Pin(room: Self.room, name: "Reception", certificate: host.fingerprint, address: address, since: 1))
        return pins
    }

    private func invite(_ fingerprint: Fingerprint) throws -> RoomTrust.Way {
        .invite(try #require(Invite(host: "h", port: 1, room: Self.room, fingerprint: fingerprint)))
    }

    private func grant(until expires: Int = 1_000) throws -> Grant {
        try Grant(room: Self.room, to: stranger, until: expires, by: host)
    }

    private func judge(
        _ trust: inout RoomTrust, _ shown: Fingerprint, room: String = room, asked: String? = room,
        grant: Grant? = nil, now: Int = 10
    ) throws(SecurityError) -> RoomTrust.Meeting {
        try trust.judge(room: room, name: "Reception", grant: grant, shown: shown, asked: asked, now: now)
    }

    // MARK: The first time

    @Test func whoAnswersFirstIsBelievedAndPinned() throws {
        var trust = RoomTrust(Pins(), way: .discovery)
        #expect(trust.trustLevel(of: host.fingerprint, asked: Self.room, now: 1) == .firstContact)
        let meeting = try judge(&trust, host.fingerprint)
        #expect(meeting.isFirstContact)
        #expect(meeting.pin.certificate == host.fingerprint)
        #expect(trust.trustLevel(of: host.fingerprint, asked: Self.room, now: 1) == .recognised)
        #expect(trust.trustLevel(of: stranger, asked: Self.room, now: 1) == .unproven)
    }

    @Test func anInviteMakesTheFirstTimeSafe() throws {
        var trust = RoomTrust(Pins(), way: try invite(host.fingerprint))
        #expect(trust.trustLevel(of: host.fingerprint, asked: Self.room, now: 1) == .recognised)
        #expect(trust.trustLevel(of: stranger, asked: Self.room, now: 1) == .unproven)
        #expect(throws: SecurityError.self) { try judge(&trust, stranger) }
        let meeting = try judge(&trust, host.fingerprint)
        #expect(!meeting.isFirstContact && meeting.pin.certificate == host.fingerprint)
    }

    @Test func aGrantAtTheFirstTimePinsTheFirstHost() throws {
        var trust = RoomTrust(Pins(), way: .discovery)
        let meeting = try judge(&trust, stranger, grant: try grant())
        #expect(meeting.pin.certificate == host.fingerprint)
        #expect(meeting.pin.knows(stranger, now: 10))
    }

    // MARK: The next time

    @Test func anotherCertificateIsRefusedWithTheCommandThatAcceptsIt() throws {
        var trust = RoomTrust(pinned(), way: .discovery)
        #expect(trust.trustLevel(of: stranger, asked: Self.room, now: 1) == .unproven)
        let error = #expect(throws: SecurityError.self) { try judge(&trust, stranger) }
        #expect(error?.description.hasSuffix("sabir trust \(Self.room) --accept \(stranger)") == true)
        #expect(try !judge(&trust, host.fingerprint).isFirstContact)
    }

    @Test func aGrantLetsAnotherNodeStandIn() throws {
        var trust = RoomTrust(pinned(), way: .discovery)
        let meeting = try judge(&trust, stranger, grant: try grant())
        #expect(meeting.pin.certificate == host.fingerprint && meeting.pin.knows(stranger, now: 10))
        // Known before its next welcome, until the grant ends.
        #expect(trust.trustLevel(of: stranger, asked: Self.room, now: 999) == .recognised)
        #expect(trust.trustLevel(of: stranger, asked: Self.room, now: 1_000) == .unproven)
    }

    @Test func anExpiredGrantIsNone() throws {
        var trust = RoomTrust(pinned(), way: .discovery)
        let error = #expect(throws: SecurityError.self) {
            try judge(&trust, stranger, grant: try grant(until: 10), now: 10)
        }
        #expect(error?.description.contains("ran out on 1970-01-01") == true)
    }

    @Test func aGrantOfAnotherKeyIsNone() throws {
        var trust = RoomTrust(pinned(), way: .discovery)
        let forged = try Grant(room: Self.room, to: stranger, until: 1_000, by: try NodeCertificate())
        #expect(throws: SecurityError.self) { try judge(&trust, stranger, grant: forged) }
    }

    @Test func aGrantForAnotherRoomIsNone() throws {
        var trust = RoomTrust(pinned(), way: .discovery)
        let other = try Grant(room: Self.elsewhere, to: stranger, until: 1_000, by: host)
        #expect(throws: SecurityError.self) { try judge(&trust, stranger, grant: other) }
    }

    @Test func anInviteDoesNotOverruleAPin() throws {
        var trust = RoomTrust(pinned(), way: try invite(stranger))
        #expect(trust.trustLevel(of: stranger, asked: Self.room, now: 1) == .unproven)
        #expect(throws: SecurityError.self) { try judge(&trust, stranger) }
        #expect(throws: SecurityError.self) { try judge(&trust, host.fingerprint) }
    }

    // MARK: At the door of a room with a password

    @Test func aGrantBeforeTheWelcomeIsWorthAPassword() throws {
        for way in [RoomTrust.Way.discovery, try invite(host.fingerprint)] {
            var trust = RoomTrust(way == .discovery ? pinned() : Pins(), way: way)
            try trust.judge(try grant(), shown: stranger, asked: Self.room, now: 10)
            #expect(trust.trustLevel(of: stranger, asked: Self.room, now: 999) == .recognised)
            #expect(trust.trustLevel(of: stranger, asked: Self.room, now: 1_000) == .unproven)
            #expect(trust.trustLevel(of: fingerprint(67), asked: Self.room, now: 10) == .unproven)
            // Nothing is pinned before the welcome, which has to show it too.
            #expect(throws: SecurityError.self) { try judge(&trust, stranger) }
            #expect(try judge(&trust, stranger, grant: try grant()).pin.certificate == host.fingerprint)
        }
    }

    @Test func aGrantThatDoesNotHoldIsWorthNone() throws {
        let others = try NodeCertificate()
        let grants: [Grant?] = [
            nil, try Grant(room: Self.room, to: stranger, until: 1_000, by: others),
            try Grant(room: Self.elsewhere, to: stranger, until: 1_000, by: host),
            try Grant(room: Self.room, to: fingerprint(67), until: 1_000, by: host), try grant(until: 10),
        ]
        for way in [RoomTrust.Way.discovery, try invite(host.fingerprint)] {
            for grant in grants {
                var trust = RoomTrust(way == .discovery ? pinned() : Pins(), way: way)
                #expect(throws: SecurityError.self) {
                    try trust.judge(grant, shown: stranger, asked: Self.room, now: 10)
                }
                #expect(trust.trustLevel(of: stranger, asked: Self.room, now: 10) == .unproven)
            }
        }
    }

    /// An invite to one host, and a pin of another: neither's grant is enough.
    @Test func aGrantDoesNotOverruleAPin() throws {
        let other = try NodeCertificate()
        for signer in [host, other] {
            var trust = RoomTrust(pinned(), way: try invite(other.fingerprint))
            let grant = try Grant(room: Self.room, to: stranger, until: 1_000, by: signer)
            #expect(throws: SecurityError.self) { try trust.judge(grant, shown: stranger, asked: Self.room, now: 10) }
        }
    }

    // MARK: By a name

    @Test func aKnownNameIsItsHosts() throws {
        var trust = RoomTrust(pinned(), way: .named("reception"))
        #expect(trust.trustLevel(of: host.fingerprint, asked: Self.room, now: 1) == .recognised)
        #expect(trust.trustLevel(of: stranger, asked: Self.elsewhere, now: 1) == .unproven)
        let error = #expect(throws: SecurityError.self) {
            try trust.judge(
                room: Self.elsewhere, name: "Reception", grant: nil, shown: stranger, asked: Self.elsewhere,
                at: Self.address, now: 10)
        }
        #expect(error?.description.hasSuffix("sabir join \(Self.address)/\(Self.elsewhere)") == true)
        // Another room of the known host is nothing to wonder at.
        #expect(trust.trustLevel(of: host.fingerprint, asked: Self.elsewhere, now: 1) == .recognised)
        #expect(try !judge(&trust, host.fingerprint, room: Self.elsewhere, asked: Self.elsewhere).isFirstContact)
        // A name that nobody is known by is a first contact as ever.
        let other = RoomTrust(pinned(), way: .named("Pharmacy"))
        #expect(other.trustLevel(of: stranger, asked: Self.elsewhere, now: 1) == .firstContact)
    }

    /// The host of another room that is known, too, does not come by the name by announcing it.
    @Test func aKnownHostOfAnotherRoomDoesNotComeByTheName() throws {
        var pins = pinned()
        pins.keep(Pin(room: Self.elsewhere, name: "Canteen", certificate: stranger, address: nil, since: 1))
        var trust = RoomTrust(pins, way: .named("Reception"))
        #expect(trust.trustLevel(of: stranger, asked: Self.elsewhere, now: 1) == .unproven)
        #expect(throws: SecurityError.self) { try judge(&trust, stranger, room: Self.elsewhere, asked: Self.elsewhere) }
        // Nor by saying, where it was joined as the canteen, that it is the reception.
        var canteen = RoomTrust(pins, way: .named("Canteen"))
        #expect(try judge(&canteen, stranger, room: Self.elsewhere, asked: Self.elsewhere).pin.name == "Reception")
        var again = RoomTrust(canteen.pins, way: .named("Reception"))
        #expect(throws: SecurityError.self) { try judge(&again, stranger, room: Self.elsewhere, asked: Self.elsewhere) }
        #expect(try !judge(&again, host.fingerprint).isFirstContact)
    }

    /// A relay that the known host vouched for in one room is nobody in another of that name.
    @Test func whoIsVouchedForInOneRoomIsNotInAnotherOfItsName() throws {
        var first = RoomTrust(pinned(), way: .discovery)
        _ = try judge(&first, stranger, grant: try grant())
        var trust = RoomTrust(first.pins, way: .named("Reception"))
        #expect(trust.trustLevel(of: stranger, asked: Self.room, now: 10) == .recognised)
        #expect(trust.trustLevel(of: stranger, asked: Self.elsewhere, now: 10) == .unproven)
        #expect(throws: SecurityError.self) {
            try judge(&trust, stranger, room: Self.elsewhere, asked: Self.elsewhere, grant: try grant())
        }
        #expect(throws: SecurityError.self) {
            try trust.judge(try grant(), shown: stranger, asked: Self.elsewhere, now: 10)
        }
        let other = try Grant(room: Self.elsewhere, to: stranger, until: 1_000, by: host)
        #expect(
            try judge(&trust, stranger, room: Self.elsewhere, asked: Self.elsewhere, grant: other).pin.certificate
                == host.fingerprint)
    }

    /// Announced as "Reception #2" where the name was taken, it is known by that name too.
    @Test func theNameThatWasTypedIsRememberedAsWell() throws {
        var first = RoomTrust(Pins(), way: .named("Reception #2"))
        #expect(try judge(&first, host.fingerprint).pin.called == "Reception #2")
        let trust = RoomTrust(first.pins, way: .named("reception #2"))
        #expect(trust.trustLevel(of: stranger, asked: Self.elsewhere, now: 1) == .unproven)
    }

    // MARK: Ways round it

    @Test func aHostCannotAnswerForAnotherRoomToEscapeItsPin() throws {
        var trust = RoomTrust(pinned(), way: .discovery)
        #expect(throws: SecurityError.self) { try judge(&trust, stranger, room: Self.elsewhere) }
        #expect(throws: SecurityError.self) { try judge(&trust, host.fingerprint, room: Self.elsewhere) }
    }

    @Test func theRoomStaysTheSameForAsLongAsTheGuestIsThere() throws {
        var trust = RoomTrust(Pins(), way: .address(Self.address))
        _ = try judge(&trust, host.fingerprint, asked: nil)
        #expect(trust.trustLevel(of: stranger, asked: nil, now: 1) == .unproven)
        #expect(throws: SecurityError.self) { try judge(&trust, stranger, room: Self.elsewhere, asked: nil) }
    }

    @Test(arguments: [nil, "Reception", "Pharmacy"])
    func anAddressIsRememberedToo(_ asked: String?) throws {
        var trust = RoomTrust(pinned(at: Self.address), way: .address(Self.address))
        #expect(trust.trustLevel(of: stranger, asked: asked, now: 1) == .unproven)
        #expect(throws: SecurityError.self) { try judge(&trust, stranger, room: Self.elsewhere, asked: asked) }
        // Another room of the same node is nothing to wonder at.
        let meeting = try judge(&trust, host.fingerprint, room: Self.elsewhere, asked: asked)
        #expect(!meeting.isFirstContact)
    }

    @Test func anotherAddressIsAnother() throws {
        var trust = RoomTrust(pinned(at: Self.address), way: .address("10.0.0.6:47275"))
        #expect(trust.trustLevel(of: stranger, asked: nil, now: 1) == .firstContact)
        let meeting = try judge(&trust, stranger, room: Self.elsewhere, asked: nil)
        #expect(meeting.isFirstContact && meeting.isNamesake)
    }
}
