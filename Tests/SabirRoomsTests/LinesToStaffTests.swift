import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// What a member writes to the staff alone: whom it reaches, and that nobody else has anything of it.
@Suite struct LinesToStaffTests {
    private func course<Result: Sendable>(
        _ check: @escaping @Sendable (inout HandParties) -> Result
    ) async -> Result {
        await HandLoop.onItsThread {
            var scene = HandParties(
                LifeHost(.memory, settings: .test(rate: (1, 4)), limits: ConnectionLimits(), seed: 1))
            defer { scene.host.end() }
            return check(&scene)
        }
    }

    @Test func staffReadItAndWhoeverWroteItAndNobodyElse() async {
        let told = await course { scene in
            for name in ["anna", "boris"] { scene.joins(name) }
            scene.joins("nurse", device: LifeHost.staffKey)
            scene.sends("anna", .report(Report(text: "I am afraid")))
            scene.joins("newcomer")
            scene.sends("boris", .message(Draft(text: "hello")))
            return ["anna", "boris", "nurse", "newcomer"].map { scene.texts(toldTo: $0) }
        }
        #expect(told == [["I am afraid"], [], ["I am afraid"], []])
    }

    /// It is let in as they are, and carries what everybody is told.
    @Test func aRelayIsNoneOfThem() async {
        let (told, isPresent) = await course { scene in
            for name in ["anna", "boris"] { scene.joins(name) }
            scene.joins("relay", device: LifeHost.relayKey, as: RelayHello(node: "n", space: 7, side: "ward"))
            let boris = scene["boris"].welcome?.member
            scene.sends("anna", .report(Report(text: "I am afraid")), .report(Report(member: boris, text: "of Boris")))
            let own = scene["anna"].told.compactMap { packet in
                if case .report(let report) = packet { report.staffIsPresent } else { nil }
            }
            return (scene.texts(toldTo: "relay"), own)
        }
        #expect(told == [] && isPresent == [false, false])
    }

    @Test func itIsAboutNobodyAndNoLineOfTheRoom() async {
        let (told, lines) = await course { scene in
            scene.joins("anna")
            scene.joins("nurse", device: LifeHost.staffKey)
            scene.sends("anna", .report(Report(text: "I am afraid")))
            let told = scene["nurse"].told.compactMap { if case .report(let report) = $0 { report } else { nil } }
            return (told, scene["nurse"].texts)
        }
        #expect(told.first?.isLineToStaff == true && told.first?.name == nil && told.first?.reporter.name == "anna")
        #expect(lines.isEmpty)
    }

    @Test func itCostsAsMuchAsAMessage() async {
        let faults = await course { scene in
            scene.joins("anna")
            for n in 0..<6 { scene.sends("anna", .report(Report(text: "\(n)"))) }
            return scene["anna"].faults.map(\.code)
        }
        #expect(!faults.isEmpty && faults.allSatisfy { $0 == .tooFast })
    }

    // MARK: What is kept

    private func reported(_ member: String, _ ts: Int, _ text: String = "") -> Reported {
        Reported(
            reporter: MemberInfo(id: MemberID(rawValue: member), name: member, lang: "es"), id: nil, about: nil,
            name: nil,
            text: text, ts: ts, staffIsPresent: false)
    }

    private let m1 = DeskHolder.member(MemberID(rawValue: "m1"))

    @Test func whoWritesMostPushesNothingOut() {
        var reports = Reports()
        reports.keep(reported("m2", 0, "one of somebody else"), message: nil, of: .address([.address("10.0.0.2")]))
        for n in 1...Reports.capacity + 10 {
            let isKept = reports.keep(reported("m\(n + 2)", n), message: nil, of: .address([.address("10.0.0.66")]))
            #expect(isKept == (n < Reports.capacity))
        }
        #expect(reports.keep(reported("m1", 99, "a third"), message: nil, of: m1) == true)
        #expect(reports.kept.map(\.report.ts) == Array(0..<Reports.capacity - 1) + [99])
        #expect(reports.takeEvicted().map(\.ts) == [Reports.capacity - 1] && reports.takeEvicted().isEmpty)
    }

