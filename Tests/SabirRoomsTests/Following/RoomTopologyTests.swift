import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

@Suite("How far relays are with a room")
struct RoomTopologyTests {
    private static func info(_ id: String, role: MemberRole? = nil, via: String? = nil) -> MemberInfo {
        MemberInfo(id: MemberID(rawValue: id), name: id, lang: "und", role: role, via: via)
    }

    /// A host with one relay and somebody of its own.
    private struct Scene {
        var host: RoomState
        let relay: Member
        let anna: Member

        init() throws {
            host = RoomState(settings: .test(), seed: 3, now: at(0))
            relay = try host.admit(.of("Floor 2"), as: JoinContext(role: .relay), now: at(0)).member
            anna = try host.admit(.of("anna"), as: .by(1), now: at(0)).member
            _ = host.addRelay(RelayHello(node: "n", space: 5, side: "s"), as: relay.number)
        }

        mutating func say(_ count: Int) {
            for number in 0..<count {
                let id = MessageID.numbered(UInt64(host.timeline.newest + 1))
                _ = host.accept(Draft(id: id, text: "\(number)"), from: anna.number, now: at(0), wall: 0)
            }
        }

        mutating func stands(_ seq: Int, held: Int = 0, _ relays: [RelayStatus] = [], at now: Double) {
            host.setProgress(
                of: relay.number, ReplicationStatus(seq: seq, held: held, relays: relays), now: at(now))
        }

        func told(_ now: Double) -> [RelayStatus] { host.topology(authority: .own, now: at(now)).relays }
    }

    @Test("of a relay that has told nothing nothing is said")
    func unknown() throws {
        var scene = try Scene()
        scene.say(3)
        _ = scene.host.tick(now: at(1))
        let relay = scene.told(60)
        #expect(relay == [RelayStatus(member: scene.relay.info.id, up: true, carries: true)])
        let topology = scene.host.topology(authority: .own, now: at(1))
        #expect(topology.here == 1 && topology.held == nil && topology.up == nil)
    }

    @Test("those behind a relay are as far behind as both links together")
    func chain() throws {
        var scene = try Scene()
        scene.say(10)
        let far = RelayStatus(member: MemberID(rawValue: "m9"), up: true, carries: true, behind: 3, held: 1)
        let gone = RelayStatus(member: MemberID(rawValue: "m8"), name: "Old", via: far.member, up: false, since: 7)
        scene.stands(8, [far, gone], at: 1)
        let told = scene.told(1)
        #expect(told.map(\.behind) == [2, 5, nil])
        #expect(told.map(\.via) == [nil, scene.relay.info.id, far.member])
        #expect(told.map(\.name) == [nil, nil, "Old"])
    }

    @Test("a relay speaks for no member of the host")
    func foreign() throws {
        var scene = try Scene()
        scene.stands(0, [RelayStatus(member: scene.anna.info.id, up: false, behind: 99)], at: 1)
        #expect(scene.told(1).count == 1)
    }

    @Test("a relay that is gone is remembered until it is back, under whichever id")
    func gone() throws {
        var relays = Relays()
        let number = MemberNumber(value: 7)
        _ = relays.add(number, RelayHello(node: "n", space: 5, side: "s"), named: "Floor 2")
        _ = relays.remove(number)
        relays.remember(gone: number, named: "Floor 2", since: 70)
        #expect(relays.gone.map(\.since) == [70])
        _ = relays.add(MemberNumber(value: 8), RelayHello(node: "n", space: 5, side: "s"), named: "Floor 2")
        #expect(relays.gone.isEmpty)
        for count in 0...Relays.mostGone {
            relays.remember(gone: MemberNumber(value: UInt64(count)), named: "\(count)", since: count)
        }
        #expect(relays.gone.count == Relays.mostGone && relays.gone.first?.since == 1)
    }

    @Test("a node that follows tells its link, what it holds, and who it is")
    func following() throws {
        var room = RoomState(settings: .following(), seed: 1, upstream: Upstream(), now: at(0))
        let anna = try room.admit(.of("anna"), as: .by(1), now: at(0)).member
        _ = room.elsewhere(Self.info("m9", role: .relay), now: at(0))
        _ = room.elsewhere(Self.info("ma"), now: at(0))
        room.setPath([], as: MemberID(rawValue: "m9"))
        _ = room.upstream?.changed(isUp: true, wall: 1)
        _ = room.accept(Draft(id: .numbered(1), text: "x"), from: anna.number, now: at(0), wall: 0)
        room.upstream?.lag = 4
        let up = room.topology(authority: .host, now: at(0))
        #expect(
            up.here == 1 && up.up == true && up.held == 1 && up.behind == 4 && up.member == MemberID(rawValue: "m9"))
        _ = room.upstream?.changed(isUp: false, wall: 5)
        let down = room.topology(authority: .host, now: at(0))
        #expect(down.up == false && down.since == 5 && down.behind == nil)
        #expect(room.replicationStatus(now: at(0)) == ReplicationStatus(seq: 0, held: 1))
    }
}
