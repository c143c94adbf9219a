import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// Calls for help as state of a room: one a member, each known by its caller and its time.
struct HelpCallsTests {
    private static let anna = MemberInfo(id: MemberID(rawValue: "m1"), name: "Anna", lang: "es")
    private static let boris = MemberInfo(id: MemberID(rawValue: "m2"), name: "Boris", lang: "ca")

    private func call(
        _ caller: MemberInfo = anna, ts: Int = 1, at seconds: Double = 0, isUnconfirmed: Bool = false
    ) -> HelpCalls.Call {
        HelpCalls.Call(
            caller: caller, holder: .member(caller.id), about: nil, contact: "", ts: ts, since: at(seconds),
            state: .open, isUnconfirmed: isUnconfirmed)
    }

    private func told(
        _ caller: MemberInfo = anna, ts: Int, _ state: HelpCall.State = .open, age: Int = 0
    ) -> HelpCall { HelpCall(caller: caller, ts: ts, age: age, state: state) }

    @Test func aSecondCallOfAMemberRenewsTheFirst() {
        var help = HelpCalls()
        help.open(call(ts: 5))
        _ = help.answer(Self.anna.id, .coming, isUnconfirmed: false, now: at(1))
        // A clock that was put back gives no older name.
        help.open(call(ts: 4, at: 2))
        #expect(help.all.count == 1)
        #expect(help[Self.anna.id]?.state == .open && help[Self.anna.id]?.ts == 6)
    }

    @Test func aFirstCallIsFreeOnceAMinute() {
        var help = HelpCalls()
        #expect(help.isFirst(of: Self.anna.id, now: at(0)))
        help.open(call())
        #expect(!help.isFirst(of: Self.anna.id, now: at(59)) && help.isFirst(of: Self.anna.id, now: at(60)))
        #expect(help.isFirst(of: Self.boris.id, now: at(1)))
    }

    @Test func whatIsSoAlreadyIsNoNews() {
        var help = HelpCalls()
        help.open(call())
        #expect(help.answer(Self.anna.id, .coming, isUnconfirmed: false, now: at(1))?.state == .coming)
        #expect(help.answer(Self.anna.id, .coming, isUnconfirmed: false, now: at(2)) == nil)
        #expect(help.answer(Self.anna.id, .done, isUnconfirmed: false, now: at(3))?.state == .done)
        #expect(help.answer(Self.boris.id, .done, isUnconfirmed: false, now: at(3)) == nil)
        #expect(help.pending.isEmpty)
    }

    @Test func whoIsComingIsKnownByNameHereAndElsewhere() {
        var help = HelpCalls()
        help.open(call())
        let answered = help.answer(Self.anna.id, .coming, by: "Dr. Vega", isUnconfirmed: false, now: at(1))
        #expect(answered?.told(as: Self.anna, contact: "", now: at(1)).by == "Dr. Vega")
        var elsewhere = HelpCalls()
        _ = elsewhere.merge(told(ts: 1), now: at(0))
        var coming = told(ts: 1, .coming)
        coming.by = "Dr. Vega"
        #expect(elsewhere.merge(coming, now: at(1))?.by == "Dr. Vega")
        var late = HelpCalls()
        #expect(late.merge(coming, now: at(1))?.by == "Dr. Vega")
        // Whoever calls again is not told of the one who came before.
        help.open(call(ts: 9, at: 2))
        #expect(help[Self.anna.id]?.by == nil)
    }

    @Test func aLateWordDoesNotOpenACallThatIsDone() {
        var help = HelpCalls()
        #expect(help.merge(told(ts: 5), now: at(0)) != nil)
        #expect(help.merge(told(ts: 5, .done), now: at(1))?.state == .done)
        #expect(help.merge(told(ts: 5), now: at(2)) == nil)
        #expect(help.merge(told(ts: 4), now: at(2)) == nil)
        #expect(help.merge(told(ts: 6), now: at(2))?.state == .open)
    }

    @Test func whatComesBackFromTheHostIsNoNewsAndConfirmsIt() {
        var help = HelpCalls()
        help.open(call(ts: 5, isUnconfirmed: true))
        #expect(help.unconfirmed.count == 1)
        #expect(help.merge(told(ts: 5), now: at(1)) == nil)
        #expect(help.unconfirmed.isEmpty)
    }

    @Test func aHostThatHasForgottenACallOfThisSideIsToldItAgain() {
        var help = HelpCalls()
        help.open(call(ts: 5))
        help.open(call(Self.boris, ts: 6))
        let list = HelpList(contact: "", calls: [])
        let (changed, toTell) = help.reconcile(with: list, isOfThisSide: { $0 == Self.anna.id }, now: at(1))
        #expect(changed.map(\.caller.id) == [Self.boris.id] && changed.map(\.state) == [.done])
        #expect(toTell.map(\.caller.id) == [Self.anna.id])
        #expect(help.unconfirmed.map(\.caller.id) == [Self.anna.id])
    }

