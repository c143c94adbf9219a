import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

@Suite struct GuestTrustTests {
    private static let why: Sentence = "Somebody may stand in between."

    // MARK: The guest's state

    @Test func aHostThatHasYetToProveItselfLearnsNothingOfWhoAsks() throws {
        var hello = Hello(room: nil, name: "anna", lang: "es", client: "sabir 9", device: "secret")
        hello.relay = RelayHello(node: "n", space: 1, side: nil)
        var scene = GuestScene(hello)
        _ = scene.feed(.start)
        let said = try #require(scene.feed(.connected(room: "r", doubt: Self.why)).hello)
        var nobody = Hello(room: "r", name: "guest", lang: "en", features: [])
        nobody.asksForGrant = true
        #expect(said == nobody)
        #expect(scene.feed(.again) == [.close, .connect])
        let told = try #require(scene.feed(.connected(room: "r")).hello)
        #expect(told.device == "secret" && told.name == "anna" && told.lang == "es" && !told.asksForGrant)
    }

    @Test func aHostThatDoesNotAnswerForItselfIsRefusedSoonAndByTheSameSentence() {
        var scene = GuestScene()
        _ = scene.feed(.start)
        _ = scene.feed(.connected(room: nil, doubt: Self.why))
        #expect(scene.wait(4.9).isEmpty)
        let actions = scene.wait(0.1)
        #expect(actions.events == [.ended(WireFault(.untrusted, Self.why, fatal: true))])
        #expect(actions.contains(.close) && actions.last == .finish)
    }

    @Test func beforeTheFirstWelcomeAHostThatIsNotBelievedIsTheEnd() {
        var scene = GuestScene()
        _ = scene.feed(.start)
        let actions = scene.feed(.untrusted(Self.why))
        #expect(actions.events == [.ended(WireFault(.untrusted, Self.why, fatal: true))])
        #expect(actions.last == .finish)
    }

    @Test func laterThePersonIsToldOnceAndTheGuestTriesOn() {
        var scene = GuestScene.member()
        _ = scene.feed(.disconnected("gone"))
        #expect(scene.feed(.untrusted(Self.why)).events == [.refused(WireFault(.untrusted, Self.why))])
        #expect(scene.wait(6).contains(.connect))
        #expect(scene.feed(.untrusted(Self.why)).events.isEmpty)
        #expect(scene.wait(6).contains(.connect))
        #expect(scene.feed(.untrusted("Another reason.")).events.count == 1)
    }

    // MARK: From one host to the next

    private static let here = Destination(NodeAddress(host: "10.0.0.5", port: 1), room: "r")

    private func welcome(_ room: String = "room-id") -> HostPacket { .welcome(GuestScene.welcomed(seq: 0)) }

    /// What a node says at whose door a password is wanted; `grant`: whose it shows.
    private func wanted(grant: String? = nil) -> HostPacket {
        var fault = WireFault(.authRequired, "This room has a password.", fatal: true)
        fault.grant = grant.map { Grant(certificate: "c", expires: 1, signature: $0) }
        return .error(fault)
    }

    @Test func whoWantsAPasswordAndShowsAGrantIsAskedAgainWithIt() throws {
        var trust = HostTrust(StagedSecurity(known: ["good"]))
        try trust.recordHost("relay", at: Self.here)
        #expect(trust.provenCertificate == nil)
        #expect(trust.judge(wanted(grant: "relay")) == .again)
        try trust.recordHost("relay", at: Self.here)
        #expect(trust.provenCertificate == "relay" && trust.doubt == nil)
    }

    @Test(arguments: [nil, "another"])
    func whoWantsAPasswordWithoutAGrantIsOfferedNone(_ grant: String?) throws {
        var trust = HostTrust(StagedSecurity(known: ["good"]))
        try trust.recordHost("bad", at: Self.here)
        #expect(trust.judge(wanted(grant: grant)) == .again)
        let error = #expect(throws: RouteError.self) { try trust.recordHost("bad", at: Self.here) }
        #expect(error?.isUntrusted == true && error?.description.contains("Say hello") == false)
    }

    @Test func withoutSecurityEverybodyIsBelieved() throws {
        var trust = HostTrust(nil)
        try trust.recordHost("x", at: Self.here)
        #expect(trust.doubt == nil)
        #expect(trust.judge(welcome()) == .believed)
    }

