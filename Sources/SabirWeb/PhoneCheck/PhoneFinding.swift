import SabirCore

/// One thing that a phone needs, as it was found. Phone and terminal have words of their own for each verdict.
package struct PhoneFinding: Codable, Hashable, Sendable {
    /// The first word says what was looked at, the second what was found.
    package enum Verdict: String, Codable, CaseIterable, Sendable {
        case opens = "page.ok"
        case noCookie = "page.cookieless"
        /// A private IPv4 address.
        case number = "address.number"
        case name = "address.name"
        case localName = "address.local"
        /// This computer opened its own page.
        case own = "address.self"
        /// IPv6, a public address, or 169.254.
        case unusualNumber = "address.unusual"
        case encrypted = "secure.yes"
        case plain = "secure.no"
        case sameNetwork = "network.same"
        case otherNetwork = "network.other"
        case postArrives = "post.ok"
        case noPost = "post.none"
        case clockRight = "clock.ok"
        /// By minutes or hours.
        case clockOff = "clock.off"
        /// By so much that certificates count as run out.
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
    /// By how much phone and node differ, where the verdict is about their clocks; positive where the phone's is ahead.
    package let seconds: Int?

    package init(_ verdict: Verdict, seconds: Int? = nil) {
        self.verdict = verdict
        level = verdict.level
        self.seconds = seconds
    }
}

/// A check that was opened, as `sabir doctor --phone` is told of it.
package struct PhoneCheckOpened: Codable, Hashable, Sendable {
    package let code: String
    /// Where a phone opens it.
    package let address: String
    /// Until the code is too old.
    package let seconds: Int

    package init(code: String, address: String, seconds: Int) {
        (self.code, self.address, self.seconds) = (code, address, seconds)
    }
}

/// What was found so far, as `sabir doctor --phone` is told it: nothing by which one would know a phone again.
package struct PhoneCheckAnswer: Codable, Hashable, Sendable {
    package struct Phone: Codable, Hashable, Sendable {
        /// Nothing more will be found of it.
        package let done: Bool
        package let findings: [PhoneFinding]

        package init(done: Bool, findings: [PhoneFinding]) { (self.done, self.findings) = (done, findings) }
    }

    /// Whether some browser has asked for the page of this check.
    package let opened: Bool
    /// In the order in which they came.
    package let phones: [Phone]

    package init(opened: Bool, phones: [Phone]) { (self.opened, self.phones) = (opened, phones) }
}