    @Test func aCallThatTheHostKnowsAsDoneEndsHere() {
        var help = HelpCalls()
        help.open(call(ts: 5))
        let list = HelpList(contact: "", calls: [told(ts: 5, .done)])
        let (changed, toTell) = help.reconcile(with: list, isOfThisSide: { _ in true }, now: at(1))
        #expect(changed.map(\.state) == [.done] && toTell.isEmpty)
    }

    @Test func whoLeavesKeepsTheCallForAWhile() {
        var help = HelpCalls()
        help.open(call())
        #expect(help.expire(now: at(1), isIn: { _ in false }).isEmpty)
        #expect(help.expire(now: at(800), isIn: { _ in true }).isEmpty)
        #expect(help.expire(now: at(900), isIn: { _ in false }).isEmpty)
        #expect(help.expire(now: at(1_799), isIn: { _ in false }).isEmpty)
        #expect(help.expire(now: at(1_800), isIn: { _ in false }).map(\.state) == [.done])
        #expect(help.expire(now: at(2_700), isIn: { _ in false }).isEmpty && help.isEmpty)
    }

    private func caller(_ number: Int) -> MemberInfo {
        MemberInfo(id: MemberID(rawValue: "m\(number)"), name: "\(number)", lang: "es")
    }

    @Test func noneIsForgottenForAnotherAndWhoRenewsKeepsThePlace() {
        var help = HelpCalls()
        for number in 0..<HelpCalls.capacity { help.open(call(caller(number), ts: number)) }
        #expect(!help.open(call(caller(99), ts: 99)) && help[caller(99).id] == nil)
        #expect(help.merge(told(caller(98), ts: 98), now: at(1)) == nil)
        #expect(help.pending.count == HelpCalls.capacity && help.takeEvicted().isEmpty)
        #expect(help.open(call(caller(7), ts: 99)) && help[caller(7).id]?.ts == 99)
        _ = help.answer(caller(3).id, .done, isUnconfirmed: false, now: at(1))
        #expect(help.open(call(caller(99), ts: 99)) == true)
        // One that is over and comes again takes a place as any other.
        #expect(!help.open(call(caller(3), ts: 100)) && help[caller(3).id]?.state == .done)
    }

    @Test func oneThatGaveWayIsKnownToBeOver() {
        var help = HelpCalls()
        for number in 0..<HelpCalls.capacity {
            let made = call(caller(number), ts: number)
            help.open(number > 0 ? made.of(.address([.address("10.0.0.66")])) : made)
        }
        #expect(help.open(call(caller(99), ts: 99)) == true)
        let gone = caller(HelpCalls.capacity - 1).id
        #expect(help.takeEvicted().map(\.caller.id) == [gone] && help.takeEvicted().isEmpty)
        #expect(help[gone]?.state == .done && help.unconfirmed.map(\.caller.id) == [gone])
        #expect(help.merge(told(caller(HelpCalls.capacity - 1), ts: HelpCalls.capacity - 1), now: at(1)) == nil)
        #expect(help.all.count == HelpCalls.capacity + 1)
        #expect(help.listed.map(\.caller.id) == help.pending.map(\.caller.id))
    }

    @Test func asManyThatAreOverAreKnownAsMayStand() {
        var help = HelpCalls()
        for number in 0..<200 {
            help.open(call(caller(number), ts: number))
            _ = help.answer(caller(number).id, .done, isUnconfirmed: false, now: at(1))
        }
        #expect(help.all.count <= HelpCalls.capacity + 1 && help.listed.last?.caller == caller(199))
        #expect(help.listed.count == HelpList.most)
    }

    @Test func aFullListFitsAFrame() {
        let long = String(repeating: "\u{1F600}", count: WireText.maximumName)
        let calls = (0..<HelpList.most).map { number in
            HelpCall(
                caller: MemberInfo(
                    id: MemberID(rawValue: "m" + String(repeating: "9", count: 63)), name: long, lang: "es"),
                about: MessageID(), ts: WireInteger.largest, age: number)
        }
        var frames = FrameEncoder()
        frames.append(.calls(HelpList(contact: String(repeating: "\u{1F600}", count: 500), calls: calls)))
        #expect(frames.take().readableBytes <= Frame.maximumLength)
    }
}

extension HelpCalls.Call {
    /// The same, of another holder.
    fileprivate func of(_ holder: DeskHolder) -> HelpCalls.Call {
        HelpCalls.Call(
            caller: caller, holder: holder, about: about, contact: contact, ts: ts, since: since, state: state)
    }
}
