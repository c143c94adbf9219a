import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// Bans of an address: who is kept out by one, and who is not.
@Suite struct AddressBanTests {
    private typealias Scene = HandParties

    private func course<Result: Sendable>(
        _ kind: LifeHost.Kind = .memory, _ check: @escaping @Sendable (inout Scene) -> Result
    ) async -> Result {
        await HandLoop.onItsThread {
            var scene = Scene(LifeHost(kind, settings: .test(), limits: ConnectionLimits(), seed: 1))
            defer { scene.host.end() }
            return check(&scene)
        }
    }

    private static let relay = RelayHello(node: "n", space: 7, side: "ward")

    private static func behind(_ number: UInt64, _ name: String) -> MemberInfo {
        MemberInfo(id: MemberNumber(value: 7 << MemberNumber.spaceBits | number).id, name: name, lang: "uk")
    }

    @Test func whoIsNewAtThatAddressIsKeptOutAndNobodyElse() async {
        let (told, refusals, page) = await course { scene in
            scene.joins("anna", from: "10.0.0.1")
            scene.joins("neighbour", from: "10.0.0.1")
            scene.joins("away", from: "10.0.0.1")
            scene.cuts("away")
            scene.nurseBans("anna", .address)
            let told = scene["neighbour"].told.compactMap { packet in
                if case .acted(let acted) = packet { acted.scope } else { nil }
            }
            scene.joins("new", from: "10.0.0.1")
            scene.joins("away", from: "10.0.0.1")
            scene.joins("elsewhere", from: "10.0.0.2")
            let refusals = scene.refusals("anna", "new", "neighbour", "away", "elsewhere")
            // The banned device is known wherever it comes from.
            scene.joins("anna", from: "10.0.0.3")
            let page = [("page", "10.0.0.1"), ("page", "10.0.0.2"), ("anna", "10.0.0.2")].map {
                scene.host.enters($0.0, from: $0.1)?.code
            }
            return (told, refusals + scene.refusals("anna"), page)
        }
        #expect(told == [.address])
        #expect(refusals == [.banned, .banned, nil, nil, nil, .banned])
        #expect(page == [.banned, nil, .banned])
    }

    @Test func whatIsTakenBackByTheListLetsThemIn() async {
        let (listed, before, after) = await course { scene in
            scene.joins("anna", from: "10.0.0.1")
            scene.nurseBans("anna", .address)
            scene.joins("new", from: "10.0.0.1")
            let before = scene.refusals("anna", "new")
            scene.sends("nurse", .staff(.bans))
            let listed = scene["nurse"].bans
            if let ban = listed.first { scene.sends("nurse", .staff(.unban(ban.member)), .staff(.bans)) }
            for name in ["anna", "new"] { scene.joins(name, from: "10.0.0.1") }
            let page = scene.host.enters("page", from: "10.0.0.1")?.code
            return (listed, before, scene.refusals("anna", "new") + [page] + scene["nurse"].bans.map { _ in .banned })
        }
        #expect(listed.map(\.name) == ["anna"] && listed.map(\.scope) == [.address])
        #expect(before == [.banned, .banned] && after == [nil, nil, nil])
    }

    /// A host does not know the address: the relay does, and is told that it is meant.
    @Test func aHostTellsARelayThatTheAddressIsMeant() async {
        let (told, listed, others) = await course { scene in
            scene.joins("relay", from: "10.0.0.5", device: LifeHost.relayKey, as: Self.relay)
            let (boris, olena) = (Self.behind(1, "boris"), Self.behind(2, "olena"))
            scene.sends(
                "relay",
                .behind(CarriedPresence(members: [MemberHere(boris, token: "b"), MemberHere(olena, token: "o")])))
            scene.joins("nurse", from: "10.0.0.9", device: LifeHost.staffKey)
            scene.sends("nurse", .staff(.ban(boris.id, minutes: 30, scope: .address)), .staff(.bans))
            let told = scene["relay"].told.compactMap { packet in
                if case .acted(let acted) = packet, acted.member == boris.id { acted.scope } else { nil }
            }
            // Neither the relay's own address nor anybody else behind it is meant.
            scene.joins("new", from: "10.0.0.5")
            return (told, scene["nurse"].bans.map(\.scope), scene.refusals("new", "relay"))
        }
        #expect(told == [.address] && listed == [.address] && others == [nil, nil])
    }

    @Test func aRelayKeepsTheAddressOutUntilTheHostTakesTheBanBack() async {
        let (before, after) = await course(.following) { scene in
            scene.joins("anna", from: "10.0.0.1")
            scene.joins("clara", from: "10.0.0.2")
            let anna = scene.id("anna")
            scene.hears(.acted(ModerationEvent(.ban, on: anna, named: "anna", minutes: 30, scope: .address)))
            scene.joins("new", from: "10.0.0.1")
            scene.joins("elsewhere", from: "10.0.0.3")
            let page = scene.host.enters("page", from: "10.0.0.1")?.code
            let before = scene.refusals("anna", "new", "clara", "elsewhere") + [page]
            scene.hears(.acted(ModerationEvent(.unban, on: anna, named: "anna")))
            for name in ["anna", "new"] { scene.joins(name, from: "10.0.0.1") }
            return (before, scene.refusals("anna", "new"))
        }
        #expect(before == [.banned, .banned, nil, nil, .banned])
        #expect(after == [nil, nil])
    }

    /// The scope outlasts a restart also where the address is known elsewhere alone.
    @Test func theScopeIsStored() throws {
        var moderation = Moderation()
        let ban = Moderation.Ban(
            member: MemberID(rawValue: "m1"), name: "boris", number: nil, token: "b", address: nil, until: at(60),
            scope: .address)
        moderation.ban(ban, now: at(0))
        let stored = StoredModeration(moderation, configuredTopic: "", known: [], now: at(0), wall: 0)
        let back = Moderation(stored, configuredTopic: "", now: at(0), wall: 0)
        #expect(back.list(now: at(0), wall: 0).map(\.scope) == [.address])
    }
}

extension HandParties {
    fileprivate func isIn(_ name: String) -> Bool {
        self[name].welcome != nil && !self[name].faults.contains(where: \.fatal)
    }

    /// Why each of these was kept out; nil for those who are in.
    fileprivate func refusals(_ names: String...) -> [ErrorCode?] {
        names.map { isIn($0) ? nil : self[$0].faults.last?.code }
    }

    fileprivate mutating func nurseBans(_ name: String, _ scope: BanScope) {
        joins("nurse", from: "10.0.0.9", device: LifeHost.staffKey)
        sends("nurse", .staff(.ban(id(name), minutes: 30, scope: scope)))
    }
}
