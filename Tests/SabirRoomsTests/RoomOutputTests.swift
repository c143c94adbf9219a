import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

@Suite struct RoomOutputTests {
    private func names(_ output: inout RoomOutput) -> [String] {
        var names: [String] = []
        while let effect = output.next() {
            switch effect {
            case .burst(let frames): names.append("\(frames.readableBytes > 0 ? "burst" : "nothing")")
            case .burstIsDue: names.append("due")
            case .append(let lines): names.append("append \(lines.count)")
            case .offer(let lines): names.append("offer \(lines.count)")
            case .count(let count): names.append("count \(count)")
            default: names.append("another")
            }
        }
        return names
    }

    @Test func aBurstIsWrittenAtItsBarrierAheadOfWhatFollows() {
        var output = RoomOutput()
        output.append(.numbered(1, 1))
        output.add(.count(1))
        output.append(.numbered(2, 2))
        output.barrier()
        output.add(.count(2))
        let first = names(&output)
        #expect(first == ["due", "count 1", "burst", "count 2"])
        #expect(output.isEmpty)
    }

    @Test func whatEverybodyIsToldIsOnePieceInItsOrderAndTakenOnce() throws {
        var output = RoomOutput()
        output.append(.numbered(1, 1))
        output.append(HostPacket.pong(nil))
        output.append(.numbered(2, 2))
        output.barrier()
        output.barrier()
        output.append(.numbered(3, 3))
        output.barrier()
        var told: [[HostPacket]] = []
        while let effect = output.next() {
            guard case .burst(let frames) = effect else { continue }
            var decoder = FrameDecoder()
            decoder.append(frames)
            told.append([])
            while let body = try decoder.next() { told[told.count - 1].append(try HostPacket(body: body)) }
        }
        let (one, two, three) = (Message.numbered(1, 1), Message.numbered(2, 2), Message.numbered(3, 3))
        #expect(told == [[.message(one), .pong(nil), .message(two)], [.message(three)]])
    }

    @Test func linesForTheLogAndForTheAuthorityAreApartAndTakenOnce() {
        let sender = MemberInfo(id: MemberID(rawValue: "m1"), name: "anna", lang: "es")
        let line = OfferedLine(Draft(text: "x"), as: .numbered(9), by: sender, token: nil)
        var output = RoomOutput()
        let lines = (1...2).map { LogLine(message: .numbered(UInt64($0), $0), author: AuthorID(value: 7)) }
        output.append(line)
        for line in lines { output.append(line) }
        output.barrier()
        let ends = [output.endBurst(), output.endBurst()]
        var (given, kept): ([[OfferedLine]], [[LogLine]]) = ([], [])
        while let effect = output.next() {
            switch effect {
            case .offer(let lines): given.append(lines)
            case .append(let lines): kept.append(lines)
            case .burst: Issue.record("Nobody is told of them yet.")
            default: break
            }
        }
        #expect(ends == [true, false] && given == [[line]] && kept == [lines])
        output.append(line)
        output.forgetOffered()
        let hasMore = output.endBurst()
        #expect(!hasMore && names(&output) == ["due"], "They are offered another way.")
    }

    @Test func itsEndIsDueOnceUntilItHasCome() {
        var output = RoomOutput()
        output.append(LogLine(message: .numbered(1, 1), author: nil))
        output.append(LogLine(message: .numbered(2, 2), author: nil))
        let hasLines = output.endBurst()
        let told = names(&output)
        #expect(hasLines && told == ["due", "append 2"])
        let hasMore = output.endBurst()
        output.append(.numbered(3, 3))
        let again = names(&output)
        #expect(!hasMore && again == ["due"])
    }
}
