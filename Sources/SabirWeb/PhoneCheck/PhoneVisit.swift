/// What the page measured on its phone.
struct PhoneReport: Decodable, Hashable, Sendable {
    /// Milliseconds by which the phone's clock is ahead of the node's.
    let ahead: Int
    /// When each event of the stream came, in milliseconds since it was asked for; nil while it is being listened to.
    var arrivals: [Int]?
    /// Whether it was this node that answered what phones ask the internet; nil where nobody did.
    var ours: Bool?
}

/// A phone that came to a check. Pure: the time is passed in.
struct PhoneVisit: Hashable, Sendable {
    /// What the phone has not said by then it will not say any more.
    static let patience = Duration.seconds(40)
    /// Events of the stream that is to stay open, and the time between two of them.
    static let events = 6
    static let interval = Duration.seconds(1)
    /// Streams for one phone: whoever reads the page anew begins another visit.
    static let mostStreams = 3

    private let came: ContinuousClock.Instant
    /// What the node saw by itself as it came.
    private let seen: [PhoneFinding]
    /// Whether this phone's own question about the internet has come here; nil where this node answers none.
    private let hasProbed: Bool?
    private var streams = 0
    private var written = 0
    private var report: PhoneReport?

    init(seen: [PhoneFinding], hasProbed: Bool?, came: ContinuousClock.Instant) {
        (self.seen, self.hasProbed, self.came) = (seen, hasProbed, came)
    }

    /// False where it has opened enough of them.
    mutating func beginStream() -> Bool {
        guard streams < Self.mostStreams else { return false }
        (streams, written) = (streams + 1, 0)
        return true
    }

    /// An event of the stream has gone out.
    mutating func countEvent() { written += 1 }

    mutating func record(_ report: PhoneReport) { self.report = report }

    func isDone(at now: ContinuousClock.Instant) -> Bool { report?.arrivals != nil || isLate(now) }

    /// What is sure by now: none of it changes any more.
    func findings(at now: ContinuousClock.Instant) -> [PhoneFinding] {
        var findings = seen
        if let report {
            findings.append(PhoneFinding(.postArrives))
            findings.append(Self.clock(report.ahead))
        } else if isLate(now) {
            findings.append(PhoneFinding(.noPost))
        }
        if let report, report.arrivals != nil || isLate(now) { findings += captive(report) }
        if let stream = stream(now) { findings.append(PhoneFinding(stream)) }
        return findings
    }

    private func isLate(_ now: ContinuousClock.Instant) -> Bool { came.duration(to: now) >= Self.patience }

    /// Two minutes nobody minds; half a day is a wrong date, for which certificates are not valid yet or no more.
    private static func clock(_ ahead: Int) -> PhoneFinding {
        let seconds = ahead / 1_000
        return switch seconds.magnitude {
        case ...120: PhoneFinding(.clockRight)
        case ..<43_200: PhoneFinding(.clockOff, seconds: seconds)
        default: PhoneFinding(.clockFar, seconds: seconds)
        }
    }

    private func captive(_ report: PhoneReport) -> [PhoneFinding] {
        switch report.ours {
        case nil: []
        case false?: [PhoneFinding(.somebodyElseAnswers)]
        case true?: [PhoneFinding(hasProbed == false ? .notAsked : .nobodyElseAnswers)]
        }
    }

    /// Nil where it cannot be known: all was sent, and the phone says nothing of it.
    private func stream(_ now: ContinuousClock.Instant) -> PhoneFinding.Verdict? {
        guard let arrivals = report?.arrivals else {
            return isLate(now) && written < Self.events ? .streamCut : nil
        }
        guard arrivals.count >= Self.events, let first = arrivals.first, let last = arrivals.last else {
            return .streamCut
        }
        // They left one after the other: what holds them back gives them out together.
        let sent = Int(Self.interval.components.seconds) * 1_000 * (Self.events - 1)
        // Halves, whose difference no numbers of strangers are too large for.
        return last / 2 - first / 2 < sent / 4 ? .streamLate : .streamStays
    }
}
