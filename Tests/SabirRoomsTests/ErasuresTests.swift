import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

@Suite struct ErasuresTests {
    private func entry(_ id: UInt64, seq: Int) -> Erasures.Entry {
        Erasures.Entry(
            id: .numbered(id), line: .numbered(100 + id), seq: seq, number: MemberNumber(value: 1), author: nil,
            sender: MemberInfo(id: MemberNumber(value: 1).id, name: "anna", lang: "es"))
    }

    @Test func whatIsToBeErasedIsToldInTheOrderOfTheLines() {
        var erasures = Erasures()
        for (id, seq) in [(1, 30), (2, 10), (3, 20)] { erasures.add(entry(UInt64(id), seq: seq)) }
        #expect(erasures.all.map(\.seq) == [10, 20, 30])
        let (removed, again) = (erasures.remove(.numbered(2)), erasures.remove(.numbered(2)))
        #expect(removed?.seq == 10 && again == nil && erasures[.numbered(2)] == nil)
    }

    @Test func whoeverSaysItAgainIsAnsweredToo() {
        var erasures = Erasures()
        erasures.add(entry(1, seq: 1))
        erasures.repeated(.numbered(1), by: MemberNumber(value: 7))
        erasures.repeated(.numbered(9), by: MemberNumber(value: 7))
        #expect(erasures[.numbered(1)]?.repeats == [MemberNumber(value: 7)])
        for number in 0..<1_000 { erasures.repeated(.numbered(1), by: MemberNumber(value: UInt64(number))) }
        #expect((erasures[.numbered(1)]?.repeats.count ?? .max) < 100)
    }
}
