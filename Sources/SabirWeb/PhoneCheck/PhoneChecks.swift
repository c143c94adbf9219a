import SabirCore

/// Owns the open phone checks, and the phones that came to each.
///
/// A code opens one check and nothing else. Bounded: with too many checks, the oldest is dropped.
actor PhoneChecks {
    static let lifetime = Duration.seconds(600)
    static let mostChecks = 8
    static let mostPhones = 8
    private static let tries = TokenBucket.Rate(perMinute: 10)

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

    func open(at now: ContinuousClock.Instant = .now) -> String {
        forget(now)
        if checks.count >= Self.mostChecks { checks.removeFirst() }
        let check = Check(code: ReadableCode(), made: now)
        checks.append(check)
        return check.code.description
    }

    /// Notes that a browser asked for a check's page. The page is served for every code, and so reveals no codes.
    func markOpened(_ code: String, at now: ContinuousClock.Instant = .now) {
        if let at = index(of: code, now) { checks[at].isOpened = true }
    }

    /// Admits a phone to a check; returns its token. A device that comes again starts anew in its earlier place.
    func admit(
        to code: String, _ visit: PhoneVisit, device: String?, from address: String,
        at now: ContinuousClock.Instant = .now
    ) throws(WebRefusal) -> String {
        guard tries.take(for: AddressGroup.groups(of: address), Self.tries, now: now) else { throw .tooFast }
        guard let at = index(of: code, now) else { throw .noPhoneCheck }
        let token = Base64URL.random(bytes: 16)
        let phone = Phone(token: token, device: device, visit: visit)
        if let device, let known = checks[at].phones.firstIndex(where: { $0.device == device }) {
            checks[at].phones[known] = phone
        } else if checks[at].phones.count < Self.mostPhones {
            checks[at].phones.append(phone)
        } else {
            throw .phoneCheckFull
        }
        return token
    }

    /// Applies `change` to a phone's visit; nil for an unknown or expired token.
    @discardableResult
    func visit<Value: Sendable>(
        by token: String, at now: ContinuousClock.Instant = .now, _ change: @Sendable (inout PhoneVisit) -> Value
    ) -> Value? {
        forget(now)
        for at in checks.indices {
            guard let phone = checks[at].phones.firstIndex(where: { $0.token == token }) else { continue }
            return change(&checks[at].phones[phone].visit)
        }
        return nil
    }

    /// The findings of a check so far; nil if there is no such check, or it has expired.
    func answer(to code: String, at now: ContinuousClock.Instant = .now) -> PhoneCheckAnswer? {
        guard let at = index(of: code, now) else { return nil }
        let phones = checks[at].phones.map { phone in
            PhoneCheckAnswer.Phone(done: phone.visit.isDone(at: now), findings: phone.visit.findings(at: now))
        }
        return PhoneCheckAnswer(opened: checks[at].isOpened, phones: phones)
    }

    private func index(of code: String, _ now: ContinuousClock.Instant) -> Int? {
        forget(now)
        return checks.firstIndex { $0.code.isMeant(by: code) }
    }

    private func forget(_ now: ContinuousClock.Instant) {
        checks.removeAll { $0.made.duration(to: now) >= Self.lifetime }
    }
}

extension WebRefusal {
    static let noPhoneCheck = WebRefusal.notFound(
        "This code is wrong or too old. There is a new one at the computer: sabir doctor --phone")
    static let phoneCheckFull = WebRefusal(
        status: .conflict, code: "full", text: "As many phones as may have come. Begin anew: sabir doctor --phone")
}
