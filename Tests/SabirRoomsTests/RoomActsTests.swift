import Foundation
import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// What acts of staff lead to.
@Suite struct RoomActsTests {
    private struct Scene {
        var room: RoomState
        let anna: Member
        let boris: Member

        static func empty() -> RoomState { RoomState(settings: .test(), seed: 2) }

        init(_ settings: RoomSettings = .test()) throws {
            room = RoomState(settings: settings, seed: 1)
            anna = try room.admit(.of("anna"), as: JoinContext(address: "10.0.0.1", token: "anna"), now: at(0)).member
            boris = try room.admit(.of("boris"), as: JoinContext(address: "10.0.0.2", token: "boris"), now: at(0))
                .member
        }

        /// What the act leads to; nothing where it is refused.
        mutating func act(_ act: ModerationAction, second: Double = 0) throws -> [RoomState.Consequence] {
            let consequences = try room.perform(act, now: at(second), wall: 5)
            for case .drop(let number, _) in consequences {
                if let member = room.roster[number] { _ = room.remove(number, connection: member.connection) }
            }
            for case .sendAllOut in consequences { room.sendAllOut() }
            return consequences
        }

        mutating func say(_ id: UInt64, by member: Member) -> DraftOutcome {
            room.accept(Draft(id: .numbered(id), text: "line \(id)"), from: member.number, now: at(0), wall: 0)
        }

        /// Why somebody may not come in; nil where they may.
        mutating func refusal(
            _ name: String, from address: String? = nil, role: MemberRole? = nil, second: Double = 0
        ) -> ErrorCode? {
            do throws(WireFault) {
                _ = try room.admit(.of(name), as: JoinContext(address: address, role: role), now: at(second))
                return nil
            } catch {
                return error.code
            }
        }
    }

    private func told(
        _ act: ActName, _ member: Member, minutes: Int? = nil, scope: BanScope? = nil
    ) -> RoomState.Consequence {
        .tell(.acted(ModerationEvent(act, on: member.info.id, named: member.info.name, minutes: minutes, scope: scope)))
    }

    // MARK: One member

    @Test func theMutedAreReadToButNotHeard() throws {
        var scene = try Scene()
        _ = scene.say(1, by: scene.anna)
        #expect(try scene.act(.mute(scene.anna.info.id)) == [told(.mute, scene.anna)])
        #expect(try scene.act(.mute(scene.anna.info.id)).isEmpty, "Twice is once.")
        guard case .refused(let fault) = scene.say(2, by: scene.anna) else {
            Issue.record("a muted member's message was taken")
            return
        }
        #expect(fault == WireFault(.muted, fault.reason, fatal: false, id: .numbered(2)))
        guard case .repeated = scene.say(1, by: scene.anna) else {
            Issue.record("what was accepted before is acknowledged still")
            return
        }
        #expect(accepted(scene.say(3, by: scene.boris)) != nil)
        #expect(scene.room.facts.muted == [scene.anna.info.id])
        #expect(try scene.act(.unmute(scene.anna.info.id)) == [told(.unmute, scene.anna)])
        #expect(accepted(scene.say(2, by: scene.anna)) != nil)
        #expect(try scene.act(.unmute(scene.anna.info.id)).isEmpty)
    }

    @Test func comingBackUnmutesNobody() throws {
        var scene = try Scene()
        _ = try scene.act(.mute(scene.anna.info.id))
        _ = scene.room.remove(scene.anna.number, connection: scene.anna.connection)
        let back = try scene.room.admit(.of("anna"), now: at(1)).member
        #expect(accepted(scene.say(1, by: back)) == nil)
        #expect(try scene.act(.unmute(back.info.id)).count == 1)
    }

    @Test func theMutedMayStillCallForHelp() throws {
        var scene = try Scene()
        _ = try scene.act(.mute(scene.anna.info.id))
        #expect(try scene.room.callForHelp(about: nil, by: scene.anna.number, now: at(0), wall: 0).state == .open)
    }

    @Test func whoIsRemovedGoesAndMayComeBack() throws {
        var scene = try Scene()
        let consequences = try scene.act(.remove(scene.anna.info.id))
        #expect(consequences.first == told(.remove, scene.anna))
        guard case .drop(scene.anna.number, let fault)? = consequences.last else {
            Issue.record("anna is still in")
            return
        }
        #expect(fault.code == .removed)
        #expect(fault.fatal)
        #expect(scene.room.roster.count == 1)
        #expect(scene.refusal("anna") == nil)
    }

