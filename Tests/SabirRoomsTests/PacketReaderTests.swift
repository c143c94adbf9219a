import NIOCore
import SabirCore
import SabirProtocol
import Testing

@testable import SabirRoom

/// What one connection sends, step by step.
@Suite struct PacketReaderTests {
    private let now = NIODeadline.uptimeNanoseconds(1_000_000_000)

    private func bytes(_ packets: MemberPacket...) -> ByteBuffer {
        var encoder = FrameEncoder()
        for packet in packets { encoder.append(packet) }
        return encoder.take()
    }

    private func says(_ text: String) -> MemberPacket { .message(Draft(text: text)) }

    private func reader(_ rate: TokenBucket.Rate? = nil) -> PacketReader {
        PacketReader(maximumFrame: 1_000, pace: ReadingPace(rate))
    }

    private func member() -> HostConnection {
        var connection = HostConnection()
        connection.joined()
        return connection
    }

    /// In words, until nothing is left.
    private func steps(_ reader: inout PacketReader, _ connection: inout HostConnection) -> [String] {
        var steps: [String] = []
        while steps.count < 100 {
            let step = reader.next(on: &connection, now: now)
            steps.append(text(step))
            switch step {
            case .failed, .rest, .done: return steps
            case .deliver, .look, .perform: continue
            }
        }
        return steps
    }

    private func text(_ step: PacketReader.Step) -> String {
        switch step {
        case .deliver(.message(let draft)): draft.text
        case .deliver(let packet): "\(packet)"
        case .look(let act): "look \(act)"
        case .perform(let action): "\(action)"
        case .failed(let fault): fault.code.rawValue
        case .rest: "rest"
        case .done: "done"
        }
    }

    @Test func takesPacketsWhereverTheyAreCut() {
        let all = bytes(says("one"), says("two"), .ping(nil))
        for cut in 1..<all.readableBytes {
            var (reader, connection) = (reader(), member())
            reader.append(all.getSlice(at: 0, length: cut)!)
            let first = steps(&reader, &connection)
            reader.append(all.getSlice(at: cut, length: all.readableBytes - cut)!)
            let second = steps(&reader, &connection)
            #expect(first.dropLast() + second == ["one", "two", "ping(nil)", "done"], "\(cut)")
        }
    }

    @Test func restsOnceItHasTakenEnough() {
        var (reader, connection) = (reader(TokenBucket.Rate(perSecond: 1, burst: 2)), member())
        reader.append(bytes(says("one"), says("two"), says("three")))
        #expect(steps(&reader, &connection) == ["one", "two", "rest"])
        // What comes over a relay is not counted: there are many behind it.
        reader.readAsRelay()
        #expect(steps(&reader, &connection) == ["three", "done"])
    }

    /// What is read and thrown away, refused or waits costs as much as what is delivered.
    @Test func everyPacketCountsInATurn() {
        var (reader, connection) = (reader(), member())
        reader.left = 4
        var unknown = ByteBuffer()
        let text = "{\"type\":\"of-a-later-version\"}"
        unknown.writeInteger(UInt32(text.utf8.count))
        unknown.writeString(text)
        reader.append(unknown)
        reader.append(bytes(says("one"), .staff(.lock), says("two"), says("three")))
        #expect(steps(&reader, &connection) == ["ignore", "one", "look lock", "rest"])
        #expect(reader.left == 0)
        reader.left = nil
        #expect(steps(&reader, &connection) == ["done"])
    }

    @Test func whatComesBehindAnActWaits() {
        var (reader, connection) = (reader(), member())
        reader.append(bytes(says("one"), .staff(.lock), says("two"), .staff(.unlock), says("three")))
        #expect(steps(&reader, &connection) == ["one", "look lock", "done"])
        #expect(reader.nextThatWaited() == nil)
        #expect(waited(&reader) == ["two", "look unlock"])
        // What comes while another act is looked at waits behind what has waited before.
        reader.append(bytes(says("last")))
        #expect(steps(&reader, &connection) == ["done"])
        #expect(waited(&reader) == ["three", "last"])
        reader.append(bytes(says("now")))
        #expect(steps(&reader, &connection) == ["now", "done"])
    }

    @Test func overARelayOnlyActsAndWhatStaffSayWait() {
        var (reader, connection) = (reader(), member())
        reader.readAsRelay()
        let (visitors, staffs) = (carried("Anna", by: nil), carried("Rosa", by: .staff))
        reader.append(bytes(staffs, .staff(.lock), visitors, staffs, .staff(.unlock), .ping(nil)))
        #expect(steps(&reader, &connection) == ["\(staffs)", "look lock", "\(visitors)", "ping(nil)", "done"])
        #expect(waited(&reader) == ["\(staffs)", "look unlock"])
        #expect(waited(&reader).isEmpty)
    }

    private func carried(_ name: String, by role: MemberRole?) -> MemberPacket {
        let info = MemberInfo(id: MemberNumber(value: 7).id, name: name, lang: "es", role: role)
        let id = MessageID("00000000-0000-4000-8000-000000000001")
        return .carried(Draft(id: id, text: name), for: MemberHere(info, token: nil))
    }

    /// What has waited behind the act whose turn is over, with the next act.
    private func waited(_ reader: inout PacketReader) -> [String] {
        reader.endLookup()
        var waited: [String] = []
        while let step = reader.nextThatWaited() { waited.append(text(step)) }
        return waited
    }

    @Test(arguments: [(false, PacketReader.capacity), (true, PacketReader.capacityOfRelay)])
    func nothingMoreIsTakenOnceTooMuchWaits(_ isRelay: Bool, _ capacity: Int) {
        var (reader, connection) = (reader(), member())
        if isRelay { reader.readAsRelay() }
        for _ in 0...capacity { reader.append(bytes(.staff(.lock))) }
        reader.append(bytes(says("late")))
        #expect(steps(&reader, &connection) == ["look lock", "done"])
        #expect(reader.isFull)
        _ = waited(&reader)
        #expect(!reader.isFull)
        for _ in 0..<capacity { _ = waited(&reader) }
        #expect(steps(&reader, &connection) == ["late", "done"])
    }

    @Test func aConnectionThatIsOverIsReadNoFurther() {
        var (reader, connection) = (reader(), member())
        reader.append(bytes(.bye, says("late")))
        #expect(steps(&reader, &connection) == ["close", "done"])
    }

    @Test func whatIsNoPacketIsToldAsSuch() {
        var (reader, connection) = (reader(), member())
        reader.append(ByteBuffer(bytes: [0, 0, 0, 1, UInt8(ascii: "x")]))
        #expect(steps(&reader, &connection) == ["bad-json"])
    }
}
