import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// Changes of name and language in a room whose host is elsewhere.
@Suite struct ProfilesAskedTests {
    private let anna = MemberNumber(value: 7)
    private func info(_ name: String) -> MemberInfo { MemberInfo(id: anna.id, name: name, lang: "es") }

    @Test func eachChangeHasOneAnswer() {
        var profiles = ProfilesAsked()
        let unasked = profiles.countAnswer(for: anna)
        #expect(!unasked)
        profiles.ask(info("Anna"), of: anna, now: at(0))
        profiles.ask(info("Ana"), of: anna, now: at(1))
        #expect(profiles[anna] == info("Ana"))
        let first = profiles.countAnswer(for: anna)
        #expect(first && profiles[anna] == info("Ana"))
        let second = profiles.countAnswer(for: anna)
        let third = profiles.countAnswer(for: anna)
        #expect(second && !third && profiles.isEmpty)
    }

    @Test func whatIsNotAnsweredForLongEnoughIsGivenUp() {
        var profiles = ProfilesAsked()
        profiles.ask(info("Anna"), of: anna, now: at(0))
        let early = profiles.overdue(at(9.9))
        let late = profiles.overdue(at(10))
        #expect(early == [] && late == [anna] && profiles.isEmpty)
    }
}

/// Three people at a node that follows a room, and its host.
@Suite struct FollowedProfilesTests {
    private typealias Scene = HandParties

    private func course<Result: Sendable>(_ check: @escaping @Sendable (inout Scene) -> Result) async -> Result {
        await HandLoop.onItsThread {
            var scene = Scene(LifeHost(.following, settings: .test(), limits: ConnectionLimits(), seed: 1))
            for name in Scene.people { scene.joins(name) }
            defer { scene.host.end() }
            return check(&scene)
        }
    }

    private static let refusal = WireFault(.badName, "A name has to show something: choose another one.")

    @Test func nobodyIsToldBeforeTheHostHasTakenIt() async {
        let (asked, before, after) = await course { scene in
            scene.sends("anna", .profile(Profile(name: "Marta", lang: "de")))
            let before = Scene.people.map { scene[$0].changes.count }
            let asked = scene.asked
            scene.hears(.joined(scene.info("anna", as: "Marta 2", "de")))
            return (asked, before, Scene.people.map { scene[$0].changes.map { "\($0.name) \($0.lang)" } })
        }
        #expect(asked.map { "\($0.name) \($0.lang)" } == "Marta de")
        #expect(before == [0, 0, 0])
        #expect(after == [["Marta 2 de"], ["Marta 2 de"], ["Marta 2 de"]])
    }

    @Test func aRefusedChangeIsToldToWhoAskedAlone() async {
        let (changes, faults, names) = await course { scene in
            scene.sends("anna", .profile(Profile(name: "Marta")))
            scene.hears(.deliver(.error(Self.refusal), to: scene.info("anna", as: "").id))
            scene.joins("dora")
            let names = scene["dora"].welcome?.members.map(\.name) ?? []
            return (Scene.people.map { scene[$0].changes.count }, Scene.people.map { scene[$0].faults }, names)
        }
        #expect(changes == [0, 0, 0])
        #expect(faults == [[Self.refusal], [], []])
        #expect(names.contains("anna") && !names.contains("Marta"))
    }

    @Test func afterARefusalTheNextChangeCounts() async {
        let told = await course { scene in
            scene.sends("anna", .profile(Profile(name: "Marta")), .profile(Profile(lang: "de")))
            scene.hears(.deliver(.error(Self.refusal), to: scene.info("anna", as: "").id))
            let between = scene["boris"].changes.count
            scene.hears(.joined(scene.info("anna", as: "anna", "de")))
            return [between] + scene["boris"].changes.map { $0.lang == "de" && $0.name == "anna" ? 1 : 2 }
        }
        #expect(told == [0, 1])
    }

    @Test func aHostThatDoesNotAnswerHasNotTakenIt() async {
        let (faults, changes) = await course { scene in
            scene.sends("anna", .profile(Profile(lang: "de")))
            scene.passes(.seconds(9))
            let early = scene["anna"].faults.count
            for name in Scene.people { scene.sends(name, .ping(nil)) }
            scene.passes(.seconds(1))
            return ((early, scene["anna"].faults.map(\.code)), scene["boris"].changes.count)
        }
        #expect(faults.0 == 0 && faults.1 == [.unreachable] && changes == 0)
    }

