import NIOCore
import SabirCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// How much people say, counted by what stays when they leave and come in again.
@Suite struct MessageBudgetsTests {
    private static let rate = TokenBucket.Rate(perSecond: 20, burst: 200)
    private static let phone = "10.0.0.66"

    private final class Book {
        private var budgets = MessageBudgets()

        func refusal(
            of speaker: MessageBudgets.Speaker, at address: String, counting cost: Double = 1
        ) -> RoomLimit? {
            budgets.refusal(
                of: speaker, at: AddressGroup.groups(of: address), counting: cost, MessageBudgetsTests.rate, now: at(0))
        }

        /// How many of so many messages are taken.
        func taken(
            _ count: Int, by speaker: MessageBudgets.Speaker, at address: String? = nil, second: Double = 0,
            rate: TokenBucket.Rate = MessageBudgetsTests.rate
        ) -> Int {
            let groups = address.map(AddressGroup.groups) ?? []
            return (0..<count).count { _ in budgets.refusal(of: speaker, at: groups, rate, now: at(second)) == nil }
        }
    }

    private let book = Book()

    private static func newcomer(_ number: Int) -> MessageBudgets.Speaker {
        .member(MemberNumber(value: UInt64(number)))
    }

    @Test func aDeviceGoesOnWithWhatItLeft() {
        #expect(book.taken(500, by: .device("a")) == 200)
        #expect(book.taken(500, by: .device("a"), second: 2) == 40)
        #expect(book.taken(500, by: .device("b"), second: 2) == 200)
    }

    @Test func everNewMembersOfOneAddressHaveTwoMembersWorth() {
        let atOnce = (0..<30).map { book.taken(200, by: Self.newcomer($0), at: Self.phone) }
        #expect(atOnce == [200, 200] + Array(repeating: 0, count: 28))
        #expect(book.taken(500, by: Self.newcomer(30), at: Self.phone, second: 3) == 120)
        #expect(book.taken(500, by: Self.newcomer(31), at: "10.0.0.7", second: 3) == 200)
        #expect(book.taken(500, by: Self.newcomer(32), second: 3) == 200, "this machine's own, and staff")
    }

    @Test func whatTheAddressRefusesCostsNothingOfItsOwn() {
        for number in 0..<2 { #expect(book.taken(200, by: Self.newcomer(number), at: Self.phone) == 200) }
        #expect(book.refusal(of: .device("a"), at: Self.phone) == .messagesPerAddress)
        #expect(book.taken(500, by: .device("a"), at: "10.0.0.7") == 200)
        #expect(book.refusal(of: .device("a"), at: "10.0.0.7") == .messages)
    }

    @Test func longMessagesCountForMoreAtTheirAddressAndQuestionsForNothing() {
        #expect(["", "a", String(repeating: "a", count: 1_000)].map(MessageBudgets.cost) == [1, 1, 1])
        #expect(["ü", "🙂"].map { MessageBudgets.cost(of: String(repeating: $0, count: 4_000)) } == [8, 16])
        let long = (0..<30).map { book.refusal(of: Self.newcomer($0), at: Self.phone, counting: 16) }
        #expect(long == Array(repeating: nil, count: 25) + Array(repeating: .messagesPerAddress, count: 5))
        let questions = (0..<201).map { _ in book.refusal(of: .device("a"), at: Self.phone, counting: 0) }
        #expect(questions == Array(repeating: nil, count: 200) + [.messages])
    }

    @Test func aClassBehindOneAddressIsHeardHoweverLittleEachMaySay() {
        let little = TokenBucket.Rate(perSecond: 1, burst: 2)
        let pupils = (0..<250).map { book.taken(3, by: Self.newcomer($0), at: "10.0.0.1", rate: little) }
        #expect(pupils == Array(repeating: 2, count: 200) + Array(repeating: 0, count: 50))
        #expect(book.taken(3, by: Self.newcomer(249), at: "10.0.0.1", second: 0.25, rate: little) == 2)
    }

    @Test func aTableFullOfOthersForgetsNobodyWhoHasUsedItUp() {
        #expect(book.taken(500, by: .device("a")) == 200)
        #expect((0..<30_000).allSatisfy { book.taken(1, by: Self.newcomer($0)) == 1 })
        #expect(book.taken(500, by: .device("a")) == 0)
    }
}