    @Test func whoIsBannedIsRefusedUntilItsTimeIsOver() throws {
        var scene = try Scene()
        let consequences = try scene.act(.ban(scene.anna.info.id, minutes: 60, scope: .address))
        #expect(consequences.first == told(.ban, scene.anna, minutes: 60, scope: .address))
        guard case .drop(scene.anna.number, let fault)? = consequences.last else {
            Issue.record("anna is still in")
            return
        }
        #expect(fault.code == .banned)
        #expect(scene.refusal("anna", from: "10.0.0.9", second: 10) == .banned, "Her device.")
        #expect(scene.refusal("new", from: "10.0.0.1", second: 3_599) == .banned, "Her address.")
        #expect(scene.refusal("new", from: "::ffff:10.0.0.1") == .banned, "Over IPv6 too.")
        #expect(scene.refusal("boris", from: "10.0.0.1") == nil, "A device that was in before.")
        #expect(scene.refusal("nurse", from: "10.0.0.1", role: .staff) == nil)
        #expect(scene.refusal("other", from: "10.0.0.3") == nil)
        #expect(scene.refusal("anna", from: "10.0.0.1", second: 3_600) == nil)
    }

    @Test func whoeverMayNotComeInIsNotAnswered() throws {
        var scene = try Scene()
        func refusal(_ name: String, _ joinContext: JoinContext) -> ErrorCode? {
            do throws(WireFault) {
                try scene.room.letAsk(.of(name), as: joinContext, now: at(0))
                return nil
            } catch {
                return error.code
            }
        }
        #expect(refusal("stranger", JoinContext(address: "10.0.0.9")) == nil)
        #expect(scene.room.roster.count == 2, "No seat is taken.")
        _ = try scene.act(.ban(scene.anna.info.id, minutes: 60, scope: .address))
        #expect(refusal("anna", JoinContext(address: "10.0.0.9")) == .banned)
        #expect(refusal("new", JoinContext(address: "10.0.0.1")) == .banned)
        _ = try scene.act(.lock)
        #expect(refusal("stranger", JoinContext(address: "10.0.0.9")) == .locked)
        #expect(refusal("nurse", JoinContext(address: "10.0.0.9", role: .staff)) == nil)
        _ = try scene.act(.close)
        #expect(refusal("stranger", JoinContext(address: "10.0.0.9")) == .closing)
        var visit = RoomSettings.test()
        visit.isPrivate = true
        scene.room = RoomState(settings: visit, seed: 1, now: at(0))
        #expect(
            refusal("stranger", JoinContext(address: "10.0.0.9")) == .locked,
            "Whether its visitor has come is nobody's business.")
    }

    @Test func whoOnlyAsksIsToldANumberAndNobodysName() throws {
        var scene = try Scene()
        _ = try scene.room.admit(.of("Floor 2"), as: JoinContext(role: .relay), now: at(0))
        let welcome = scene.room.welcomeOfNobody()
        #expect(welcome.members.isEmpty && welcome.langs.isEmpty && welcome.token == nil && welcome.n == 3)
    }

    /// A clinic behind one address: whoever else comes from there comes in.
    @Test func aBanKeepsTheDeviceOutAlone() throws {
        var scene = try Scene()
        let consequences = try scene.act(.ban(scene.anna.info.id, minutes: 60))
        #expect(consequences.first == told(.ban, scene.anna, minutes: 60, scope: .device))
        #expect(scene.refusal("anna", from: "10.0.0.9", second: 10) == .banned)
        #expect(scene.refusal("new", from: "10.0.0.1", second: 10) == nil)
        #expect(
            scene.room.moderation.list(now: at(60), wall: 1_000_000) == [
                ListedBan(member: scene.anna.info.id, name: "anna", scope: .device, until: 1_000_000 + 59 * 60_000)
            ])
    }

    @Test func aBanIsTakenBackOfSomebodyWhoIsNotIn() throws {
        var scene = try Scene()
        _ = try scene.act(.ban(scene.anna.info.id, minutes: 60, scope: .address))
        #expect(try scene.act(.unban(scene.boris.info.id)).isEmpty, "There is none.")
        #expect(try scene.act(.unban(scene.anna.info.id)) == [told(.unban, scene.anna)])
        #expect(scene.room.moderation.list(now: at(0), wall: 0).isEmpty)
        #expect(scene.refusal("anna", from: "10.0.0.1") == nil)
        #expect(scene.refusal("new", from: "10.0.0.1") == nil)
        #expect(try scene.act(.unban(scene.anna.info.id)).isEmpty)
    }

    /// One person has 2^64 addresses of a network.
    @Test func onIPv6TheNetworkIsBanned() throws {
        var scene = try Scene()
        let hello = Hello(room: nil, name: "carla", lang: "es")
        let carla = try scene.room.admit(hello, as: JoinContext(address: "2001:DB8:0:1::7"), now: at(0)).member
        let consequences = try scene.act(.ban(carla.info.id, minutes: 60))
        #expect(consequences.first == told(.ban, carla, minutes: 60, scope: .address), "She has no device.")
        #expect(scene.refusal("new", from: "2001:db8:0:1:abcd::1") == .banned)
        #expect(scene.refusal("other", from: "2001:db8:0:2::1") == nil)
    }

    // MARK: Over restarts

    @Test func whatStaffDecidedStandsInTheNextLife() throws {
        var scene = try Scene()
        let carla = try scene.room.admit(.of("carla"), as: JoinContext(token: "carla"), now: at(0)).member
        let eva = try scene.room.admit(
            .of("eva"), as: JoinContext(author: AuthorID(value: 7), token: "eva"), now: at(0)
        )
        .member
        _ = try scene.act(.mute(scene.boris.info.id))
        _ = try scene.act(.ban(scene.anna.info.id, minutes: 60))
        _ = try scene.act(.ban(carla.info.id, minutes: 60, scope: .address))
        _ = try scene.act(.topic("Closed at noon"))
        _ = try scene.act(.notice("Wait here", "en"))
        _ = try scene.act(.lock)
        let stored = scene.room.stored(now: at(600), wall: 1_000_000)
        let data = try JSONEncoder().encode(stored)

        var next = Scene.empty()
        next.restore(try JSONDecoder().decode(StoredModeration.self, from: data), now: at(0), wall: 1_000_000)
        #expect(next.info.topic == "Closed at noon")
        #expect(next.moderation.notice?.text == "Wait here")
        #expect(next.moderation.isLocked)
        #expect(next.moderation.list(now: at(0), wall: 0).map(\.name) == ["carla", "anna"])
        func refusal(_ name: String, _ joinContext: JoinContext, _ second: Double = 0) -> ErrorCode? {
            do throws(WireFault) { _ = try next.admit(.of(name), as: joinContext, now: at(second)) } catch {
                return error.code
            }
            return nil
        }
        #expect(refusal("anna", JoinContext(token: "anna")) == .banned)
        #expect(refusal("new", JoinContext(address: "10.9.9.9", token: "new")) == .locked)
        #expect(refusal("eva", JoinContext(author: AuthorID(value: 7), token: "eva")) == nil, "She was in.")
        #expect(refusal("anna", JoinContext(token: "anna"), 50 * 60) == .locked, "Only her ban is over.")
        _ = try next.perform(.unlock, now: at(0), wall: 0)
        let boris = try next.admit(.of("boris"), as: JoinContext(token: "boris"), now: at(0)).member
        #expect(next.moderation.isMuted(boris.number))
        let dora = try next.admit(.of("dora"), as: JoinContext(token: "dora"), now: at(0)).member
        #expect(!next.moderation.isMuted(dora.number))
        _ = eva
    }

    @Test(arguments: [-86_400_000, 0, 1_800_000, 86_400_000])
    func aClockThatIsSetBackNeitherEndsNorLengthensABan(step: Int) throws {
        var scene = try Scene()
        _ = try scene.act(.ban(scene.anna.info.id, minutes: 60))
        let stored = scene.room.stored(now: at(0), wall: 100_000_000)
        let moderation = Moderation(stored, configuredTopic: "", now: at(0), wall: 100_000_000 + step)
        let left = moderation.list(now: at(0), wall: 0).first.map(\.until) ?? 0
        #expect(left == min(max(0, 3_600_000 - step), 3_600_000))
    }

    @Test func aTopicOfTheConfigurationThatIsNewCounts() throws {
        var scene = try Scene()
        _ = try scene.act(.topic("old"))
        let stored = scene.room.stored(now: at(0), wall: 0)
        #expect(Moderation(stored, configuredTopic: "another", now: at(0), wall: 0).topic == nil)
    }

    @Test(arguments: ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
    func thisMachinesAddressIsNeverBanned(address: String) throws {
        var scene = try Scene()
        let carla = try scene.room.admit(.of("carla"), as: JoinContext(address: address), now: at(0)).member
        _ = try scene.act(.ban(carla.info.id, minutes: 60))
        #expect(scene.refusal("new", from: address) == nil)
        #expect(scene.refusal("carla", from: address) == .banned)
    }

    @Test func anActOnNobodyIsRefused() throws {
        var scene = try Scene()
        let nobody = MemberID(rawValue: "m-nobody")
        for act in [ModerationAction.mute(nobody), .remove(nobody), .ban(nobody, minutes: 1)] {
            #expect(throws: WireFault.self) { try scene.act(act) }
        }
        for minutes in [0, -1, ModerationAction.maximumMinutes + 1, .max] {
            let act = ModerationAction.ban(scene.anna.info.id, minutes: minutes)
            #expect(throws: WireFault.self) { try scene.act(act) }
        }
        #expect(scene.room.roster.count == 2)
    }

    @Test func listsOfStaffAreBounded() throws {
        var moderation = Moderation()
        for n in 0..<UInt64(2 * Moderation.capacity) {
            _ = moderation.mute(MemberNumber(value: n))
            let number = MemberNumber(value: n)
            moderation.ban(
                Moderation.Ban(
                    member: number.id, name: "", number: number, token: nil, address: nil, until: at(60),
                    scope: .device), now: at(0))
        }
        #expect(moderation.muted.count == Moderation.capacity)
        #expect(!moderation.isMuted(MemberNumber(value: 0)))
        let newest = MemberNumber(value: UInt64(2 * Moderation.capacity) - 1)
        #expect(moderation.isMuted(newest))
        #expect(moderation.refusal(of: newest, JoinContext(), in: "r", now: at(0))?.code == .banned)
        #expect(moderation.refusal(of: MemberNumber(value: 0), JoinContext(), in: "r", now: at(0)) == nil)
    }

    // MARK: The door

    @Test func aLockedRoomTakesBackWhoWasIn() throws {
        var scene = try Scene()
        #expect(try scene.act(.lock) == [.tell(.acted(ModerationEvent(.lock)))])
        #expect(try scene.act(.lock).isEmpty)
        #expect(scene.refusal("carla") == .locked)
        #expect(scene.refusal("nurse", role: .staff) == nil)
        _ = scene.room.remove(scene.anna.number, connection: scene.anna.connection)
        #expect(scene.refusal("anna") == nil)
        _ = try scene.act(.remove(scene.boris.info.id))
        #expect(scene.refusal("boris") == .locked, "Who was removed counts as new.")
        #expect(try scene.act(.unlock) == [.tell(.acted(ModerationEvent(.unlock)))])
        #expect(scene.refusal("carla") == nil)
        #expect(scene.refusal("boris") == nil)
    }

    @Test func whoCameBackAfterBeingRemovedIsNoStranger() throws {
        var scene = try Scene()
        _ = try scene.act(.remove(scene.anna.info.id))
        let back = try scene.room.admit(.of("anna"), now: at(1)).member
        _ = try scene.act(.lock)
        _ = scene.room.remove(back.number, connection: back.connection)
        #expect(scene.refusal("anna") == nil)
    }

    @Test func aRoomForOneVisitLocksBehindItsVisitor() throws {
        var settings = RoomSettings.test()
        settings.isPrivate = true
        var room = RoomState(settings: settings, seed: 1)
        let nurse = try room.admit(.of("nurse"), as: JoinContext(role: .staff), now: at(0))
        #expect(nurse.consequences.isEmpty)
        let visitor = try room.admit(.of("visitor"), now: at(1))
        #expect(visitor.consequences == [.tell(.acted(ModerationEvent(.lock)))])
        #expect(room.facts.isLocked)
        #expect(fault { () throws(WireFault) in try room.admit(.of("another"), now: at(2)).change }?.code == .locked)
        #expect(try room.admit(.of("visitor"), now: at(3)).consequences.isEmpty)
    }

    /// At the second face of a tablet that staff have in hand.
    @Test func whoComesWithStaffIsAVisitorWhomNoLockKeepsOut() throws {
        var settings = RoomSettings.test()
        settings.isPrivate = true
        var room = RoomState(settings: settings, seed: 1)
        _ = try room.admit(.of("nurse"), as: JoinContext(role: .staff, isLocal: true), now: at(0))
        let visitor = JoinContext(comesWithStaff: true, isLocal: true)
        let first = try room.admit(.of("visitor"), as: visitor, now: at(1))
        #expect(first.member.info.role == nil && first.consequences == [.tell(.acted(ModerationEvent(.lock)))])
        #expect(fault { () throws(WireFault) in try room.admit(.of("curious"), now: at(2)).change }?.code == .locked)
        #expect(try room.admit(.of("next visitor"), as: visitor, now: at(3)).member.info.role == nil)
    }

    @Test func whatAVisitorWouldMeetIsKnownAndCountsNothing() throws {
        var room = RoomState(settings: .test(members: 3), seed: 1)
        func met(_ name: String?, _ joinContext: JoinContext = JoinContext(isLocal: true)) -> ErrorCode? {
            room.joinPreview(ofDevice: name.map { "device of \($0)" }, joinContext, now: at(1)).refusal?.code
        }
        let anna = try room.admit(.of("anna"), now: at(0)).member
        let boris = try room.admit(.of("boris"), now: at(0)).member
        #expect(met("carla") == nil && met(nil) == nil)
        _ = try room.perform(.ban(boris.info.id, minutes: 60), now: at(1), wall: 0)
        #expect(met("boris") == .banned && met("anna") == nil && met("carla") == nil)
        _ = try room.perform(.lock, now: at(1), wall: 0)
        #expect(met("carla") == .locked && met(nil) == .locked && met("anna") == nil)
        #expect(met("carla", JoinContext(comesWithStaff: true, isLocal: true)) == nil)
        #expect(met("nurse", JoinContext(role: .staff, isLocal: true)) == nil)
        _ = try room.perform(.unlock, now: at(1), wall: 0)
        _ = try room.admit(.of("carla"), now: at(1))
        #expect(met("dario") == .roomFull && met("anna") == nil && room.roster.count == 3)
        _ = try room.perform(.mute(anna.info.id), now: at(1), wall: 0)
        #expect(room.joinPreview(ofDevice: "device of anna", JoinContext(), now: at(1)).isMuted)
        #expect(!room.joinPreview(ofDevice: nil, JoinContext(), now: at(1)).isMuted)
    }

    @Test func whoseLoginIsOverStaysInAsAVisitor() throws {
        var room = RoomState(settings: .test(), seed: 1)
        let staff = JoinContext(address: "10.0.0.7", role: .staff, isLocal: true)
        let nurse = try room.admit(.of("nurse"), as: staff, now: at(0)).member
        let doctor = try room.admit(.of("doctor"), as: staff, now: at(0)).member
        _ = try room.admit(.of("anna"), now: at(1))
        #expect(room.endStaff(of: nurse.number)?.role == .some(nil))
        #expect(room.endStaff(of: nurse.number) == nil, "Nothing changes twice.")
        #expect(room.roster.places[.address(.address("10.0.0.7"))] == 1)
        #expect(room.roster[nurse.number]?.info.name == "nurse" && room.roster[doctor.number]?.info.role == .staff)
        #expect(room.roster.staff == [doctor.number])
        let consequences = try room.perform(.remove(nurse.info.id), now: at(2), wall: 0)
        #expect(consequences.count == 2, "An act of staff is for it as for others.")
    }

    /// A relay of a relay asks its host about names; that somebody is no longer staff it is told, and tells at once.
    @Test func whoIsNoLongerStaffBehindARelayIsNoneHere() throws {
        var room = RoomState(settings: .test(), seed: 1, upstream: Upstream(.host))
        _ = room.upstream?.changed(isUp: true, wall: 0)
        let relay = try room.admit(.of("Floor 2"), as: JoinContext(role: .relay), now: at(0)).member
        let id = MemberNumber(value: 1 << MemberNumber.spaceBits + 1).id
        func carried(_ role: MemberRole?) -> MemberHere {
            MemberHere(MemberInfo(id: id, name: "nurse", lang: "es", role: role), token: nil)
        }
        _ = try room.carry(carried(.staff), nil, behind: relay.number, now: at(1))
        let told = try room.carry(carried(nil), nil, behind: relay.number, now: at(2))?.packet
        guard case .changed(let info, 2)? = told else {
            Issue.record("Nobody is told: \(String(describing: told))")
            return
        }
        #expect(info.role == nil && room.roster.staff == [relay.number])
    }

    @Test func aClosedRoomIsEmptyUntilItOpens() throws {
        var scene = try Scene()
        _ = scene.say(1, by: scene.anna)
        let consequences = try scene.act(.close)
        #expect(consequences.first == .tell(.acted(ModerationEvent(.close))))
        guard case .sendAllOut(let fault)? = consequences.last else {
            Issue.record("they are still in")
            return
        }
        #expect(fault.code == .closing)
        #expect(scene.room.roster.count == 0)
        #expect(scene.refusal("anna") == .closing)
        #expect(scene.refusal("nurse", role: .staff) == .closing)
        #expect(try scene.act(.open) == [.tell(.acted(ModerationEvent(.open)))])
        #expect(scene.refusal("anna") == nil)
        #expect(scene.room.timeline.newest == 1, "Closing forgets nothing.")
    }

    // MARK: The room

    @Test func aTopicIsCleanedMeasuredAndShownToNewcomers() throws {
        var scene = try Scene()
        #expect(
            try scene.act(.topic(" Open\u{202E} from 8 ")) == [
                .tell(.acted(ModerationEvent(.topic, text: "Open from 8")))
            ])
        #expect(try scene.act(.topic("Open from 8")).isEmpty)
        #expect(throws: WireFault.self) { try scene.act(.topic(String(repeating: "a", count: 201))) }
        #expect(scene.room.welcome(scene.anna.number).0.room.topic == "Open from 8")
        #expect(scene.room.facts.info.topic == "Open from 8")
    }

    @Test func aNoticeIsPinnedReplacedAndTakenDown() throws {
        var scene = try Scene()
        #expect(try scene.act(.notice("", "en")).isEmpty, "There is none to take down.")
        #expect(try scene.act(.notice("Closed\u{7} at noon", "en")).count == 1)
        let first = try #require(scene.room.moderation.notice)
        #expect(first == Notice(text: "Closed at noon", lang: "en", ts: 5, id: first.id))
        _ = try scene.act(.notice("Open", "en"))
        #expect(scene.room.facts.notice?.id != first.id)
        #expect(throws: WireFault.self) { try scene.act(.notice(String(repeating: "a", count: 1_001), "en")) }
        guard case .tell(.notice(let last))? = try scene.act(.notice("", "en")).first else {
            Issue.record("nobody is told")
            return
        }
        #expect(last.text.isEmpty)
        #expect(scene.room.facts.notice == nil)
    }

    @Test func whatIsClearedIsGoneAndTheNumberingGoesOn() throws {
        var scene = try Scene()
        for id in 1...3 as ClosedRange<UInt64> { _ = scene.say(id, by: scene.anna) }
        #expect(try scene.act(.clear) == [.tell(.acted(ModerationEvent(.clear)))])
        #expect(scene.room.timeline.messages(after: 0).isEmpty)
        #expect(
            fault { () throws(WireFault) in
                var room = scene.room
                return try room.unclear(.numbered(1), by: scene.boris.number, now: at(1)).unclear
            }?.code == .badPacket)
        guard case .accepted(let next) = scene.say(4, by: scene.anna) else {
            Issue.record("not accepted")
            return
        }
        #expect(next.seq == 4)
        guard case .refused(let fault) = scene.say(1, by: scene.anna) else {
            Issue.record("a cleared line is taken or shown again")
            return
        }
        #expect(fault == WireFault(.duplicateID, fault.reason, id: .numbered(1)))
    }

    @Test func whoWasAwayIsToldThatItWasCleared() throws {
        var scene = try Scene()
        for id in 1...3 as ClosedRange<UInt64> { _ = scene.say(id, by: scene.anna) }
        _ = try scene.act(.clear)
        func missed(_ seq: Int) -> RoomState.Missed {
            scene.room.missed(since: Hello.Resume(epoch: scene.room.timeline.epoch, seq: seq))
        }
        #expect(missed(1).wasCleared)
        #expect(missed(1).gap == 2...3)
        #expect(missed(3).wasCleared)
        #expect(missed(3).gap == nil)
        _ = scene.say(4, by: scene.anna)
        #expect(missed(3).messages.map(\.seq) == [4])
        #expect(!missed(4).wasCleared, "Whoever has a later line has been told.")
        #expect(!scene.room.missed(since: nil).wasCleared)
    }
}

