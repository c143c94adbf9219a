import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

@Suite("A relay that starts from a copy")
struct RelayUplinkTests {
    private func welcome(_ newest: Int, from first: Int = 1, epoch: String = "e") -> Welcome {
        Welcome(
            room: RoomInfo(id: "r", name: "Reception"), member: MemberID(rawValue: "m9"), epoch: epoch, seq: newest,
            n: 0, members: [], langs: [:], limits: Welcome.Limits(frame: 65_536, message: 4_000, rate: 5),
            history: HistoryTerms(kept: .disk, seconds: nil, from: first), path: ["host"], carries: true)
    }

    private func lines(_ numbers: ClosedRange<Int>) -> [Message] { numbers.map { .numbered(UInt64($0), $0) } }

    /// What is told to the room, in words.
    private func told(_ actions: [RelayUplink.Action]) -> [String] {
        actions.compactMap { action in
            guard case .tell(let news) = action else { return nil }
            switch news {
            case .up(let epoch, let newest, _): return "up \(epoch) \(newest)"
            case .lines(let lines, _): return "lines \(lines.map(\.seq))"
            case .has(let numbers): return "has \(numbers)"
            case .down: return "down"
            case .refused(let fault): return "refused \(fault.reason)"
            default: return nil
            }
        }
    }

    @Test("opens the room at once, with the link down")
    func opens() {
        var uplink = RelayUplink(keeps: 100, certificate: nil)
        let actions = uplink.restore(welcome(1), lines(1...3))
        guard case .open(_, let past)? = actions.first(where: { if case .open = $0 { true } else { false } }) else {
            Issue.record("the room was not opened")
            return
        }
        #expect(past.newest == 3 && past.epoch == "e" && past.known.count == 3)
        #expect(told(actions) == ["down"])
        #expect(told(uplink.handle(.reconnecting(reason: "away"))) == ["down"])
    }

    @Test("when the host is there it lacks what was said, and forgets what was erased meanwhile")
    func catchesUp() {
        var uplink = RelayUplink(keeps: 100, certificate: nil)
        _ = uplink.restore(welcome(3), lines(1...3))
        let asked = uplink.handle(.welcome(welcome(5, from: 2)))
        #expect(asked.contains { if case .ask(let request) = $0 { request.before == 6 } else { false } })
        let page = HistoryPage(before: 6, messages: lines(2...2) + lines(4...5), more: false)
        let actions = uplink.handle(.packet(.lines(page)))
        #expect(told(actions) == ["up e 5", "lines [2, 4, 5]", "has [2, 4, 5]"])
        #expect(!actions.contains { if case .open = $0 { true } else { false } })
    }

    private let notNow = WireFault(.tooFast, "Older lines cannot be had at the moment; try again shortly.")

    private func asked(_ actions: [RelayUplink.Action]) -> [Int?] {
        actions.compactMap { if case .ask(let request) = $0 { request.before } else { nil } }
    }

    @Test("a page that the host cannot give now is asked for again, and is not the end of the copy")
    func refusedPage() {
        var uplink = RelayUplink(keeps: 1_000, certificate: nil)
        #expect(asked(uplink.handle(.welcome(welcome(150)))) == [151])
        let page = HistoryPage(before: 151, messages: lines(51...150), more: true)
        #expect(asked(uplink.handle(.packet(.lines(page)))) == [51])
        guard case .wait(let time, let copy)? = uplink.handle(.refused(notNow)).first else {
            Issue.record("the refused page was taken for the end")
            return
        }
        #expect(time == .seconds(1) && uplink.askAgain(copy: copy + 1).isEmpty)
        #expect(asked(uplink.askAgain(copy: copy)) == [51])
        let rest = uplink.handle(.packet(.lines(HistoryPage(before: 51, messages: lines(1...50), more: false))))
        guard case .open(_, let past)? = rest.first else {
            Issue.record("the room was not opened")
            return
        }
        #expect(past.known.count == 150)
    }

    @Test("a host that refuses for ever keeps nobody out, and takes nothing from a copy that is there")
    func refusedForEver() {
        var uplink = RelayUplink(keeps: 1_000, certificate: nil)
        _ = uplink.restore(welcome(150), lines(1...150))
        _ = uplink.handle(.welcome(welcome(150)))
        _ = uplink.handle(.packet(.lines(HistoryPage(before: 151, messages: lines(51...150), more: true))))
        for _ in RelayUplink.pauses {
            guard case .wait(_, let copy)? = uplink.handle(.refused(notNow)).first else {
                Issue.record("it was not asked again")
                return
            }
            #expect(asked(uplink.askAgain(copy: copy)) == [51])
        }
        let ended = uplink.handle(.refused(notNow))
        #expect(told(ended) == ["up e 150", "lines \(Array(51...150))"], "nothing is said to be erased")
        #expect(asked(uplink.handle(.reconnected(welcome(150), resumed: true))) == [151], "it is copied after all")
    }

    @Test("where the host has cleared the room, nothing is left of it")
    func cleared() {
        var uplink = RelayUplink(keeps: 100, certificate: nil)
        _ = uplink.restore(welcome(3), lines(1...3))
        #expect(told(uplink.handle(.welcome(welcome(3, from: 4)))) == ["up e 3", "lines []", "has []"])
    }

    @Test("a link that goes on where it broke says nothing of lines")
    func resumes() {
        var uplink = RelayUplink(keeps: 100, certificate: nil)
        _ = uplink.restore(welcome(3), lines(1...3))
        #expect(told(uplink.handle(.reconnected(welcome(4), resumed: true))) == ["up e 4"])
    }

    private func isShutOut(_ actions: [RelayUplink.Action]) -> Bool {
        actions.contains { if case .shutOut = $0 { true } else { false } }
    }

    @Test("a host that lets it in no longer shuts it out, one that is away does not")
    func shutOut() {
        var uplink = RelayUplink(keeps: 100, certificate: nil)
        _ = uplink.restore(welcome(3), lines(1...3))
        for code in [ErrorCode.closing, .noRoom, .tooMany, .removed] {
            #expect(!isShutOut(uplink.handle(.refused(WireFault(code, "Not now.", fatal: true)))))
        }
        #expect(!isShutOut(uplink.handle(.refused(WireFault(.forbidden, "Not that.")))))
        for code in [ErrorCode.forbidden, .banned, .authFailed] {
            let actions = uplink.handle(.refused(WireFault(code, "Never.", fatal: true)))
            #expect(isShutOut(actions) && told(actions) == ["down"])
        }
        #expect(told(uplink.handle(.reconnected(welcome(3), resumed: true))) == ["up e 3"])
    }

    @Test("what the host refuses is told to the room, about a line or an act")
    func refusals() {
        var uplink = RelayUplink(keeps: 100, certificate: nil)
        _ = uplink.restore(welcome(3), lines(1...3))
        _ = uplink.handle(.reconnected(welcome(3), resumed: true))
        #expect(uplink.isFollowing)
        #expect(told(uplink.handle(.refused(WireFault(.badPacket, "no")))) == ["refused no"])
    }

    @Test("another numbering begins anew, with what the host has of it")
    func another() {
        var uplink = RelayUplink(keeps: 100, certificate: nil)
        _ = uplink.restore(welcome(3), lines(1...3))
        _ = uplink.handle(.welcome(welcome(1, epoch: "f")))
        let actions = uplink.handle(.packet(.lines(HistoryPage(before: 2, messages: lines(1...1), more: false))))
        #expect(told(actions) == ["up f 1"])
    }
}
