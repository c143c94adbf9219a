import NIOCore
import SabirRooms
import SabirTranslation
import SabirWire

/// The host of a joined room as an engine: it translates over the room's own connection, for lines of that room alone.
package struct RoomPeer: PeerEngine {
    /// What readers see as the engine's name.
    package static let name = "host"
    private static let patience = TimeAmount.seconds(14)

    private let room: RemoteRoom

    package init(_ room: RemoteRoom) { self.room = room }

    package func pairs() async throws -> [LanguagePair] {
        let pairs = try await asking { () throws(WireFault) in try await room.pairs(within: Self.patience) }
        return pairs.targets.flatMap { from, targets in targets.map { LanguagePair(from: from, to: $0) } }
    }

    package func translate(_ texts: [String], from: LanguageTag, to: LanguageTag) async throws -> [String?] {
        try await asking { () throws(WireFault) in
            try await room.translate(texts, from: from, to: to, within: Self.patience)
        }.texts
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
