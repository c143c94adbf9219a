import SabirDiscovery
import SabirProtocol
import SabirSecurity
import Testing

@testable import SabirClient
@testable import SabirConfiguration
@testable import SabirNode

@Suite struct PeerTests {
    private static let node = NodeAddress(host: "10.0.8.5", port: 47_275)
    private static let id = "7d9f1c1e-4b1a-4f0e-9d7a-2f1d5c3b6a01"

    private func answer(_ rooms: [RoomList.Room], certificate: String? = nil) -> RoomsQuestion.Answer {
        RoomsQuestion.Answer(
            list: RoomList(node: "node-1", name: "North desk", web: 8_275, rooms: rooms, more: false),
            certificate: certificate)
    }

    private func room(_ name: String = "Reception", id: String = id, auth: String = "none", n: Int = 2) -> RoomList.Room
    {
        RoomList.Room(id: id, name: name, n: n, auth: auth)
    }

    private func rooms(_ rooms: RoomList.Room...) -> [DiscoveredRoom] { PeerAnswer.rooms(answer(rooms), at: Self.node) }

    @Test(arguments: [
        ("10.0.8.5", "10.0.8.5:47275"), ("10.0.9.1:4000", "10.0.9.1:4000"), ("clinic.example", "clinic.example:47275"),
        ("[fe80::1%eth0]", "[fe80::1%eth0]:47275"), ("[2001:db8::1]:4000", "[2001:db8::1]:4000"),
        ("2001:db8::1", "[2001:db8::1]:47275"),
    ])
    func peersAreReadAsTheyAreWritten(_ text: String, _ address: String) {
        #expect(PeerAddress.read(text)?.description == address)
    }

    @Test(arguments: [
        "", ":47275", "10.0.8.5:", "10.0.8.5:0", "10.0.8.5:65536", "10.0.8.5:+1", "[10.0.8.5]", "[fe80::1",
        "[fe80::1]x",
        "[fe80::1%]", "a b", "10.0.8.5/24", "sabir://10.0.8.5", String(repeating: "a", count: 300),
    ])
    func whatIsNoAddressIsNoPeer(_ text: String) { #expect(PeerAddress.read(text) == nil) }

    @Test func aPeersRoomIsLikeAnAnnouncedOne() throws {
        let certificate = String(repeating: "A", count: 43)
        let found = try #require(PeerAnswer.rooms(answer([room()], certificate: certificate), at: Self.node).first)
        #expect(
            (found.name, found.host, found.port, found.peer) == ("Reception", "North desk", 47_275, "10.0.8.5:47275"))
        #expect(found.addresses.map(\.text) == ["10.0.8.5"])
        #expect((found.record.members, found.record.webPort, found.record.fingerprint) == (2, 8_275, certificate))
    }

    @Test func whatCouldStandInNoRecordIsNoRoom() {
        #expect(rooms(room(id: "reception"), room(auth: "smartcard"), room("Pharmacy")).map(\.name) == ["Pharmacy"])
    }

    @Test func aLinkLocalPeerKeepsItsInterface() {
        let peer = NodeAddress(host: "fe80::1%eth0", port: 47_275)
        #expect(PeerAnswer.rooms(answer([room()]), at: peer).first?.addresses.map(\.text) == ["fe80::1%eth0"])
    }

    @Test func anAnnouncementStandsInPlaceOfWhatAPeerNames() {
        let named = rooms(room(), room("Pharmacy", id: "7d9f1c1e-4b1a-4f0e-9d7a-2f1d5c3b6a02"))
        let announced = DiscoveredRoom(
            name: "Reception", host: "north.local", addresses: named[0].addresses, port: 47_275, record: named[0].record
        )
        #expect(RoomFinder.withoutDoubles(named + [announced] + named).map(\.host) == ["north.local", "North desk"])
    }

    @Test func aRoomOfThisComputerIsMeantByItsKeyBeforeAnyOther() throws {
        let (own, other) = (Fingerprint(ofCertificate: [1]), Fingerprint(ofCertificate: [2]))
        let found = PeerAnswer.rooms(answer([room()], certificate: own.description), at: Self.node)
        let elsewhere = Pin(
            room: "7d9f1c1e-4b1a-4f0e-9d7a-2f1d5c3b6a09", name: "Reception", certificate: other, address: nil, since: 1)
        func target(_ query: String, key: Fingerprint?, known: [Pin] = []) -> JoinTarget? {
            OwnNode.target(for: query, at: Self.node, among: found, key: key, known: known)
        }
        let invite = try #require(Invite(host: "10.0.8.5", port: 47_275, room: Self.id, fingerprint: own))
        #expect(target("reception", key: own, known: [elsewhere]) == .invite(invite))
        // Without the key it may be anybody's who listens here.
        #expect(target("Reception", key: nil, known: [elsewhere]) == nil)
        #expect(target("Reception", key: nil) == .address(Self.node, room: Self.id))
        #expect(target("Ward", key: own) == nil)
        let carried = RoomList.Room(id: Self.id, name: "Reception", n: 1, auth: "none", via: "Floor 2", hops: 1)
        let relayed = PeerAnswer.rooms(answer([carried], certificate: own.description), at: Self.node)
        #expect(OwnNode.target(for: "Reception", at: Self.node, among: relayed, key: own, known: []) == nil)
    }

