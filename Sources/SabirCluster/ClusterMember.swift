import NIOCore
import SabirProtocol

/// Somebody who is in the room at one of its nodes.
package struct ClusterMember: Hashable, Sendable {
    package let info: MemberInfo
    /// Stands for its device at every node; nil where it has none. ASCII without white space.
    package let author: String?
    /// The first number it may see.
    package let firstVisibleSeq: Int

    package init(info: MemberInfo, author: String?, firstVisibleSeq: Int) {
        self.info = info
        self.author = author
        self.firstVisibleSeq = firstVisibleSeq
    }
}

/// What a node puts under one of its keys: some of those who are in there.
///
/// In the bucket: the contract's `members`, then a line `ID AUTHOR HORIZON` for each of them with a device.
struct PresencePage: Hashable, Sendable {
    /// So many fit the size of a message that servers take by default, 1 MB, at every length of name.
    static let capacity = 500

    let members: [ClusterMember]

    init(_ members: [ClusterMember]) { self.members = members }

    /// Everybody, by pages; at least one.
    static func pages(of members: [ClusterMember]) -> [PresencePage] {
        guard !members.isEmpty else { return [PresencePage([])] }
        return stride(from: 0, to: members.count, by: capacity).map {
            PresencePage(Array(members[$0..<min($0 + capacity, members.count)]))
        }
    }

    var body: [UInt8] {
        let devices = members.compactMap { member in
            member.author.map { "\n\(member.info.id) \($0) \(member.firstVisibleSeq)" }
        }
        return [UInt8](packet: .members(members.map(\.info), more: false)) + Array(devices.joined().utf8)
    }

    /// Nil for what is none.
    init?(body: [UInt8]) {
        let lines = body.split(separator: UInt8(ascii: "\n"))
        guard let first = lines.first,
            case .members(let members, _)? = try? HostPacket(body: ByteBuffer(bytes: first))
        else { return nil }
        var devices: [Substring: (author: String, firstVisibleSeq: Int)] = [:]
        for line in lines.dropFirst() {
            let parts = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard parts.count == 3, let firstVisibleSeq = Int(parts[2]) else { continue }
            devices[parts[0]] = (String(parts[1]), max(1, firstVisibleSeq))
        }
        self.members = members.map {
            let device = devices[Substring($0.id.rawValue)]
            return ClusterMember(info: $0, author: device?.author, firstVisibleSeq: device?.firstVisibleSeq ?? .max)
        }
    }
}