    /// What is known of addresses ends with the run, what came from one of them is one holder's still.
    @Test func afterARestartWhatOnePhoneWroteIsItsStill() {
        var before = Reports()
        before.keep(reported("m2", 0), message: nil, of: .address([.address("10.0.0.2")]))
        for n in 1..<Reports.capacity {
            before.keep(reported("m\(n + 2)", n), message: nil, of: .address([.address("10.0.0.66")]))
        }
        let stored = before.toStore()
        #expect(Set(stored.map(\.holder)) == [0, 1])
        var after = Reports()
        after.restore(stored) { _ in nil }
        #expect(after.kept.allSatisfy { $0.report.holder == nil })
        #expect(after.keep(reported("m1", 99), message: nil, of: m1) == true)
        #expect(after.kept.map(\.report.ts) == Array(0..<Reports.capacity - 1) + [99])
    }

    @Test func staffReadItAndAreDoneWithItOnce() {
        var reports = Reports()
        reports.keep(reported("m1", 7), message: nil, of: m1)
        let member = MemberID(rawValue: "m1")
        #expect(reports.answer(7, of: MemberID(rawValue: "m2"), .seen) == nil)
        #expect(reports.answer(7, of: member, .seen)?.state == .seen && reports.answer(7, of: member, .seen) == nil)
        #expect(!reports.isEmpty)
        #expect(reports.answer(7, of: member, .done)?.state == .done && reports.isEmpty)
    }

    @Test func twoOfOneMomentAreToldApart() {
        var reports = Reports()
        for _ in 0..<2 { reports.keep(reported("m1", reports.time(at: 5)), message: nil, of: m1) }
        #expect(reports.kept.map(\.report.ts) == [5, 6])
        // A clock that was put back gives no older time.
        #expect(reports.time(at: 1) == 7)
    }

    @Test func aRelayTellsALineAgainAndItIsThereOnce() {
        var reports = Reports()
        let (told, relay) = (reported("m9", 5, "I am afraid"), MemberNumber(value: 1))
        #expect(reports.carry(told, via: "Floor 2", over: relay)?.reporter.via == "Floor 2")
        #expect(reports.carry(told, via: "Floor 2", over: relay) == nil)
        _ = reports.answer(5, of: told.reporter.id, .done)
        #expect(reports.carry(told, via: "Floor 2", over: relay) == nil, "staff are done with it")
        #expect(
            reports.carry(reported("m8", 5), via: "Floor 2", over: relay) != nil, "of somebody else at that moment")
        // What came before a restart is kept, and known by that.
        var later = Reports()
        later.restore([told]) { _ in nil }
        #expect(later.carry(told, via: "Floor 2", over: relay) == nil && later.kept.count == 1)
        // A relay leaves a tenth to everybody else; what there was no place for may come again.
        let carried = (10..<1_000).filter { reports.carry(reported("m9", $0), via: "Floor 2", over: relay) != nil }
        #expect(carried == Array(10..<54) && reports.kept.first?.report.reporter.id.rawValue == "m8")
        _ = reports.answer(10, of: told.reporter.id, .done)
        #expect(reports.carry(reported("m9", 999), via: "Floor 2", over: relay) != nil)
    }

    @Test func afterARestartTheyStandBeforeWhatWasWrittenSinceAndOnce() {
        var reports = Reports()
        reports.keep(reported("m1", 9, "since"), message: nil, of: m1)
        let past = [reported("m1", 3, "before"), reported("m1", 9, "since")]
        reports.restore(past) { _ in nil }
        #expect(reports.kept.map(\.report.text) == ["before", "since"])
        reports.forget()
        #expect(reports.isEmpty)
    }
}

extension HandParties {
    fileprivate func texts(toldTo name: String) -> [String] {
        self[name].told.compactMap { if case .report(let report) = $0 { report.text } else { nil } }
    }
}
