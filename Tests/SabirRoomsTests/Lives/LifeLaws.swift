import NIOCore
import SabirProtocol

@testable import SabirClient
@testable import SabirRoom

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
    private(set) var newest: [String: Int] = [:]

    init(_ kind: LifeHost.Kind) { self.kind = kind }

    var ids: [MessageID] { authors.keys.sorted { $0.description < $1.description } }

    func author(of id: MessageID) -> MemberID? { authors[id] }

    /// Of what cannot be read an id may be legible all the same.
    mutating func said(_ text: String, by author: String) {
        for field in ["id", "about", "corrects", "retracts", "confirms"] {
            for rest in text.split(separator: "\"\(field)\":\"").dropFirst() {
                if let id = MessageID(String(rest.prefix(36))) { names[author, default: []].insert(id) }
            }
        }
    }

    func has(_ author: String, named id: MessageID) -> Bool { names[author]?.contains(id) ?? false }

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

    /// Somebody at the node's own page is in: what it may see, those who are like it may see too.
    mutating func entered(_ hello: Hello, _ entry: HostedRoom.Entry) {
        let (epoch, first) = (numbering(entry.epoch), entry.firstVisibleSeq)
        if let device = hello.device {
            devices[epoch, default: [:]][device] = min(first, devices[epoch]?[device] ?? first)
        } else {
            others[epoch] = min(others[epoch] ?? first, first)
        }
        all[epoch] = min(all[epoch] ?? first, first)
    }

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
