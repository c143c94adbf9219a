import Foundation
import SabirCore
import SabirWeb

/// Makes findings of what a check of phones tells from time to time: each once.
package struct PhoneCheckReading {
    private struct Told: Hashable {
        let phone: Int
        let finding: PhoneFinding
    }

    private var told: Set<Told> = []
    private var latest = PhoneCheckAnswer(opened: false, phones: [])
    private let wanted: Int

    /// - Parameter wanted: how many phones are waited for.
    package init(wanted: Int) { self.wanted = wanted }

    /// Whether nothing more is to be waited for.
    package var isDone: Bool { latest.phones.count >= wanted && !isUnderWay }

    /// Whether a phone is being looked at at this moment.
    package var isUnderWay: Bool { latest.phones.contains { !$0.done } }

    /// What is new in it.
    package mutating func take(_ answer: PhoneCheckAnswer) -> [Finding] {
        latest = answer
        var new: [Finding] = []
        for (index, phone) in answer.phones.enumerated() {
            for finding in phone.findings where told.insert(Told(phone: index, finding: finding)).inserted {
                new.append(finding.words(ofPhone: index + 1))
            }
        }
        return new
    }

    /// What there is to say of phones that did not come, once nobody waits any more.
    ///
    /// - Parameter address: at which they were expected.
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
        let sentence: RedactableText =
            came == 0 ? "No phone came." : "Of \(wanted) phones \(came) came; the others did not find the page."
        let host = URL(string: address)?.host() ?? ""
        if host == "localhost" || IPAddress(host)?.isLoopback == true {
            return [
                Finding(
                    "phone", .wrong, sentence,
                    remedy: "bind in [web] of the configuration: the page listens where this machine alone reaches it")
            ]
        }
        return [
            Finding(
                "phone", .wrong, sentence,
                remedy: """
                    in this order: the phone is in the same wifi, with mobile data and any VPN off; sabir doctor, which \
                    looks at the firewall; the access point's "client isolation" or "guest network" lets phones reach this \
                    computer; the address in a browser of another computer
                    """)
        ]
    }
}
