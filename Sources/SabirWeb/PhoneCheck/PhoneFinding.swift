import SabirCore

/// One finding of a phone check. Phone and terminal have their own words for each verdict.
package struct PhoneFinding: Codable, Hashable, Sendable {
    /// The word before the dot says what was checked, the word after it what was found.
    package enum Verdict: String, Codable, CaseIterable, Sendable {
        case opens = "page.ok"
        case noCookie = "page.cookieless"
        /// The page was opened by a private IPv4 address.
        case number = "address.number"
        case name = "address.name"
        case localName = "address.local"
        /// The page was opened on this computer.
        case own = "address.self"
        /// The page was opened by an IPv6, public or 169.254 address.
        case unusualNumber = "address.unusual"
        case encrypted = "secure.yes"
        case plain = "secure.no"
        case sameNetwork = "network.same"
        case otherNetwork = "network.other"
        case postArrives = "post.ok"
        case noPost = "post.none"
        case clockRight = "clock.ok"
        /// The clocks differ by minutes or hours.
        case clockOff = "clock.off"
        /// The clocks differ so much that certificates count as expired.
        case clockFar = "clock.far"
        case nobodyElseAnswers = "captive.ok"
        case notAsked = "captive.unasked"
        case somebodyElseAnswers = "captive.other"
        case streamStays = "stream.ok"
        case streamCut = "stream.cut"
        case streamLate = "stream.late"

        package var level: Finding.Level {
            switch self {
            case .opens, .number, .name, .encrypted, .plain, .sameNetwork, .postArrives, .clockRight, .streamStays,
                .nobodyElseAnswers:
                .ok
            case .localName, .own, .unusualNumber, .otherNetwork, .clockOff, .notAsked: .note
            case .noCookie, .noPost, .clockFar, .somebodyElseAnswers, .streamCut, .streamLate: .wrong
            }
        }
    }

    package let verdict: Verdict
    package let level: Finding.Level
    /// The difference of the clocks, for verdicts about them; positive if the phone's clock is ahead.
    package let seconds: Int?

    package init(_ verdict: Verdict, seconds: Int? = nil) {
        self.verdict = verdict
        level = verdict.level
        self.seconds = seconds
    }
}

/// The findings so far, as sent to `sabir doctor --phone`, without anything that identifies a phone.
package struct PhoneCheckAnswer: Codable, Hashable, Sendable {
    package struct Phone: Codable, Hashable, Sendable {
        /// Whether the phone's findings are complete.
        package let done: Bool
        package let findings: [PhoneFinding]

        package init(done: Bool, findings: [PhoneFinding]) { (self.done, self.findings) = (done, findings) }
    }

    /// Whether a browser has asked for the check's page.
    package let opened: Bool
    /// The phones in the order in which they came.
    package let phones: [Phone]

    package init(opened: Bool, phones: [Phone]) { (self.opened, self.phones) = (opened, phones) }
}