/// Who is not in the room and still within reach of staff.
@Suite struct AbsenteesTests {
    private func room(_ names: String...) throws -> (RoomState, [String: Member]) {
        var room = RoomState(settings: .test(), seed: 1)
        var members: [String: Member] = [:]
        for name in names {
            members[name] = try room.admit(.of(name), as: JoinContext(address: "10.0.0.1"), now: at(0)).member
        }
        return (room, members)
    }

    private func leave(_ room: inout RoomState, _ member: Member, second: Double) {
        if let left = room.remove(member.number, connection: member.connection) {
            room.remember(gone: left, now: at(second))
        }
    }

    @Test func whoHasLeftIsBannedByDeviceOrAddress() throws {
        var (room, members) = try room("anna", "boris")
        let boris = try #require(members["boris"])
        leave(&room, boris, second: 1)
        #expect(room.absentees(now: at(2), wall: 5_000).gone == [.init(info: boris.info, since: 4_000)])
        _ = try room.perform(.ban(boris.info.id, minutes: 60, scope: .address), now: at(2), wall: 0)
        #expect(room.moderation.list(now: at(2), wall: 0).map(\.scope) == [.address])
        #expect(room.absentees(now: at(3), wall: 0).gone.isEmpty, "It is in the list of bans.")
        let refused = fault { () throws(WireFault) in
            try room.admit(.of("new"), as: JoinContext(address: "10.0.0.1"), now: at(3)).change
        }
        #expect(refused?.code == .banned)
        #expect(try room.admit(.of("carla"), as: JoinContext(address: "10.0.0.2"), now: at(3)).change == .joined)
    }

