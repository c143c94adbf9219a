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
    case pairNotOffered
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
        case .resting(let time): .rest(time)
        case .pairNotOffered, .tooLong, .busy, .cancelled, .stopped: nil
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
        case .pairNotOffered: "does not offer this pair of languages"
        case .tooLong: "cannot take a text of so many parts"
        case .busy: "has too many requests waiting"
        case .cancelled: "was not waited for"
        case .stopped: "is no longer asked"
        }
    }
}
