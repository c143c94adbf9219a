import Foundation

/// Why an engine returned no translation.
package enum EngineFailure: Error, Sendable, Equatable {
    /// No connection: refused, no route, no such host, connect time-out, TLS failure, or an address outside the local
    /// network. The text says which.
    case unreachable(String)
    /// Connected, but the answer exceeded the time limit.
    case timedOut
    /// The other side closed in the middle, or did not speak HTTP.
    case brokenOff(String)
    case badAnswer(String)
    case serverError(Int, String)
    /// A 4xx status: the request was wrong, so it is not repeated.
    case refused(Int, String)
    /// The engine asks for a rest of this length.
    case resting(Duration)
    /// The quota of this key, day or month is used up. The text is the engine's own.
    case quotaUsedUp(String)
    /// The configured daily ceiling is used up; it renews after this time.
    case dayUsedUp(Duration)
    /// The rest of the daily ceiling is too small for this text, though not for shorter ones; it renews after this
    /// time.
    case dayTooShort(Duration)
    /// Status 401 or 403: the key is missing, wrong or blocked. The text is the engine's own.
    case keyRefused(String)
    case pairNotOffered
    /// The host has no translation of this text, but may have of others.
    case noTranslation
    case tooLong
    /// Too many requests of this program wait for the engine.
    case busy
    case cancelled
    /// The connections to the engine are closed.
    case stopped

    /// What the failure means for the circuit breaker; nil if it says nothing about the engine's health.
    var severity: CircuitBreaker.Severity? {
        switch self {
        case .unreachable: .decisive
        case .timedOut, .brokenOff, .badAnswer, .serverError: .passing
        case .refused(let status, _): status == 401 || status == 403 ? .passing : nil
        case .resting(let time), .dayUsedUp(let time): .rest(time)
        case .quotaUsedUp, .keyRefused: .rest(EngineAccount.longestRest)
        case .pairNotOffered, .noTranslation, .tooLong, .dayTooShort, .busy, .cancelled, .stopped: nil
        }
    }

    /// The end of the day whose ceiling is used up or too small, in whole seconds.
    var dayEnds: Date? {
        switch self {
        case .dayUsedUp(let time), .dayTooShort(let time):
            Date(timeIntervalSince1970: (Date.now.timeIntervalSince1970 + time / .seconds(1)).rounded(.up))
        default: nil
        }
    }

    /// What a failed check means for the circuit breaker; it needs no second failure.
    var severityOfCheck: CircuitBreaker.Severity {
        switch severity {
        case .rest(let time): .rest(time)
        case .decisive: .decisive
        case .passing, .unwell, nil: .unwell
        }
    }

    /// The failure for logs and events, as the end of "engine NAME: ".
    package var text: String {
        switch self {
        case .unreachable(let text): "cannot be reached (\(text))"
        case .timedOut: "did not answer in time"
        case .brokenOff(let text): "broke off its answer (\(text))"
        case .badAnswer(let text): "gave an unusable answer (\(text))"
        case .serverError(let status, let text): "failed with HTTP status \(status) (\(text))"
        case .refused(let status, let text): "refused the request with HTTP status \(status) (\(text))"
        case .resting: "asked to be left alone for a while"
        case .dayUsedUp:
            "has been sent all that it may be in a day (characters_per_day of its [[translation.endpoint]]); it is asked "
                + "again after midnight"
        case .dayTooShort:
            "has less left of what it may be sent in a day than this text has (characters_per_day of its "
                + "[[translation.endpoint]])"
        case .quotaUsedUp(let text): "has used up its quota (\(text)); it is \(Self.askedAgain)"
        case .keyRefused(let text):
            "does not accept its key (\(text)): see key, key_env or key_file of this [[translation.endpoint]]; "
                + "it is \(Self.askedAgain)"
        case .pairNotOffered: "does not offer this pair of languages"
        case .noTranslation: "has no translation of this text"
        case .tooLong: "cannot take a text of so many parts"
        case .busy: "has too many requests waiting"
        case .cancelled: "was not waited for"
        case .stopped: "is no longer asked"
        }
    }

    /// The failure without the engine's own words, which may quote a message.
    var unquoted: EngineFailure {
        retold { _ in "in words that may quote a message: sabir doctor asks it again without one" }
    }

    private static let askedAgain = "asked again in an hour, and when this program is started anew"

    /// The failure for people: without the endpoint's key, which engines quote, and with a refused key named as such.
    func spoken(without secret: String?) -> EngineFailure {
        let failure = retold { $0.without(secret) }
        return switch failure {
        case .refused(401, let text), .refused(403, let text): .keyRefused(text)
        default: failure
        }
    }

    /// The failure with the engine's own words changed.
    private func retold(_ words: (String) -> String) -> EngineFailure {
        switch self {
        case .refused(let status, let text): .refused(status, words(text))
        case .serverError(let status, let text): .serverError(status, words(text))
        case .keyRefused(let text): .keyRefused(words(text))
        case .quotaUsedUp(let text): .quotaUsedUp(words(text))
        default: self
        }
    }
}
