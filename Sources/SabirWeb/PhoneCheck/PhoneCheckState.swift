import SabirCore

/// The checks that are open, and the phones that came to each. Pure: the time is passed in.
///
/// A code opens one check and nothing else. Bounded: beyond so many checks the oldest goes.
struct PhoneCheckState: Sendable {
    static let lifetime = Duration.seconds(600)
    static let mostChecks = 8
    static let mostPhones = 8
    private static let tries = TokenBucket.Rate(perMinute: 10)

    enum Admission: Sendable, Hashable {
        /// By its token the phone is known from now on.
        case welcome(String)
        case unknown
        case full
        case tooFast
    }

    private struct Phone: Sendable {
        var token: String
        /// What its cookie says; nil where it sent none.
        let device: String?
        var visit: PhoneVisit
    }

    private struct Check: Sendable {
        let code: ReadableCode
        let made: ContinuousClock.Instant
        var isOpened = false
        var phones: [Phone] = []
    }

    /// Oldest first.
    private var checks: [Check] = []
    private var tries = AddressBuckets()

    mutating func open(at now: ContinuousClock.Instant) -> String {
        forget(now)
        if checks.count >= Self.mostChecks { checks.removeFirst() }
        let check = Check(code: ReadableCode(), made: now)
        checks.append(check)
        return check.code.description
    }

    /// Somebody's browser asked for the page of a check. It says nothing of whether there is such a one.
    mutating func markOpened(_ code: String, at now: ContinuousClock.Instant) {
        if let at = index(of: code, now) { checks[at].isOpened = true }
    }

    /// A device that comes again begins anew, in the place that it had.
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

    /// What `change` makes of a phone's visit; nil for a token that is none, or no more.
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

    /// Nil where there is no such check, or no more.
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