    /// There is nobody else to settle it, for as long as the way to the host is lost.
    @Test func whileTheLinkIsDownThisNodeSettlesItself() async {
        let (told, at) = await course { scene in
            scene.sends("anna", .profile(Profile(name: "Marta")))
            scene.hears(.down)
            let first = scene["boris"].changes.map(\.name)
            scene.sends("clara", .profile(Profile(lang: "de")))
            return (first, scene["boris"].changes.map { "\($0.name) \($0.lang)" })
        }
        #expect(told == ["Marta"] && at == ["Marta es", "clara de"])
    }

    @Test func whoIsBehindAFurtherRelayIsToldOnToTheHostFirst() async {
        let (before, after, faults) = await course { scene in
            var hello = Hello.of("relay")
            (hello.device, hello.relay) = (LifeHost.relayKey, RelayHello(node: "n", space: 7, side: "ward"))
            scene.joins(hello, as: "relay")
            let id = MemberNumber(value: 7 << MemberNumber.spaceBits | 1).id
            func says(_ name: String) -> MemberPacket {
                .behind(CarriedPresence(members: [MemberHere(MemberInfo(id: id, name: name, lang: "uk"), token: "d")]))
            }
            scene.sends("relay", says("dmytro"))
            scene.sends("relay", says("Dmytro K"))
            let before = scene["boris"].changes.count
            scene.hears(.joined(MemberInfo(id: id, name: "Dmytro K", lang: "uk")))
            let after = scene["boris"].changes.map(\.name)
            scene.sends("relay", says("Marta"))
            scene.hears(.deliver(.error(Self.refusal), to: id))
            let refused: [MemberID] = scene["relay"].told.compactMap { packet in
                if case .to(let member, .error(Self.refusal)) = packet { member } else { nil }
            }
            return (before, (after, scene["boris"].changes.count), refused == [id])
        }
        #expect(before == 0 && after.0 == ["Dmytro K"] && after.1 == 1 && faults)
    }

    /// What an older relay lets through: the host refuses the change, and the member stays as it was.
    @Test func aHostRefusesANameThatShowsNothing() async {
        let (told, refusals, answer) = await HandLoop.onItsThread {
            let host = LifeHost(.memory, settings: .test(), limits: ConnectionLimits(), seed: 1)
            defer { host.end() }
            var anna = HandParty(host.connect(from: "10.0.0.1"))
            anna.send([.hello(.of("anna"))])
            host.loop.run()
            var relay = HandParty(host.connect(from: "10.0.0.2"))
            var hello = Hello.of("relay")
            (hello.device, hello.relay) = (LifeHost.relayKey, RelayHello(node: "n", space: 7, side: "ward"))
            relay.send([.hello(hello)])
            host.loop.run()
            let id = MemberNumber(value: 7 << MemberNumber.spaceBits | 1).id
            for name in ["boris", "\u{2800}", "anna", "anna"] {
                let member = MemberHere(MemberInfo(id: id, name: name, lang: "uk"), token: "d")
                relay.send([.behind(CarriedPresence(members: [member]))])
                host.loop.run()
            }
            anna.read()
            relay.read()
            let refusals: [WireFault] = relay.told.compactMap { packet in
                if case .to(id, .error(let fault)) = packet { fault } else { nil }
            }
            return (anna.changes.map(\.name), refusals, relay.changes.map(\.name))
        }
        #expect(told == ["anna 2"])
        #expect(refusals.map(\.code) == [.badName] && refusals.allSatisfy { !$0.fatal })
        #expect(answer == ["anna 2", "anna 2"], "a name that stays as it was is told to the relay that waits for it")
    }
}

extension HandParties {
    fileprivate func info(_ name: String, as wanted: String, _ lang: LanguageTag = "es") -> MemberInfo {
        MemberInfo(id: self.id(name), name: wanted, lang: lang)
    }

    /// What the host was told last.
    fileprivate var asked: MemberInfo? {
        guard case .changed(let member)? = host.authority?.presence.last else { return nil }
        return member.info
    }

    fileprivate static let people = ["anna", "boris", "clara"]
}
