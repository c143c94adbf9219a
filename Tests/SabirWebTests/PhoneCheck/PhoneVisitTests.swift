import Testing

@testable import SabirCore
@testable import SabirWeb

@Suite("What is found of a phone")
struct PhoneVisitTests {
    private let came = ContinuousClock.now
    private var late: ContinuousClock.Instant { came + PhoneVisit.patience }
    private static let steady = [10, 1_010, 2_010, 3_010, 4_010, 5_010]

    private func visit(hasProbed: Bool? = nil) -> PhoneVisit {
        PhoneVisit(seen: [PhoneFinding(.opens)], hasProbed: hasProbed, came: came)
    }

    private func verdicts(_ visit: PhoneVisit, at now: ContinuousClock.Instant? = nil) -> [PhoneFinding.Verdict] {
        visit.findings(at: now ?? came).map(\.verdict)
    }

    private func streamed(_ arrivals: [Int]) -> PhoneFinding.Verdict? {
        var visit = visit()
        visit.record(PhoneReport(ahead: 0, arrivals: arrivals, ours: true))
        return verdicts(visit).last
    }

    private func clock(aheadBy milliseconds: Int) -> PhoneFinding? {
        var visit = visit()
        visit.record(PhoneReport(ahead: milliseconds))
        return visit.findings(at: came).last
    }

    @Test("a phone that is well, and each thing is told when it is sure")
    func well() {
        var visit = visit()
        #expect(verdicts(visit) == [.opens])
        #expect(!visit.isDone(at: came))
        visit.record(PhoneReport(ahead: 300))
        #expect(verdicts(visit) == [.opens, .postArrives, .clockRight])
        #expect(!visit.isDone(at: came))
        visit.record(PhoneReport(ahead: 300, arrivals: Self.steady, ours: true))
        #expect(verdicts(visit) == [.opens, .postArrives, .clockRight, .nobodyElseAnswers, .streamStays])
        #expect(visit.isDone(at: came))
        #expect(verdicts(visit, at: late) == verdicts(visit), "It stays so.")
    }

    @Test("a stream that stays, breaks off, never comes, or comes all at once")
    func streams() {
        #expect(streamed(Self.steady) == .streamStays)
        #expect(streamed(Self.steady.map { $0 + 4_000 }) == .streamStays, "A slow way is no fault.")
        #expect(streamed(Array(Self.steady.dropLast())) == .streamCut)
        #expect(streamed([]) == .streamCut)
        #expect(streamed(Array(repeating: 5_100, count: 6)) == .streamLate)
        #expect(streamed([Int.min, 0, 0, 0, 0, Int.max]) == .streamStays, "Whatever somebody sends.")
    }

    @Test("a phone of which nothing arrives, and one that stops in the middle")
    func silent() {
        var visit = visit()
        #expect(verdicts(visit, at: late) == [.opens, .noPost, .streamCut])
        #expect(visit.isDone(at: late))
        var opened = [visit.beginStream()]
        for _ in 0..<PhoneVisit.events { visit.countEvent() }
        #expect(verdicts(visit, at: late) == [.opens, .noPost], "All was sent: what of it arrived nobody knows.")
        visit.record(PhoneReport(ahead: 0))
        #expect(verdicts(visit, at: late) == [.opens, .postArrives, .clockRight])
        for _ in 0..<3 { opened.append(visit.beginStream()) }
        #expect(opened == [true, true, true, false])
        #expect(verdicts(visit, at: late) == [.opens, .postArrives, .clockRight, .streamCut])
    }

    @Test("the clock: minutes are worth a look, half a day is a fault, on either side")
    func clocks() {
        #expect(clock(aheadBy: 120_000) == PhoneFinding(.clockRight))
        #expect(clock(aheadBy: -121_000) == PhoneFinding(.clockOff, seconds: -121))
        #expect(clock(aheadBy: 43_199_000) == PhoneFinding(.clockOff, seconds: 43_199))
        #expect(clock(aheadBy: -43_200_000) == PhoneFinding(.clockFar, seconds: -43_200))
        #expect(clock(aheadBy: .min)?.verdict == .clockFar)
    }

    @Test("who answers in the internet's place")
    func captive() {
        func found(_ ours: Bool?, hasProbed: Bool?) -> PhoneFinding.Verdict? {
            var visit = visit(hasProbed: hasProbed)
            visit.record(PhoneReport(ahead: 0, arrivals: Self.steady, ours: ours))
            return verdicts(visit).dropLast().last
        }
        #expect(found(true, hasProbed: nil) == .nobodyElseAnswers)
        #expect(found(true, hasProbed: true) == .nobodyElseAnswers)
        #expect(found(true, hasProbed: false) == .notAsked)
        #expect(found(false, hasProbed: true) == .somebodyElseAnswers)
        #expect(found(nil, hasProbed: false) == .clockRight, "Nobody answered: that says nothing.")
    }
}

@Suite("How a phone comes to the page")
struct PhoneRequestTests {
    private func kind(_ host: String, from source: String = "192.168.1.9") -> PhoneFinding.Verdict {
        let phone = PhoneRequest(host: host, source: source, isSecure: false, sendsCookie: true)
        return phone.findings(in: [])[1].verdict
    }

    @Test("the kind of address")
    func address() {
        #expect(kind("192.168.1.5") == .number)
        #expect(kind("10.42.0.1") == .number)
        #expect(kind("chat.clinic.example") == .name)
        #expect(kind("reception") == .name)
        #expect(kind("sabir.local") == .localName)
        #expect(kind("[fd00::5]") == .unusualNumber)
        #expect(kind("169.254.3.4") == .unusualNumber)
        #expect(kind("203.0.113.5") == .unusualNumber)
        #expect(kind("localhost") == .own)
        #expect(kind("127.0.0.1") == .own)
        #expect(kind("192.168.1.5", from: "127.0.0.1") == .own)
        #expect(kind("") == .name)
    }

    @Test("encrypted or not, with a cookie or without, from here or from elsewhere")
    func rest() throws {
        let own = try #require(IPAddress("192.168.1.5")), mask = try #require(IPAddress("255.255.255.0"))
        let sixth = try #require(IPAddress("fd00:1::5")), half = try #require(IPAddress("ffff:ffff:ffff:ffff::"))
        let networks = [
            OwnAddress(interface: "eth0", address: own, mask: mask),
            OwnAddress(interface: "eth0", address: sixth, mask: half),
        ]
        func verdicts(from source: String, isSecure: Bool = true, sendsCookie: Bool = true) -> [PhoneFinding.Verdict] {
            PhoneRequest(host: "192.168.1.5", source: source, isSecure: isSecure, sendsCookie: sendsCookie)
                .findings(in: networks).map(\.verdict)
        }
        #expect(verdicts(from: "192.168.1.77") == [.opens, .number, .encrypted, .sameNetwork])
        #expect(verdicts(from: "192.168.2.77", isSecure: false) == [.opens, .number, .plain, .otherNetwork])
        #expect(verdicts(from: "fd00:1::77", sendsCookie: false) == [.noCookie, .number, .encrypted, .sameNetwork])
        #expect(verdicts(from: "fd00:2::77").last == .otherNetwork)
        #expect(verdicts(from: "fe80::77").last == .sameNetwork)
        #expect(verdicts(from: "no address").last == .sameNetwork)
    }
}
