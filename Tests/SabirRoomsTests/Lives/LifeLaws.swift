import NIOCore
import SabirWire

@testable import SabirRooms

/// What holds over all connections of one life: which line has which number, who wrote it, and from where on whom it is
/// for.
struct LifeLaws {
    private let kind: LifeHost.Kind
    private var lines: [String: [Int: Message]] = [:]
    private var numbers: [String: [MessageID: Int]] = [:]
    private var authors: [MessageID: MemberID] = [:]
    /// Which ids a device, or a connection without one, has named.
    private var names: [String: Set<MessageID>] = [:]
    /// The first number that a device, or anybody without one, may see in this numbering.
    private var devices: [String: [String: Int]] = [:]
    private var others: [String: Int] = [:]
    private var all: [String: Int] = [:]
    /// FNV-1a over all that was told, in order.
    private(set) var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    private(set) var newest: [String: Int] = [:]

    init(_ kind: LifeHost.Kind) { self.kind = kind }

    var ids: [MessageID] { authors.keys.sorted { $0.description < $1.description } }

    func author(of id: MessageID) -> MemberID? { authors[id] }

    mutating func named(_ id: MessageID, by author: String) { names[author, default: []].insert(id) }

    func has(_ author: String, named id: MessageID) -> Bool { names[author]?.contains(id) ?? false }

    mutating func told(_ bytes: ByteBuffer) {
        for byte in bytes.readableBytesView { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }

    /// A number is one line's, and a line has one number, whoever is told of it.
    mutating func isOne(_ line: Message, in epoch: String) -> String? {
        let epoch = numbering(epoch)
        newest[epoch] = max(newest[epoch] ?? 0, line.seq)
        authors[line.id] = line.member
        let (known, number) = (lines[epoch]?[line.seq], numbers[epoch]?[line.id])
        lines[epoch, default: [:]][line.seq] = known ?? line
        numbers[epoch, default: [:]][line.id] = number ?? line.seq
        if let known, known.id != line.id { return "number \(line.seq) was another line's" }
        // What is repeated after its text was forgotten is as its sender says it now.
        if let number, number != line.seq { return "line \(line.id) has had the number \(number)" }
        return nil
    }

    /// A host that has lost lines names its numbering anew and goes on counting.
    private func numbering(_ epoch: String) -> String { kind == .following || kind == .clustered ? epoch : "" }

    /// From where on whoever says this hello may see what is said. A word that nobody vouches for counts no further back
    /// than what somebody without a device could see.
    mutating func first(for hello: Hello, _ welcome: Welcome) -> Int {
        let epoch = numbering(welcome.epoch)
        if hello.relay != nil {
            if let key = hello.device { devices[epoch, default: [:]][key] = 1 }
            return 1
        }
        var first = welcome.seq + 1
        if let device = hello.device, let known = devices[epoch]?[device] { first = min(first, known) }
        if hello.resume?.epoch == welcome.epoch {
            first = min(first, others[epoch] ?? first)
            if hello.resume?.token != nil { first = min(first, all[epoch] ?? first) }
        }
        if let device = hello.device {
            devices[epoch, default: [:]][device] = first
        } else {
            others[epoch] = min(others[epoch] ?? first, first)
        }
        all[epoch] = min(all[epoch] ?? first, first)
        return first
    }
}