    @Test func whoIsBackIsNotGoneAndStaffNeverAre() throws {
        var (room, members) = try room("anna")
        let anna = try #require(members["anna"])
        leave(&room, anna, second: 1)
        let nurse = try room.admit(.of("nurse"), as: JoinContext(role: .staff), now: at(1)).member
        leave(&room, nurse, second: 2)
        #expect(room.absentees(now: at(3), wall: 0).gone.map(\.info.name) == ["anna"])
        _ = try room.admit(.of("anna"), now: at(4))
        #expect(room.absentees(now: at(5), wall: 0).gone.isEmpty)
    }

    @Test func aMuteOutlastsItsMemberAndTheStart() throws {
        var (room, members) = try room("anna", "boris")
        let anna = try #require(members["anna"])
        leave(&room, anna, second: 1)
        _ = try room.perform(.mute(anna.info.id), now: at(2), wall: 0)
        #expect(room.absentees(now: at(3), wall: 0).muted == [.init(member: anna.info.id, name: "anna")])
        _ = try room.perform(.unmute(anna.info.id), now: at(4), wall: 0)
        #expect(room.absentees(now: at(5), wall: 0).muted.isEmpty)

        var moderation = Moderation()
        _ = moderation.mute(anna.number, token: "token of anna", as: anna.info)
        let stored = StoredModeration(moderation, configuredTopic: "", known: [], now: at(6), wall: 0)
        room.restore(stored, now: at(7), wall: 0)
        #expect(room.absentees(now: at(8), wall: 0).muted == [.init(member: anna.info.id, name: "anna")])
        _ = try room.perform(.unmute(anna.info.id), now: at(9), wall: 0)
        #expect(room.absentees(now: at(10), wall: 0).muted.isEmpty && room.moderation.mutes.isEmpty)
    }

    /// Whose name is not known.
    @Test func aMuteWithoutANameStandsAndIsNotListed() throws {
        var (room, _) = try room("boris")
        var stored = StoredModeration()
        stored.muted = ["token of anna"]
        room.restore(stored, now: at(1), wall: 0)
        #expect(room.moderation.mutes.map(\.token) == ["token of anna"])
        #expect(room.absentees(now: at(2), wall: 0).muted.isEmpty)
    }
}
