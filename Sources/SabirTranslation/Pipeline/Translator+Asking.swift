import Foundation
import SabirProtocol

/// Chooses the engine to ask, and the reason to give if none helps.
extension Translator {
    /// Asks the engines in order until one succeeds, including engines added meanwhile.
    func ask(
        _ question: Question, _ from: LanguageTag, _ to: LanguageTag, mayAskPeer: Bool
    ) async -> Answer {
        var obstacle = Obstacle.none
        let protector = protector(from, question.names)
        var asked: Set<Int> = []
        while let engine = engines.numbers(withPeer: mayAskPeer).first(where: { !asked.contains($0) }) {
            asked.insert(engine)
            await engines[engine]?.firstVerdict?.value
            switch way(of: engine, from, to) {
            case .failure(let found): obstacle = max(obstacle, found)
            case .success(let route):
                switch await call(engine, question.text, by: route, protecting: protector) {
                case .success(let translation):
                    return .success(Made(translation: translation, peer: peerNumber(engine)))
                case .failure(let failure):
                    let reason = reason(failure, of: engine, from, to)
                    obstacle = max(obstacle, Obstacle(kind: .failed, reason: reason))
                }
            }
        }
        return .failure(isClosed ? .stopped : obstacle.reason)
    }

    private func reason(
        _ failure: EngineFailure, of engine: Int, _ from: LanguageTag, _ to: LanguageTag
    ) -> UntranslatedReason {
        let state = engines[engine]
        return UntranslatedReason(
            failure, engine: state?.name ?? "", rest: failure.dayEnds ?? state?.isBackAt, from: from, to: to)
    }

    func way(of engine: Int, _ from: LanguageTag, _ to: LanguageTag) -> Result<Route, Obstacle> {
        guard engines[engine]?.isRetired == false else { return .failure(.none) }
        guard engines[engine]?.pairs != nil else { return .failure(standstill(engine, else: .neverSeen)) }
        guard let route = engines[engine]?.route(from: from, to: to) else {
            return .failure(Obstacle(kind: .pairMissing, reason: .pairNotOffered(from: from, to: to)))
        }
        guard engines[engine]?.breaker.isClosed == true else { return .failure(standstill(engine, else: .down)) }
        return .success(route)
    }

    /// The obstacle of a resting engine, or of one that cannot be reached.
    private func standstill(_ engine: Int, else kind: Obstacle.Kind) -> Obstacle {
        guard let state = engines[engine] else { return .none }
        guard !state.breaker.isClosed, let until = state.isBackAt else {
            return Obstacle(kind: kind, reason: .unreachable(engine: state.name))
        }
        return Obstacle(kind: .resting, reason: .resting(engine: state.name, until: until))
    }
}

extension UntranslatedReason {
    /// - Parameter rest: the end of the engine's rest, or of the day whose ceiling is used up or too small.
    init(_ failure: EngineFailure, engine: String, rest: Date?, from: LanguageTag, to: LanguageTag) {
        self =
            switch failure {
            case .resting, .dayUsedUp, .dayTooShort, .quotaUsedUp, .keyRefused:
                rest.map { .resting(engine: engine, until: $0) } ?? .unreachable(engine: engine)
            case .unreachable, .cancelled: .unreachable(engine: engine)
            case .timedOut: .timedOut(engine: engine)
            case .brokenOff, .badAnswer, .serverError: .badAnswer(engine: engine)
            case .refused: .refused(engine: engine)
            case .noTranslation: .noTranslation(engine: engine)
            case .pairNotOffered: .pairNotOffered(from: from, to: to)
            case .tooLong: .tooLong
            case .busy: .busy
            case .stopped: .stopped
            }
    }
}
