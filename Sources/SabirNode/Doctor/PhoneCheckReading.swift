import Foundation
import SabirCore
import SabirWeb

/// Turns the repeated answers of a phone check into findings, each once.
package struct PhoneCheckReading {
    /// The findings told so far, by the phone's place in the answers.
    private var told: [Int: Set<PhoneFinding>] = [:]
    private var latest = PhoneCheckAnswer(opened: false, phones: [])
    private let wanted: Int

    /// - Parameter wanted: the expected number of phones.
    package init(wanted: Int) { self.wanted = wanted }

    /// Whether nothing more is expected.
    package var isDone: Bool { latest.phones.count >= wanted && !isUnderWay }

    /// Whether a phone is being checked now.
    package var isUnderWay: Bool { latest.phones.contains { !$0.done } }

    /// Returns the findings that are new in this answer.
    package mutating func add(_ answer: PhoneCheckAnswer) -> [Finding] {
        latest = answer
        var new: [Finding] = []
        for (index, phone) in answer.phones.enumerated() {
            for finding in phone.findings where told[index, default: []].insert(finding).inserted {
                new.append(finding.words(ofPhone: index + 1))
            }
        }
        return new
    }

    /// Findings about phones that did not come, once the wait is over.
    ///
    /// - Parameter address: where the phones were expected.
    package func missing(at address: String) -> [Finding] {
        let came = latest.phones.count
        guard came < wanted else { return [] }
        if came == 0, latest.opened {
            return [
                Finding(
                    "phone", .wrong, "A browser asked for the page, and its script does not run.",
                    remedy: "another browser on that phone, or a newer one; scripts must be allowed for the page")
            ]
        }
        let host = URL(string: address)?.host() ?? ""
        let isForThisMachine = host == "localhost" || IPAddress(host)?.isLoopback == true
        return [
            Finding(
                "phone", .wrong,
                came == 0 ? "No phone came." : "Of \(wanted) phones \(came) came; the others did not find the page.",
                remedy: isForThisMachine
                    ? "bind in [web] of the configuration: the page listens where this machine alone reaches it"
                    : """
                    in this order: the phone is in the same wifi, with mobile data and any VPN off; sabir doctor, which \
                    looks at the firewall; the access point's "client isolation" or "guest network" lets phones reach this \
                    computer; the address in a browser of another computer
                    """)
        ]
    }
}
