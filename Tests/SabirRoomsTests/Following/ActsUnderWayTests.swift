import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

@Suite("Acts of staff that a room's host elsewhere is to do")
struct ActsUnderWayTests {
    private let anna = MemberID(rawValue: "m1")
    private let nurse = Asker.caller(Ticket(number: 1))
    private let doctor = Asker.member(HostedRoom.Seat(number: MemberNumber(value: 7), connection: 1))

    private func acts(_ asked: [(ModerationAction, Asker)]) -> ActsUnderWay {
        var acts = ActsUnderWay()
        for (act, asker) in asked { acts.add(act, by: asker, now: at(0)) }
        return acts
    }

    @Test("whoever asked for it hears that it is done, and only then")
    func done() {
        var acts = acts([(.mute(anna), nurse)])
        for other in [ModerationEvent(.mute, on: MemberID(rawValue: "m2"), named: nil), ModerationEvent(.lock)] {
            let asker = acts.done(.acted(other))?.asker
            #expect(asker == nil)
        }
        let asker = acts.done(.acted(ModerationEvent(.mute, on: anna, named: "Anna")))?.asker
        #expect(asker == nurse)
        let again = acts.done(.acted(ModerationEvent(.mute, on: anna, named: "Anna")))?.asker
        #expect(again == nil)
    }

    @Test("another's topic or notice is no answer")
    func texts() {
        let lang: LanguageTag = "es"
        var acts = acts([(.topic("  Vaccinations "), nurse), (.notice("Closed", lang), doctor)])
        for packet in [
            HostPacket.acted(ModerationEvent(.topic, text: "X-rays")), .notice(Notice(text: "", lang: lang, ts: 0)),
        ] {
            let asker = acts.done(packet)?.asker
            #expect(asker == nil)
        }
        let topic = acts.done(.acted(ModerationEvent(.topic, text: "Vaccinations")))?.asker
        let notice = acts.done(.notice(Notice(text: "Closed", lang: lang, ts: 0)))?.asker
        #expect(topic == nurse && notice == doctor)
    }

    @Test("a refusal is of the oldest; one about a message or the link is of none")
    func refused() {
        var acts = acts([(.mute(anna), nurse), (.lock, doctor)])
        let first = acts.refused()
        let second = acts.refused()
        let none = acts.refused()
        #expect(first == nurse && second == doctor && none == nil)
        #expect(WireFault(.badPacket, "There is no member.").mayRefuseAnAct)
        #expect(!WireFault(.tooFast, "Later.", id: .numbered(1)).mayRefuseAnAct)
        #expect(!WireFault(.forbidden, "No.", fatal: true).mayRefuseAnAct)
        #expect(!WireFault(.untrusted, "Somebody else.").mayRefuseAnAct)
    }

    @Test("that the host could not store it is said of the oldest, which is not over by that")
    func notKept() {
        var acts = acts([(.mute(anna), nurse), (.lock, doctor)])
        let fault = Room.notKept
        #expect(!fault.mayRefuseAnAct && !fault.fatal)
        let asker = acts.setFault(fault)
        let mute = acts.done(.acted(ModerationEvent(.mute, on: anna, named: "Anna")))
        #expect(asker == nurse && mute?.asker == nurse && mute?.fault == fault)
        let lock = acts.done(.acted(ModerationEvent(.lock)))
        #expect(lock?.asker == doctor && lock?.fault == nil)
        let none = acts.setFault(fault)
        #expect(none == nil)
    }

    @Test("what is not answered for long enough is given up, and no other")
    func overdue() {
        var acts = acts([(.lock, nurse)])
        acts.add(.unlock, by: doctor, now: at(5))
        let early = acts.overdue(at(9.9))
        let late = acts.overdue(at(10))
        let rest = acts.giveUp()
        #expect(early.isEmpty && late == [nurse] && rest == [doctor])
    }
}
