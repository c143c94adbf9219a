import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// One phone that comes as one member after the other and fills the desk of staff: what others asked for stands, and
/// those who come later are heard.
@Suite struct FloodedDeskTests {
    private static let phone = "10.0.0.66"

    private func course<Result: Sendable>(
        _ check: @escaping @Sendable (inout HandParties) -> Result
    ) async -> Result {
        await HandLoop.onItsThread {
            var scene = HandParties(LifeHost(.memory, settings: .test(), limits: ConnectionLimits(), seed: 1))
            defer { scene.host.end() }
            return check(&scene)
        }
    }

    @Test func fiftyCallsOfOnePhonePushNoneOff() async {
        let (calls, own, faults, listed) = await course { scene in
            scene.joins("nurse", device: LifeHost.staffKey)
            for name in ["patient", "eva"] {
                scene.joins(name)
                scene.sends(name, .person(nil))
            }
            scene.sends("nurse", .help(HelpAnswer(of: scene.id("eva"), .coming)))
            for number in 1...50 {
                scene.joins("\(number)", from: Self.phone)
                scene.sends("\(number)", .person(nil))
            }
            scene.joins("third")
            scene.sends("third", .person(nil))
            scene.joins("late")
            return (
                scene.calls(toldTo: "nurse"), scene.calls(toldTo: "48")["48"],
                (47...50).map { scene["\($0)"].faults.map(\.sentence.english) }, scene.calls(toldTo: "late")
            )
        }
        #expect(calls["patient"] == .open && calls["eva"] == .coming && calls["third"] == .open)
        #expect((1...47).allSatisfy { calls["\($0)"] == .open })
        // The newest of the phone's gave way to the third person, and whoever called has been told.
        #expect(calls["48"] == .done && own == .done)
        #expect(calls["49"] == nil && calls["50"] == nil)
        #expect(faults.map(\.count) == [0, 0, 1, 1] && faults.last?.first?.contains("staff") == true)
        #expect(listed.count == HelpList.most && listed["patient"] == .open && listed["eva"] == .coming)
    }

    @Test func whoHasLeftSinceHoldsTheCallsStill() async {
        let calls = await course { scene in
            scene.joins("nurse", device: LifeHost.staffKey)
            scene.joins("patient")
            scene.sends("patient", .person(nil))
            scene.cuts("patient")
            for number in 1...60 {
                scene.joins("\(number)", from: Self.phone)
                scene.sends("\(number)", .person(nil))
                scene.cuts("\(number)")
            }
            scene.read()
            return scene.calls(toldTo: "nurse")
        }
        #expect(calls["patient"] == .open, "Phones sleep.")
        #expect(calls["49"] == .open && calls["50"] == nil)
    }

    @Test(arguments: [true, false])
    func fiftyReportsAndLinesOfOnePhoneWipeNoneFromDeskAndDisk(isAboutSomebody: Bool) async {
        let (stored, faults) = await course { scene in
            for name in ["patient", "accused"] { scene.joins(name) }
            let (patient, accused) = (scene.id("patient"), scene.id("accused"))
            scene.sends("patient", .report(Report(member: isAboutSomebody ? accused : nil, text: "he hit me")))
            for number in 1...50 {
                scene.joins("\(number)", from: Self.phone)
                let member = isAboutSomebody ? patient : nil
                scene.sends("\(number)", .report(Report(member: member, text: "\(number)")))
            }
            scene.joins("third")
            scene.sends("third", .report(Report(member: isAboutSomebody ? accused : nil, text: "I saw it")))
            return (scene.host.office.reports.map(\.text), scene["50"].faults.map(\.code))
        }
        let reports: [String] = ["he hit me"] + (1...48).map { "\($0)" } + ["I saw it"]
        #expect(stored == reports)
        #expect(faults == [.tooFast])
    }

    // MARK: Over relays

    private static func carried(_ number: Int) -> MemberInfo {
        MemberInfo(
            id: MemberNumber(value: 7 << MemberNumber.spaceBits | UInt64(number)).id, name: "b\(number)", lang: "es")
    }

    @Test func thoseBehindARelayPushNeitherEachOtherOffNorTheHostsPatients() async {
        let (told, calls, later) = await course { scene in
            scene.joins("relay", device: LifeHost.relayKey, as: RelayHello(node: "n", space: 7, side: "ward"))
            let members = (1...60).map { MemberHere(Self.carried($0), token: nil) }
            scene.sends("relay", .behind(CarriedPresence(members: members)))
            for number in 1...60 {
                scene.sends("relay", .deliver(.help(HelpCall(caller: Self.carried(number), ts: number)), to: nil))
            }
            for number in 1...6 {
                scene.joins("p\(number)")
                scene.sends("p\(number)", .person(nil))
            }
            let (told, calls) = (scene.calls(toldTo: "relay"), scene.calls(toldTo: "p6"))
            // Its node lets one give way to another: the host is told of that one first.
            let gone = HelpCall(caller: Self.carried(45), ts: 45, state: .done)
            scene.sends("relay", .deliver(.help(gone), to: nil))
            scene.sends("relay", .deliver(.help(HelpCall(caller: Self.carried(60), ts: 61)), to: nil))
            return (told, calls, scene.calls(toldTo: "relay"))
        }
        #expect((1...45).allSatisfy { told["b\($0)"] == .open })
        #expect((46...60).allSatisfy { told["b\($0)"] == .done }, "The relay tells whoever called.")
        #expect((1...5).allSatisfy { told["p\($0)"] == .open } && calls["p6"] == nil)
        #expect(later["b45"] == .done && later["b60"] == .open)
    }

    @Test func aRelayLetsThePhoneThatHoldsMostGiveWayBeforeItsHostHasToRefuse() throws {
        var room = RoomState(settings: .following(), seed: 1, upstream: Upstream(), now: at(0))
        room.setPath(["host", "here"], as: nil)
        func call(_ name: String, from address: String) throws -> HelpCalls.Call {
            let member = try room.admit(.of(name), as: JoinContext(address: address), now: at(0)).member
            return try room.callForHelp(about: nil, by: member.number, now: at(0), wall: 7)
        }
        let patient = try call("patient", from: "10.0.0.1")
        for number in 1...44 { _ = try call("\(number)", from: Self.phone) }
        #expect(throws: WireFault.self) { try call("45", from: Self.phone) }
        #expect(room.takeEvictedCalls().isEmpty)
        let third = try call("third", from: "10.0.0.3")
        #expect(room.takeEvictedCalls().map(\.caller.name) == ["44"])
        let unconfirmed = room.help.unconfirmed
        #expect(unconfirmed.first?.caller.name == "44" && unconfirmed.count == 46, "What is over goes up first.")
        // Those of the host are heard of beside them, and push no patient of this side off.
        for number in 1...10 {
            let far = HelpCall(caller: MemberInfo(id: MemberID(rawValue: "m\(number)"), name: "f", lang: "es"), ts: 1)
            let heard = room.merge(far, now: at(1)).changed
            #expect(heard != nil)
        }
        #expect(room.help.pending.count == HelpCalls.capacity)
        #expect(room.help[patient.caller.id]?.state == .open && room.help[third.caller.id]?.state == .open)
    }
}

extension HandParties {
    /// How each call stands by what somebody was told of it last.
    fileprivate func calls(toldTo name: String) -> [String: HelpCall.State] {
        var calls: [String: HelpCall.State] = [:]
        for packet in self[name].told {
            switch packet {
            case .help(let call): calls[call.caller.name] = call.state
            case .calls(let list): for call in list.calls { calls[call.caller.name] = call.state }
            default: break
            }
        }
        return calls
    }
}
