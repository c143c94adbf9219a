import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// What those who come back have missed: in pieces, as they read.
@Suite struct CatchUpTests {
    private func line(_ seq: Int) -> Message { .numbered(UInt64(seq), seq) }

    /// A whole way back, of which the room has these lines.
    private func told(_ seqs: [Int], after: Int, from first: Int = 1, upTo: Int) -> [HostPacket] {
        var caught = CatchUp(after: after, from: first, upTo: upTo)
        var packets: [HostPacket] = []
        while let piece = caught.next() {
            packets += caught.nextPackets(of: seqs.filter(piece.contains).map(line), through: piece.upperBound)
        }
        return packets + (caught.finish().map { [$0] } ?? [])
    }

    @Test func whatIsMissingIsOneGapHoweverManyPiecesItTakes() {
        #expect(told([], after: 0, upTo: 500) == [.gap(1...500)])
        #expect(told([300], after: 10, upTo: 500) == [.gap(11...299), .message(line(300)), .gap(301...500)])
        #expect(told(Array(1...100), after: 98, upTo: 100) == [.message(line(99)), .message(line(100))])
        #expect(told([5, 6, 7], after: 4, from: 7, upTo: 7) == [.gap(5...6), .message(line(7))])
        #expect(told([1], after: 3, upTo: 3).isEmpty)
    }

    @Test func thePiecesAddUpToWhatAllAtOnceWouldBe() {
        var room = RoomState(settings: .test(kept: 100), seed: 1, now: at(0))
        for seq in 1...250 { _ = room.appendNumbered(line(seq), by: nil) }
        _ = room.forget { $0.seq % 7 == 0 && $0.seq < 250 }
        for seq in [0, 100, 151, 180, 249, 250] {
            let missed = room.missed(since: Hello.Resume(epoch: room.timeline.epoch, seq: seq)).packets
            #expect(
                told(room.timeline.messages(after: 0).map(\.seq), after: seq, from: room.timeline.oldest, upTo: 250)
                    == missed)
        }
    }

    private struct Scene {
        let host: LifeHost
        var laws = LifeLaws(.disk)
        private(set) var members: [LifeMember] = []
        private var said: UInt64 = 0

        init() {
            var settings = RoomSettings.test(kept: 20, queuedBytes: 1 << 20)
            settings.history = .disk
            host = LifeHost(.disk, settings: settings, limits: ConnectionLimits(), seed: 1)
        }

        mutating func joins(_ device: String, after seq: Int? = nil) -> Int {
            var member = LifeMember(number: members.count, channel: host.connect(from: "127.0.0.1"))
            let resume = seq.map { ",\"resume\":{\"epoch\":\"e1\",\"seq\":\($0)}" } ?? ""
            member.send(
                "{\"type\":\"hello\",\"protocol\":1,\"name\":\"\(device)\",\"lang\":\"es\",\"device\":\"\(device)\"\(resume)}",
                &laws)
            members.append(member)
            host.loop.run()
            return members.count - 1
        }

        mutating func says(_ count: Int, by member: Int) {
            let text = String(repeating: "x", count: 4_000)
            for _ in 0..<count {
                said += 1
                let id = MessageID { said }
                members[member].send("{\"type\":\"message\",\"id\":\"\(id)\",\"message\":\"\(text)\"}", &laws)
                host.getOn()
                _ = reads(member)
            }
        }

        mutating func reads(_ member: Int) -> [String] {
            let wrong = members[member].read(atMost: .max, &laws)
            host.loop.run()
            return wrong
        }

        mutating func waits(until isThere: (inout Scene) -> Bool) {
            let host = host
            host.loop.turns {
                host.getOn()
                return isThere(&self)
            }
        }
    }

    /// What came of it, for each of those who came back.
    private struct Course: Sendable {
        let pieces: [Int]
        let wrong: [String]
        let position: Int
        let areOver: Bool
    }

    private static func course() -> Course {
        var scene = Scene()
        var wrong: [String] = []
        let writer = scene.joins("writer")
        let readers = (0..<12).map { scene.joins("reader \($0)") }
        for reader in readers {
            wrong += scene.reads(reader)
            scene.members[reader].channel.cut()
        }
        scene.host.loop.run()
        scene.says(400, by: writer)
        let back = readers.indices.map { scene.joins("reader \($0)", after: 0) }
        scene.waits { scene in back.allSatisfy { scene.members[$0].channel.pendingBytes > piece } }
        let pieces = back.map { scene.members[$0].channel.pendingBytes }

        scene.says(5, by: writer)
        scene.waits { scene in
            wrong += scene.reads(back[0])
            return scene.members[back[0]].position >= 405
        }
        let position = scene.members[back[0]].position
        scene.says(300, by: writer)
        for reader in back.dropFirst() { wrong += scene.reads(reader) }
        let areOver = back.dropFirst().allSatisfy { scene.members[$0].isOver }
        scene.host.end()
        return Course(pieces: pieces, wrong: wrong, position: position, areOver: areOver)
    }

    private static let piece = 64 << 10

    @Test func membersThatComeBackAndReadNothingTakeNoMoreThanAPieceEach() async {
        let course = await HandLoop.onItsThread { Self.course() }
        #expect(course.wrong.isEmpty)
        #expect(course.pieces.allSatisfy { $0 > Self.piece }, "a piece has come to each")
        let most = Self.piece + CatchUp.stretch * 4_300 + 8_192
        #expect(course.pieces.allSatisfy { $0 < most }, "1.6 MB were missed by each")
        #expect(course.position == 405, "all of it, and then what was said meanwhile")
        // The bound holds for what is missed as for what is said: there is no exemption.
        #expect(course.areOver)
    }
}
