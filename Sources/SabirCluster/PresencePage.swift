import NIOCore
import SabirProtocol

/// The value of one of a node's keys: some of the members who are in there.
///
/// In the bucket: the contract's `members`, then a line `ID TOKEN HORIZON` for each member with a device; a token
/// is ASCII without white space.
struct PresencePage: Hashable, Sendable {
    /// Most members of a page: as many fit, at every length of name, into a message of 1 MB, the servers' default
    /// limit.
    static let capacity = 500

    let members: [MemberHere]

    init(_ members: [MemberHere]) { self.members = members }

    /// Pages of all members; at least one.
    static func pages(of members: [MemberHere]) -> [PresencePage] {
        guard !members.isEmpty else { return [PresencePage([])] }
        return stride(from: 0, to: members.count, by: capacity).map {
            PresencePage(Array(members[$0..<min($0 + capacity, members.count)]))
        }
    }

    var body: [UInt8] {
        let devices = members.compactMap { member in
            member.token.map { "\n\(member.info.id) \($0) \(member.firstVisibleSeq)" }
        }
        return [UInt8](packet: .members(members.map(\.info), more: false)) + Array(devices.joined().utf8)
    }

    /// Reads a page out of the bucket; nil for anything else.
    init?(body: [UInt8]) {
        let lines = body.split(separator: UInt8(ascii: "\n"))
        guard let first = lines.first,
            case .members(let members, _)? = try? HostPacket(body: ByteBuffer(bytes: first))
        else { return nil }
        var devices: [Substring: (token: String, firstVisibleSeq: Int)] = [:]
        for line in lines.dropFirst() {
            let parts = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard parts.count == 3, let firstVisibleSeq = Int(parts[2]) else { continue }
            devices[parts[0]] = (String(parts[1]), max(1, firstVisibleSeq))
        }
        self.members = members.map {
            let device = devices[Substring($0.id.rawValue)]
            return MemberHere($0, token: device?.token, firstVisibleSeq: device?.firstVisibleSeq ?? .max)
        }
    }
}
