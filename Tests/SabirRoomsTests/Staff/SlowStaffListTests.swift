import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// A room whose node's list of staff lies on a disk that hangs.
@Suite struct SlowStaffListTests {
    private typealias Scene = HandParties

    /// On the loop's own thread: what `check` yields is looked at afterwards.
    private func course<Result: Sendable>(_ check: @escaping @Sendable (inout Scene) -> Result) async -> Result {
        await HandLoop.onItsThread {
            let office = HandOffice(["nurse": .person("Rosa"), "relay": .relay("Floor 2")])
            var scene = Scene(
                LifeHost(.memory, settings: .test(), limits: ConnectionLimits(), seed: 1, office: office))
            defer { scene.host.end() }
            return check(&scene)
        }
    }

    private static func says(_ text: String) -> MemberPacket { .message(Draft(id: nil, text: text)) }

    @Test func theRoomTalksOnWhileAnActWaitsAndItsSenderKeepsItsOrder() async {
        let told = await course { scene in
            for name in ["nurse", "anna", "boris"] { scene.joins(name, device: name) }
            scene.office.isFast = false
            scene.sends("nurse", Self.says("before"), .staff(.lock), Self.says("after"))
            scene.sends("anna", Self.says("hola"))
            scene.sends("boris", Self.says("привіт"))
            let meanwhile = scene["boris"].course
            scene.getsOn()
            return [meanwhile, scene["boris"].course, scene["anna"].course, scene["nurse"].course]
        }
        let all = ["before", "hola", "привіт", "lock", "after"]
        #expect(told == [["before", "hola", "привіт"], all, all, all])
    }

    @Test func whoseKeyWasTakenAwayWhileTheActWaitedIsNotObeyed() async {
        let (told, course) = await course { scene in
            for name in ["nurse", "anna", "boris"] { scene.joins(name, device: name) }
            scene.office.isFast = false
            scene.sends("nurse", .staff(.lock))
            scene.office.ranks["nurse"] = nil
            scene.getsOn()
            scene.joins(Hello(room: nil, name: "clara", lang: "es"), as: "clara")
            return (scene["nurse"].faults, scene["clara"].welcome != nil ? scene["anna"].acts : nil)
        }
        #expect(told.map(\.code) == [.forbidden] && course == [])
    }

    @Test func whatTheDiskDoesNotTellInTimeIsRefusedAndNotDoneLater() async {
        let (refusals, late, texts, again) = await course { scene in
            for name in ["nurse", "anna", "boris"] { scene.joins(name, device: name) }
            scene.office.isFast = false
            scene.sends("nurse", .staff(.clear), Self.says("after"))
            scene.passes(StaffRank.patience)
            let refusals = scene["nurse"].faults
            scene.getsOn()
            let late = scene["anna"].acts
            scene.office.isFast = true
            scene.sends("nurse", .staff(.lock))
            return (refusals, late, scene["anna"].texts, scene["boris"].acts)
        }
        #expect(refusals.map(\.code) == [.unreachable])
        #expect(refusals.first.map { $0.reason.contains("was not done") && !$0.fatal } == true)
        #expect(late == [] && texts == ["after"] && again == [.lock])
    }

    @Test func whoComesMeanwhileIsStaffByWhatTheListSaysThenAndNobodyWaitsForThem() async {
        let (before, after) = await course { scene in
            scene.joins("anna", device: "anna")
            scene.office.isFast = false
            scene.joins("nurse", device: "nurse")
            scene.sends("nurse", Self.says("I am here"))
            scene.joins(Hello(room: nil, name: "guest", lang: "es"), as: "guest")
            scene.sends("anna", Self.says("hola"))
            let before = (scene["nurse"].welcome != nil, scene["guest"].welcome != nil, scene["guest"].texts)
            scene.getsOn()
            let role = scene["anna"].told.compactMap { packet in
                if case .joined(let info, _) = packet, info.name == "nurse" { info.role } else { nil }
            }
            return (before, (role, scene["guest"].texts))
        }
        #expect(!before.0 && before.1 && before.2 == ["hola"])
        #expect(after.0 == [.staff] && after.1 == ["hola", "I am here"])
    }

    @Test func whereTheListDoesNotAnswerOneComesInWithoutRightsAndARelayLater() async {
        let (role, isIn, relay, lines) = await course { scene in
            scene.joins("anna", device: "anna")
            scene.office.isFast = false
            scene.joins("nurse", device: "nurse")
            scene.joins("relay", device: "relay", as: RelayHello(node: "n", space: 7, side: "ward"))
            scene.passes(StaffRank.patience)
            let joined = scene["anna"].told.compactMap { packet in
                if case .joined(let info, _) = packet { info.role } else { nil }
            }
            scene.sends("nurse", Self.says("hola"))
            return (joined, scene["nurse"].welcome != nil, scene["relay"].faults, scene["anna"].texts)
        }
        #expect(role.isEmpty && isIn && lines == ["hola"])
        #expect(relay.map(\.code) == [.tooFast] && relay.allSatisfy(\.fatal))
    }

