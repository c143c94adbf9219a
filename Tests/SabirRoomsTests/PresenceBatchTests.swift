import SabirWire
import Testing

@testable import SabirRooms

@Suite struct PresenceBatchTests {
    private func info(_ n: Int, _ name: String = "anna") -> MemberInfo {
        MemberInfo(id: MemberNumber(value: UInt64(n)).id, name: name, lang: "es")
    }

    private func taken(_ act: (inout PresenceBatch) -> Void) -> Presence {
        var batch = PresenceBatch()
        #expect(batch.isEmpty)
        act(&batch)
        #expect(!batch.isEmpty)
        defer { #expect(batch.isEmpty) }
        return batch.take(n: 7, langs: ["es": 7])
    }

    @Test func whoComesAndGoesBetweenTwoTellingsIsNotNamed() {
        let presence = taken {
            $0.join(info(1))
            $0.leave(info(1).id)
        }
        #expect(presence == Presence(n: 7, langs: ["es": 7]))
    }

    @Test func whoGoesAndComesBackHasChanged() {
        let presence = taken {
            $0.leave(info(1).id)
            $0.join(info(1, "Anna"))
        }
        #expect(presence == Presence(n: 7, langs: ["es": 7], changed: [info(1, "Anna")]))
    }

    @Test func whoComesAndChangesHasComeAsTheyAreNow() {
        let presence = taken {
            $0.join(info(1))
            $0.change(info(1, "Anna"))
        }
        #expect(presence.joined == [info(1, "Anna")])
        #expect(presence.changed.isEmpty)
    }

    @Test func whoChangesAndGoesHasLeft() {
        let presence = taken {
            $0.change(info(1, "Anna"))
            $0.leave(info(1).id)
        }
        #expect(presence.left == [info(1).id])
        #expect(presence.changed.isEmpty)
    }

    @Test func whoGoesComesAndGoesAgainHasLeft() {
        let presence = taken {
            $0.leave(info(1).id)
            $0.join(info(1))
            $0.leave(info(1).id)
        }
        #expect(presence == Presence(n: 7, langs: ["es": 7], left: [info(1).id]))
    }

    @Test func theListsAreBoundedAndTheNumbersWhole() {
        let presence = taken { batch in
            for n in 0..<300 { batch.join(info(n)) }
            for n in 300..<600 { batch.change(info(n)) }
            for n in 600..<900 { batch.leave(info(n).id) }
        }
        #expect(presence.joined.count == 50)
        #expect(presence.changed.count == 50)
        #expect(presence.left.count == 100)
        #expect(presence.n == 7)
    }

    @Test func theBatchAfterBeginsAnew() {
        var batch = PresenceBatch()
        batch.leave(info(1).id)
        _ = batch.take(n: 1, langs: [:])
        batch.join(info(1))
        #expect(batch.take(n: 2, langs: [:]).joined == [info(1)])
    }
}
