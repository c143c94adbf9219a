import Foundation
import SabirProtocol

/// Acts of staff, at this node and at others.
extension ClusterRoom {
    /// Publishes an act of staff to every node. `key`: of acts with the same key, and on the same person, only the last
    /// holds. `known`: the person's device token, also where the person has left.
    func act(
        _ packet: HostPacket, key: String, on member: MemberID? = nil, author known: String? = nil
    ) async throws {
        let author = known ?? member.flatMap(author)
        let whole = member.map { "\(key)-\(author ?? $0.keyToken)" } ?? key
        try await ask { try $0.keep([UInt8](packet: packet), as: whole, author: author) }
    }

    /// Erases the lines up to this place at every server, and tells every node.
    func clear(_ place: ModerationRecord.Cleared) async throws {
        try await ask { stream in
            try stream.purge(upTo: place.upTo)
            try stream.keep([UInt8](packet: ModerationAction.clear.told()), as: "clear", cleared: place.header)
        }
    }

    private func author(of id: MemberID) -> String? {
        presencePublisher.author(of: id) ?? others.author(of: id)
    }

    func decided(
        _ raw: RawDelivery, _ isNews: Bool, _ now: ContinuousClock.Instant
    ) -> [ClusterRoomState.Action] {
        let key = stream.names.key(of: raw.subject, in: .acts)
        guard !ClusterRetraction.isKey(key) else {
            takePromise(raw, now)
            return []
        }
        guard acts.note(raw.position.seq, of: key), let record = ModerationRecord(raw, isNews: isNews) else {
            return []
        }
        guard !record.isSpent(wall: Int(Date.now.timeIntervalSince1970 * 1_000)) else {
            request(.keys) { $0.purge(key) }
            return []
        }
        return [.tell(.acted(record))]
    }
}

extension MemberID {
    /// Letters and digits of the id: nothing else that a client may send can be in a key.
    fileprivate var keyToken: String {
        String(rawValue.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(32))
    }
}