    @Test func whoIsGoneBeforeTheListAnswersDoesNotComeIn() async {
        let (count, faults) = await course { scene in
            scene.joins("anna", device: "anna")
            scene.office.isFast = false
            scene.joins("nurse", device: "nurse")
            scene.cuts("nurse")
            scene.getsOn()
            scene.sends("anna", .who(after: nil))
            let counts = scene["anna"].told.compactMap { packet in
                if case .members(let members, _) = packet { members.count } else { nil }
            }
            return (counts, scene["anna"].faults)
        }
        #expect(count == [1] && faults.isEmpty)
    }

    @Test func behindARelayNobodyWaitsForAnActOfItsStaff() async {
        let (meanwhile, course, stays) = await course { scene in
            scene.joins("anna", device: "anna")
            scene.joins("relay", device: "relay", as: RelayHello(node: "n", space: 7, side: "ward"))
            func member(_ number: UInt64, _ name: String, _ role: MemberRole?) -> MemberHere {
                let id = MemberNumber(value: 7 << MemberNumber.spaceBits | number).id
                return MemberHere(MemberInfo(id: id, name: name, lang: "uk", role: role), token: "device of \(name)")
            }
            let (boris, rosa) = (member(1, "boris", nil), member(2, "rosa", .staff))
            scene.sends("relay", .behind(CarriedPresence(members: [boris, rosa])))
            scene.office.isFast = false
            func says(_ number: UInt64, _ text: String, _ member: MemberHere) -> MemberPacket {
                .carried(Draft(id: .numbered(number), text: text), for: member)
            }
            scene.sends(
                "relay", says(1, "rosa before", rosa), .staff(.lock), says(2, "boris", boris), says(3, "rosa", rosa))
            // Each second the list is asked whether the relay is on it: while it does not answer the relay stays.
            scene.passes(.seconds(1))
            let meanwhile = scene["anna"].course
            scene.getsOn()
            return (meanwhile, scene["anna"].course, scene["relay"].faults.isEmpty)
        }
        #expect(meanwhile == ["rosa before", "boris"] && stays)
        #expect(course == ["rosa before", "boris", "lock", "rosa"])
    }

    // MARK: The record

    @Test func anActAndAReportAreToldOnceTheyAreWrittenDown() async {
        let (meanwhile, acts, reports) = await course { scene in
            for name in ["nurse", "anna", "boris"] { scene.joins(name, device: name) }
            let boris = scene["boris"].welcome?.member
            scene.office.writesAtOnce = false
            scene.sends("nurse", .staff(.lock), Self.says("after"))
            scene.sends("anna", .report(Report(member: boris, text: "he threatens me")))
            let told = ["nurse", "anna", "boris"].map { scene[$0].acts.count + scene[$0].reports }
            let meanwhile = (told, scene["boris"].texts, scene.office.unwritten)
            scene.getsOn()
            let names = ["nurse", "anna", "boris"]
            return (meanwhile, names.map { scene[$0].acts }, names.map { scene[$0].reports })
        }
        #expect(meanwhile.0 == [0, 0, 0] && meanwhile.1 == ["after"] && meanwhile.2 == 2)
        #expect(acts == [[.lock], [.lock], [.lock]])
        #expect(reports == [1, 1, 0])
    }

    @Test func whatIsSaidWhileAClearIsWrittenDownIsClearedToo() async {
        let (seq, lines) = await course { scene in
            for name in ["nurse", "anna", "boris"] { scene.joins(name, device: name) }
            scene.office.writesAtOnce = false
            scene.sends("nurse", .staff(.clear))
            scene.sends("anna", Self.says("hola"))
            scene.getsOn()
            // Readers have forgotten it: the room has, too.
            scene.sends("boris", .history(HistoryRequest(before: nil, limit: 10)))
            let lines = scene["boris"].told.compactMap { packet in
                if case .lines(let page) = packet { page.messages.count } else { nil }
            }
            return (scene["boris"].course, lines)
        }
        #expect(seq == ["hola", "clear"] && lines == [0])
    }

    @Test func whatStaffDoDoesNotHangOnTheRecord() async {
        let (before, after, once) = await course { scene in
            for name in ["nurse", "anna", "boris"] { scene.joins(name, device: name) }
            scene.office.writesAtOnce = false
            scene.sends("nurse", .staff(.lock), .staff(.topic("X-rays")))
            let before = scene["boris"].acts
            scene.passes(AuditEntry.patience)
            scene.passes(AuditEntry.patience)
            let after = scene["boris"].acts
            scene.getsOn()
            return (before, after, scene["boris"].acts)
        }
        #expect(before == [] && after == [.lock, .topic] && once == after)
    }

    @Test func aRelayThatIsOffTheListWhenItAnswersIsSentOutOnce() async {
        let (faults, looks) = await course { scene in
            scene.joins("relay", device: "relay", as: RelayHello(node: "n", space: 7, side: "ward"))
            scene.office.isFast = false
            scene.passes(.seconds(1))
            scene.passes(.seconds(1))
            let looks = scene.office.waiting
            scene.office.ranks["relay"] = nil
            scene.getsOn()
            return (scene["relay"].faults, looks)
        }
        #expect(looks == 1, "one look at a time for each relay")
        #expect(faults.map(\.code) == [.forbidden])
    }
}

extension HandParties {
    fileprivate var office: HandOffice { host.office }

    fileprivate mutating func getsOn() {
        office.getOn()
        host.loop.run()
        read()
    }
}
