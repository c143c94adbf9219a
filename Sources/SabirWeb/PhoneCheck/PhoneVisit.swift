/// What the page measured on the phone.
struct PhoneReport: Decodable, Hashable, Sendable {
    /// How many milliseconds the phone's clock is ahead of the node's.
    let ahead: Int
    /// When each event of the stream arrived, in milliseconds since the request; nil until the stream has ended.
    var arrivals: [Int]?
    /// Whether this node answered the phone's connectivity check; nil if nobody did.
    var ours: Bool?
}

/// A phone's visit to a check. Pure: the time is passed in.
struct PhoneVisit: Hashable, Sendable {
    /// How long the node waits for the phone's report.
    static let patience = Duration.seconds(40)
    /// How many events the test stream has, and the time between two of them.
    static let events = 6
    static let interval = Duration.seconds(1)
    /// How many streams a phone may open; reloading the page begins another visit.
    static let mostStreams = 3

    private let came: ContinuousClock.Instant
    /// What the node found when the phone arrived.
    private let seen: [PhoneFinding]
    /// Whether the phone's connectivity check has reached this node; nil if the node does not answer such checks.
    private let hasProbed: Bool?
    private var streams = 0
    private var written = 0
    private var report: PhoneReport?

    init(seen: [PhoneFinding], hasProbed: Bool?, came: ContinuousClock.Instant) {
        (self.seen, self.hasProbed, self.came) = (seen, hasProbed, came)
    }

    /// Begins a stream; returns false if the phone has opened too many.
    mutating func beginStream() -> Bool {
        guard streams < Self.mostStreams else { return false }
        (streams, written) = (streams + 1, 0)
        return true
    }

    /// Counts an event that was written to the stream.
    mutating func countEvent() { written += 1 }

    mutating func record(_ report: PhoneReport) { self.report = report }

    func isDone(at now: ContinuousClock.Instant) -> Bool { report?.arrivals != nil || isLate(now) }

    /// The findings that no later report can change.
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

    /// Judges the clock: two minutes do not matter; with half a day, certificates count as not yet valid or expired.
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

    /// Judges the stream; nil if that is impossible, as everything was sent but the phone did not report.
    private func stream(_ now: ContinuousClock.Instant) -> PhoneFinding.Verdict? {
        guard let arrivals = report?.arrivals else {
            return isLate(now) && written < Self.events ? .streamCut : nil
        }
        guard arrivals.count >= Self.events, let first = arrivals.first, let last = arrivals.last else {
            return .streamCut
        }
        // The events were sent one after another; whatever holds them back delivers them together.
        let sent = Int(Self.interval.components.seconds) * 1_000 * (Self.events - 1)
        // Halves cannot overflow when subtracted, whatever numbers a stranger sends.
        return last / 2 - first / 2 < sent / 4 ? .streamLate : .streamStays
    }
}
