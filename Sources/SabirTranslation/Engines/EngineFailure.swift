import Foundation

/// Why an engine gave no translation.
package enum EngineFailure: Error, Sendable, Equatable {
    case unreachable(String)
    case timedOut
    case brokenOff(String)
    case badAnswer(String)
    case serverError(Int, String)
    /// A 4xx: the request was ours to get right, so it is not sent again.
    case refused(Int, String)
    /// The engine asks to be left alone for this long.
    case resting(Duration)
    /// What may be sent for this key, day or month is sent. The text is the engine's own.
    case quotaUsedUp(String)
    /// What the configuration allows it in a day is sent; there is more after so long.
    case dayUsedUp(Duration)
    /// Less of that is left than this text has, though shorter ones go on; there is more after so long.
    case dayTooShort(Duration)
    /// 401 or 403: the key is missing, wrong or barred. The text is the engine's own.
    case keyRefused(String)
    case pairNotOffered
    /// The host that was asked has no translation of a text; of another it may.
    case noTranslation
    case tooLong
    /// Too much waits for this engine here, in this program.
    case busy
    case cancelled
    case stopped

    init(_ failure: TransportFailure) {
        self =
            switch failure {
            case .unreachable(let text): .unreachable(text)
            case .outsideNetwork: .unreachable("its name leads outside the local network")
            case .timedOut: .timedOut
            case .brokenOff(let text): .brokenOff(text)
            case .tooLarge: .badAnswer("it is longer than 1 MiB")
            case .busy: .busy
            case .cancelled: .cancelled
            case .closed: .stopped
            }
    }

    /// What it tells a breaker; nil where it says nothing about the engine's health.
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

    /// When the day ends of which nothing, or too little, is left: in whole seconds.
    var dayEnds: Date? {
        switch self {
        case .dayUsedUp(let time), .dayTooShort(let time):
            Date(timeIntervalSince1970: (Date.now.timeIntervalSince1970 + time / .seconds(1)).rounded(.up))
        default: nil
        }
    }

    /// The same where a check failed, which needs no second opinion.
    var severityOfCheck: CircuitBreaker.Severity {
        switch severity {
        case .rest(let time): .rest(time)
        case .decisive: .decisive
        case .passing, .unwell, nil: .unwell
        }
    }

    /// For logs and events, to stand after "engine NAME: ".
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

    /// The same without the engine's own words, which may quote what somebody wrote.
    var unquoted: EngineFailure {
        let words = "in words that may quote a message: sabir doctor asks it again without one"
        return switch self {
        case .serverError(let status, _): .serverError(status, words)
        case .refused(let status, _): .refused(status, words)
        case .quotaUsedUp: .quotaUsedUp(words)
        case .keyRefused: .keyRefused(words)
        default: self
        }
    }

    private static let askedAgain = "asked again in an hour, and when this program is started anew"

    /// The same for people to read: without the endpoint's key, which engines quote, and a refusal of the key as such.
    func spoken(without secret: String?) -> EngineFailure {
        switch self {
        case .refused(401, let text), .refused(403, let text): .keyRefused(text.without(secret))
        case .refused(let status, let text): .refused(status, text.without(secret))
        case .serverError(let status, let text): .serverError(status, text.without(secret))
        case .keyRefused(let text): .keyRefused(text.without(secret))
        case .quotaUsedUp(let text): .quotaUsedUp(text.without(secret))
        default: self
        }
    }
}
