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
