import NIOCore
import SabirProtocol

@testable import SabirClient
@testable import SabirRoom

/// One connection to the room: what it sent, what it was told, and what of that breaks a law.
struct LifeMember {
    let number: Int
    let channel: HandChannel
    private let record: LifeRecord
    private var decoder = FrameDecoder(maximumLength: 1 << 24)
    /// What its hello said, where it has said one that can be read.
    private(set) var hello: Hello?
    private(set) var welcome: Welcome?
    /// Every number up to this one it has seen or was told that it will not.
    private(set) var position = 0
    /// The first number that it may see.
    private var first = 1
    private(set) var isOver = false
    private(set) var isChallenged = false
    private var asked: [String: Int] = [:]
    private(set) var bytes = 0
    private(set) var packets = 0

    init(number: Int, channel: HandChannel, _ record: LifeRecord = LifeRecord()) {
        self.number = number
        self.channel = channel
        self.record = record
    }

    var isIn: Bool { welcome != nil && !isOver && channel.isOpen }
    var isRelay: Bool { hello?.relay != nil }
    var isStaff: Bool { hello?.device == LifeHost.staffKey || isRelay }

    /// What this connection's own pings are known by.
    var mark: String { "c\(number)." }

    /// Whose what it says is: its device's, over whichever connection.
    private var author: String { hello?.device ?? mark }

    mutating func send(_ text: String, _ laws: inout LifeLaws) {
        // What it says is read as the room reads it: only what can be read has an answer.
        let body = ByteBuffer(string: text)
        laws.said(text, by: author)
        if let packet = try? MemberPacket(body: body) { note(packet) }
        var frame = ByteBuffer()
        frame.writeInteger(UInt32(body.readableBytes))
        frame.writeImmutableBuffer(body)
        channel.send(frame)
    }

    private mutating func note(_ packet: MemberPacket) {
        switch packet {
        case .hello(let hello): if self.hello == nil { self.hello = hello }
        case .who: asked["members", default: 0] += 1
        case .history: asked["lines", default: 0] += 1
        case .translate: asked["translated", default: 0] += 1
        case .pairs: asked["pairs", default: 0] += 1
        case .rooms: asked["rooms", default: 0] += 1
        default: break
        }
    }

    /// The other end reads; what is wrong with what it reads, in words.
    mutating func read(atMost limit: Int, _ laws: inout LifeLaws) -> [String] {
        let taken = channel.take(atMost: limit)
        bytes += taken.readableBytes
        if taken.readableBytes > 0 { record.note("\(number)", taken) }
        decoder.append(taken)
        var wrong: [String] = []
        do {
            while let body = try decoder.next() {
                packets += 1
                let packet = try HostPacket(body: body)
                if let what = hear(packet, &laws) { wrong.append("connection \(number): \(what): \(packet)") }
            }
        } catch {
            wrong.append("connection \(number): what came is not of the contract: \(error)")
        }
        return wrong
    }

    private mutating func hear(_ packet: HostPacket, _ laws: inout LifeLaws) -> String? {
        if isOver { return "something came after the end" }
        switch packet {
        case .welcome(let welcome): return enter(welcome, &laws)
        case .error(let fault): return refused(fault, laws)
        case .rooms: return answer("rooms")
        case .challenge:
            isChallenged = true
            return nil
        default: break
        }
        guard let welcome else { return "something came before the welcome" }
        switch packet {
        case .message(let line): return hear(line, welcome, &laws)
        case .gap(let gap):
            let isFromAnother = hello?.resume.map { $0.epoch != welcome.epoch } ?? false
            // All that was said in this epoch before it came: it starts over behind that.
            if isFromAnother, gap == 1...max(1, welcome.seq) { return nil }
            guard gap.lowerBound == position + 1 else { return "a gap does not follow on \(position)" }
            position = gap.upperBound
        case .lines(let page):
            for line in page.messages {
                if line.seq < first { return "a page shows \(line.seq), before its first \(first)" }
                if let what = laws.isOne(line, in: welcome.epoch) { return what }
            }
            return answer("lines")
        case .members: return answer("members")
        case .translated: return answer("translated")
        case .pairs: return answer("pairs")
        case .pong(let nonce):
            return nonce.map { $0.json.contains(mark) || !$0.json.contains("c") } ?? true ? nil : "another's pong"
        case .unclear(let call):
            let isMine = call.asker.id == welcome.member || laws.author(of: call.id) == welcome.member || isRelay
            return isMine ? nil : "a call of others"
        case .person(let call):
            guard let id = call.id else { return nil }
            let isMine = call.caller.id == welcome.member || laws.author(of: id) == welcome.member
            return isMine ? nil : "a call of others"
        case .report(let report):
            return report.reporter.id == welcome.member || isStaff ? nil : "a report of others"
        case .relay, .to, .granted: return isRelay ? nil : "what is for relays"
        default: break
        }
        return nil
    }

    private mutating func answer(_ kind: String) -> String? {
        guard let left = asked[kind], left > 0 else { return "an answer that was not asked for" }
        asked[kind] = left - 1
        return nil
    }

    private mutating func refused(_ fault: WireFault, _ laws: LifeLaws) -> String? {
        if fault.fatal { isOver = true }
        guard let id = fault.id, !isRelay else { return nil }
        return laws.has(author, named: id) || laws.has(mark, named: id) ? nil : "a refusal of what others said"
    }

    private mutating func enter(_ welcome: Welcome, _ laws: inout LifeLaws) -> String? {
        guard let hello, self.welcome == nil else { return "a second welcome" }
        self.welcome = welcome
        first = laws.first(for: hello, welcome)
        let resume = hello.resume.flatMap { $0.epoch == welcome.epoch && $0.seq <= welcome.seq ? $0 : nil }
        position = resume?.seq ?? welcome.seq
        guard let from = welcome.history?.from, from >= min(first, welcome.seq + 1) else {
            return "it is promised more than it may see, from \(first) on"
        }
        return nil
    }

    private mutating func hear(_ line: Message, _ welcome: Welcome, _ laws: inout LifeLaws) -> String? {
        if let what = laws.isOne(line, in: welcome.epoch) { return what }
        if line.seq == position + 1 {
            position = line.seq
            return line.seq >= first || isRelay ? nil : "line \(line.seq) is from before its first \(first)"
        }
        guard line.seq <= position else { return "a hole after \(position)" }
        return laws.has(author, named: line.id) || laws.has(mark, named: line.id)
            ? nil : "line \(line.seq) again, which it did not say"
    }
}