    @Test func aKnownHostIsBelieved() throws {
        var trust = HostTrust(StagedSecurity(known: ["good"]))
        try trust.recordHost("good", at: Self.here)
        #expect(trust.doubt == nil)
        #expect(trust.judge(welcome()) == .believed)
    }

    @Test func anUnprovenHostIsAskedAgainOnceItIsProven() throws {
        var trust = HostTrust(StagedSecurity(known: ["good"], granted: ["relay"]))
        try trust.recordHost("relay", at: Self.here)
        #expect(trust.doubt == StagedSecurity.why)
        #expect(trust.judge(welcome()) == .again)
        try trust.recordHost("relay", at: Self.here)
        #expect(trust.doubt == nil)
        #expect(trust.judge(welcome()) == .believed)
    }

    @Test func anImpostorIsMetOnlyOnce() throws {
        var trust = HostTrust(StagedSecurity(known: ["good"]))
        try trust.recordHost("bad", at: Self.here)
        #expect(trust.judge(welcome()) == .again)
        let error = #expect(throws: RouteError.self) { try trust.recordHost("bad", at: Self.here) }
        #expect(error?.isUntrusted == true)
    }

    @Test func aHostWithoutTheRoomIsRefusedForItsCertificate() throws {
        var trust = HostTrust(StagedSecurity(known: ["good"]))
        try trust.recordHost("bad", at: Self.here)
        #expect(trust.judge(.error(WireFault(.noRoom, "There is no such room."))) == .again)
        let error = #expect(throws: RouteError.self) { try trust.recordHost("bad", at: Self.here) }
        #expect(error?.sentence == StagedSecurity.why)
    }

    @Test func anImpostorsWordEndsNothing() throws {
        var trust = HostTrust(StagedSecurity(known: ["good"]))
        let banned = HostPacket.error(WireFault(.banned, "You are banned.", fatal: true))
        try trust.recordHost("bad", at: Self.here)
        #expect(trust.judge(banned) == .again)
        try trust.recordHost("good", at: Self.here)
        #expect(trust.judge(banned) == .believed)
    }

    @Test func impostorsWithoutEndAreGivenUpOn() throws {
        var trust = HostTrust(StagedSecurity(known: ["good"]))
        for number in 0..<HostTrust.mostRefused {
            try trust.recordHost("bad-\(number)", at: Self.here)
            #expect(trust.judge(welcome()) == .again)
        }
        try trust.recordHost("one more", at: Self.here)
        #expect(trust.judge(welcome()) == .hopeless(StagedSecurity.why))
    }

    @Test func whoIsAnnouncedUnderAKnownCertificateComesFirst() {
        let trust = HostTrust(StagedSecurity(known: ["good"]))
        let crowd = (0..<20).map { Destination(NodeAddress(host: "10.0.0.\($0)", port: 1), certificate: "bad") }
        let host = Destination(NodeAddress(host: "10.0.1.1", port: 1), certificate: "good")
        #expect(trust.ordered(crowd + [host]) == [host] + crowd)
    }
}

/// Knows some hosts; believes some others when they have let it in.
private struct StagedSecurity: GuestSecurity {
    static let why: Sentence = "Not known."

    var known: Set<String>
    var granted: Set<String> = []

    func secure(_ channel: any Channel, to address: NodeAddress) -> EventLoopFuture<String> {
        channel.eventLoop.makeSucceededFuture("good")
    }

    func trustLevel(of certificate: String, at destination: Destination) -> HostTrustLevel {
        known.contains(certificate) ? .recognised : .unproven
    }

    func refusal(of certificate: String, at destination: Destination) -> Sentence { Self.why }

    func settle() async {}

    mutating func judge(_ welcome: Welcome, from certificate: String, at destination: Destination) throws(RouteError) {
        if granted.contains(certificate) { known.insert(certificate) }
        guard known.contains(certificate) else { throw RouteError(Self.why, isUntrusted: true) }
    }

    mutating func judge(_ grant: Grant, from certificate: String, at destination: Destination) throws(RouteError) {
        guard grant.signature == certificate else { throw RouteError(Self.why, isUntrusted: true) }
        known.insert(certificate)
    }
}
