import SabirCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

@Suite struct AcceptedIDsTests {
    private func acceptance(_ seq: Int) -> AcceptedIDs.Acceptance {
        AcceptedIDs.Acceptance(seq: seq, ts: seq, member: MemberNumber(value: 1))
    }

    @Test func theOldestIsForgottenFirst() {
        var ids = AcceptedIDs(capacity: 3)
        for n in 1...8 {
            ids.remember(.numbered(UInt64(n)), acceptance(n))
            for earlier in 1...n {
                #expect(ids[.numbered(UInt64(earlier))]?.seq == (earlier > n - 3 ? earlier : nil))
            }
        }
    }

    /// Against a dictionary, over many turns of the ring, with ids that lie close together and far apart.
    @Test(arguments: [1, 2, 7, 100, 1_000]) func itKnowsTheNewestAndNoOthers(capacity: Int) {
        var random = SplitMix64(state: UInt64(capacity))
        var ids = AcceptedIDs(capacity: capacity)
        var said: [MessageID] = []
        for n in 0..<5 * capacity {
            let id = n % 3 == 0 ? MessageID.numbered(UInt64(n)) : MessageID { random.next() }
            #expect(ids[id] == nil)
            said.append(id)
            ids.remember(id, acceptance(n))
            let probe = Int(random.next() % UInt64(said.count))
            #expect(ids[said[probe]]?.seq == (probe > n - capacity ? probe : nil))
        }
        for (n, id) in said.enumerated() { #expect(ids[id]?.seq == (n >= 4 * capacity ? n : nil)) }
    }

    @Test func anIdIsKnownInEitherCase() throws {
        var ids = AcceptedIDs(capacity: 3)
        let id = MessageID.numbered(.max)
        ids.remember(id, acceptance(1))
        #expect(ids[try #require(MessageID(id.description.uppercased()))]?.seq == 1)
    }

    @Test func aMemoryOfNothingIsAMemoryOfOne() {
        var ids = AcceptedIDs(capacity: 0)
        ids.remember(.numbered(1), acceptance(1))
        #expect(ids[.numbered(1)] != nil)
        ids.remember(.numbered(2), acceptance(2))
        #expect(ids[.numbered(1)] == nil)
    }
}

@Suite struct DeviceNumbersTests {
    @Test func aDeviceGetsItsOwnNumberBack() {
        var numbers = DeviceNumbers(past: RoomPast(epoch: "e", newest: 0), first: 7, capacity: 10)
        let anna = numbers.newNumber(for: "a")
        let boris = numbers.newNumber(for: "b")
        #expect(anna.value == 7)
        #expect(boris.value == 8)
        #expect(numbers["a", nil]?.number == anna)
        #expect(numbers["b", nil]?.number == boris)
        #expect(numbers["c", nil]?.number == nil)
    }

    @Test func withoutADeviceEveryNumberIsNew() {
        var numbers = DeviceNumbers(past: RoomPast(epoch: "e", newest: 0), first: 0, capacity: 10)
        #expect(numbers.newNumber(for: nil) != numbers.newNumber(for: nil))
        #expect(numbers[nil, nil]?.number == nil)
    }

    @Test func theDevicesThatCameFirstAreForgottenAndTheirNumbersNotGivenAgain() {
        var numbers = DeviceNumbers(past: RoomPast(epoch: "e", newest: 0), first: 0, capacity: 2)
        let first = ["a", "b", "c"].map { numbers.newNumber(for: $0) }
        #expect(numbers["a", nil]?.number == nil)
        #expect(numbers["b", nil]?.number == first[1])
        #expect(numbers["c", nil]?.number == first[2])
        #expect(!first.contains(numbers.newNumber(for: "a")))
        #expect(numbers["b", nil]?.number == nil)
    }

    @Test(arguments: [0, 1, 35, 36, UInt64.max])
    func aMembersIdNamesItsNumber(value: UInt64) {
        let number = MemberNumber(value: value)
        #expect(MemberNumber(number.id) == number)
    }

    @Test(arguments: ["", "m", "x1", "1", "m!", "mzzzzzzzzzzzzzzzzzzzz", "m-1"])
    func whatIsNoMembersIdNamesNoNumber(text: String) {
        #expect(MemberNumber(MemberID(rawValue: text)) == nil)
    }
}

@Suite struct FloodGuardTests {
    @Test func afterARefusalTheRefusedMessageComesFirst() {
        let (first, second) = (MessageID(), MessageID())
        var guardian = FloodGuard()
        #expect(!guardian.isAwaitingAnother(than: first, now: at(0)))
        guardian.owe(first, now: at(0))
        #expect(guardian.isAwaitingAnother(than: second, now: at(0.6)))
        #expect(guardian.isAwaitingAnother(than: nil, now: at(0.6)))
        #expect(!guardian.isAwaitingAnother(than: first, now: at(0.6)))
        guardian.forgetRefused()
        #expect(!guardian.isAwaitingAnother(than: second, now: at(0.6)))
    }

    @Test func whoDoesNotRepeatIsHeardAgainAfterAWhile() {
        var guardian = FloodGuard()
        guardian.owe(MessageID(), now: at(0))
        #expect(guardian.isAwaitingAnother(than: nil, now: at(0.9)))
        #expect(!guardian.isAwaitingAnother(than: nil, now: at(1)))
    }

    @Test func whatCannotBeRepeatedIsNotWaitedFor() {
        var guardian = FloodGuard()
        guardian.owe(nil, now: at(0))
        #expect(!guardian.isAwaitingAnother(than: MessageID(), now: at(0.1)))
    }
}

extension DeviceNumbers {
    fileprivate mutating func newNumber(for device: String?) -> MemberNumber {
        number(for: device, nil, firstVisibleSeq: 1)
    }
}
