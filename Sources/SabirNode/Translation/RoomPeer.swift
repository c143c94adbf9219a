import NIOCore
import SabirClient
import SabirTranslation
import SabirProtocol

/// The host of a joined room as an engine: translates over the room's own connection, only for lines of that room.
package struct RoomPeer: PeerEngine {
    /// The engine's name for readers.
    package static let name = "host"
    private let room: RemoteRoom
    private let patience: TimeAmount
    private let namesEngine: Bool

    /// - Parameter namesEngine: whether readers are told which of the host's engines translated.
    package init(_ room: RemoteRoom, within patience: TimeAmount = .seconds(14), namesEngine: Bool = false) {
        self.room = room
        self.patience = patience
        self.namesEngine = namesEngine
    }

    package func pairs() async throws -> [LanguagePair] {
        let pairs = try await asking { () throws(WireFault) in try await room.pairs(within: patience) }
        return pairs.targets.flatMap { from, targets in targets.map { LanguagePair(from: from, to: $0) } }
    }

    package func answer(_ texts: [String], from: LanguageTag, to: LanguageTag) async throws -> PeerTranslation {
        let answer = try await asking { () throws(WireFault) in
            try await room.translate(texts, from: from, to: to, within: patience)
        }
        return PeerTranslation(
            texts: answer.texts, engine: namesEngine ? answer.engine : nil, warnings: answer.knownWarnings)
    }

    private func asking<Answer>(
        _ question: () async throws(WireFault) -> Answer
    ) async throws(EngineFailure) -> Answer {
        do throws(WireFault) {
            return try await question()
        } catch {
            throw error.code == .tooFast ? .resting(.seconds(1)) : .unreachable(error.reason)
        }
    }
}
