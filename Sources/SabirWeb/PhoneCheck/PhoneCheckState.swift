import SabirCore

/// The open phone checks, and the phones that came to each. Pure: the time is passed in.
///
/// A code opens one check and nothing else. Bounded: with too many checks, the oldest is dropped.
struct PhoneCheckState: Sendable {
    static let lifetime = Duration.seconds(600)
    static let mostChecks = 8
    static let mostPhones = 8
    private static let tries = TokenBucket.Rate(perMinute: 10)

    enum Admission: Sendable, Hashable {
        /// The phone's token, which identifies it from now on.
        case welcome(String)
        case unknown
        case full
        case tooFast
    }

    private struct Phone: Sendable {
        var token: String
        /// The phone's cookie; nil if it sent none.
        let device: String?
        var visit: PhoneVisit
    }

    private struct Check: Sendable {
        let code: ReadableCode
        let made: ContinuousClock.Instant
        var isOpened = false
        var phones: [Phone] = []
    }

    /// The open checks, oldest first.
    private var checks: [Check] = []
    private var tries = AddressBuckets()

    mutating func open(at now: ContinuousClock.Instant) -> String {
        forget(now)
        if checks.count >= Self.mostChecks { checks.removeFirst() }
        let check = Check(code: ReadableCode(), made: now)
        checks.append(check)
        return check.code.description
    }

    /// Notes that a browser asked for a check's page. The page is served for every code, and so reveals no codes.
    mutating func markOpened(_ code: String, at now: ContinuousClock.Instant) {
        if let at = index(of: code, now) { checks[at].isOpened = true }
    }

    /// Admits a phone to a check. A device that comes again starts anew in its earlier place.
    mutating func admit(
        to code: String, _ visit: PhoneVisit, device: String?, from address: String, at now: ContinuousClock.Instant
    ) -> Admission {
        guard tries.take(for: AddressGroup.groups(of: address), Self.tries, now: now) else { return .tooFast }
        guard let at = index(of: code, now) else { return .unknown }
        let token = Base64URL.random(bytes: 16)
        let phone = Phone(token: token, device: device, visit: visit)
        if let device, let known = checks[at].phones.firstIndex(where: { $0.device == device }) {
            checks[at].phones[known] = phone
        } else if checks[at].phones.count < Self.mostPhones {
            checks[at].phones.append(phone)
        } else {
            return .full
        }
        return .welcome(token)
    }

    /// Applies `change` to a phone's visit; nil for an unknown or expired token.
    mutating func visit<Value>(
        by token: String, at now: ContinuousClock.Instant, _ change: (inout PhoneVisit) -> Value
    ) -> Value? {
        forget(now)
        for at in checks.indices {
            guard let phone = checks[at].phones.firstIndex(where: { $0.token == token }) else { continue }
            return change(&checks[at].phones[phone].visit)
        }
        return nil
    }

    /// The findings of a check so far; nil if there is no such check, or it has expired.
    mutating func answer(to code: String, at now: ContinuousClock.Instant) -> PhoneCheckAnswer? {
        guard let at = index(of: code, now) else { return nil }
        let phones = checks[at].phones.map { phone in
            PhoneCheckAnswer.Phone(done: phone.visit.isDone(at: now), findings: phone.visit.findings(at: now))
        }
        return PhoneCheckAnswer(opened: checks[at].isOpened, phones: phones)
    }

    private mutating func index(of code: String, _ now: ContinuousClock.Instant) -> Int? {
        forget(now)
        return checks.firstIndex { $0.code.isMeant(by: code) }
    }

    private mutating func forget(_ now: ContinuousClock.Instant) {
        checks.removeAll { $0.made.duration(to: now) >= Self.lifetime }
    }
}