    @Test func theSecondRoomOfANameIsOfferedBesideTheFirst() throws {
        let first = rooms(room())[0]
        let record = RoomRecord(id: "7d9f1c1e-4b1a-4f0e-9d7a-2f1d5c3b6a02", node: "node-2")
        func second(_ record: RoomRecord, at host: String = "south.local") -> DiscoveredRoom {
            DiscoveredRoom(
                name: "Reception #2", host: host, addresses: first.addresses, port: 47_275, record: record)
        }
        let both = DiscoveredRoute.named("Reception", among: [first, second(record)])
        #expect(both.map(\.host) == ["North desk", "south.local"])
        let commands = RoomCommands.list(both + [first])
        #expect(
            commands == "\n  sabir join 10.0.8.5:47275/\(Self.id)  (Reception, North desk)"
                + "\n  sabir join 10.0.8.5:47275/\(record.id)  (Reception #2, south.local)")
        // One node has rooms of both names: the exact one is meant.
        var sibling = RoomRecord(id: record.id, node: "node-1", fingerprint: first.record.fingerprint)
        func offered(_ other: DiscoveredRoom) -> [String] {
            DiscoveredRoute.named("Reception", among: [first, other]).map(\.name)
        }
        #expect(offered(second(sibling, at: first.host)) == ["Reception"])
        // Whoever took the name first may say that they are the other's node, so that theirs would be the only one.
        #expect(offered(second(sibling)) == ["Reception", "Reception #2"])
        sibling.fingerprint = String(repeating: "B", count: 43)
        #expect(offered(second(sibling)) == ["Reception", "Reception #2"])
        #expect(DiscoveredRoute.named("Reception", among: [second(record)]).count == 1)
    }

    @Test(arguments: [
        ("10.88.1.1", "10.88.1.1:47275"), ("10.88.1.1/Ward", "10.88.1.1:47275/Ward"),
        ("fe80::1%eth0", "[fe80::1%eth0]:47275"),
        ("[2001:db8::1]", "[2001:db8::1]:47275"), ("10.88.1.1:4000", "10.88.1.1:4000"),
    ])
    func aNumberAloneIsAnAddressAtTheUsualPort(_ text: String, _ address: String) throws {
        let target = try JoinTarget(text)
        #expect(target.host != nil && target.description == address)
    }

    @Test(arguments: ["Reception", "clinic.example", "10.88.1", "10.88.1.1.1"])
    func aNameAloneIsARooms(_ text: String) throws { #expect(try JoinTarget(text) == .room(text)) }

    @Test func aPeerThatIsSilentIsAskedLessAndLess() {
        var pace = PeerPace()
        var pauses = [false, false, false, false, false, false].map { pace.next(answered: $0, chance: 0.5) }
        #expect(pauses == [10, 20, 40, 80, 120, 120].map { .seconds($0) })
        pauses = [pace.next(answered: true, chance: 0), pace.next(answered: true, chance: 1)]
        #expect(pauses == [.seconds(8.75), .seconds(11.25)])
    }

    @Test func aWatchTellsWhatHasChangedAndASilenceOnce() async {
        let watch = PeerWatch(DiscoverySettings(), plaintext: true)
        let silence = Result<[DiscoveredRoom], RouteError>.failure(RouteError("No answer."))
        let answers = [.success(rooms(room())), .success(rooms(room(n: 3))), silence, silence, .success(rooms(room()))]
        for result in answers { await watch.handle(PeerAnswer(peer: Self.node, result: result)) }
        await watch.close()
        var told: [String] = []
        for await event in watch.events {
            switch event {
            case .found(let room): told.append("found \(room.record.members)")
            case .changed(let room): told.append("changed \(room.record.members)")
            case .lost(let room): told.append("lost \(room.record.members)")
            case .unavailable(let reason): told.append(reason.english)
            case .available: told.append("available")
            }
        }
        #expect(told == ["found 2", "changed 3", "lost 3", "No answer.", "found 2"])
    }
}
