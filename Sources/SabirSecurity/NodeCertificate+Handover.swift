import Foundation
import SabirCore
import SabirProtocol

/// What a node's earlier keys signed for its present one: one line of the node's file, beside the PEM documents. So no
/// write can separate it from the key, and programs that do not know it still read the file (RFC 7468 §2).
struct HandoverRecord: Hashable, Sendable, Codable {
    private static let mark = "sabir-handover-1 "

    /// Oldest first; the last one leads to the present certificate.
    var handovers: [Handover] = []
    /// By room id in lower case: signatures of the last key's grants for the present certificate, without an expiry.
    /// Guests that do not know hand-overs follow by these.
    var grants: [String: String] = [:]

    var line: String {
        guard !handovers.isEmpty, let json = try? JSONEncoder().encode(self) else { return "" }
        return Self.mark + Base64URL.text(of: json) + "\n"
    }

    init() {}

    /// Reads the record in a certificate file; empty where it has none. Throws where the record does not lead to that
    /// certificate.
    init(in text: String, of certificate: Fingerprint) throws {
        guard let line = text.split(separator: "\n").last(where: { $0.hasPrefix(Self.mark) }) else { return }
        guard let json = Base64URL.bytes(of: String(line.dropFirst(Self.mark.count))) else {
            throw SecurityError("its hand-over is damaged")
        }
        self = try JSONDecoder().decode(HandoverRecord.self, from: Data(json))
        guard !handovers.isEmpty, handovers.leading(to: certificate) == handovers else {
            throw SecurityError("its hand-over is of another certificate")
        }
    }
}

extension NodeCertificate {
    /// Most rooms for which a grant is stored.
    private static let mostGrants = 2_048

    /// Fingerprints of this node's earlier certificates, oldest first.
    package var earlier: [Fingerprint] { record.handovers.compactMap(\.issuer) }

    /// Makes a new key and hands over to it.
    ///
    /// - Parameters:
    ///   - rooms: ids of the rooms whose guests may know this certificate, most important first.
    ///   - now: milliseconds since 1970.
    package func successor(in rooms: [String], now: Int) throws -> NodeCertificate {
        var next = try NodeCertificate()
        let handover = try Handover(from: self, to: next.fingerprint, now: now)
        next.record.handovers = (record.handovers + [handover]).suffix(Handover.most)
        for room in rooms.prefix(Self.mostGrants) {
            let grant = try Grant(room: room, to: next.fingerprint, until: WireInteger.largest, by: self)
            next.record.grants[room.lowercased()] = grant.signature
        }
        return next
    }

    /// The grant that this node, as the first host of a room, shows guests who may know an earlier certificate; nil
    /// where there was none.
    package func ownGrant(in room: String) -> Grant? {
        guard let last = record.handovers.last else { return nil }
        guard let signature = record.grants[room.lowercased()] else {
            return try? Grant(room: room, to: fingerprint, until: WireInteger.largest, by: self)
        }
        return Grant(
            certificate: last.certificate, expires: WireInteger.largest, signature: signature,
            handovers: record.handovers)
    }
}
