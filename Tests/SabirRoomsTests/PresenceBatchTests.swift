import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

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

    /// Everything a batch has to tell, packet by packet.
    private func told(_ batch: inout PresenceBatch) -> [Presence] {
        var packets: [Presence] = []
        while !batch.isEmpty, packets.count < 100 { packets.append(batch.take(n: 7, langs: ["es": 7])) }
        return packets
    }

    @Test func whatOnePacketCannotHoldFollowsInTheNext() {
        var batch = PresenceBatch()
        for n in 0..<250 { batch.join(info(n)) }
        for n in 300..<450 { batch.change(info(n)) }
        for n in 600..<720 { batch.leave(info(n).id) }
        let packets = told(&batch)
        #expect(packets.map(\.joined.count) == [100, 100, 50])
        #expect(packets.map(\.changed.count) == [100, 50, 0])
        #expect(packets.map(\.left.count) == [100, 20, 0])
        #expect(packets.allSatisfy { $0.n == 7 })
        #expect(Set(packets.flatMap(\.joined)) == Set((0..<250).map { info($0) }))
    }

    @Test func whoLeavesBeforeBeingToldOfIsNotToldOf() {
        var batch = PresenceBatch()
        for n in 0..<150 { batch.join(info(n)) }
        let first = batch.take(n: 7, langs: [:])
        for n in 0..<150 { batch.leave(info(n).id) }
        let rest = told(&batch)
        #expect(rest.flatMap(\.joined).isEmpty)
        #expect(Set(rest.flatMap(\.left)) == Set(first.joined.map(\.id)))
    }

    @Test func whatWaitsIsBounded() {
        var batch = PresenceBatch()
        for n in 0..<3_000 { batch.join(info(n)) }
        for n in 3_000..<6_000 { batch.change(info(n)) }
        for n in 6_000..<9_000 { batch.leave(info(n).id) }
        let packets = told(&batch)
        #expect(packets.flatMap(\.joined).count == PresenceBatch.waiting)
        #expect(packets.flatMap(\.changed).count == PresenceBatch.waiting)
        #expect(packets.flatMap(\.left).count == PresenceBatch.waiting)
    }

    @Test(arguments: ["🙂", "\"", "a"])
    func aPacketFitsAFrameWhateverTheNames(character: String) {
        let tag: LanguageTag = "en-x-aaaaaaaa-bbbbbbbb-cccccccc-ddd"
        let langs = (0..<100).compactMap { LanguageTag("en-x-aaaaaaaa-bbbbbbbb-cccccccc-\($0)") }
        for length in [1, 25, 50, 64] {
            var batch = PresenceBatch()
            for n in 0..<400 {
                let id = MemberNumber(value: UInt64(36 * 36 * 36 * 36 + n)).id
                let info = MemberInfo(id: id, name: String(repeating: character, count: length), lang: tag)
                if n < 150 { batch.join(info) } else if n < 300 { batch.change(info) } else { batch.leave(id) }
            }
            let presence = batch.take(
                n: 10_000, langs: Dictionary(uniqueKeysWithValues: langs.map { ($0, 10_000) }))
            #expect(ByteBuffer(framing: .presence(presence)).readableBytes <= Frame.maximumLength + 4)
        }
    }

    @Test func theBatchAfterBeginsAnew() {
        var batch = PresenceBatch()
        batch.leave(info(1).id)
        _ = batch.take(n: 1, langs: [:])
        batch.join(info(1))
        #expect(batch.take(n: 2, langs: [:]).joined == [info(1)])
    }
}
