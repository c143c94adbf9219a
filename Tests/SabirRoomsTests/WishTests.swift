import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// What somebody who calls for help wishes for besides: whom it reaches, and that nobody else has anything of it.
@Suite struct WishTests {
    private static let otherRelay = "key of another relay"

    private static func host(_ kind: LifeHost.Kind) -> LifeHost {
        let office = HandOffice([
            LifeHost.staffKey: .person("Olga"), LifeHost.relayKey: .relay("Pharmacy"), otherRelay: .relay("Door"),
        ])
        return LifeHost(kind, settings: .test(), limits: ConnectionLimits(), seed: 1, office: office)
    }

    fileprivate struct Told: Equatable {
        var wishes: [String] = []
        var calls = 0
    }

    private static let calls = Told(calls: 1)
    private static let wishes = Told(wishes: ["anna"], calls: 1)

    private func course<Result: Sendable>(
        _ kind: LifeHost.Kind = .memory, _ check: @escaping @Sendable (inout HandParties) -> Result
    ) async -> Result {
        await HandLoop.onItsThread {
            var scene = HandParties(Self.host(kind))
            defer { scene.host.end() }
            return check(&scene)
        }
    }

    @Test func `staff are told, the caller, and nobody else`() async {
        let told = await course { scene in
            for name in ["anna", "boris"] { scene.joins(name) }
            scene.joins("nurse", device: LifeHost.staffKey)
            scene.joins("relay", device: LifeHost.relayKey, as: RelayHello(node: "n", space: 7, side: "ward"))
            scene.sends("anna", .person(nil, wish: .privately))
            scene.joins("newcomer")
            scene.joins("second nurse", device: LifeHost.staffKey)
            return ["anna", "boris", "nurse", "relay", "newcomer", "second nurse"].map { scene.told($0) }
        }
        #expect(told == [Self.wishes, Self.calls, Self.wishes, Self.calls, Self.calls, Self.wishes])
    }

    @Test func `of a member behind a relay staff are told once, and no relay`() async {
        let told = await course { scene in
            let wards = (RelayHello(node: "n", space: 7, side: "ward"), RelayHello(node: "o", space: 8, side: "door"))
            scene.joins("boris")
            scene.joins("nurse", device: LifeHost.staffKey)
            scene.joins("relay", device: LifeHost.relayKey, as: wards.0)
            scene.joins("other", device: Self.otherRelay, as: wards.1)
            let anna = MemberInfo(id: MemberNumber(value: 7 << MemberNumber.spaceBits | 1).id, name: "anna", lang: "es")
            scene.sends("relay", .behind(CarriedPresence(members: [MemberHere(anna, token: nil)])))
            let call = HelpCall(caller: anna, ts: 5, wish: .privately)
            for _ in 0..<2 { scene.sends("relay", .deliver(.help(call), to: nil)) }
            return ["boris", "nurse", "other"].map { scene.told($0) } + [scene.told("relay")]
        }
        #expect(told.prefix(3) == [Self.calls, Self.wishes, Self.calls])
        #expect(told.last?.wishes == [])
    }

    @Test func `a member says nothing of others`() async {
        let told = await course { scene in
            for name in ["anna", "boris"] { scene.joins(name) }
            scene.joins("nurse", device: LifeHost.staffKey)
            let anna = MemberInfo(id: MemberID(rawValue: "m1"), name: "anna", lang: "es")
            scene.sends("boris", .deliver(.help(HelpCall(caller: anna, ts: 5, wish: .privately)), to: nil))
            return scene.told("nurse")
        }
        #expect(told == Told())
    }

    /// A stream is read by every node of the room; a host that does not know of wishes would pass over them.
    @Test(arguments: [LifeHost.Kind.clustered, .following])
    func `a room that others carry gives its authority no wish that it does not take`(kind: LifeHost.Kind) async {
        let (told, above) = await course(kind) { scene in
            scene.joins("anna")
            scene.joins("nurse", device: LifeHost.staffKey)
            scene.sends("anna", .person(nil, wish: .privately))
            let above = (scene.host.authority?.getOn() ?? []).compactMap { news -> HelpCall? in
                if case .help(let call) = news { call } else { nil }
            }
            return (scene.told("nurse").wishes, above)
        }
        #expect(told == ["anna"])
        #expect(above.map(\.caller.name) == ["anna"] && above.allSatisfy { $0.wish == nil })
    }

    @Test func `a wish is of one call`() {
        var calls = HelpCalls()
        let anna = MemberInfo(id: MemberID(rawValue: "m1"), name: "anna", lang: "es")
        func call(_ ts: Int) -> HelpCalls.Call {
            HelpCalls.Call(
                caller: anna, holder: .member(anna.id), about: nil, contact: "", ts: ts, since: .now(), state: .open)
        }
        calls.open(call(1))
        #expect(calls.note(.privately, of: anna.id, ts: 1)?.wish == .privately)
        #expect(calls.note(.privately, of: anna.id, ts: 1) == nil)
        #expect(
            calls.note(.privately, of: MemberID(rawValue: "m2"), ts: 1) == nil
                && calls.note(.privately, of: anna.id, ts: 2) == nil)
        calls.open(call(2))
        #expect(calls[anna.id]?.wish == nil)
        #expect(calls.answer(anna.id, .done, isUnconfirmed: false, now: .now()) != nil)
        #expect(calls.note(.privately, of: anna.id, ts: 2) == nil)
    }
}

extension HandParties {
    /// Whose wishes somebody was told, with how often each call was told without.
    fileprivate func told(_ name: String) -> WishTests.Told {
        var told = WishTests.Told()
        for packet in self[name].told {
            switch packet {
            case .help(let call) where call.wish != nil: told.wishes.append(call.caller.name)
            case .help: told.calls += 1
            case .calls(let list):
                told.calls += list.calls.count
                told.wishes += list.calls.filter { $0.wish != nil }.map(\.caller.name)
            default: break
            }
        }
        return told
    }
}
